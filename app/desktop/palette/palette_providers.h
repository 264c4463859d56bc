#pragma once
/// The providers of the palette: commands, pages, services, settings, audit events, and (slow) actions.

#include "palette_provider.h"
#include "workspace_session.h"

namespace actionscope::app {

class CommandRegistry;
class Navigator;
class PageRegistry;

/// `>`: every enabled command that may be in the palette.
class CommandProvider final : public PaletteProvider {
public:
    explicit CommandProvider(CommandRegistry &commands)
        : m_commands(commands) {}
    QChar prefix() const override { return QLatin1Char('>'); }
    QVector<PaletteItem> match(const PaletteQuery &query) override;
    std::optional<PaletteItem> recall(const QString &id) override;

private:
    CommandRegistry &m_commands;
};

/// Pages have no prefix of their own: they are few and always listed.
class PageProvider final : public PaletteProvider {
public:
    PageProvider(PageRegistry &pages, Navigator &navigator)
        : m_pages(pages)
        , m_navigator(navigator) {}
    QChar prefix() const override { return {}; }
    QVector<PaletteItem> match(const PaletteQuery &query) override;
    std::optional<PaletteItem> recall(const QString &id) override;

private:
    PageRegistry &m_pages;
    Navigator &m_navigator;
};

/// `@`: services by id and title; opens the Services page on it.
class ServiceProvider final : public PaletteProvider {
public:
    ServiceProvider(WorkspaceSession &session, Navigator &navigator)
        : m_session(session)
        , m_navigator(navigator) {}
    QChar prefix() const override { return QLatin1Char('@'); }
    QVector<PaletteItem> match(const PaletteQuery &query) override;
    std::optional<PaletteItem> recall(const QString &id) override;

private:
    PaletteItem item(const QString &id, const QString &title) const;
    WorkspaceSession &m_session;
    Navigator &m_navigator;
};

/// `=`: settings; opens the Settings page on it.
class SettingProvider final : public PaletteProvider {
public:
    explicit SettingProvider(Navigator &navigator)
        : m_navigator(navigator) {}
    QChar prefix() const override { return QLatin1Char('='); }
    QVector<PaletteItem> match(const PaletteQuery &query) override;
    std::optional<PaletteItem> recall(const QString &id) override;

private:
    QVector<PaletteItem> all() const;
    Navigator &m_navigator;
};

/// `:` and digits: an event of the audit log by its number.
class AuditProvider final : public PaletteProvider {
public:
    AuditProvider(PageRegistry &pages, Navigator &navigator)
        : m_pages(pages)
        , m_navigator(navigator) {}
    QChar prefix() const override { return QLatin1Char(':'); }
    QVector<PaletteItem> match(const PaletteQuery &query) override;
    std::optional<PaletteItem> recall(const QString &) override { return std::nullopt; }

private:
    PageRegistry &m_pages;
    Navigator &m_navigator;
};

/// `#`: actions by "service.action", searched on a worker; the best 50. Opens the Catalog on it.
class ActionProvider final : public PaletteProvider {
public:
    ActionProvider(WorkspaceSession &session, Navigator &navigator)
        : m_session(session)
        , m_navigator(navigator) {}
    QChar prefix() const override { return QLatin1Char('#'); }
    bool isSlow() const override { return true; }
    QVector<PaletteItem> match(const PaletteQuery &) override { return {}; }
    void matchSlowly(const PaletteQuery &query, std::stop_token stop, Answer answer) override;
    std::optional<PaletteItem> recall(const QString &id) override;

private:
    PaletteItem item(const QString &name, int tier) const;
    WorkspaceSession &m_session;
    Navigator &m_navigator;
    QObject m_context; ///< answers are dropped with it
};

} // namespace actionscope::app
