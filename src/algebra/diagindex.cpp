// Defines SuiteSparse's DIAGINDEX and its replacement by the operator of the C API.
#include "algebra/diagindex.hpp"

#include "algebra/predefined.hpp"
#include "graphblast/gxb_results.h"

namespace {

using namespace grb;

template <class Integer>
struct ReversedDiagIndex {
    using Thunk = Integer;
    using Z = Integer;
    static Z apply(long i, long j, Thunk thunk) { return static_cast<Z>(j - i - thunk); }
};

template <class Op>
constexpr IndexUnaryOp make_diagindex(const char *name) {
    return {{},
            {Magic::index_unary_op, true},
            IndexUnaryCode::diagindex,
            type_object<typename Op::Z>(),
            nullptr,
            type_object<typename Op::Thunk>(),
            position_batch<Op>,
            nullptr,
            name};
}

constexpr const char *name32 = "GrB_DIAGINDEX_INT32", *name64 = "GrB_DIAGINDEX_INT64";

/// Copies of the C API's operators: libgraphblas.so.N replaces GrB_DIAGINDEX_INT32 and
/// GrB_DIAGINDEX_INT64 by its own.
constinit IndexUnaryOp standard_int32 = make_diagindex<DiagIndex<std::int32_t>>(name32),
                       standard_int64 = make_diagindex<DiagIndex<std::int64_t>>(name64);

} // namespace

extern "C" {
// They have the code of the C API's operators: apply and select replace them by those before any
// code reads it.
constinit grb::IndexUnaryOp GrX_diagindex_int32_op =
    make_diagindex<ReversedDiagIndex<std::int32_t>>(name32);
constinit grb::IndexUnaryOp GrX_diagindex_int64_op =
    make_diagindex<ReversedDiagIndex<std::int64_t>>(name64);
}
constinit GrB_IndexUnaryOp GrX_DIAGINDEX_INT32 = &GrX_diagindex_int32_op;
constinit GrB_IndexUnaryOp GrX_DIAGINDEX_INT64 = &GrX_diagindex_int64_op;

namespace grb {

const IndexUnaryOp *negated_diagindex(const IndexUnaryOp *op) noexcept {
    if (op == &GrX_diagindex_int32_op) return &standard_int32;
    if (op == &GrX_diagindex_int64_op) return &standard_int64;
    return nullptr;
}

void negate_diagonal(const IndexUnaryOp *op, void *s) noexcept {
    if (op == &GrX_diagindex_int32_op) {
        auto &value = *static_cast<std::uint32_t *>(s);
        value = 0 - value;
    } else {
        auto &value = *static_cast<std::uint64_t *>(s);
        value = 0 - value;
    }
}

} // namespace grb
