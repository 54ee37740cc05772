// The operations of the library, each with its own variants.
#pragma once

#include <cstdint>

namespace grb {

enum class Operation : std::uint8_t {
    mxv,
    mxm,
    ewise_add,
    ewise_mult,
    apply,
    select,
    assign,
    extract,
    reduce,
    transpose,
    kronecker,
    maxk,
    commit,
    convert,
    orient,
    statistics,
    update,
    build,
    tuples,
    sort,
    concat,
    chain,
};
inline constexpr int operation_count = 22;
const char *name_of(Operation operation) noexcept;

/// The reason why a problem is run: a call asks for it (its variant becomes GrX_LAST_VARIANT),
/// another problem needs a form, or the result of an operation is committed.
enum class Role : std::uint8_t { operation, form, commit };

} // namespace grb
