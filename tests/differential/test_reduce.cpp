// Tests reduce (to a vector, a C scalar, a GrB_Scalar) and transpose against the model.
#include "differential/runner.h"

#include <gtest/gtest.h>

#include <utility>

namespace grb::fuzz {
namespace {

const Monoid &choose_monoid(Problem &p) {
    const Monoid &m = *pick_where(p.rng, algebra().monoids, [&](const Monoid &monoid) {
        return !p.is_of_user_types || monoid.op.z.is_user();
    });
    p.limit_terms(m.op);
    return m;
}

void reduce_rows(Problem &p) {
    // The GrB_BinaryOp form requires an operator of a predefined monoid.
    const bool as_operator = !p.is_of_user_types && p.rng.chance(25);
    const Monoid m = as_operator ? p.rng.pick(model::monoids()) : choose_monoid(p);
    p.limit_terms(m.op);
    const Index rows = p.dimension(), columns = p.dimension();
    const bool t = p.descriptor.transpose0;
    const OperandId a = t ? p.matrix(m.op.z, columns, rows) : p.matrix(m.op.z, rows, columns);
    p.output = p.vector(m.op.z, rows);
    p.choose_mask(p.output);
    p.choose_accumulator(p.model_of(p.output).type, m.op.z);
    p.text = "reduce to vector by " + m.name + " of " + std::to_string(a);
    p.expected = model::reduce_rows(p.write(), m, p.model_of(a));
    p.call = [&p, a, m, as_operator] {
        const GrB_Vector w = p.vector_handle(p.output), mask = p.mask_vector();
        return as_operator
                   ? GrB_Matrix_reduce_BinaryOp(w, mask, p.accumulator_handle(), m.op.handle,
                                                p.matrix_handle(a), p.descriptor_handle())
                   : GrB_Matrix_reduce_Monoid(w, mask, p.accumulator_handle(), m.handle,
                                              p.matrix_handle(a), p.descriptor_handle());
    };
}

OperandId choose_reduced(Problem &p, const Monoid &m, bool is_vector) {
    const OperandId a = is_vector ? p.vector(m.op.z, p.dimension())
                                  : p.matrix(m.op.z, p.dimension(), p.dimension());
    p.output = a; // the call writes to no operand
    p.expected = p.model_of(a);
    return a;
}

void reduce_to_value(Problem &p) {
    const Monoid m = choose_monoid(p);
    const bool is_vector = p.rng.chance(50);
    const OperandId a = choose_reduced(p, m, is_vector);
    // No function returns a narrow C value.
    const Type type = p.type_like(m.op.z);
    const Value before = p.value(type.is_narrow() ? m.op.z : type);
    p.choose_accumulator(before.type, m.op.z);
    p.text =
        "reduce to " + std::string(before.type.name) + " " + to_string(before) + " by " + m.name;
    const BinaryOp *accumulator = p.accumulator ? &*p.accumulator : nullptr;
    const Value wanted = model::reduce(before, accumulator, m, p.model_of(a));
    auto got = std::make_shared<Value>(before);
    p.call = [&p, a, m, got, is_vector] {
        return is_vector
                   ? calls::reduce(*got, p.accumulator_handle(), m.handle, p.vector_handle(a))
                   : calls::reduce(*got, p.accumulator_handle(), m.handle, p.matrix_handle(a));
    };
    p.check_more = [got, wanted]() -> std::string {
        return *got == wanted ? "" : "got " + to_string(*got) + ", expected " + to_string(wanted);
    };
}

GrB_Info call_reduce_to_object(Problem &p, GrB_Scalar s, const Monoid &m, OperandId a,
                               bool is_vector, bool as_operator) {
    const auto accum = p.accumulator_handle();
    if (is_vector) {
        const GrB_Vector u = p.vector_handle(a);
        return as_operator ? GrB_Vector_reduce_BinaryOp_Scalar(s, accum, m.op.handle, u, GrB_NULL)
                           : GrB_Vector_reduce_Monoid_Scalar(s, accum, m.handle, u, GrB_NULL);
    }
    const GrB_Matrix c = p.matrix_handle(a);
    return as_operator ? GrB_Matrix_reduce_BinaryOp_Scalar(s, accum, m.op.handle, c, GrB_NULL)
                       : GrB_Matrix_reduce_Monoid_Scalar(s, accum, m.handle, c, GrB_NULL);
}

void reduce_to_object(Problem &p) {
    const bool as_operator = !p.is_of_user_types && p.rng.chance(25), is_vector = p.rng.chance(50);
    const Monoid m = as_operator ? p.rng.pick(model::monoids()) : choose_monoid(p);
    p.limit_terms(m.op);
    const OperandId a = choose_reduced(p, m, is_vector);
    const Type type = p.type_like(m.op.z);
    std::optional<Value> before;
    if (p.rng.chance(65)) before = p.value(type);
    p.choose_accumulator(type, m.op.z);
    p.text = "reduce to GrB_Scalar " + std::string(type.name) + " " +
             (before ? to_string(*before) : "(empty)") + " by " + m.name;
    const BinaryOp *accumulator = p.accumulator ? &*p.accumulator : nullptr;
    const auto wanted = model::reduce_to_scalar(type, before, accumulator, m, p.model_of(a));
    auto got = std::make_shared<std::optional<Value>>();
    p.call = [&p, a, m, got, before, type, is_vector, as_operator] {
        GrB_Scalar s = model::to_library_scalar(type, before);
        const GrB_Info info = call_reduce_to_object(p, s, m, a, is_vector, as_operator);
        *got = model::from_library(s, type);
        GrB_Scalar_free(&s);
        return info;
    };
    p.check_more = [got, wanted]() -> std::string {
        if (*got == wanted) return "";
        return "got " + (*got ? to_string(**got) : "nothing") + ", expected " +
               (wanted ? to_string(*wanted) : "nothing");
    };
}

void reduce(Problem &p) {
    p.choose_descriptor();
    const std::uint64_t form = p.rng.below(4);
    if (form < 2) return reduce_rows(p);
    if (form == 2) return reduce_to_value(p);
    reduce_to_object(p);
}

/// Limits entries of one operand: the model has a tree node for each.
constexpr Index most_of_the_model = 100'000;

/// Makes all entries with one value, if not too many; the matrix is iso most of the time.
OperandId iso_matrix(Problem &p, const Type &type, Index m, Index n) {
    const Values values = std::exchange(p.scale.values, Values::Identical);
    p.is_full = m <= p.scale.largest && n <= p.scale.largest && m * n <= most_of_the_model;
    const OperandId a = p.matrix(type, m, n);
    p.is_full = false;
    p.scale.values = values;
    return a;
}

void transpose(Problem &p) {
    p.choose_descriptor();
    const Index m = p.dimension(), n = p.dimension();
    const bool is_full_iso = p.rng.chance(25);
    const OperandId a =
        is_full_iso ? iso_matrix(p, p.any_type(), m, n) : p.matrix(p.any_type(), m, n);
    const Type type = p.model_of(a).type;
    p.output = p.descriptor.transpose0 ? p.matrix(type, m, n) : p.matrix(type, n, m);
    p.choose_mask(p.output);
    p.choose_accumulator(p.model_of(p.output).type, type);
    p.text = "transpose of " + std::to_string(a);
    p.expected = model::transpose(p.write(), p.model_of(a));
    p.call = [&p, a] {
        return GrB_transpose(p.matrix_handle(p.output), p.mask_matrix(), p.accumulator_handle(),
                             p.matrix_handle(a), p.descriptor_handle());
    };
}

TEST(Differential, Reduce) {
    run_problems("reduce", 500, reduce);
}
TEST(Differential, ReduceOfUserTypes) {
    run_user_problems("reduce", {"cuda/reduce_scalar", "cuda/reduce_rows"}, 200, reduce);
}
TEST(Differential, TransposeOfUserTypes) {
    run_user_problems("transpose", {"cuda/transpose"}, 100, transpose);
}
TEST(Differential, Transpose) {
    run_problems("transpose", 400, transpose);
}

} // namespace
} // namespace grb::fuzz
