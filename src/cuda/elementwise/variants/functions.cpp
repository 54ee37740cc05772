// Translates the functions of apply and select into calls of the plugin.
#include "cuda/elementwise/variants/functions.hpp"

#include "cpu/elementwise/bound_apply.hpp"
#include "cuda/elementwise/elementwise_calls.h"

#include <cstring>

namespace grb::device {

namespace {

using Kind = ApplyProblem::Kind;

EntryFunction named(MapKind kind, const BinaryName &name, const Type *scalar_type,
                    const void *scalar) {
    EntryFunction function{kind, name.functor, name.type, {}};
    if (scalar_type != nullptr) std::memcpy(&function.scalar, scalar, scalar_type->size);
    return function;
}

EntryFunction of_index(const IndexUnaryOp &op, const void *thunk) {
    const MapKind kind = op.code == IndexUnaryCode::user ? MapKind::entry
                         : is_position(op)               ? MapKind::position
                                                         : MapKind::value;
    return named(kind, name_of(op), op.ttype, thunk);
}

} // namespace

bool uses_positions(const IndexUnaryOp &op) noexcept {
    return is_position(op) || op.code == IndexUnaryCode::user;
}

namespace {

/// Returns the reason for an operator whose bound value travels with the call, or null.
template <class Operator>
const char *refuses_bound(const Operator &op, const Type *scalar_type) noexcept {
    if (scalar_type != nullptr && scalar_type->size > sizeof(BoundValue))
        return "bound value of more than 64 bytes";
    return refusal_of(op);
}

} // namespace

const char *refuses_function(const ApplyProblem &problem) noexcept {
    switch (problem.kind) {
    case Kind::unary:
        return refusal_of(*problem.unary);
    case Kind::bind_first:
        return refuses_bound(*problem.binary, problem.binary->xtype);
    case Kind::bind_second:
        return refuses_bound(*problem.binary, problem.binary->ytype);
    case Kind::index:
        break;
    }
    return refuses_bound(*problem.index, problem.index->ttype);
}

const char *refuses_function(const SelectProblem &problem) noexcept {
    return refuses_bound(*problem.index, problem.index->ttype);
}

EntryFunction function_of(const ApplyProblem &problem) {
    switch (problem.kind) {
    case Kind::unary:
        return named(MapKind::unary, name_of(*problem.unary), nullptr, nullptr);
    case Kind::bind_first:
        return named(MapKind::bind_first, name_of(*problem.binary), problem.binary->xtype,
                     problem.scalar);
    case Kind::bind_second:
        return named(MapKind::bind_second, name_of(*problem.binary), problem.binary->ytype,
                     problem.scalar);
    case Kind::index:
        break;
    }
    return of_index(*problem.index, problem.scalar);
}

EntryFunction function_of(const SelectProblem &problem) {
    return of_index(*problem.index, problem.thunk);
}

MapCall map_of(const ApplyProblem &problem) {
    const EntryFunction function = function_of(problem);
    MapCall call{};
    call.kind = function.kind;
    call.functor = function.functor;
    call.type = function.type;
    call.scalar = function.scalar;
    call.z_type = cpp_type_name(problem.result_type());
    call.is_vector = problem.is_vector;
    call.ncols = problem.A->ncols();
    call.mask.flip = ~std::uint64_t{0};
    return call;
}

bool stays_iso(const ApplyProblem &problem) noexcept {
    return problem.A->is_iso() && problem.kind != Kind::index;
}

Array iso_result(const ApplyProblem &problem, const Array &values) {
    Array result(problem.result_type()->size);
    BoundApply{problem}(result.data(), values.data(), true, {}, 1);
    return result;
}

} // namespace grb::device
