#pragma once
/// A workspace in a folder of its own, with the small shop imported.

#include "support/descriptions.h"
#include "workspace/workspace.h"

#include <QTemporaryDir>
#include <QtTest>

namespace actionscope::test {

class Folder {
public:
    [[nodiscard]] std::filesystem::path path() const { return m_folder.path().toStdString(); }
    [[nodiscard]] std::filesystem::path operator/(const std::string &name) const { return path() / name; }
    void write(const std::string &name, std::string_view text) const {
        std::filesystem::create_directories((path() / name).parent_path());
        const auto written = writeFileAtomically(path() / name, text);
        QVERIFY2(written, written ? "" : written.error().toString().c_str());
    }
    [[nodiscard]] std::string read(const std::string &name) const {
        return readFile(path() / name, 1U << 30).value_or("(not readable)");
    }

private:
    QTemporaryDir m_folder;
};

/// Fails the test with the error's text.
template <class T> T expectValue(Result<T> result) {
    if (!result) {
        QTest::qFail(result.error().toString().c_str(), __FILE__, __LINE__);
        throw std::runtime_error(result.error().toString());
    }
    if constexpr (!std::is_void_v<T>)
        return std::move(*result);
}

inline std::unique_ptr<workspace::Workspace> openShop(const Folder &folder, workspace::OpenOptions options = {}) {
    if (!std::filesystem::exists(folder / "ws")) {
        expectValue(workspace::Workspace::create(folder / "ws", false));
        folder.write("shop.json", openApi("shop", shopOperations()));
        auto workspace = expectValue(workspace::Workspace::open(folder / "ws", {.threads = 2}));
        expectValue(workspace->import({(folder / "shop.json").string()}, {}, {}));
    }
    options.threads = 2;
    return expectValue(workspace::Workspace::open(folder / "ws", std::move(options)));
}

inline std::vector<std::string> found(const workspace::Workspace &workspace, const std::string &query) {
    retrieval::SearchRequest request;
    request.query = query;
    request.floor = 0;
    const auto outcome = workspace.search(request);
    std::vector<std::string> names;
    if (outcome) {
        for (const auto &hit : outcome->response.hits)
            names.push_back(outcome->catalog->qualifiedName(hit.ordinal));
    }
    return names;
}

} // namespace actionscope::test
