// Tests eWiseAdd, eWiseMult and kronecker against the model.
#include "differential/runner.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace grb::fuzz {
namespace {

/// eWise and kronecker take an operator, a monoid or a semiring.
struct Combination {
    BinaryOp op;
    GrB_Monoid monoid = nullptr;
    GrB_Semiring semiring = nullptr;

    std::string name() const {
        return op.name + (monoid ? " (monoid)" : semiring ? " (semiring)" : "");
    }
};

/// eWiseAdd takes a semiring's ⊕, eWiseMult and kronecker its ⊗.
Combination choose_combination(Problem &p, bool is_add) {
    if (!p.is_of_user_types && p.rng.chance(15)) {
        const Monoid &m = p.rng.pick(algebra().monoids);
        return {m.op, m.handle, nullptr};
    }
    if (!p.is_of_user_types && p.rng.chance(15)) {
        const Semiring &s = p.rng.pick(algebra().semirings);
        return {is_add ? s.add.op : s.multiply, nullptr, s.handle};
    }
    const BinaryOp *op = pick_where(p.rng, algebra().binary, [&](const BinaryOp &candidate) {
        return !p.is_of_user_types || candidate.x.is_user();
    });
    return {*op, nullptr, nullptr};
}

/// eWiseAdd casts a lone entry to D_out(op), so user-defined domains must be equal.
bool fits_add(const BinaryOp &op) {
    return is_compatible(op.x, op.z) && is_compatible(op.y, op.z);
}

// These functions differ only in their fourth argument, the operator.
#define COMBINED(function, c, mask, a, b)                                                 \
    (f.semiring ? function##_Semiring(c, mask, p.accumulator_handle(), f.semiring, a, b,  \
                                      p.descriptor_handle())                              \
     : f.monoid ? function##_Monoid(c, mask, p.accumulator_handle(), f.monoid, a, b,      \
                                    p.descriptor_handle())                                \
                : function##_BinaryOp(c, mask, p.accumulator_handle(), f.op.handle, a, b, \
                                      p.descriptor_handle()))

void ewise_vectors(Problem &p, bool is_add, const Combination &f) {
    const Index n = p.dimension();
    p.ignore_transposes();
    const OperandId a = p.vector(f.op.x, n), b = p.vector(f.op.y, n);
    p.output = p.vector(f.op.z, n);
    p.choose_mask(p.output);
    p.choose_accumulator(p.model_of(p.output).type, f.op.z);
    p.text += " vectors " + std::to_string(a) + ", " + std::to_string(b);
    const Matrix &x = p.model_of(a), &y = p.model_of(b);
    p.expected =
        is_add ? model::ewise_add(p.write(), f.op, x, y) : model::ewise_mult(p.write(), f.op, x, y);
    p.call = [&p, a, b, f, is_add] {
        const GrB_Vector w = p.vector_handle(p.output), mask = p.mask_vector();
        const GrB_Vector u = p.vector_handle(a), v = p.vector_handle(b);
        return is_add ? COMBINED(GrB_Vector_eWiseAdd, w, mask, u, v)
                      : COMBINED(GrB_Vector_eWiseMult, w, mask, u, v);
    };
}

/// Multiplies two lists, the first far longer: cpu/ewise_mult_ranked.
void ewise_of_uneven_lists(Problem &p, const Combination &f) {
    const Index n = 200 + p.rng.below(200);
    p.stored = {0.9, Format::Sparse};
    const OperandId a = p.vector(f.op.x, n);
    p.stored->density = 0.01;
    const OperandId b = p.vector(f.op.y, n);
    p.output = p.vector(f.op.z, n);
    p.text += " uneven vectors " + std::to_string(a) + ", " + std::to_string(b);
    p.expected = model::ewise_mult(p.write(), f.op, p.model_of(a), p.model_of(b));
    p.call = [&p, a, b, f] {
        return COMBINED(GrB_Vector_eWiseMult, p.vector_handle(p.output), nullptr,
                        p.vector_handle(a), p.vector_handle(b));
    };
}

/// Writes to a third full vector: cpu/ewise_add_in_place and cpu/ewise_mult_in_place.
void ewise_in_place(Problem &p, bool is_add, const Combination &f) {
    p.ignore_transposes();
    const Index n = 2 + p.rng.below(300);
    p.is_full = true;
    p.stored = {1, Format::Full};
    const OperandId a = p.vector(f.op.x, n), b = p.vector(f.op.y, n);
    p.is_plain = true;
    p.output = p.vector(f.op.z, n);
    p.text += " full vectors " + std::to_string(a) + ", " + std::to_string(b);
    const Matrix &x = p.model_of(a), &y = p.model_of(b);
    p.expected =
        is_add ? model::ewise_add(p.write(), f.op, x, y) : model::ewise_mult(p.write(), f.op, x, y);
    p.call = [&p, a, b, f, is_add] {
        const GrB_Vector w = p.vector_handle(p.output);
        const GrB_Vector u = p.vector_handle(a), v = p.vector_handle(b);
        return is_add ? COMBINED(GrB_Vector_eWiseAdd, w, nullptr, u, v)
                      : COMBINED(GrB_Vector_eWiseMult, w, nullptr, u, v);
    };
}

