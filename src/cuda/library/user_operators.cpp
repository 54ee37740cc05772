#include "cuda/library/user_operators.hpp"

#include "cuda/library/backend.hpp"
#include "cuda/library/operands.hpp"

#include <cctype>
#include <cstdio>

namespace grb::device {

namespace {

using Kind = Definition::Kind;

constexpr const char *no_source = "no source for the GPU",
                     *does_not_compile = "its source does not compile for the GPU";

/// A text that is put into programs where a name belongs.
bool is_identifier(const char *name) noexcept {
    if (std::isdigit(static_cast<unsigned char>(*name)) != 0) return false;
    const char *end = name;
    while (std::isalnum(static_cast<unsigned char>(*end)) != 0 || *end == '_') end++;
    return end != name && *end == 0;
}

template <class Object>
bool has_source(const Object &object) noexcept {
    return object.definition != nullptr && is_identifier(object.name);
}

bool is_user(const Type *type) noexcept {
    return type->code == TypeCode::user;
}

Definition definition_of(const Type &type) noexcept {
    return {Kind::type, type.name, type.definition, type.size, nullptr, nullptr, nullptr};
}

bool is_refused(const Definition &definition) {
    const char *name = nullptr;
    return gpu::define(&definition, &name) == Status::unsupported;
}

Definition definition_of(const UnaryOp &op) {
    return {Kind::unary,         op.name, op.definition, 0, type_name(op.ztype),
            type_name(op.xtype), nullptr};
}
Definition definition_of(const BinaryOp &op) {
    return {Kind::binary,       op.name, op.definition, 0, type_name(op.ztype), type_name(op.xtype),
            type_name(op.ytype)};
}
Definition definition_of(const IndexUnaryOp &op) {
    return {Kind::index_unary,  op.name, op.definition, 0, type_name(op.ztype), type_name(op.xtype),
            type_name(op.ttype)};
}

constexpr const char *is_complex_type = "complex numbers",
                     *is_unknown = "an operator that GPUs do not have";

/// Of the types of a predefined operator; `is_common`: the operator is one of the device's catalogue.
const char *refusal_of_predefined(bool is_common,
                                  std::initializer_list<const Type *> types) noexcept {
    for (const Type *type : types)
        if (type != nullptr && is_complex_code(type->code)) return is_complex_type;
    return is_common ? nullptr : is_unknown;
}

/// The catalogue has them on Boolean alone.
bool is_logical(BinaryCode code) noexcept {
    return code == BinaryCode::lor || code == BinaryCode::land || code == BinaryCode::lxor;
}

/// Of a type that an operator looks at. Only once the device is in use can it be known whether a source
/// compiles.
const char *refusal_in_operator(const Type *type) noexcept {
    if (type != nullptr && is_complex_code(type->code)) return is_complex_type;
    if (type == nullptr || !is_user(type)) return nullptr;
    if (!has_source(*type)) return no_source;
    if (!is_open()) return refusal_of(type);
    try {
        return is_refused(definition_of(*type)) ? does_not_compile : refusal_of(type);
    } catch (const Failure &) {
        return refusal_of(type);
    }
}

template <class Operator>
const char *refusal(const Operator &op, std::initializer_list<const Type *> types) noexcept {
    if (!has_source(op)) return no_source;
    for (const Type *type : types)
        if (const char *reason = refusal_in_operator(type)) return reason;
    if (!is_open()) return nullptr;
    try {
        return is_refused(definition_of(op)) ? does_not_compile : nullptr;
    } catch (const Failure &failure) {
        return failure.status() == Status::unsupported ? does_not_compile : nullptr;
    }
}

template <class Operator>
const char *name_of_user(const Operator &op) {
    const Definition definition = definition_of(op);
    const char *name = nullptr;
    check(gpu::define(&definition, &name));
    return name;
}

} // namespace

const char *refusal_of(const Type *type) noexcept {
    constexpr std::size_t largest = 64;
    if (is_complex_code(type->code)) return is_complex_type;
    return is_user(type) && type->size > largest ? "type of more than 64 bytes" : nullptr;
}
const char *refusal_of(const UnaryOp &op) noexcept {
    if (op.code != UnaryCode::user) {
        const bool is_boolean = op.xtype->code == TypeCode::boolean;
        return refusal_of_predefined(op.code <= last_common_unary &&
                                         (op.code != UnaryCode::lnot || is_boolean),
                                     {op.ztype, op.xtype});
    }
    return refusal(op, {op.ztype, op.xtype});
}
const char *refusal_of(const BinaryOp &op) noexcept {
    if (op.code != BinaryCode::user) {
        const bool is_boolean = op.xtype->code == TypeCode::boolean;
        const bool is_common = op.code <= last_common_binary || op.code == BinaryCode::any;
        return refusal_of_predefined(is_common && (!is_logical(op.code) || is_boolean),
                                     {op.ztype, op.xtype, op.ytype});
    }
    return refusal(op, {op.ztype, op.xtype, op.ytype});
}
const char *refusal_of(const IndexUnaryOp &op) noexcept {
    if (op.code != IndexUnaryCode::user)
        return refusal_of_predefined(true, {op.ztype, op.xtype, op.ttype});
    return refusal(op, {op.ztype, op.xtype, op.ttype});
}
const char *refusal_of(const Monoid &monoid) noexcept {
    if (const char *refusal = refusal_of(*monoid.op)) return refusal;
    if (monoid.op->code == BinaryCode::user) return nullptr;
    return has_identity(*monoid.op) ? nullptr : "no monoid of the catalogue";
}

const char *user_name(const Type &type) {
    const char *name = nullptr;
    if (has_source(type)) {
        const Definition own = definition_of(type);
        const Status status = gpu::define(&own, &name);
        if (status != Status::unsupported) check(status);
        if (status == Status::ok) return name;
    }
    // Values of such a type can still be moved.
    const std::size_t part = type.size % 8 == 0 ? 8 : type.size % 4 == 0 ? 4 : 1;
    char source[80];
    std::snprintf(source, sizeof source, "typedef struct { unsigned %s parts [%zu] ; } Bytes ;",
                  part == 8   ? "long"
                  : part == 4 ? "int"
                              : "char",
                  type.size / part);
    const Definition bytes{Kind::type, "Bytes", source, type.size, nullptr, nullptr, nullptr};
    check(gpu::define(&bytes, &name));
    return name;
}
const char *user_name(const UnaryOp &op) {
    return name_of_user(op);
}
const char *user_name(const BinaryOp &op) {
    return name_of_user(op);
}
const char *user_name(const IndexUnaryOp &op) {
    return name_of_user(op);
}

} // namespace grb::device
