#pragma once
/// Small catalogs for tests.

#include "catalog/catalog.h"

#include <random>
#include <string>
#include <utility>
#include <vector>

namespace actionscope::catalog {

inline Capability action(std::string name, Method method = Method::Get, std::string path = "/things",
                         std::string title = "Lists the things that exist") {
    Capability c;
    c.name = std::move(name);
    c.method = method;
    c.path = std::move(path);
    c.title = std::move(title);
    return c;
}

/// A service of these actions with an optional hand-written text; findings of the merge go to `findings` if given.
inline Service service(const std::string &id, std::vector<Capability> actions, const std::string &hand = {},
                       std::vector<Finding> *findings = nullptr) {
    Service s;
    s.info.id = id;
    s.info.title = id;
    if (!hand.empty())
        s.hand = std::make_shared<HandFile>(parseHandFile(hand, "catalogs/" + id + ".yaml").value());
    std::vector<Finding> merged;
    s.segment = mergeCurated(std::move(actions), s.hand.get(), findings != nullptr ? *findings : merged).value();
    return s;
}

/// Strings that have broken readers and writers of YAML or JSON before.
inline const std::vector<std::string> &nastyStrings() {
    static const std::vector<std::string> strings{"plain",
                                                  "",
                                                  " leading",
                                                  "trailing ",
                                                  "two  spaces",
                                                  "tab\there",
                                                  "line\nbreak",
                                                  "crlf\r\nbreak",
                                                  "lone\rreturn",
                                                  "\"quoted\"",
                                                  "'single'",
                                                  "back\\slash",
                                                  "slash/ and \\/",
                                                  "colon: space",
                                                  "hash #comment",
                                                  "#start",
                                                  "- dash",
                                                  "? question",
                                                  ": colon",
                                                  "{a: b}",
                                                  "[x, y]",
                                                  "a, b",
                                                  "*alias",
                                                  "&anchor",
                                                  "!tag",
                                                  "|",
                                                  ">",
                                                  "%dir",
                                                  "@at",
                                                  "`tick`",
                                                  "~",
                                                  "null",
                                                  "true",
                                                  "No",
                                                  "1.5e3",
                                                  "0x1F",
                                                  "2024-01-01",
                                                  "---",
                                                  "...",
                                                  "<<",
                                                  "=",
                                                  std::string("nul\0inside", 10),
                                                  "\x01\x02\x04\x1b\x7f",
                                                  "\b\f\v\a",
                                                  "é ü ß",
                                                  "日本語",
                                                  "😀👩‍👩‍👧",
                                                  "\xC2\x85nel",
                                                  "\xE2\x80\xA8ls",
                                                  "\xE2\x80\xA9ps",
                                                  "\xEF\xBB\xBF"
                                                  "bom",
                                                  "\xEF\xBF\xBE\xEF\xBF\xBF",
                                                  "\xE2\x80\xAE"
                                                  "rtl",
                                                  "\xC2\xA0nbsp",
                                                  "\xF4\x8F\xBF\xBF",
                                                  "\xC2\x80\xC2\x9F",
                                                  "\\u0041",
                                                  "\\n",
                                                  "ends with \\",
                                                  "ends with \"",
                                                  std::string(5000, 'x'),
                                                  std::string(3000, '\n'),
                                                  "${x} {owner}/{repo}"};
    return strings;
}

inline Capability randomCapability(std::mt19937 &random, std::string name) {
    const auto &strings = nastyStrings();
    const auto any = [&] { return strings[random() % strings.size()]; };
    const auto some = [&] {
        std::vector<std::string> list(random() % 3);
        for (auto &entry : list)
            entry = any();
        return list;
    };
    Capability c;
    c.name = std::move(name);
    c.kind = static_cast<Kind>(random() % 5);
    c.title = any();
    c.description = any() + any();
    c.category = any();
    c.method = static_cast<Method>(random() % 9);
    c.path = '/' + any();
    c.tags = some();
    for (std::size_t i = random() % 4; i > 0; --i)
        c.parameters.push_back({any(), any(), any(), static_cast<Place>(random() % 5), random() % 2 == 0});
    c.security = some();
    c.server = any();
    c.pointer = any();
    c.requires_ = some();
    c.secrets = some();
    c.hint = static_cast<Hint>(random() % 3);
    c.deprecated = random() % 2 == 0;
    c.hasBody = random() % 2 == 0;
    c.available = random() % 2 == 0;
    return c;
}

} // namespace actionscope::catalog
