#pragma once
/// Where everything lies in a workspace folder (ARCHITECTURE, "What is where on disk").

#include <filesystem>
#include <string>

namespace actionscope::workspace {

struct Layout {
    std::filesystem::path root;

    [[nodiscard]] std::filesystem::path settings() const { return root / "actionscope.yaml"; }
    [[nodiscard]] std::filesystem::path catalogs() const { return root / "catalogs"; }
    [[nodiscard]] std::filesystem::path handFile(const std::string &service) const {
        return catalogs() / (service + ".yaml");
    }
    [[nodiscard]] std::filesystem::path generatedFile(const std::string &service) const {
        return catalogs() / (service + ".longtail.yaml");
    }
    [[nodiscard]] std::filesystem::path sources() const { return root / "sources"; }
    [[nodiscard]] std::filesystem::path sourceCopy(const std::string &service) const {
        return sources() / (service + ".json.zst");
    }
    [[nodiscard]] std::filesystem::path capabilities() const { return root / "capabilities"; }
    [[nodiscard]] std::filesystem::path queries() const { return root / "queries"; }
    [[nodiscard]] std::filesystem::path presets() const { return root / "presets"; }
    [[nodiscard]] std::filesystem::path thesaurus() const { return root / "thesaurus.yaml"; }
    [[nodiscard]] std::filesystem::path riskRules() const { return root / "risk"; }
    [[nodiscard]] std::filesystem::path connections() const { return root / "connections.yaml"; }
    [[nodiscard]] std::filesystem::path servers() const { return root / "servers.yaml"; }
    [[nodiscard]] std::filesystem::path providers() const { return root / "providers.yaml"; }
    [[nodiscard]] std::filesystem::path access() const { return root / "access.yaml"; }
    [[nodiscard]] std::filesystem::path policies() const { return root / "policies"; }
    [[nodiscard]] std::filesystem::path profiles() const { return root / "profiles"; }
    [[nodiscard]] std::filesystem::path guidance() const { return root / "guidance.yaml"; }
    [[nodiscard]] std::filesystem::path hidden() const { return root / ".actionscope"; }
    [[nodiscard]] std::filesystem::path database() const { return hidden() / "state.db"; }
    [[nodiscard]] std::filesystem::path keys() const { return hidden() / "keys"; }
    [[nodiscard]] std::filesystem::path pins() const { return hidden() / "pins.json"; }
    [[nodiscard]] std::filesystem::path cache() const { return hidden() / "cache"; }
    [[nodiscard]] std::filesystem::path catalogCache() const { return cache() / "catalog.bin"; }
    [[nodiscard]] std::filesystem::path capabilityCache() const { return cache() / "capabilities.bin"; }
    [[nodiscard]] std::filesystem::path indexCache() const { return cache() / "index.bin"; }
    [[nodiscard]] std::filesystem::path vectorCache() const { return cache() / "vectors.bin"; }
    [[nodiscard]] std::filesystem::path vectorGraphCache() const { return cache() / "vectors.hnsw"; }
    /// Vectors that an endpoint gave, by text.
    [[nodiscard]] std::filesystem::path embeddingCache() const { return cache() / "embeddings"; }
    [[nodiscard]] std::filesystem::path importLock() const { return hidden() / "import.lock"; }
    [[nodiscard]] std::filesystem::path editLock() const { return hidden() / "edit.lock"; }
};

/// The folder with our `risk/` and `sample/`: ACTIONSCOPE_RESOURCES, else beside the installed program, else the source
/// tree.
std::filesystem::path resourceFolder();

} // namespace actionscope::workspace
