#include "desktop_person.h"

#include <pwd.h>
#include <unistd.h>

#include <string>
#include <vector>

namespace actionscope::app {

governance::Principal desktopPerson() {
    std::vector<char> buffer(16384);
    passwd entry{};
    passwd *found = nullptr;
    const bool known = ::getpwuid_r(::getuid(), &entry, buffer.data(), buffer.size(), &found) == 0 && found;
    const std::string user = known ? found->pw_name : std::to_string(::getuid());
    governance::Principal person;
    person.id = "desktop:" + user;
    person.name = person.user = user;
    person.source = governance::Principal::Source::Desktop;
    person.role = governance::Role::Admin;
    return person;
}

} // namespace actionscope::app
