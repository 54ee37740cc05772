#pragma once

#include <string>
#include <vector>

namespace grb::tool {

struct FitOptions {
    double seconds = 100; ///< for problems and for fitting, together. 0: none of it
    std::string only;     ///< operations, "mxv,mxm"; "": all
};

/// Fits all coefficients but `measured` to times of the rows on generated problems, and puts them in force. Gives
/// lines of a profile, with a table of the rows as comments. Needs a Session.
std::string fitted_profile(const FitOptions &options, const std::vector<std::string> &measured);

} // namespace grb::tool
