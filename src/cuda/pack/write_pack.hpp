// Writes the pack: see plugin/pack_format.hpp.
#pragma once

#include <string>
#include <vector>

namespace grb::device {

struct PackedProgram {
    std::string text;
    int capability;
    std::string code;
};

/// Replaces the file when all of it is written. False: errno says why.
bool write_pack(const std::string &path, const std::string &basis,
                const std::vector<PackedProgram> &programs);

} // namespace grb::device
