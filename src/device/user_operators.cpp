#include "device/user_operators.hpp"

#include "device/backend.hpp"
#include "device/operands.hpp"

#include <cctype>

namespace grb::device {

namespace {

using Kind = Definition::Kind;

constexpr const char *no_source = "no source for the GPU";

/// A text that is put into programs where a name belongs.
bool is_identifier(const char *name) noexcept {
    if (std::isdigit(static_cast<unsigned char>(*name)) != 0) return false;
    const char *end = name;
    while (std::isalnum(static_cast<unsigned char>(*end)) != 0 || *end == '_') end++;
    return end != name && *end == 0;
}

template <class Operator>
bool has_source(const Operator &op) noexcept {
    return op.definition != nullptr && is_identifier(op.name);
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

/// Only once the device is in use can it be known whether a source compiles.
template <class Operator>
const char *refusal(const Operator &op, bool has_own_types) noexcept {
    if (has_own_types) return "user-defined type";
    if (!has_source(op)) return no_source;
    const Table *table = opened_backend();
    if (table == nullptr) return nullptr;
    const Definition definition = definition_of(op);
    const char *name = nullptr;
    return table->define(&definition, &name) == Status::unsupported
               ? "its source does not compile for the GPU"
               : nullptr;
}

template <class Operator>
const char *name_of_user(const Operator &op) {
    const Definition definition = definition_of(op);
    const char *name = nullptr;
    check(backend().define(&definition, &name));
    return name;
}

bool is_user(const Type *type) noexcept {
    return type->code == TypeCode::user;
}

} // namespace

const char *refusal_of(const UnaryOp &op) noexcept {
    if (op.code != UnaryCode::user) return nullptr;
    return refusal(op, is_user(op.ztype) || is_user(op.xtype));
}
const char *refusal_of(const BinaryOp &op) noexcept {
    if (op.code != BinaryCode::user) return nullptr;
    return refusal(op, is_user(op.ztype) || is_user(op.xtype) || is_user(op.ytype));
}
const char *refusal_of(const IndexUnaryOp &op) noexcept {
    if (op.code != IndexUnaryCode::user) return nullptr;
    return refusal(op, is_user(op.ztype) || is_user(op.xtype) || is_user(op.ttype));
}
const char *refusal_of(const Monoid &monoid) noexcept {
    if (monoid.op->code == BinaryCode::user) return refusal_of(*monoid.op);
    return has_identity(*monoid.op) ? nullptr : "no monoid of the catalogue";
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
