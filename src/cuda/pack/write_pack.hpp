// Writing of the pack's file: see plugin/pack_format.hpp.
#pragma once

#include <string>
#include <vector>

namespace grb::device {

struct PackedProgram {
    std::string text;
    int capability;
    std::string code;
};

/// Replaces the file once all of it is written. False: errno has the reason.
bool write_pack(const std::string &path, const std::string &basis,
                const std::vector<PackedProgram> &programs);

} // namespace grb::device
