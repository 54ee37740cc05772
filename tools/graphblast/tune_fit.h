// The fitted part of a profile.
#pragma once

#include <string>
#include <vector>

namespace grb::tool {

struct FitOptions {
    double seconds = 100; ///< for problems and for fitting, together; 0: skips both
    std::string only;     ///< operations, "mxv,mxm"; "": all
};

/// Fits all coefficients except `measured` to times of the variants on generated problems, and
/// activates them. Returns lines of a profile, with a table of the variants as comments. Needs a
/// Session.
std::string fitted_profile(const FitOptions &options, const std::vector<std::string> &measured);

} // namespace grb::tool
