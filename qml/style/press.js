.pragma library

// What a press by keyboard or by assistive technology does, for every control that is a button: what a click of the pointer does.
// The templates of Qt 6.4 offer "press" to assistive technology, but do nothing when it is asked for.

// `exclusive` controls, radio buttons and tabs, can be chosen but not taken back.
function press(control, exclusive) {
    if (!control.enabled)
        return;
    if (control.action) {
        control.action.trigger(control);
        return;
    }
    if (control.checkable && !(exclusive && control.checked)) {
        control.toggle();
        control.toggled();
    }
    control.clicked();
}
