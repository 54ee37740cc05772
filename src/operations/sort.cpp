// Implements sort and publishes its results.
#include "operations/sort.hpp"

#include "base/process_group.hpp"
#include "dispatch/carry_out.hpp"
#include "problems/structure.hpp"

namespace grb {

void sort(Container *C, Container *P, const BinaryOp &op, const Container &A, bool by_column) {
    SortProblem problem;
    problem.A = A.snapshot();
    problem.comes_before = &op;
    problem.by_column = by_column;
    SortedVectors vectors = carry_out(problem).result;
    problem.A = nullptr;
    // Every step that can fail comes before the first of the two changes.
    Ref<Snapshot> values = C != nullptr ? stored(*C, vectors.values) : nullptr;
    Ref<Snapshot> positions = P != nullptr ? stored(*P, vectors.positions) : nullptr;
    agree_to_change();
    if (C != nullptr) C->publish(std::move(values));
    if (P != nullptr) P->publish(std::move(positions));
}

} // namespace grb
