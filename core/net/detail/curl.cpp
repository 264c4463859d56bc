#include "net/detail/curl.h"

#include "base/text.h"

namespace actionscope::net::detail {

void initialise() {
    static const CURLcode Done = curl_global_init(CURL_GLOBAL_DEFAULT);
    static_cast<void>(Done);
}

Url parseUrl(const std::string &text, unsigned flags) {
    Url url(curl_url());
    if (!url || curl_url_set(url.get(), CURLUPART_URL, text.c_str(), CURLU_NON_SUPPORT_SCHEME | flags) != CURLUE_OK)
        return nullptr;
    return url;
}

std::string part(const Url &url, CURLUPart which, unsigned flags) {
    char *text = nullptr;
    if (!url || curl_url_get(url.get(), which, &text, flags) != CURLUE_OK || !text)
        return {};
    std::string out(text);
    curl_free(text);
    return out;
}

std::string shownUrl(const std::string &text) {
    const Url url = parseUrl(text);
    if (!url)
        return std::string(truncateUtf8(text, 200));
    curl_url_set(url.get(), CURLUPART_USER, nullptr, 0);
    curl_url_set(url.get(), CURLUPART_PASSWORD, nullptr, 0);
    return std::string(truncateUtf8(part(url, CURLUPART_URL), 500));
}

} // namespace actionscope::net::detail
