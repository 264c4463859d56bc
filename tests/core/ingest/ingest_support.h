#pragma once
/// A folder of description files that goes away with the test, and short ways to read from it.

#include "ingest/openapi.h"
#include "ingest/source.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <string>
#include <string_view>

namespace actionscope::ingest::test {

class Folder {
public:
    [[nodiscard]] std::string path(std::string_view name = {}) const {
        const std::string root = m_folder.path().toStdString();
        return name.empty() ? root : root + '/' + std::string(name);
    }
    /// Writes `text` to the file `name`, making the folders above it.
    std::string write(std::string_view name, std::string_view text) const {
        const QString file = QString::fromStdString(path(name));
        QDir().mkpath(QFileInfo(file).path());
        QFile out(file);
        if (!out.open(QIODevice::WriteOnly) ||
            out.write(text.data(), static_cast<qint64>(text.size())) != static_cast<qint64>(text.size()))
            qFatal("the test cannot write %s", qPrintable(file));
        return file.toStdString();
    }

private:
    QTemporaryDir m_folder;
};

/// The text of tests/data/ingest/`name`. (moc stops reading a file at a `#` inside a raw string, and references are
/// full of them, so that descriptions of more than a line live in files.)
inline std::string sample(const QString &name) {
    QFile in(QStringLiteral(ACTIONSCOPE_TEST_DATA "/ingest/") + name);
    if (!in.open(QIODevice::ReadOnly))
        qFatal("the test cannot read %s", qPrintable(in.fileName()));
    return in.readAll().toStdString();
}

inline Result<std::vector<Source>> find(const std::string &argument, std::vector<Skipped> &skipped,
                                        const ImportLimits &limits = {}, const std::optional<std::string> &id = {}) {
    return findSources(argument, id, limits, skipped, {});
}

/// Reads the one description that `argument` names.
inline Result<ImportedService> readOne(const std::string &argument, const ImportLimits &limits = {}) {
    std::vector<Skipped> skipped;
    Result<std::vector<Source>> sources = find(argument, skipped, limits);
    if (!sources)
        return fail(sources.error());
    return readOpenApi(sources->at(0), limits);
}

/// Reads `text` as the file `name`.
inline Result<ImportedService> readText(std::string_view text, std::string_view name = "test.json",
                                        const ImportLimits &limits = {}) {
    const Folder folder;
    return readOne(folder.write(name, text), limits);
}

/// The error of a result, or "" (QVERIFY2 evaluates its message in any case).
template <class T> std::string why(const Result<T> &result) {
    return result ? std::string() : result.error().toString();
}

inline const catalog::Capability *action(const ImportedService &service, std::string_view name) {
    for (const catalog::Capability &one : service.actions) {
        if (one.name == name)
            return &one;
    }
    return nullptr;
}

/// "name:place:type" of each parameter, "!" after what is required.
inline std::string signature(const catalog::Capability &capability) {
    std::string out;
    for (const catalog::Parameter &parameter : capability.parameters) {
        out += (out.empty() ? "" : " ") + parameter.name + ':' + std::string(catalog::placeName(parameter.place)) +
               ':' + parameter.type + (parameter.required ? "!" : "");
    }
    return out;
}

} // namespace actionscope::ingest::test
