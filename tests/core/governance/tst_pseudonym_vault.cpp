#include "base/hash.h"
#include "governance/privacy.h"
#include "schema/validator.h"

#include <QTest>
#include <random>
#include <set>
#include <thread>

using namespace actionscope;
using namespace actionscope::governance;

namespace {

const std::vector<std::string> &people() {
    static const std::vector<std::string> All{"ana.gomez@acme.test",
                                              "jürgen@münchen.example",
                                              "+49 30 901820",
                                              "(415) 555-2671",
                                              "06 12 34 56 78",
                                              "+4930901820",
                                              "DE89370400440532013000",
                                              "GB29 NWBK 6016 1331 9268 19",
                                              "4111 1111 1111 1111",
                                              "378282246310005",
                                              "536-90-4399",
                                              "86 095 742 719",
                                              "12345678Z",
                                              "X1234567L",
                                              "2 55 08 14 168 025 38",
                                              "203.0.113.9",
                                              "2001:db8::ff00:42:8329"};
    return All;
}

json::value parsed(std::string_view text) { return parseJson(text).value(); }

json::value text(std::string_view value) { return json::value(json::string(value.data(), value.size())); }

/// Values as services answer them, with people in every place: texts, members, keys, numbers, JSON in strings.
class Answers {
public:
    explicit Answers(unsigned seed)
        : m_random(seed) {}
    json::value any(int depth) {
        switch (below(depth > 3 ? 5 : 8)) {
        case 0:
            return text(people()[below(people().size())]);
        case 1:
            return text("see " + people()[below(people().size())] + ", and then " + people()[below(people().size())] +
                        ".");
        case 2:
            return static_cast<std::int64_t>(below(1000));
        case 3:
            return text("nothing here");
        case 4:
            return 4111111111111111;
        case 5: {
            json::array out;
            for (std::size_t i = below(4); i > 0; --i)
                out.push_back(any(depth + 1));
            return out;
        }
        case 6:
            return text(json::serialize(object(depth + 1)));
        default:
            return object(depth + 1);
        }
    }

private:
    json::object object(int depth) {
        static const std::vector<std::string> Names{"Ana Gómez", "O'Neil \"Jim\" Smith", "李雷", "Bo"};
        json::object out;
        out["id"] = static_cast<std::int64_t>(below(1000));
        if (below(2) == 0)
            out["display_name"] = json::string(Names[below(Names.size())]);
        if (below(3) == 0)
            out[people()[below(2)]] = any(depth);
        if (below(3) == 0)
            out["mobile"] = static_cast<std::int64_t>(4917012345678 + static_cast<std::int64_t>(below(5)));
        out["value"] = any(depth);
        return out;
    }
    std::size_t below(std::size_t limit) { return m_random() % limit; }
    std::mt19937 m_random;
};

} // namespace

