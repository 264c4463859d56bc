/// ST8, bad input: archives that would write elsewhere, fill the disk, or are none.
#include "ingest/archive.h"

#include <QTemporaryDir>
#include <QtTest>
#include <archive.h>
#include <archive_entry.h>
#include <fstream>

using namespace actionscope;
using namespace actionscope::ingest;
namespace fs = std::filesystem;

namespace {

struct Entry {
    std::string path, bytes;
    unsigned type = AE_IFREG;
    std::string link = {};
    bool hard = false;
};

/// Written with the library's own writer: "zip", "tar", "tar.gz" or "tar.zst".
void writeArchive(const fs::path &file, const std::string &format, const std::vector<Entry> &entries) {
    archive *out = archive_write_new();
    if (format == "zip")
        archive_write_set_format_zip(out);
    else
        archive_write_set_format_pax_restricted(out);
    if (format == "tar.gz")
        archive_write_add_filter_gzip(out);
    if (format == "tar.zst")
        archive_write_add_filter_zstd(out);
    QCOMPARE(archive_write_open_filename(out, file.c_str()), ARCHIVE_OK);
    for (const Entry &one : entries) {
        archive_entry *entry = archive_entry_new();
        archive_entry_set_pathname(entry, one.path.c_str());
        archive_entry_set_perm(entry, 0644);
        if (one.hard) {
            archive_entry_set_filetype(entry, AE_IFREG);
            archive_entry_set_hardlink(entry, one.link.c_str());
        } else {
            archive_entry_set_filetype(entry, one.type);
            if (one.type == AE_IFLNK)
                archive_entry_set_symlink(entry, one.link.c_str());
        }
        archive_entry_set_size(entry,
                               one.type == AE_IFREG && !one.hard ? static_cast<la_int64_t>(one.bytes.size()) : 0);
        QVERIFY2(archive_write_header(out, entry) >= ARCHIVE_WARN, archive_error_string(out));
        if (!one.bytes.empty())
            archive_write_data(out, one.bytes.data(), one.bytes.size());
        archive_entry_free(entry);
    }
    archive_write_close(out);
    archive_write_free(out);
}

std::string textOf(const fs::path &file) {
    std::ifstream in(file);
    return {std::istreambuf_iterator<char>(in), {}};
}

} // namespace

class TestArchive : public QObject {
    Q_OBJECT

