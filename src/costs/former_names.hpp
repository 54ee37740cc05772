// Names by which profiles and settings of earlier versions know coefficients and variants. They are
// understood for one release.
#pragma once

#include <algorithm>
#include <string_view>

namespace grb {

/// Returns true if `text` is the name, or what it was before it was renamed. A name may be that of
/// a factor, operation:variant.
bool is_called(std::string_view name, std::string_view text) noexcept;

} // namespace grb
