// The product of matrices with a distributed B.
#pragma once

#include "distributed/work.hpp"

namespace grb {

/// The entries that the mask allows.
Ref<Snapshot> let_through(Ref<Snapshot> T, const MaskInput &mask);

/// A·B where A and the mask are cut like `work` and B is distributed: in each round all processes
/// get the rows of one and multiply them, so that a process holds one part of B at a time. Returns
/// the own rows of the product, for GroupWork::run. The processes' parts of a sum are added in
/// their order.
Ref<Snapshot> product_in_rounds(GroupWork &work, const MxmProblem &problem);

} // namespace grb
