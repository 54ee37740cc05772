// Operands whose only copy is on a device, in every form of a snapshot.
#pragma once

#include "storage/snapshot.hpp"

#include <string>
#include <vector>

namespace choice_test {

struct Operand {
    std::string name;
    grb::Ref<grb::Snapshot> snapshot;
};

/// Returns forms of an m×n matrix (m = 1: a vector) with some entries a row; `is_small`: only a few
/// forms.
std::vector<Operand> forms_away(const grb::Type *type, std::uint64_t m, std::uint64_t n,
                                grb::Device &device, bool is_small = false);
/// Makes a few entries of a matrix (m = 1: a vector) that is too large for a dense part and for
/// offsets of all rows.
grb::Ref<grb::Snapshot> scattered_away(const grb::Type *type, std::uint64_t m, std::uint64_t n,
                                       grb::Device &device);
/// Returns the form of this name.
grb::Ref<grb::Snapshot> away(const grb::Type *type, std::uint64_t m, std::uint64_t n,
                             grb::Device &device, const char *form);

} // namespace choice_test
