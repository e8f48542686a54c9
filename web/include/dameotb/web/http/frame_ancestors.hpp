// Who may show the server's pages in a frame: the directive frame-ancestors of the Content-Security-Policy.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace dameotb::web {

/// Returns whether the text is an origin such as `https://club.example:8443`, as browsers send it: in small letters, and
/// without the port that its scheme implies (https://html.spec.whatwg.org/#ascii-serialisation-of-an-origin).
[[nodiscard]] bool is_origin(std::string_view text);

/// Returns whether the text names pages that may be allowed to frame others: `*` for all, `self` or `'self'` for those
/// of the server, or an origin such as `https://club.example:8443`, whose host may begin with `*.`. A path, a trailing
/// slash, and what could end the directive are refused.
[[nodiscard]] bool is_frame_ancestor(std::string_view text);

/// Returns `frame-ancestors` with these; `'none'` if there are none. Requires: is_frame_ancestor for each.
[[nodiscard]] std::string frame_ancestors(const std::vector<std::string>& allowed);

}  // namespace dameotb::web
