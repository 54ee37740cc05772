// Reduce of the C API: to a vector, to a C value, to a GrB_Scalar.
#include "operations/reduce.hpp"
#include "capi/call.hpp"
#include "capi/values.hpp"

using namespace grb;

namespace {

/// The sum of all entries of A, in the monoid's type.
class Sum {
public:
    Sum(const Container &A, const Monoid &monoid)
        : type_(monoid.type()), buffer_(type_),
          has_entries_(reduce_to_scalar(A, &monoid, buffer_.get())) {}
    bool has_entries() const noexcept { return has_entries_; }

    /// Sets the sum of no entries, which is the identity.
    void set_identity(const Monoid &monoid) noexcept {
        std::memcpy(buffer_.get(), monoid.identity(), type_->size);
    }

    /// c = sum.
    void store(void *c, const Type *type) noexcept {
        cast_values(c, type, buffer_.get(), type_, 1);
    }

    /// Sets c = c accum sum. The last step writes, so that c is unchanged if there is no memory.
    void accumulate(void *c, const Type *type, const BinaryOp &accum) {
        ValueBuffer x(accum.xtype), y(accum.ytype), z(accum.ztype);
        cast_values(x.get(), accum.xtype, c, type, 1);
        cast_values(y.get(), accum.ytype, buffer_.get(), type_, 1);
        accum.batch(&accum, z.get(), x.get(), y.get(), 1, Broadcast::none);
        cast_values(c, type, z.get(), accum.ztype, 1);
    }

private:
    const Type *type_;
    ValueBuffer buffer_;
    bool has_entries_;
};

void check_domains(const Type *c, const Monoid &monoid, const BinaryOp *accum) {
    check_combines_values("the accumulator", accum);
    if (accum == nullptr) {
        check_domain("the sum", monoid.type(), c);
        return;
    }
    check_domain("c, as the accumulator's first operand,", c, accum->xtype);
    check_domain("the sum, as the accumulator's second operand,", monoid.type(), accum->ytype);
    check_domain("the accumulator's result", accum->ztype, c);
}

/// `given` is null for a pointer to a value of the monoid's type.
template <class T>
GrB_Info reduce_to_value(const char *function, void *c, const Type *given, GrB_BinaryOp accum,
                         GrB_Monoid monoid, T *A, GrB_Descriptor desc) {
    return guard(function, A, [&] {
        required_pointer(c, "c");
        optional(accum, "accum");
        required(monoid, "monoid");
        required(A, Names<T>::A);
        optional(desc, "desc");
        const Type *type = given != nullptr ? given : monoid->type();
        check_domains(type, *monoid, accum);
        Sum sum(*A, *monoid);
        if (!sum.has_entries()) sum.set_identity(*monoid);
        if (accum != nullptr) {
            sum.accumulate(c, type, *accum);
        } else {
            sum.store(c, type);
        }
    });
}

Held<Monoid> as_monoid(const Monoid &monoid) noexcept {
    return &monoid;
}
Held<Monoid> as_monoid(const BinaryOp &op) {
    return monoid_of(&op);
}

/// Without entries there is no sum: c is emptied, or left unchanged by an accumulator.
template <class T, class Op>
GrB_Info reduce_to_object(const char *function, GrB_Scalar c, GrB_BinaryOp accum, Op *op, T *A,
                          GrB_Descriptor desc) {
    return guard(function, c, [&] {
        Scalar &scalar = required(c, "c");
        optional(accum, "accum");
        required(op, "op");
        required(A, Names<T>::A);
        optional(desc, "desc");
        const Held<Monoid> held = as_monoid(*op);
        const Monoid &monoid = *held;
        check_domains(scalar.type, monoid, accum);
        Sum sum(*A, monoid);
        if (!sum.has_entries()) {
            scalar.has_value = scalar.has_value && accum != nullptr;
        } else if (accum != nullptr && scalar.has_value) {
            sum.accumulate(scalar.value.data(), scalar.type, *accum);
        } else {
            check_domain("the sum", monoid.type(), scalar.type);
            sum.store(scalar.value.data(), scalar.type);
            scalar.has_value = true;
        }
    });
}

template <class Op>
GrB_Info reduce_to_vector(const char *function, GrB_Vector w, GrB_Vector mask, GrB_BinaryOp accum,
                          Op *op, GrB_Matrix A, GrB_Descriptor desc) {
    return guard(function, w, [&] {
        const Call<Vector> call(w, mask, accum, desc);
        required(op, "op");
        required(A, "A");
        reduce_rows(call.output(), as_monoid(*op), *A, desc);
    });
}

} // namespace

#define GRB_DEFINE(Kind)                                                                       \
    GrB_Info GrB_Matrix_reduce_##Kind(GrB_Vector w, GrB_Vector mask, const GrB_BinaryOp accum, \
                                      const GrB_##Kind op, GrB_Matrix A,                       \
                                      const GrB_Descriptor desc) {                             \
        return reduce_to_vector(__func__, w, mask, accum, op, A, desc);                        \
    }                                                                                          \
    GrB_Info GrB_Vector_reduce_##Kind##_Scalar(GrB_Scalar c, const GrB_BinaryOp accum,         \
                                               const GrB_##Kind op, GrB_Vector u,              \
                                               const GrB_Descriptor desc) {                    \
        return reduce_to_object(__func__, c, accum, op, u, desc);                              \
    }                                                                                          \
    GrB_Info GrB_Matrix_reduce_##Kind##_Scalar(GrB_Scalar c, const GrB_BinaryOp accum,         \
                                               const GrB_##Kind op, GrB_Matrix A,              \
                                               const GrB_Descriptor desc) {                    \
        return reduce_to_object(__func__, c, accum, op, A, desc);                              \
    }
GRB_DEFINE(Monoid)
GRB_DEFINE(BinaryOp)
#undef GRB_DEFINE

#define GRB_DEFINE_AS(P, T, type, given)                                                       \
    GrB_Info P##_Vector_reduce_##T(type *c, const GrB_BinaryOp accum, const GrB_Monoid monoid, \
                                   GrB_Vector u, const GrB_Descriptor desc) {                  \
        return reduce_to_value(__func__, c, given, accum, monoid, u, desc);                    \
    }                                                                                          \
    GrB_Info P##_Matrix_reduce_##T(type *c, const GrB_BinaryOp accum, const GrB_Monoid monoid, \
                                   GrB_Matrix A, const GrB_Descriptor desc) {                  \
        return reduce_to_value(__func__, c, given, accum, monoid, A, desc);                    \
    }
#define GRB_DEFINE(P, T, type) GRB_DEFINE_AS(P, T, type, builtin_type(TypeOf<type>::code))
GRB_PREFIXED_TYPES(GRB_DEFINE)
GRB_DEFINE_AS(GrB, UDT, void, nullptr)
#undef GRB_DEFINE
#undef GRB_DEFINE_AS
