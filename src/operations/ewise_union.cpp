// Fills the absent entries of each operand with its substitute, and combines the operands.
#include "operations/ewise_union.hpp"

#include "operations/arguments.hpp"
#include "operations/assign.hpp"
#include "operations/ewise.hpp"
#include "operations/transpose.hpp"
#include "problems/own_value.hpp"
#include "storage/iso.hpp"

#include <cinttypes>
#include <cstring>
#include <memory>

namespace grb {

namespace {

std::unique_ptr<Container> made_like(const Container &object, const Type *type,
                                     bool is_transposed) {
    const std::uint64_t m = is_transposed ? object.ncols() : object.nrows(),
                        n = is_transposed ? object.nrows() : object.ncols();
    return std::make_unique<Container>(object.header.magic, type, m, n);
}

Ref<Snapshot> oriented(const Container &object, bool is_transposed) {
    if (!is_transposed) return object.snapshot();
    const auto transposed = made_like(object, object.type(), true);
    transpose(plain_output(*transposed), object, nullptr);
    return transposed->snapshot();
}

/// Returns the pattern with the substitute, cast to `type`, for all its entries.
Ref<Snapshot> filled(const Snapshot &pattern, const Substitute &substitute, const Type *type) {
    OwnValue value;
    void *const cast = value.make(type->size);
    std::memset(cast, 0, type->size);
    if (substitute.value != nullptr) cast_values(cast, type, substitute.value, substitute.type, 1);
    return with_iso_value(pattern, type, cast);
}

/// Returns the entries of `operand`, cast to `type`, and the substitute where only `other` has an
/// entry.
std::unique_ptr<Container> completed(const Container &operand, bool is_transposed,
                                     const Snapshot &other, const Substitute &substitute,
                                     const Type *type) {
    auto result = made_like(operand, type, is_transposed);
    result->publish(filled(other, substitute, type));
    Output output = plain_output(*result);
    output.mask.kind = MaskKind::structure;
    output.mask.snapshot = oriented(operand, is_transposed);
    const Descriptor *transposing = is_transposed ? GrB_DESC_T0 : nullptr;
    assign(output, operand, IndexList::all(result->nrows()), IndexList::all(result->ncols()),
           transposing);
    return result;
}

void check_shapes(const Container &A, bool transposes_A, const Container &B, bool transposes_B) {
    const std::uint64_t m = transposes_A ? A.ncols() : A.nrows(),
                        n = transposes_A ? A.nrows() : A.ncols(),
                        p = transposes_B ? B.ncols() : B.nrows(),
                        q = transposes_B ? B.nrows() : B.ncols();
    if (m == p && n == q) return;
    if (A.is_vector()) {
        throw Error(GrB_DIMENSION_MISMATCH, "u has size %" PRIu64 ", v has size %" PRIu64, n, q);
    }
    throw Error(GrB_DIMENSION_MISMATCH,
                "A%s is %" PRIu64 " x %" PRIu64 ", B%s is %" PRIu64 " x %" PRIu64,
                transposes_A ? "'" : "", m, n, transposes_B ? "'" : "", p, q);
}

} // namespace

void ewise_union(const Output &output, const BinaryOp *add, const Container &A,
                 const Substitute &alpha, const Container &B, const Substitute &beta,
                 const Descriptor *descriptor) {
    const bool is_vector = output.C->is_vector();
    const bool transposes_A = !is_vector && transposes_first(descriptor),
               transposes_B = !is_vector && transposes_second(descriptor);
    check_shapes(A, transposes_A, B, transposes_B);
    check_output(output, transposes_A ? A.ncols() : A.nrows(), transposes_A ? A.nrows() : A.ncols(),
                 add->ztype);
    check_product_domains(is_vector ? "u" : "A", A.type(), is_vector ? "v" : "B", B.type(), add);
    const Type *xtype = add->xtype, *ytype = add->ytype;
    Substitute for_A = alpha, for_B = beta;
    if (is_positional(add->code)) {
        xtype = A.type();
        ytype = B.type();
        for_A.value = for_B.value = nullptr;
    } else {
        check_domain(alpha.name, alpha.type, xtype);
        check_domain(beta.name, beta.type, ytype);
    }
    const auto full_A = completed(A, transposes_A, *oriented(B, transposes_B), for_A, xtype);
    const auto full_B = completed(B, transposes_B, *oriented(A, transposes_A), for_B, ytype);
    ewise_mult(output, add, *full_A, *full_B, nullptr);
}

} // namespace grb
