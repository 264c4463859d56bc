#pragma once
/// Who sits at this computer, as the gates see it: the operating system's user, who may decide and manage.

#include "governance/principal.h"

namespace actionscope::app {

/// Role Admin: the folder and its database are this person's already, so a token would prove nothing more.
governance::Principal desktopPerson();

} // namespace actionscope::app