    static void refused(const std::vector<Entry> &entries, ErrorCode code, const std::string &says,
                        const ArchiveLimits &limits = {}, const std::string &format = "tar") {
        QTemporaryDir folder;
        const fs::path root = folder.path().toStdString();
        writeArchive(root / ("a." + format), format, entries);
        const auto unpacked = unpackArchive(root / ("a." + format), root / "out" / "deep", limits);
        QVERIFY2(!unpacked, "it was taken");
        QVERIFY2(unpacked.error().code == code, unpacked.error().toString().c_str());
        QVERIFY2(unpacked.error().message.find(says) != std::string::npos, unpacked.error().toString().c_str());
        // Nothing was let in: neither where it should have gone nor elsewhere.
        QVERIFY(!fs::exists(root / "out" / "deep"));
        for (const auto &entry : fs::recursive_directory_iterator(root))
            QVERIFY2(entry.path().filename() == "a." + format || entry.is_directory(), entry.path().c_str());
    }

private Q_SLOTS:
    void takesDescriptionsOfEveryFormat_data() {
        QTest::addColumn<QString>("format");
        for (const char *format : {"zip", "tar", "tar.gz", "tar.zst"})
            QTest::newRow(format) << format;
    }
    void takesDescriptionsOfEveryFormat() {
        QFETCH(QString, format);
        QTemporaryDir folder;
        const fs::path root = folder.path().toStdString();
        const fs::path file = root / ("a." + format.toStdString());
        writeArchive(file, format.toStdString(),
                     {{"apis/", "", AE_IFDIR},
                      {"apis/one.json", "{\"a\": 1}"},
                      {"./two.yaml", "b: 2\n"},
                      {"apis/README.md", "not wanted"},
                      {"apis/Ä.YML", "c: 3\n"}});
        const auto unpacked = unpackArchive(file, root / "out", {});
        QVERIFY2(unpacked, unpacked ? "" : unpacked.error().toString().c_str());
        QCOMPARE(unpacked->entries, 4U);
        QCOMPARE(unpacked->written, 3U);
        QCOMPARE(textOf(root / "out/apis/one.json"), std::string("{\"a\": 1}"));
        QCOMPARE(textOf(root / "out/two.yaml"), std::string("b: 2\n"));
        QVERIFY(!fs::exists(root / "out/apis/README.md"));
    }
    void refusesPathsThatLeave_data() {
        QTest::addColumn<QString>("path");
        for (const char *path : {"../evil.json", "a/../../evil.json", "a/..", "/etc/evil.json", "..", "C:/evil.json",
                                 "a\\..\\evil.json", "a/b/../../../evil.yaml"})
            QTest::newRow(path) << path;
    }
    void refusesPathsThatLeave() {
        QFETCH(QString, path);
        refused({{"good.json", "{}"}, {path.toStdString(), "{}"}}, ErrorCode::InvalidArgument, "path");
        refused({{"good.json", "{}"}, {path.toStdString(), "{}"}}, ErrorCode::InvalidArgument, "path", {}, "zip");
    }
    void refusesLinksAndDevices() {
        refused({{"good.json", "{}"}, {"link.json", "", AE_IFLNK, "good.json"}}, ErrorCode::InvalidArgument, "link");
        refused({{"folder", "", AE_IFLNK, "/tmp"}, {"folder/evil.json", "{}"}}, ErrorCode::InvalidArgument, "link");
        refused({{"good.json", "{}"}, {"hard.json", "", AE_IFREG, "good.json", true}}, ErrorCode::InvalidArgument,
                "link");
        refused({{"good.json", "{}"}, {"pipe.json", "", AE_IFIFO}}, ErrorCode::InvalidArgument, "neither");
    }
    void refusesBombs() {
        // A few kilobytes that become 64 MB.
        ArchiveLimits limits;
        limits.ratioFrom = 1 << 20;
        refused({{"bomb.json", std::string(64U << 20, ' ')}}, ErrorCode::LimitExceeded, "more than 200 bytes for each",
                limits, "zip");
        refused({{"bomb.json", std::string(64U << 20, ' ')}}, ErrorCode::LimitExceeded, "more than 200 bytes for each",
                limits, "tar.gz");
        // What is not written counts as well.
        refused({{"bomb.bin", std::string(64U << 20, ' ')}}, ErrorCode::LimitExceeded, "more than 200 bytes for each",
                limits, "tar.zst");
    }
    void refusesWhatIsTooMuch() {
        ArchiveLimits few;
        few.entries = 3;
        refused({{"1.json", "{}"}, {"2.json", "{}"}, {"3.json", "{}"}, {"4.json", "{}"}}, ErrorCode::LimitExceeded,
                "limits.files", few);
        ArchiveLimits small;
        small.fileBytes = 100;
        refused({{"1.json", std::string(101, ' ')}}, ErrorCode::LimitExceeded, "limits.file_bytes", small);
        ArchiveLimits total;
        total.totalBytes = 250;
        refused(
            {{"1.json", std::string(100, ' ')}, {"2.json", std::string(100, ' ')}, {"3.json", std::string(100, ' ')}},
            ErrorCode::LimitExceeded, "250 bytes in all", total);
        std::string deep;
        for (int i = 0; i < 70; ++i)
            deep += "d/";
        refused({{deep + "x.json", "{}"}}, ErrorCode::InvalidArgument, "folders deep");
        refused({{std::string(1100, 'x') + ".json", "{}"}}, ErrorCode::InvalidArgument, "1024 bytes");
        refused({{"same.json", "{}"}, {"./same.json", "{\"evil\": 1}"}}, ErrorCode::InvalidArgument, "twice");
    }
    void saysWhatIsNone() {
        QTemporaryDir folder;
        const fs::path root = folder.path().toStdString();
        const auto write = [&](const std::string &bytes) {
            std::ofstream(root / "a.zip", std::ios::binary) << bytes;
            return unpackArchive(root / "a.zip", root / "out", {});
        };
        for (const std::string &bytes :
             {std::string(), std::string("no archive at all"), std::string("PK\3\4 and then nothing")}) {
            const auto unpacked = write(bytes);
            QVERIFY(!unpacked);
            QVERIFY2(unpacked.error().code == ErrorCode::Unsupported || unpacked.error().code == ErrorCode::Corrupt,
                     unpacked.error().toString().c_str());
            QVERIFY(!fs::exists(root / "out"));
        }
        QCOMPARE(unpackArchive(root / "nowhere.zip", root / "out", {}).error().code, ErrorCode::NotFound);
        // One that ends too early.
        writeArchive(root / "b.tar.gz", "tar.gz", {{"1.json", std::string(500'000, 'x')}, {"2.json", "{}"}});
        std::string bytes = textOf(root / "b.tar.gz");
        bytes.resize(bytes.size() / 2);
        std::ofstream(root / "b.tar.gz", std::ios::binary | std::ios::trunc) << bytes;
        const auto cut = unpackArchive(root / "b.tar.gz", root / "out", {});
        QVERIFY(!cut);
        QVERIFY(!fs::exists(root / "out"));
        fs::create_directories(root / "there");
        writeArchive(root / "c.zip", "zip", {{"1.json", "{}"}});
        QCOMPARE(unpackArchive(root / "c.zip", root / "there", {}).error().code, ErrorCode::AlreadyExists);
    }
    void stopsWhenAsked() {
        QTemporaryDir folder;
        const fs::path root = folder.path().toStdString();
        writeArchive(root / "a.zip", "zip", {{"1.json", "{}"}});
        std::stop_source stop;
        stop.request_stop();
        QCOMPARE(unpackArchive(root / "a.zip", root / "out", {}, {{}, stop.get_token()}).error().code,
                 ErrorCode::Cancelled);
        QVERIFY(!fs::exists(root / "out"));
    }
};

QTEST_APPLESS_MAIN(TestArchive)
#include "tst_archive.moc"
