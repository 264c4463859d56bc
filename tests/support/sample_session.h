#pragma once
/// A session on a fresh copy of the sample workspace, for tests of controllers.

#include "workspace/workspace.h"
#include "workspace_session.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <filesystem>

namespace actionscope::test {

/// The folder of a fresh copy. The sample is imported once a program and copied from then on.
inline QString sampleCopy(QTemporaryDir &into) {
    static QTemporaryDir made;
    const std::string original = made.filePath("sample").toStdString();
    if (!std::filesystem::exists(original)) {
        const auto created = workspace::Workspace::create(original, true);
        if (!created)
            qFatal("cannot make the sample: %s", created.error().toString().c_str());
    }
    const QString copy = into.filePath("workspace");
    std::filesystem::copy(original, copy.toStdString(), std::filesystem::copy_options::recursive);
    return copy;
}

/// Opens `folder` and waits until it is there with its index.
inline bool openAndWait(app::WorkspaceSession &session, const QString &folder) {
    session.open(folder);
    return QTest::qWaitFor([&] { return session.isReady() && session.indexCurrent(); }, 20'000);
}

inline QByteArray contentsOf(const QString &path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace actionscope::test
