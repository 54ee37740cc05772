// Running a product that pulls.
#pragma once

#include "device/mxv_operands.hpp"

namespace grb::device {

/// Other indices for A's entries, and the values of u in that order: of full u. Null: A's own.
struct Renumbered {
    const void *indices = nullptr, *u_values = nullptr;
    RowBins bins{};
};
Ref<Snapshot> run_pull(const MxvProblem &problem, MxvVariant variant, const Renumbered &renumbered);
Cost merge_path_cost(const MxvProblem &problem);

} // namespace grb::device
