#pragma once
/// What both users of libcurl in this module need: start-up, owners of its objects, and URLs taken apart by the same
/// parser that will connect, so that no two readings of a URL can differ.

#include <curl/curl.h>
#include <memory>
#include <string>

namespace actionscope::net::detail {

struct UrlDeleter {
    void operator()(CURLU *url) const { curl_url_cleanup(url); }
};
struct EasyDeleter {
    void operator()(CURL *easy) const { curl_easy_cleanup(easy); }
};
struct ListDeleter {
    void operator()(curl_slist *list) const { curl_slist_free_all(list); }
};
using Url = std::unique_ptr<CURLU, UrlDeleter>;
using Easy = std::unique_ptr<CURL, EasyDeleter>;
using List = std::unique_ptr<curl_slist, ListDeleter>;

/// Initialises libcurl once, before the first use on any thread (curl_global_init is not thread-safe in older
/// versions).
void initialise();

/// Null when it is no URL.
Url parseUrl(const std::string &text, unsigned flags = 0);
std::string part(const Url &url, CURLUPart which, unsigned flags = 0);

/// What a message may show of a URL: never the user and password in it.
std::string shownUrl(const std::string &text);

} // namespace actionscope::net::detail
