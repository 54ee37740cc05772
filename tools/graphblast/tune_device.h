// The GPU's part of a profile.
#pragma once

#include <string>

namespace grb::tool {

/// Lines of a profile with the rates of the GPU, measured through the API; a comment without a GPU,
/// or in place of a rate that could not be measured. Takes about half a minute of a GPU, 1.5 GB of
/// its memory and 2 GB of the host's. Needs a Session.
std::string device_profile();

} // namespace grb::tool
