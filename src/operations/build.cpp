#include "operations/build.hpp"

#include "cuda/structure/rows/build.hpp"
#include "objects/elsewhere.hpp"
#include "operations/arguments.hpp"
#include "storage/build.hpp"

#include <cinttypes>
#include <cstring>

namespace grb {

namespace {

void keep_last(const void *self, void *z, const void *x, std::size_t n) {
    const std::size_t size = static_cast<const BinaryOp *>(self)->ztype->size;
    if (n != 0) std::memcpy(z, static_cast<const unsigned char *>(x) + (n - 1) * size, size);
}

/// On the host; also what finds out which tuple is wrong.
Ref<Snapshot> built_on_host(const Container &w, const Snapshot &I, const Snapshot &X,
                            const BinaryOp *dup) {
    const std::uint64_t n = I.nvals();
    Array positions = Array::of<std::uint64_t>(n);
    extract_tuples(I, nullptr, nullptr, positions.data(), builtin_type(TypeCode::uint64));
    const auto *list = positions.as<std::uint64_t>();
    check_indices("I_vector", {list, n, false}, w.ncols(), "w", "positions");
    Array values(n * X.type()->size);
    extract_tuples(X, nullptr, nullptr, values.data(), X.type());
    return build_snapshot(w.type(), 1, w.ncols(), list, nullptr, values.data(), X.type(), false, n,
                          dup);
}

} // namespace

void check_duplicate(const Container &C, const Type *values, const BinaryOp *dup) {
    check_domain("values", values, C.type());
    if (dup == nullptr || dup->code == BinaryCode::ignore_dup) return;
    check_combines_values("dup", dup);
    if (dup->xtype != dup->ztype || dup->ytype != dup->ztype) {
        throw Error(GrB_DOMAIN_MISMATCH, "the domains %s, %s and %s of dup differ",
                    type_name(dup->ztype), type_name(dup->xtype), type_name(dup->ytype));
    }
    check_domain("values", values, dup->xtype);
    check_domain("the result of dup", dup->ztype, C.type());
}

Duplicate::Duplicate(const BinaryOp *dup, const Type *values) : op_(dup) {
    if (dup == nullptr || dup->code != BinaryCode::ignore_dup) return;
    op_ = find_binary_op(BinaryCode::second, values->code);
    if (op_ != nullptr) return;
    second_.header.magic = Magic::binary_op;
    second_.code = BinaryCode::user;
    second_.ztype = second_.xtype = second_.ytype = values;
    second_.reduce = keep_last;
    second_.name = "";
    second_.traits.is_idempotent = second_.traits.ignores_x = true;
    op_ = &second_;
}

void check_is_empty(const char *name, const Container &C) {
    const std::uint64_t nvals = C.nvals();
    if (nvals != 0) throw Error(GrB_OUTPUT_NOT_EMPTY, "%s has %" PRIu64 " entries", name, nvals);
}

void build_from_vectors(Container &w, const Container &I, const Container &X, const BinaryOp *dup) {
    check_is_empty("w", w);
    check_indices_type("I_vector", I.type());
    check_duplicate(w, X.type(), dup);
    const Duplicate duplicate(dup, X.type());
    Ref<Snapshot> result;
    {
        const Ref<Snapshot> positions = I.snapshot(), values = X.snapshot();
        if (positions->nvals() != values->nvals()) {
            throw Error(GrB_INVALID_VALUE,
                        "I_vector has %" PRIu64 " entries, X_vector has %" PRIu64,
                        positions->nvals(), values->nvals());
        }
        result = device::built(w.ncols(), *positions, *values, duplicate.op());
        if (!result) result = built_on_host(w, *positions, *values, duplicate.op());
    }
    w.publish(stored(w, result));
}

} // namespace grb
