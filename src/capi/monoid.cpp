// Algebra: monoids and semirings.
#include "capi/guard.hpp"
#include "capi/values.hpp"
#include "operations/arguments.hpp"

using namespace grb;

namespace {

void copy_identity(Monoid &monoid, const void *identity, std::size_t size) {
    void *place = monoid.identity_inline;
    if (size > sizeof monoid.identity_inline) place = monoid.identity_owned = allocate(size);
    std::memcpy(place, identity, size);
}

GrB_Info new_monoid(const char *function, GrB_Monoid *monoid, GrB_BinaryOp op,
                    const Given &identity) {
    return guard(function, nullptr, [&] {
        required_pointer(monoid, "monoid");
        const BinaryOp &add = required(op, "op");
        identity.check("identity");
        check_combines_values("op", &add);
        if (add.xtype != add.ztype || add.ytype != add.ztype) {
            throw Error(GrB_DOMAIN_MISMATCH, "the domains %s, %s and %s of op differ",
                        type_name(add.ztype), type_name(add.xtype), type_name(add.ytype));
        }
        const Value value = identity.value("identity", add.ztype);
        if (value.type != add.ztype) {
            throw Error(GrB_DOMAIN_MISMATCH, "identity has type %s, op works on %s",
                        type_name(value.type), type_name(add.ztype));
        }
        auto *made = new Monoid{{}, {Magic::monoid}, &add, "", false, {}, {}};
        try {
            copy_identity(*made, value.data, add.ztype->size);
        } catch (...) {
            delete made;
            throw;
        }
        if (add.code != BinaryCode::user) {
            made->has_terminal = terminal_of(add.code, add.ztype->code, made->terminal_inline);
        }
        *monoid = made;
    });
}

} // namespace

#define GRB_DEFINE(P, T, type)                                                        \
    GrB_Info P##_Monoid_new_##T(GrB_Monoid *monoid, GrB_BinaryOp op, type identity) { \
        return new_monoid(__func__, monoid, op, Given::typed(identity));              \
    }
GRB_PREFIXED_TYPES(GRB_DEFINE)
#undef GRB_DEFINE

GrB_Info GrB_Monoid_new_UDT(GrB_Monoid *monoid, GrB_BinaryOp op, const void *identity) {
    return new_monoid(__func__, monoid, op, Given::untyped(identity));
}

GrB_Info GrB_Semiring_new(GrB_Semiring *semiring, GrB_Monoid add, GrB_BinaryOp multiply) {
    return guard(__func__, nullptr, [&] {
        required_pointer(semiring, "semiring");
        const Monoid &monoid = required(add, "add");
        const BinaryOp &op = required(multiply, "multiply");
        check_is_operator(&op);
        if (op.ztype != monoid.type()) {
            throw Error(GrB_DOMAIN_MISMATCH, "multiply yields %s, add works on %s",
                        type_name(op.ztype), type_name(monoid.type()));
        }
        *semiring = new Semiring{{}, {Magic::semiring}, &monoid, &op, ""};
    });
}
