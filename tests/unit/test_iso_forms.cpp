// Tests an iso object with a form by rows beside the form that stores the value once.
#include "dispatch/variant.hpp"
#include "problems/problems.hpp"
#include "storage/convert.hpp"
#include "storage/full_iso.hpp"

#include <GraphBLAS.h>
#include <gtest/gtest.h>

namespace grb {
namespace {

/// Makes a 2×3 matrix of sevens: by rows, and in the iso form that a reader made.
Ref<Snapshot> iso_rows() {
    DenseForm form;
    form.nvals = 6;
    form.is_iso = true;
    form.values = Array(sizeof(std::int64_t));
    *form.values.as<std::int64_t>() = 7;
    const Ref<Snapshot> full = Snapshot::of_dense(GrB_INT64, 2, 3, std::move(form));
    Ref<Snapshot> rows = converted(*full, Format::sparse);
    rows->dense();
    return rows;
}

TEST(IsoForms, ApplyKeepsTheShape) {
    ApplyProblem problem;
    problem.A = iso_rows();
    ASSERT_EQ(problem.A->format(), Format::sparse);
    ASSERT_TRUE(is_full_iso(*problem.A));
    problem.unary = GrB_AINV_INT64;
    int ran = 0;
    for (const auto *variant : variants<ApplyProblem>()) {
        for (const bool is_transposed : {false, true}) {
            problem.is_transposed = is_transposed;
            if (variant->capabilities.device != host_kind || variant->refuses(problem) != nullptr)
                continue;
            const Ref<Snapshot> C = variant->run(problem);
            EXPECT_EQ(C->nrows(), is_transposed ? 3U : 2U) << variant->name;
            EXPECT_EQ(C->ncols(), is_transposed ? 2U : 3U) << variant->name;
            EXPECT_EQ(C->nvals(), 6U) << variant->name;
            ran++;
        }
    }
    EXPECT_GE(ran, 2);
}

} // namespace
} // namespace grb
