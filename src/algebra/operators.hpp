// Operator objects. Predefined ones are constant-initialised: usable before GrB_init.
#pragma once

#include "algebra/batch.hpp"
#include "base/type.hpp"

#include <cstring>

namespace grb {

/// The function of a predefined operator; `user` for the others.
enum class UnaryCode : std::uint8_t {
    user,
    identity,
    abs,
    ainv,
    minv,
    lnot,
    bnot,
    exp,
    log,
    sqrt,
    // The operators below are in algebra/catalogue_extended.hpp, over complex numbers in
    // algebra/complex_extended.hpp.
    one,
    exp2,
    expm1,
    log2,
    log10,
    log1p,
    sin,
    cos,
    tan,
    asin,
    acos,
    atan,
    sinh,
    cosh,
    tanh,
    asinh,
    acosh,
    atanh,
    cbrt,
    lgamma,
    tgamma,
    erf,
    erfc,
    frexpx,
    frexpe,
    ceil,
    floor,
    round,
    trunc,
    signum,
    isinf,
    isnan,
    isfinite,
    conj,
    creal,
    cimag,
    carg,
    // The operators below read positions: see operations/positional.hpp.
    positioni,
    positioni1,
    positionj,
    positionj1,
};

enum class BinaryCode : std::uint8_t {
    user,
    first,
    second,
    oneb,
    plus,
    minus,
    times,
    div,
    min,
    max,
    eq,
    ne,
    gt,
    lt,
    ge,
    le,
    lor,
    land,
    lxor,
    lxnor,
    bor,
    band,
    bxor,
    bxnor,
    // The operators below are in algebra/catalogue_extended.hpp.
    any,
    iseq,
    isne,
    isgt,
    islt,
    isge,
    isle,
    pow,
    rminus,
    rdiv,
    bget,
    bset,
    bclr,
    bshift,
    atan2,
    hypot,
    fmod,
    remainder,
    ldexp,
    copysign,
    cmplx,
    // The operators below read positions: see operations/positional.hpp.
    firsti,
    firsti1,
    firstj,
    firstj1,
    secondi,
    secondi1,
    secondj,
    secondj1,
    // GxB_IGNORE_DUP is no operator: see GrB_Matrix_build.
    ignore_dup,
    // The user's operators on values and positions: see algebra/indexed.hpp.
    indexed,
};

/// Curated kernels know the codes up to this one; LOR, LAND and LXOR on Boolean alone.
inline constexpr BinaryCode last_common_binary = BinaryCode::bxnor;

constexpr bool is_positional(UnaryCode code) noexcept {
    return code >= UnaryCode::positioni;
}
/// True for operators that read positions. They have no batch: operations/positional.hpp replaces
/// them by others.
constexpr bool is_positional(BinaryCode code) noexcept {
    return code >= BinaryCode::firsti && code <= BinaryCode::secondj1;
}

struct IndexedBinding;

enum class IndexUnaryCode : std::uint8_t {
    user,
    rowindex,
    colindex,
    diagindex,
    tril,
    triu,
    diag,
    offdiag,
    colle,
    colgt,
    rowle,
    rowgt,
    valueeq,
    valuene,
    valuelt,
    valuele,
    valuegt,
    valuege,
};

/// Facts that let the engine choose: see algebra/catalogue.hpp for each operator's.
struct BinaryTraits {
    bool is_commutative = false;
    bool is_idempotent = false;
    bool ignores_x = false; // SECOND, ONEB
    bool ignores_y = false; // FIRST, ONEB
};

} // namespace grb

/// Owns the name and source that a user gave with it.
struct GrB_UnaryOp_opaque : grb::ArenaAllocated<GrB_UnaryOp_opaque> {
    grb::ObjectHeader header;
    grb::UnaryCode code;
    const grb::Type *ztype, *xtype;
    grb::UnaryBatch batch;
    GxB_unary_function function; // the user's, else null
    const char *name;            // "GrB_ABS_INT32"; user operators: owned copy or ""
    char *definition = nullptr;
};