void ewise(Problem &p, bool is_add) {
    Combination f = choose_combination(p, is_add);
    const bool is_in_place = p.aims_at({"cpu/ewise_add_in_place", "cpu/ewise_mult_in_place"});
    while ((is_add && !fits_add(f.op)) ||
           (is_in_place && f.op.name.find("PLUS") == std::string::npos))
        f = choose_combination(p, is_add);
    p.text = (is_add ? "eWiseAdd " : "eWiseMult ") + f.name() + " of";
    if (p.aims_at({"cpu/ewise_mult_ranked"})) return ewise_of_uneven_lists(p, f);
    if (is_in_place) return ewise_in_place(p, is_add, f);
    p.choose_descriptor();
    if (p.rng.chance(10)) return ewise_in_place(p, is_add, f);
    if (p.rng.chance(40)) return ewise_vectors(p, is_add, f);
    const Index m = p.dimension(), n = p.dimension();
    const auto &d = p.descriptor;
    const OperandId a = d.transpose0 ? p.matrix(f.op.x, n, m) : p.matrix(f.op.x, m, n);
    const OperandId b = d.transpose1 ? p.matrix(f.op.y, n, m) : p.matrix(f.op.y, m, n);
    p.output = p.matrix(f.op.z, m, n);
    p.choose_mask(p.output);
    p.choose_accumulator(p.model_of(p.output).type, f.op.z);
    p.text += " matrices " + std::to_string(a) + ", " + std::to_string(b);
    const Matrix &x = p.model_of(a), &y = p.model_of(b);
    p.expected =
        is_add ? model::ewise_add(p.write(), f.op, x, y) : model::ewise_mult(p.write(), f.op, x, y);
    p.call = [&p, a, b, f, is_add] {
        const GrB_Matrix c = p.matrix_handle(p.output), mask = p.mask_matrix();
        const GrB_Matrix left = p.matrix_handle(a), right = p.matrix_handle(b);
        return is_add ? COMBINED(GrB_Matrix_eWiseAdd, c, mask, left, right)
                      : COMBINED(GrB_Matrix_eWiseMult, c, mask, left, right);
    };
}

void kronecker(Problem &p) {
    const Combination f = choose_combination(p, false);
    p.scale.largest = std::min<Index>(p.scale.largest, 6);
    p.scale.entries = 30;
    p.choose_descriptor();
    const auto &d = p.descriptor;
    auto small = [&p] { return std::min<Index>(p.dimension(), Index{1} << 29); };
    const Index ma = small(), na = small(), mb = small(), nb = small();
    const OperandId a = d.transpose0 ? p.matrix(f.op.x, na, ma) : p.matrix(f.op.x, ma, na);
    const OperandId b = d.transpose1 ? p.matrix(f.op.y, nb, mb) : p.matrix(f.op.y, mb, nb);
    p.output = p.matrix(f.op.z, ma * mb, na * nb);
    p.choose_mask(p.output);
    p.choose_accumulator(p.model_of(p.output).type, f.op.z);
    p.text = "kronecker " + f.name() + " of " + std::to_string(a) + ", " + std::to_string(b);
    p.expected = model::kronecker(p.write(), f.op, p.model_of(a), p.model_of(b));
    p.call = [&p, a, b, f] {
        return COMBINED(GrB_Matrix_kronecker, p.matrix_handle(p.output), p.mask_matrix(),
                        p.matrix_handle(a), p.matrix_handle(b));
    };
}

TEST(Differential, EwiseAdd) {
    run_problems("ewise_add", 400, [](Problem &p) { ewise(p, true); });
}
TEST(Differential, EwiseMult) {
    run_problems("ewise_mult", 400, [](Problem &p) { ewise(p, false); });
}
TEST(Differential, CommitOfEwise) {
    // A block only occurs in assign.
    run_problems("commit", 150,
                 [](Problem &p) {
                     p.walks_mask = p.rng.chance(30);
                     ewise(p, true);
                 },
                 {"cpu/commit_block"});
}
TEST(Differential, EwiseAddOfUserTypes) {
    run_user_problems("ewise_add", {"cuda/ewise_add_dense", "cuda/ewise_add_sparse"}, 200,
                      [](Problem &p) { ewise(p, true); });
}
TEST(Differential, EwiseMultOfUserTypes) {
    run_user_problems("ewise_mult", {"cuda/ewise_mult_dense", "cuda/ewise_mult_sparse"}, 200,
                      [](Problem &p) { ewise(p, false); });
}
TEST(Differential, Kronecker) {
    run_problems("kronecker", 300, kronecker);
}

} // namespace
} // namespace grb::fuzz
