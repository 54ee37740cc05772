// The output of a call, as the C API hands it to an operation.
#pragma once

#include "algebra/operators.hpp"
#include "objects/container.hpp"
#include "problems/operation_problem.hpp"

namespace grb {

struct Region;

/// Everything about the output of a call.
struct Output {
    Container *C = nullptr;
    MaskInput mask;
    const BinaryOp *accumulator = nullptr;
    bool is_replace = false;
    const Container *mask_object = nullptr; // whose state the mask will be; null: it has its state
    bool may_wait = false;                  // the call may be recorded: deferred/queue.hpp
};

/// The commit that follows an operation. Without an output no commit follows.
struct CommitAhead {
    const Output *output = nullptr;
    const Region *region = nullptr;
    /// False when the commit costs the same after every variant: there is none, or C simply becomes
    /// the result.
    bool may_matter() const noexcept;
};

} // namespace grb