class TestPseudonymVault : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everythingComesBackAndNothingPersonalIsLeft() {
        std::vector<std::string> originals = people();
        for (const char *other : {"4111111111111111", "Gómez", "Neil", "李雷", "\"Bo\"", "49170123456"})
            originals.emplace_back(other);
        for (unsigned seed = 1; seed <= 1500; ++seed) {
            PseudonymVault vault(randomBytes(32));
            Answers answers(seed);
            for (int round = 0; round < 3; ++round) {
                const json::value original = answers.any(0);
                json::value shown = original;
                const auto counts = vault.pseudonymise(shown, "github");
                QVERIFY(counts);
                const std::string said = json::serialize(shown);
                for (const std::string &person : originals)
                    QVERIFY2(said.find(person) == std::string::npos,
                             qPrintable(QString("seed %1: %2 in %3").arg(seed).arg(person.c_str(), said.c_str())));
                // What the detectors still find are pseudonyms of ours.
                json::value again = shown;
                static_cast<void>(vault.pseudonymise(again, "github"));
                QVERIFY2(again == shown,
                         qPrintable(
                             QString("seed %1: %2 / %3").arg(seed).arg(said.c_str(), json::serialize(again).c_str())));
                QCOMPARE(vault.foreign(shown, "github"), std::size_t(0));
                json::value restored = shown;
                vault.rehydrate(restored, "github");
                QVERIFY2(restored == original,
                         qPrintable(QString("seed %1: %2 / %3")
                                        .arg(seed)
                                        .arg(json::serialize(original).c_str(), json::serialize(restored).c_str())));
            }
        }
    }
    void pseudonymsKeepKindAndForm() {
        PseudonymVault vault(std::string(32, 's'));
        for (const std::string &person : people()) {
            const std::string pseudonym = vault.pseudonymiseText(person, "s").value();
            QVERIFY2(pseudonym != person, person.c_str());
            const auto before = findPersonalData(person), after = findPersonalData(pseudonym);
            QVERIFY2(after.size() == 1 && after[0].begin == 0 && after[0].end == pseudonym.size(), pseudonym.c_str());
            QVERIFY2(after[0].kind == before.at(0).kind, (person + " → " + pseudonym).c_str());
            if (after[0].kind == PersonalKind::Email || after[0].kind == PersonalKind::IpAddress)
                continue;
            QCOMPARE(pseudonym.size(), person.size());
            for (std::size_t i = 0; i < person.size(); ++i)
                QVERIFY2((std::isdigit(static_cast<unsigned char>(person[i])) != 0) ==
                             (std::isdigit(static_cast<unsigned char>(pseudonym[i])) != 0),
                         (person + " → " + pseudonym).c_str());
        }
    }
    void theSamePersonIsTheSamePseudonymInASession() {
        PseudonymVault one(randomBytes(32)), other(randomBytes(32));
        const auto first = one.pseudonymiseText("ana@acme.test", "s").value();
        QCOMPARE(one.pseudonymiseText("ask ana@acme.test", "s").value(), "ask " + first);
        QVERIFY(other.pseudonymiseText("ana@acme.test", "s").value() != first);
        QVERIFY(one.pseudonymiseText("ana@acme.test", "t").value() != first);
        QCOMPARE(one.size(), std::size_t(2));
    }
    void anotherServicesPseudonymsDoNotResolve() {
        PseudonymVault vault(randomBytes(32));
        const auto pseudonym = vault.pseudonymiseText("ana@acme.test", "mail").value();
        json::value arguments = json::object{{"to", pseudonym}, {"text", "for " + pseudonym}};
        const json::value given = arguments;
        QCOMPARE(vault.rehydrate(arguments, "github"), std::size_t(0));
        QVERIFY(arguments == given);
        QCOMPARE(vault.foreign(arguments, "github"), std::size_t(2));
        QCOMPARE(vault.foreign(arguments, "mail"), std::size_t(0));
        QCOMPARE(vault.rehydrate(arguments, "mail"), std::size_t(2));
        QCOMPARE(json::serialize(arguments), std::string("{\"to\":\"ana@acme.test\",\"text\":\"for ana@acme.test\"}"));
    }
    void pseudonymsAreKnownHoweverTheModelWritesThem() {
        PseudonymVault vault(randomBytes(32));
        std::string phone = vault.pseudonymiseText("+49 30 901820", "s").value();
        phone.erase(std::remove(phone.begin(), phone.end(), ' '), phone.end());
        std::string mail = vault.pseudonymiseText("ana@acme.test", "s").value();
        for (char &c : mail)
            c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
        json::value arguments = json::array{phone, "to " + mail};
        QCOMPARE(vault.rehydrate(arguments, "s"), std::size_t(2));
        QCOMPARE(json::serialize(arguments), std::string("[\"+49 30 901820\",\"to ana@acme.test\"]"));
    }
    void whatSurroundsAPseudonymStays() {
        PseudonymVault vault(randomBytes(32));
        const auto pseudonym = vault.pseudonymiseText("ana@acme.test", "s").value();
        for (const auto &[before, after] : std::vector<std::pair<std::string, std::string>>{
                 {"(", ")"}, {"[\"", "\"]"}, {"<", ">"}, {"-", ""}, {"", "."}, {"'", "'"}}) {
            json::value value = text(before + pseudonym + after);
            QCOMPARE(vault.rehydrate(value, "s"), std::size_t(1));
            QCOMPARE(std::string(value.as_string()), before + "ana@acme.test" + after);
        }
    }
    void namesAreReplacedInProseToo() {
        PseudonymVault vault(randomBytes(32));
        json::value answer =
            parsed("{\"assignee\":{\"name\":\"Ana Gómez\"},\"body\":\"Ana Gómez wrote. Ana Gómezs did not.\"}");
        QCOMPARE(vault.pseudonymise(answer, "s")->byKind[static_cast<int>(PersonalKind::Name)], std::size_t(2));
        QVERIFY(stringMember(answer, "body").find("Ana Gómez wrote") == std::string_view::npos);
        QVERIFY(stringMember(answer, "body").find("Ana Gómezs") != std::string_view::npos);
    }
    void keepsWhatTheSchemaDemands() {
        const json::value schema = parsed(
            "{\"type\":\"object\",\"properties\":{\"mail\":{\"type\":\"string\",\"format\":\"email\",\"maxLength\":16},"
            "\"phone\":{\"type\":\"string\",\"pattern\":\"^\\\\+49 \\\\d{2} \\\\d{6}$\"},"
            "\"kind\":{\"enum\":[\"ana@acme.test\"]},\"first_name\":{\"type\":\"string\",\"maxLength\":6},"
            "\"list\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/$defs/card\"}}},"
            "\"$defs\":{\"card\":{\"type\":\"string\",\"pattern\":\"^4[0-9]{15}$\"}}}");
        json::value answer =
            parsed("{\"mail\":\"ana@acme.test\",\"phone\":\"+49 30 901820\",\"kind\":\"ana@acme.test\","
                   "\"first_name\":\"Ana\",\"list\":[\"4111111111111111\"]}");
        const json::value original = answer;
        const auto validator = schema::Validator::compile(schema, {true, {}}).value();
        for (int i = 0; i < 20; ++i) {
            PseudonymVault vault(randomBytes(32));
            json::value shown = original;
            QCOMPARE(vault.pseudonymise(shown, "s", &schema)->total(), std::size_t(4));
            const auto violations = validator->validate(shown).value();
            QVERIFY2(violations.empty(), (schema::describe(violations) + json::serialize(shown)).c_str());
            QCOMPARE(stringMember(shown, "kind"), std::string_view("ana@acme.test"));
            vault.rehydrate(shown, "s");
            QVERIFY(shown == original);
        }
    }
    void aFullVaultSaysSo() {
        PseudonymVault vault(randomBytes(32), 2);
        QVERIFY(vault.pseudonymiseText("a@acme.test b@acme.test", "s"));
        QVERIFY(vault.pseudonymiseText("a@acme.test again", "s"));
        const auto full = vault.pseudonymiseText("c@acme.test", "s");
        QVERIFY(!full);
        QCOMPARE(full.error().code, ErrorCode::LimitExceeded);
        QVERIFY(full.error().message.find("limits.pseudonyms") != std::string::npos);
        QVERIFY(full.error().message.find("c@acme") == std::string::npos);
    }
    void aWipedVaultKnowsNobody() {
        PseudonymVault vault(randomBytes(32));
        const auto pseudonym = vault.pseudonymiseText("ana@acme.test", "s").value();
        vault.wipe();
        json::value arguments = text(pseudonym);
        QCOMPARE(vault.rehydrate(arguments, "s"), std::size_t(0));
        QCOMPARE(vault.size(), std::size_t(0));
        QVERIFY(vault.pseudonymiseText("eve@acme.test", "s"));
    }
    void pseudonymsOfManyPeopleAreDistinct() {
        PseudonymVault vault(randomBytes(32));
        std::set<std::string> seen;
        for (int i = 0; i < 3000; ++i) {
            seen.insert(vault.pseudonymiseText("p" + std::to_string(i) + "@acme.test", "s").value());
            seen.insert(
                vault.pseudonymiseText("203.0." + std::to_string(i / 250) + "." + std::to_string(i % 250 + 1), "s")
                    .value());
        }
        QCOMPARE(seen.size(), std::size_t(6000));
    }
    void leavesDeepAndBrokenJsonInStringsToTheDetectors() {
        PseudonymVault vault(randomBytes(32));
        for (const char *half :
             {"{\"email\":\"ana@acme.test\",\"x\":", "[[[\"ana@acme.test\"", "{\\\"a\\\":\\\"\\nana@acme.test\\\"}"}) {
            const auto shown = vault.pseudonymiseText(half, "s").value();
            QVERIFY2(shown.find("ana@") == std::string::npos, shown.c_str());
        }
        std::string nested = "ana@acme.test";
        for (int i = 0; i < 9; ++i)
            nested = json::serialize(json::array{text(nested)});
        const auto shown = vault.pseudonymiseText(nested, "s").value();
        QVERIFY(shown.find("ana@") == std::string::npos);
        json::value restored = text(shown);
        vault.rehydrate(restored, "s");
        QVERIFY2(restored == text(nested), (json::serialize(restored) + "\n" + shown + "\n" + nested).c_str());
    }
    void manyThreadsShareOneVault() {
        PseudonymVault vault(randomBytes(32));
        std::atomic<int> wrong{0};
        std::vector<std::thread> threads;
        for (int t = 0; t < 6; ++t) {
            threads.emplace_back([&] {
                for (int i = 0; i < 200; ++i) {
                    const std::string mail = "p" + std::to_string(i) + "@acme.test";
                    json::value value = text(vault.pseudonymiseText(mail, "s").value());
                    vault.rehydrate(value, "s");
                    if (value != text(mail))
                        ++wrong;
                }
            });
        }
        for (std::thread &thread : threads)
            thread.join();
        QCOMPARE(wrong.load(), 0);
        QCOMPARE(vault.size(), std::size_t(200));
    }
};

QTEST_GUILESS_MAIN(TestPseudonymVault)
#include "tst_pseudonym_vault.moc"
