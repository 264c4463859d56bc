#include "upstream/detail/connection_choice.h"

#include "base/text.h"
#include "upstream/detail/authentication.h"

#include <algorithm>
#include <limits>
#include <optional>

namespace actionscope::upstream::detail {
namespace {

std::string shownName(std::string_view name) { return std::string(truncateUtf8(revealInvisible(name), 60)); }

/// The ids of one alternative: "oauth: read, write + key" asks for oauth and key.
std::vector<std::string_view> idsOf(std::string_view alternative) {
    std::vector<std::string_view> ids;
    while (!alternative.empty()) {
        const std::size_t plus = alternative.find(" + ");
        const std::string_view one = alternative.substr(0, plus);
        ids.push_back(one.substr(0, one.find(": ")));
        alternative = plus == std::string_view::npos ? std::string_view() : alternative.substr(plus + 3);
    }
    return ids;
}

bool isBearer(const SecurityScheme &scheme) {
    return (scheme.type == "http" && scheme.scheme == "bearer") || scheme.type == "oauth2" ||
           scheme.type == "openIdConnect";
}

/// Whether the secret of `connection` is for `scheme`. One that names no scheme is for the only one there is, or for
/// the only one that the alternative asks for.
bool serves(const Connection &connection, const SecurityScheme &scheme, const std::vector<SecurityScheme> &schemes,
            std::size_t asked) {
    if (connection.secret.place == SecretPlace::None)
        return false;
    if (connection.scheme.empty())
        return schemes.size() == 1 || asked == 1;
    if (connection.scheme == scheme.id)
        return true;
    const bool described = std::any_of(schemes.begin(), schemes.end(),
                                       [&](const SecurityScheme &one) { return one.id == connection.scheme; });
    return !described && ((connection.scheme == "bearer" && isBearer(scheme)) ||
                          (connection.scheme == "basic" && scheme.type == "http" && scheme.scheme == "basic"));
}

/// Where a secret travels: two of them cannot sit in one place.
std::string placeOf(const SecurityScheme &scheme) {
    if (scheme.type == "apiKey")
        return scheme.in + ' ' + (scheme.in == "header" ? toLowerAscii(scheme.name) : scheme.name);
    return "header authorization";
}

/// What connections give of one alternative.
struct Offer {
    std::vector<Credential> credentials;
    std::vector<std::string> missing;                           ///< ids that no connection serves
    std::size_t best = std::numeric_limits<std::size_t>::max(); ///< place of the most preferred connection in it
    bool hasRequested = false;
};

Offer offerFor(std::string_view alternative, const std::vector<Connection> &connections, std::string_view requested,
               const std::vector<SecurityScheme> &schemes) {
    Offer offer;
    const auto ids = idsOf(alternative);
    for (const std::string_view id : ids) {
        const auto scheme =
            std::find_if(schemes.begin(), schemes.end(), [&](const SecurityScheme &one) { return one.id == id; });
        std::optional<std::size_t> taken;
        for (std::size_t i = 0; i < connections.size() && scheme != schemes.end(); ++i) {
            if (!serves(connections[i], *scheme, schemes, ids.size()))
                continue;
            if (!taken || connections[i].slug == requested)
                taken = i;
        }
        if (!taken) {
            offer.missing.emplace_back(id);
            continue;
        }
        offer.best = std::min(offer.best, *taken);
        offer.hasRequested = offer.hasRequested || connections[*taken].slug == requested;
        offer.credentials.push_back({connections[*taken], *scheme});
    }
    return offer;
}

Result<ConnectionChoice> choiceOf(std::vector<Credential> credentials) {
    ConnectionChoice choice;
    choice.namesConnection = true;
    for (std::size_t i = 0; i < credentials.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            if (placeOf(credentials[i].scheme) == placeOf(credentials[j].scheme))
                return fail(ErrorCode::InvalidArgument,
                            "the schemes '" + shownName(credentials[j].scheme.id) + "' and '" +
                                shownName(credentials[i].scheme.id) +
                                "' are both asked for and travel in the same place, so that they cannot be sent "
                                "together");
        }
        const Connection &connection = credentials[i].connection;
        if (!connection.server.empty() && !choice.server.empty() && connection.server != choice.server)
            return fail(ErrorCode::InvalidArgument,
                        "the connections that this action needs together name different servers: give '" +
                            connection.slug + "' the same `server:` in connections.yaml");
        if (choice.server.empty())
            choice.server = connection.server;
    }
    choice.credentials = std::move(credentials);
    return choice;
}

/// One connection by itself, whatever the action says of it.
Result<ConnectionChoice> alone(const Connection &connection, const std::vector<SecurityScheme> &schemes,
                               const std::vector<std::string_view> &wanted) {
    if (connection.secret.place == SecretPlace::None)
        return ConnectionChoice{{}, connection.server, true};
    auto scheme = schemeOf(connection, schemes, wanted);
    if (!scheme)
        return fail(scheme.error());
    return choiceOf({{connection, std::move(*scheme)}});
}

} // namespace

Result<ConnectionChoice> chooseConnections(const std::vector<Connection> &connections, std::string_view requested,
                                           const std::vector<SecurityScheme> &schemes,
                                           const std::vector<std::string_view> &wanted, std::string_view service) {
    const Connection *named = nullptr;
    if (!requested.empty()) {
        const auto found =
            std::find_if(connections.begin(), connections.end(), [&](const auto &c) { return c.slug == requested; });
        if (found == connections.end())
            return fail(ErrorCode::InvalidArgument, std::string(service) + " has no connection '" +
                                                        std::string(truncateUtf8(revealInvisible(requested), 100)) +
                                                        "'");
        named = &*found;
    }
    if (connections.empty())
        return ConnectionChoice();
    if (named != nullptr && named->secret.place == SecretPlace::None)
        return alone(*named, schemes, wanted);

    std::optional<Offer> best;
    const Offer *partial = nullptr;
    bool optional = wanted.empty();
    std::vector<Offer> offers;
    for (const std::string_view alternative : wanted) {
        if (alternative == "none")
            optional = true;
        else
            offers.push_back(offerFor(alternative, connections, requested, schemes));
    }
    for (const Offer &offer : offers) {
        if (named != nullptr && !offer.hasRequested)
            continue;
        if (offer.missing.empty() && (!best || offer.best < best->best))
            best = offer;
        if (!offer.missing.empty() && !offer.credentials.empty() && partial == nullptr)
            partial = &offer;
    }
    if (best)
        return choiceOf(std::move(best->credentials));
    if (partial != nullptr && !optional) {
        std::string missing;
        for (const std::string &id : partial->missing)
            missing += (missing.empty() ? "'" : ", '") + shownName(id) + "'";
        return fail(ErrorCode::InvalidArgument, "this action asks for several schemes together, and no connection of " +
                                                    std::string(service) + " is for " + missing +
                                                    ": add one whose `scheme:` it is to connections.yaml");
    }
    // A person may know better than the description, which often says too little of what a service takes.
    return alone(named != nullptr ? *named : connections.front(), schemes, wanted);
}

} // namespace actionscope::upstream::detail
