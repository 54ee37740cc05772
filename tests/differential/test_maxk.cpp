// Tests GrX_Matrix_maxk against the model.
#include "differential/runner.h"

#include <gtest/gtest.h>

namespace grb::fuzz {
namespace {

/// Rows have few values that tie or many columns that do not; k is from 1 to the length of a row.
Index choose_k(Problem &p, Index n) {
    const std::uint64_t kind = p.rng.below(10);
    if (kind == 0) return n;
    if (kind == 1) return 1;
    return 1 + p.rng.below(std::min<Index>(n, kind < 6 ? 6 : p.scale.largest));
}

void set(GrB_Descriptor descriptor, GrB_Desc_Field field, GrB_Desc_Value value) {
    model::require(GrB_Descriptor_set(descriptor, field, value), "GrB_Descriptor_set");
}

void maxk(Problem &p) {
    p.has_negative_zeros = true;
    if (p.rng.chance(30) && p.scale.values == Values::Any)
        p.scale.values = p.rng.chance(50) ? Values::Small : Values::Tiny;
    const bool is_transposed = p.rng.chance(30), is_magnitude = p.rng.chance(40);
    const bool has_other_fields = p.rng.chance(30);
    const Index m = p.dimension(), n = std::max<Index>(1, p.dimension());
    const Type type = p.rng.pick(model::stored_types());
    const OperandId a = is_transposed ? p.matrix(type, n, m) : p.matrix(type, m, n);
    p.output = p.matrix(type, m, n);
    const Index k = choose_k(p, n);
    p.text = "maxk " + std::to_string(k) + " of " + std::to_string(a) +
             (is_magnitude ? ", by magnitude" : "") + (is_transposed ? ", transposed" : "");
    const Matrix &input = p.model_of(a);
    p.expected = model::maxk(p.model_of(p.output).type,
                             is_transposed ? model::transposed(input) : input, k, is_magnitude);
    p.call = [&p, a, k, is_transposed, is_magnitude, has_other_fields] {
        GrB_Descriptor descriptor = nullptr;
        if (is_transposed || is_magnitude || has_other_fields) {
            model::require(GrB_Descriptor_new(&descriptor), "GrB_Descriptor_new");
            if (is_transposed) set(descriptor, GrB_INP0, GrB_TRAN);
            if (is_magnitude) set(descriptor, GrX_MAXK, GrX_MAXK_ABS);
        }
        if (has_other_fields) { // without effect
            set(descriptor, GrB_OUTP, GrB_REPLACE);
            set(descriptor, GrB_MASK, GrB_COMP);
            set(descriptor, GrB_INP1, GrB_TRAN);
        }
        const GrB_Info info =
            GrX_Matrix_maxk(p.matrix_handle(p.output), p.matrix_handle(a), k, descriptor);
        GrB_Descriptor_free(&descriptor);
        return info;
    };
}

TEST(Differential, Maxk) {
    run_problems("maxk", 1500, maxk);
}

} // namespace
} // namespace grb::fuzz
