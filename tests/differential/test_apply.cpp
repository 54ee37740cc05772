// Tests apply in all its forms, and select, against the model.
#include "differential/runner.h"

#include <gtest/gtest.h>

namespace grb::fuzz {
namespace {

/// Picks any operator, or a user-defined one where the problem is over user-defined types.
template <class Operator>
const Operator &choose_operator(Problem &p, const std::vector<Operator> &all) {
    return *pick_where(p.rng, all, [&](const Operator &op) {
        return !p.is_of_user_types || op.x.is_user() || op.z.is_user();
    });
}

/// A scalar argument: a C value or a GrB_Scalar, of any type compatible with the operator's.
struct ScalarArgument {
    Value value;
    std::shared_ptr<GrB_Scalar> object; // null for the typed functions

    GrB_Scalar handle() const { return *object; }
};

ScalarArgument choose_scalar(Problem &p, const Type &domain) {
    ScalarArgument s{p.value(p.type_like(domain)), nullptr};
    if (p.rng.chance(35)) {
        s.object = std::shared_ptr<GrB_Scalar>(
            new GrB_Scalar(model::to_library_scalar(s.value.type, s.value)), [](GrB_Scalar *x) {
                GrB_Scalar_free(x);
                delete x;
            });
    }
    return s;
}

/// The differences of apply and select between matrices and vectors: operand and handles.
struct Shape {
    bool is_vector;
    OperandId a;
};

/// The input of domain `domain` and an output for results of domain `t`.
Shape choose_operands(Problem &p, const Type &domain, const Type *t, bool is_transposed) {
    const bool is_vector = p.rng.chance(40);
    const Index m = p.dimension(), n = p.dimension();
    if (is_vector) p.ignore_transposes();
    const OperandId a = is_vector       ? p.vector(domain, m)
                        : is_transposed ? p.matrix(domain, n, m)
                                        : p.matrix(domain, m, n);
    const Type result = t ? *t : p.model_of(a).type;
    p.output = is_vector ? p.vector(result, m) : p.matrix(result, m, n);
    p.choose_mask(p.output);
    p.choose_accumulator(p.model_of(p.output).type, result);
    p.text += " of " + std::to_string(a);
    return {is_vector, a};
}

void apply_unary(Problem &p) {
    const UnaryOp op = choose_operator(p, algebra().unary);
    p.text = "apply " + op.name;
    const Shape s = choose_operands(p, op.x, &op.z, p.descriptor.transpose0);
    p.expected = model::apply(p.write(), op, p.model_of(s.a));
    p.call = [&p, s, op] {
        return s.is_vector ? GrB_Vector_apply(p.vector_handle(p.output), p.mask_vector(),
                                              p.accumulator_handle(), op.handle,
                                              p.vector_handle(s.a), p.descriptor_handle())
                           : GrB_Matrix_apply(p.matrix_handle(p.output), p.mask_matrix(),
                                              p.accumulator_handle(), op.handle,
                                              p.matrix_handle(s.a), p.descriptor_handle());
    };
}

void apply_first(Problem &p) {
    const BinaryOp op = choose_operator(p, algebra().binary);
    const ScalarArgument x = choose_scalar(p, op.x);
    p.text = "apply " + op.name + " to " + to_string(x.value) + " and each entry";
    const Shape s = choose_operands(p, op.y, &op.z, p.descriptor.transpose1);
    p.expected = model::apply_first(p.write(), op, x.value, p.model_of(s.a));
    p.call = [&p, s, op, x] {
        const auto accum = p.accumulator_handle();
        const auto d = p.descriptor_handle();
        if (s.is_vector) {
            const GrB_Vector w = p.vector_handle(p.output), m = p.mask_vector();
            const GrB_Vector u = p.vector_handle(s.a);
            return x.object ? GrB_Vector_apply_BinaryOp1st_Scalar(w, m, accum, op.handle,
                                                                  x.handle(), u, d)
                            : calls::apply_first(w, m, accum, op.handle, x.value, u, d);
        }
        const GrB_Matrix c = p.matrix_handle(p.output), m = p.mask_matrix();
        const GrB_Matrix a = p.matrix_handle(s.a);
        return x.object
                   ? GrB_Matrix_apply_BinaryOp1st_Scalar(c, m, accum, op.handle, x.handle(), a, d)
                   : calls::apply_first(c, m, accum, op.handle, x.value, a, d);
    };
}

void apply_second(Problem &p) {
    const BinaryOp op = choose_operator(p, algebra().binary);
    const ScalarArgument y = choose_scalar(p, op.y);
    p.text = "apply " + op.name + " to each entry and " + to_string(y.value);
    const Shape s = choose_operands(p, op.x, &op.z, p.descriptor.transpose0);
    p.expected = model::apply_second(p.write(), op, p.model_of(s.a), y.value);
    p.call = [&p, s, op, y] {
        const auto accum = p.accumulator_handle();
        const auto d = p.descriptor_handle();
        if (s.is_vector) {
            const GrB_Vector w = p.vector_handle(p.output), m = p.mask_vector();
            const GrB_Vector u = p.vector_handle(s.a);
            return y.object ? GrB_Vector_apply_BinaryOp2nd_Scalar(w, m, accum, op.handle, u,
                                                                  y.handle(), d)
                            : calls::apply_second(w, m, accum, op.handle, u, y.value, d);
        }
        const GrB_Matrix c = p.matrix_handle(p.output), m = p.mask_matrix();
        const GrB_Matrix a = p.matrix_handle(s.a);
        return y.object
                   ? GrB_Matrix_apply_BinaryOp2nd_Scalar(c, m, accum, op.handle, a, y.handle(), d)
                   : calls::apply_second(c, m, accum, op.handle, a, y.value, d);
    };
}

Type any_domain(Problem &p, const IndexUnaryOp &op) {
    return op.uses_value ? op.x : p.any_type();
}

void apply_index(Problem &p) {
    const IndexUnaryOp op = choose_operator(p, algebra().index);
    const ScalarArgument y = choose_scalar(p, op.y);
    p.text = "apply " + op.name + " with " + to_string(y.value);
    const Shape s = choose_operands(p, any_domain(p, op), &op.z, p.descriptor.transpose0);
    p.expected = model::apply_index(p.write(), op, p.model_of(s.a), y.value);
    p.call = [&p, s, op, y] {
        const auto accum = p.accumulator_handle();
        const auto d = p.descriptor_handle();
        if (s.is_vector) {
            const GrB_Vector w = p.vector_handle(p.output), m = p.mask_vector();
            const GrB_Vector u = p.vector_handle(s.a);
            return y.object
                       ? GrB_Vector_apply_IndexOp_Scalar(w, m, accum, op.handle, u, y.handle(), d)
                       : calls::apply_index(w, m, accum, op.handle, u, y.value, d);
        }
        const GrB_Matrix c = p.matrix_handle(p.output), m = p.mask_matrix();
        const GrB_Matrix a = p.matrix_handle(s.a);
        return y.object ? GrB_Matrix_apply_IndexOp_Scalar(c, m, accum, op.handle, a, y.handle(), d)
                        : calls::apply_index(c, m, accum, op.handle, a, y.value, d);
    };
}

void select(Problem &p) {
    p.choose_descriptor();
    const IndexUnaryOp op =
        *pick_where(p.rng, algebra().index, [](const IndexUnaryOp &f) { return !f.z.is_user(); });
    const ScalarArgument y = choose_scalar(p, op.y);
    p.text = "select " + op.name + " with " + to_string(y.value);
    const Shape s = choose_operands(p, any_domain(p, op), nullptr, p.descriptor.transpose0);
    p.expected = model::select(p.write(), op, p.model_of(s.a), y.value);
    p.call = [&p, s, op, y] {
        const auto accum = p.accumulator_handle();
        const auto d = p.descriptor_handle();
        if (s.is_vector) {
            const GrB_Vector w = p.vector_handle(p.output), m = p.mask_vector();
            const GrB_Vector u = p.vector_handle(s.a);
            return y.object ? GrB_Vector_select_Scalar(w, m, accum, op.handle, u, y.handle(), d)
                            : calls::select(w, m, accum, op.handle, u, y.value, d);
        }
        const GrB_Matrix c = p.matrix_handle(p.output), m = p.mask_matrix();
        const GrB_Matrix a = p.matrix_handle(s.a);
        return y.object ? GrB_Matrix_select_Scalar(c, m, accum, op.handle, a, y.handle(), d)
                        : calls::select(c, m, accum, op.handle, a, y.value, d);
    };
}

void apply(Problem &p) {
    p.choose_descriptor();
    const std::uint64_t form = p.rng.below(4);
    if (form == 0) return apply_unary(p);
    if (form == 1) return apply_first(p);
    if (form == 2) return apply_second(p);
    apply_index(p);
}

TEST(Differential, Apply) {
    run_problems("apply", 500, apply);
}
TEST(Differential, Select) {
    run_problems("select", 400, select);
}
TEST(Differential, ApplyOfUserTypes) {
    run_user_problems("apply", {"cuda/apply_dense", "cuda/apply_sparse"}, 200, apply);
}
TEST(Differential, SelectOfUserTypes) {
    run_user_problems("select", {"cuda/select_dense", "cuda/select_sparse"}, 200, select);
}

} // namespace
} // namespace grb::fuzz
