/// S = A unchanged: the commit writes A into C's dense form (see commit_block.cpp), and no object
/// of C's size is made.
/// A full, of the region's shape; the region is a range of rows and of columns. O(1), nothing is
/// copied.
/// Refused: a scalar, a transposed A, a mask, lists that are not ranges, a C that the commit cannot
/// write so.
#include "costs/rates.hpp"
#include "dispatch/variant.hpp"
#include "problems/problems.hpp"

namespace grb {

namespace {

const char *refuses(const AssignProblem &problem) {
    return problem.fits_block ? nullptr : "not a full operand into a full output";
}

Cost cost(const AssignProblem &) {
    return {rates().call_seconds};
}

Ref<Snapshot> run(const AssignProblem &problem) {
    return problem.A;
}

} // namespace

extern const Variant<AssignProblem> assign_block = {
    "cpu/assign_block", {.form = Form::dense}, refuses, cost, run};

} // namespace grb