struct GrB_BinaryOp_opaque : grb::ArenaAllocated<GrB_BinaryOp_opaque> {
    grb::ObjectHeader header;
    grb::BinaryCode code;
    const grb::Type *ztype, *xtype, *ytype;
    grb::BinaryBatch batch;
    grb::ReduceBatch reduce;   // null unless all three types are the same
    grb::ScatterBatch scatter; // null unless all three types are the same
    GxB_binary_function function;
    const char *name;
    grb::BinaryTraits traits;
    char *definition = nullptr;
    /// For an operator from GxB_BinaryOp_new_IndexOp; owned.
    const grb::IndexedBinding *binding = nullptr;
};

struct GrB_IndexUnaryOp_opaque : grb::ArenaAllocated<GrB_IndexUnaryOp_opaque> {
    grb::ObjectHeader header;
    grb::IndexUnaryCode code;
    const grb::Type *ztype, *xtype, *ttype; // ttype: thunk. xtype null: the value is not used
    grb::IndexUnaryBatch batch;
    GxB_index_unary_function function;
    const char *name;
    char *definition = nullptr;
};

struct GrB_Monoid_opaque : grb::ArenaAllocated<GrB_Monoid_opaque> {
    grb::ObjectHeader header;
    const GrB_BinaryOp_opaque *op; // all three types are the same
    const char *name;
    bool has_terminal;
    /// Values of up to 16 bytes lie here, larger ones in owned memory.
    alignas(16) unsigned char identity_inline[16];
    alignas(16) unsigned char terminal_inline[16];
    void *identity_owned = nullptr;

    const void *identity() const noexcept {
        return identity_owned != nullptr ? identity_owned : identity_inline;
    }
    const void *terminal() const noexcept { return has_terminal ? terminal_inline : nullptr; }
    /// True when `sum` is the terminal value: adding to it changes nothing.
    bool is_complete(const void *sum) const noexcept {
        if (is_any()) return true;
        return has_terminal && std::memcmp(sum, terminal(), op->ztype->size) == 0;
    }
    /// True for ANY: the first entry is the sum.
    bool is_any() const noexcept { return op->code == grb::BinaryCode::any; }
    const grb::Type *type() const noexcept { return op->ztype; }
};

struct GrB_Semiring_opaque : grb::ArenaAllocated<GrB_Semiring_opaque> {
    grb::ObjectHeader header;
    const GrB_Monoid_opaque *add;
    const GrB_BinaryOp_opaque *multiply;
    const char *name;
};

namespace grb {

using UnaryOp = GrB_UnaryOp_opaque;
using BinaryOp = GrB_BinaryOp_opaque;
using IndexUnaryOp = GrB_IndexUnaryOp_opaque;
using Monoid = GrB_Monoid_opaque;
using Semiring = GrB_Semiring_opaque;

/// Returns the predefined operator of a code over a type, or null. Unary operators: only codes up
/// to sqrt.
const BinaryOp *find_binary_op(BinaryCode code, TypeCode type) noexcept;
const UnaryOp *find_unary_op(UnaryCode code, TypeCode type) noexcept;
/// Returns the predefined monoid over an operator, or null (GrB_PLUS_BOOL has none).
const Monoid *find_monoid(BinaryCode code, TypeCode type) noexcept;
/// Writes the value that ends a reduction with this predefined operator; returns false when there
/// is none.
bool terminal_of(BinaryCode code, TypeCode type, void *terminal) noexcept;
/// Short name for logs: "PLUS", "FIRST", "user".
const char *short_name(BinaryCode code) noexcept;
const char *short_name(TypeCode code) noexcept; // "FP32", "INT64", "UDT"
/// Name of the functor over real types, in algebra/catalogue.hpp or catalogue_extended.hpp: "Plus".
/// Is null for operators without one there: those of positions, of complex numbers alone, and
/// users'.
const char *functor_name(BinaryCode code) noexcept;
const char *functor_name(UnaryCode code) noexcept;

/// Adapters from user functions to the batch signatures; `self` is the operator object.
void user_unary_batch(const void *self, void *z, const void *x, std::size_t n);
void user_binary_batch(const void *self, void *z, const void *x, const void *y, std::size_t n,
                       Broadcast broadcast);
void user_index_unary_batch(const void *self, void *z, const void *x, bool x_is_scalar,
                            const Positions &positions, const void *thunk, std::size_t n);
void user_reduce_batch(const void *self, void *z, const void *x, std::size_t n);
void user_scatter_batch(const void *self, void *z, const void *index, int index_width,
                        const void *x, std::size_t n);

} // namespace grb
