/// Lucene in a Java process of its own, resident and idle on its standard input between rounds.

#include "contestant.h"

#include <array>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <sys/wait.h>
#include <unistd.h>

namespace actionscope::bench {
namespace {

class Lucene final : public Contestant {
public:
    Lucene(const std::vector<std::string> &streams, std::string folder, std::string source)
        : m_folder(std::move(folder))
        , m_source(std::move(source)) {
        std::filesystem::create_directories(m_folder);
        std::ofstream out(m_folder + "/streams.txt");
        for (const std::string &stream : streams)
            out << stream << '\n';
    }
    ~Lucene() override {
        if (m_out != nullptr)
            std::fclose(m_out);
        if (m_in != nullptr)
            std::fclose(m_in);
        if (m_process > 0)
            waitpid(m_process, nullptr, 0);
    }
    [[nodiscard]] std::string name() const override { return "lucene " + m_version; }
    [[nodiscard]] std::vector<std::int64_t> round(const std::vector<std::vector<std::string>> &queries) override {
        std::istringstream line(ask("round", queries));
        std::vector<std::int64_t> times;
        for (std::int64_t time = 0; line >> time;)
            times.push_back(time);
        return times;
    }
    [[nodiscard]] std::vector<std::vector<std::uint32_t>>
    answers(const std::vector<std::vector<std::string>> &queries) override {
        const std::string all = ask("answers", queries);
        std::vector<std::vector<std::uint32_t>> found;
        std::size_t at = 0;
        while (at < all.size() && found.size() < queries.size()) {
            const std::size_t end = std::min(all.find(' ', at), all.size());
            std::istringstream one(all.substr(at, end - at));
            auto &documents = found.emplace_back();
            for (std::string number; std::getline(one, number, ',');)
                documents.push_back(static_cast<std::uint32_t>(std::atoi(number.c_str())));
            at = end + 1;
        }
        return found;
    }

private:
    std::string ask(const std::string &command, const std::vector<std::vector<std::string>> &queries) {
        if (m_process == 0)
            start(queries);
        if (m_out == nullptr)
            return {};
        std::fprintf(m_out, "%s\n", command.c_str());
        std::fflush(m_out);
        return readLine();
    }
    std::string readLine() {
        std::string line;
        for (int c = std::fgetc(m_in); c != EOF && c != '\n'; c = std::fgetc(m_in))
            line += static_cast<char>(c);
        return line;
    }
    void start(const std::vector<std::vector<std::string>> &queries) {
        {
            std::ofstream out(m_folder + "/queries.txt");
            for (const auto &query : queries) {
                for (std::size_t i = 0; i < query.size(); ++i)
                    out << (i == 0 ? "" : " ") << query[i];
                out << '\n';
            }
        }
        std::array<int, 2> toChild{}, fromChild{};
        if (pipe(toChild.data()) != 0 || pipe(fromChild.data()) != 0)
            return;
        m_process = fork();
        if (m_process == 0) {
            dup2(toChild[0], 0);
            dup2(fromChild[1], 1);
            for (const int end : {toChild[0], toChild[1], fromChild[0], fromChild[1]})
                close(end);
            const std::string classes =
                "/usr/share/java/lucene-core-8.7.0.jar:/usr/share/java/lucene-analyzers-common-8.7.0.jar";
            execlp("java", "java", "-Xmx2g", "-cp", classes.c_str(), m_source.c_str(),
                   (m_folder + "/streams.txt").c_str(), (m_folder + "/queries.txt").c_str(),
                   (m_folder + "/index").c_str(), nullptr);
            _exit(127);
        }
        close(toChild[0]);
        close(fromChild[1]);
        m_out = fdopen(toChild[1], "w");
        m_in = fdopen(fromChild[0], "r");
        std::istringstream ready(readLine());
        std::string word;
        ready >> word >> prepared.buildCpuNs >> prepared.indexBytes >> m_version;
    }

    std::string m_folder, m_source, m_version = "(did not start)";
    pid_t m_process = 0;
    FILE *m_out = nullptr, *m_in = nullptr;
};

} // namespace

std::unique_ptr<Contestant> makeLucene(const std::vector<std::string> &streams, const std::string &folder,
                                       const std::string &source) {
    if (!std::filesystem::exists("/usr/share/java/lucene-core-8.7.0.jar") ||
        std::system("java -version >/dev/null 2>&1") != 0)
        return nullptr;
    std::signal(SIGPIPE, SIG_IGN);
    return std::make_unique<Lucene>(streams, folder, source);
}

} // namespace actionscope::bench
