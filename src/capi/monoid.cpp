// Monoids and semirings of the C API.
#include "algebra/held.hpp"
#include "capi/algebra.hpp"
#include "capi/values.hpp"
#include "operations/arguments.hpp"
#include "suitesparse/GraphBLAS.h"

using namespace grb;

namespace {

void copy_identity(Monoid &monoid, const void *identity, std::size_t size) {
    void *target = monoid.identity_inline;
    if (size > sizeof monoid.identity_inline)
        target = monoid.identity_owned = allocate_in(monoid.header.arena, size);
    std::memcpy(target, identity, size);
}

/// Returns the value of an argument, which must have the operator's type.
Value value_of(const char *argument, const Given &given, const BinaryOp &add) {
    const Value value = given.value(argument, add.ztype);
    if (value.type != add.ztype) {
        throw Error(GrB_DOMAIN_MISMATCH, "%s has type %s, op works on %s", argument,
                    type_name(value.type), type_name(add.ztype));
    }
    return value;
}

/// Without `terminal` the operator's known terminal value is used.
GrB_Info new_monoid(const char *function, GrB_Monoid *monoid, GrB_BinaryOp op,
                    const Given &identity, const Given *terminal, HeaderArena arena) {
    return guard(function, nullptr, [&] {
        required_pointer(monoid, "monoid");
        const BinaryOp &add = required(op, "op");
        identity.check("identity");
        if (terminal != nullptr) terminal->check("terminal");
        check_combines_values("op", &add);
        if (add.xtype != add.ztype || add.ytype != add.ztype) {
            throw Error(GrB_DOMAIN_MISMATCH, "the domains %s, %s and %s of op differ",
                        type_name(add.ztype), type_name(add.xtype), type_name(add.ytype));
        }
        const Value value = value_of("identity", identity, add);
        if (terminal != nullptr && add.ztype->size > sizeof Monoid::terminal_inline) {
            throw Error(GrB_NOT_IMPLEMENTED, "terminal has %zu bytes, at most %zu are kept",
                        add.ztype->size, sizeof Monoid::terminal_inline);
        }
        const void *last =
            terminal != nullptr ? value_of("terminal", *terminal, add).data : nullptr;
        Monoid *const made = make_monoid(&add, arena.checked());
        try {
            copy_identity(*made, value.data, add.ztype->size);
        } catch (...) {
            let_go(made);
            throw;
        }
        if (last != nullptr) {
            std::memcpy(made->terminal_inline, last, add.ztype->size);
            made->has_terminal = true;
        } else if (add.code != BinaryCode::user) {
            made->has_terminal = terminal_of(add.code, add.ztype->code, made->terminal_inline);
        }
        *monoid = made;
    });
}

} // namespace

#define GRB_DEFINE(P, T, type)                                                        \
    GrB_Info P##_Monoid_new_##T(GrB_Monoid *monoid, GrB_BinaryOp op, type identity) { \
        return new_monoid(__func__, monoid, op, Given::typed(identity), nullptr,      \
                          HeaderArena::usual());                                      \
    }
GRB_PREFIXED_TYPES(GRB_DEFINE)
#undef GRB_DEFINE

GrB_Info GrB_Monoid_new_UDT(GrB_Monoid *monoid, GrB_BinaryOp op, const void *identity) {
    return new_monoid(__func__, monoid, op, Given::untyped(identity), nullptr,
                      HeaderArena::usual());
}

#define GRB_DEFINE_AS(T, type, pass)                                                               \
    GrB_Info GxB_Monoid_terminal_new_##T(GrB_Monoid *monoid, GrB_BinaryOp op, type identity,       \
                                         type terminal) {                                          \
        const Given last = Given::pass(terminal);                                                  \
        return new_monoid(__func__, monoid, op, Given::pass(identity), &last,                      \
                          HeaderArena::usual());                                                   \
    }                                                                                              \
    GrB_Info GxB_Monoid_new_arena_##T(GrB_Monoid *monoid, GrB_BinaryOp op, type identity,          \
                                      const int header_arena) {                                    \
        return new_monoid(__func__, monoid, op, Given::pass(identity), nullptr,                    \
                          HeaderArena::given(header_arena));                                       \
    }                                                                                              \
    GrB_Info GxB_Monoid_terminal_new_arena_##T(GrB_Monoid *monoid, GrB_BinaryOp op, type identity, \
                                               type terminal, const int header_arena) {            \
        const Given last = Given::pass(terminal);                                                  \
        return new_monoid(__func__, monoid, op, Given::pass(identity), &last,                      \
                          HeaderArena::given(header_arena));                                       \
    }
#define GRB_DEFINE(P, T, type) GRB_DEFINE_AS(T, type, typed)
GRB_PREFIXED_TYPES(GRB_DEFINE)
GRB_DEFINE_AS(UDT, void *, untyped)
#undef GRB_DEFINE
#undef GRB_DEFINE_AS

namespace {

GrB_Info new_semiring(const char *function, GrB_Semiring *semiring, GrB_Monoid add,
                      GrB_BinaryOp multiply, HeaderArena arena) {
    return guard(function, nullptr, [&] {
        required_pointer(semiring, "semiring");
        const Monoid &monoid = required(add, "add");
        const BinaryOp &op = required(multiply, "multiply");
        check_is_operator(&op);
        if (op.ztype != monoid.type()) {
            throw Error(GrB_DOMAIN_MISMATCH, "multiply yields %s, add works on %s",
                        type_name(op.ztype), type_name(monoid.type()));
        }
        *semiring = make_semiring(&monoid, &op, arena.checked());
    });
}

} // namespace

GrB_Info GrB_Semiring_new(GrB_Semiring *semiring, GrB_Monoid add, GrB_BinaryOp multiply) {
    return new_semiring(__func__, semiring, add, multiply, HeaderArena::usual());
}
GrB_Info GxB_Semiring_new_arena(GrB_Semiring *semiring, GrB_Monoid add, GrB_BinaryOp multiply,
                                const int header_arena) {
    return new_semiring(__func__, semiring, add, multiply, HeaderArena::given(header_arena));
}
