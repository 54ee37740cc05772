// Fingerprints, names and refusals of the users' sources.
#include "cuda/library/user_operators.hpp"

#include "algebra/indexed.hpp"
#include "cuda/library/backend.hpp"
#include "cuda/library/operands.hpp"
#include "dispatch/operator_refusals.hpp"

#include <atomic>
#include <cctype>
#include <cstdio>
#include <cstring>
#include <utility>

namespace grb::device {

namespace {

using namespace operator_refusals;
using Kind = Definition::Kind;

/// Returns true for a text that programs may use as a name.
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

/// FNV-1a of a source and all its dependencies; never 0.
using Fingerprint = std::uint64_t;

class Fingerprints {
public:
    /// Returns false when there is no room: such a source is compiled anew each time.
    bool add(Fingerprint print) noexcept {
        for (std::atomic<Fingerprint> &slot : slots_) {
            Fingerprint empty = 0;
            if (slot.compare_exchange_strong(empty, print) || empty == print) return true;
        }
        return false;
    }
    bool is_empty() const noexcept { return slots_[0].load(std::memory_order_acquire) == 0; }
    bool has(Fingerprint print) const noexcept {
        for (const std::atomic<Fingerprint> &slot : slots_) {
            const Fingerprint own = slot.load(std::memory_order_acquire);
            if (own == 0 || own == print) return own == print;
        }
        return false;
    }

private:
    std::atomic<Fingerprint> slots_[256] = {};
};
/// The sources that failed to compile.
constinit Fingerprints refused_sources;

class Fnv {
public:
    void add(const void *bytes, std::size_t count) noexcept {
        const auto *byte = static_cast<const unsigned char *>(bytes);
        for (std::size_t k = 0; k < count; k++) hash_ = (hash_ ^ byte[k]) * 0x100000001B3u;
    }
    void add(const char *text) noexcept { add(text, std::strlen(text) + 1); }
    Fingerprint print() const noexcept { return hash_ != 0 ? hash_ : 1; }

private:
    std::uint64_t hash_ = 0xCBF29CE484222325u;
};

template <class Object>
void add_source(Fnv &hash, const Object &object) noexcept {
    hash.add(object.name);
    if (object.definition != nullptr) hash.add(object.definition);
}

Fingerprint fingerprint_of(const Type &type) noexcept {
    Fnv hash;
    const Type &own = type.positioned != nullptr ? *type.positioned : type;
    hash.add(&own.code, sizeof own.code);
    add_source(hash, own);
    hash.add(&type.size, sizeof type.size);
    return hash.print();
}

template <class Operator>
Fingerprint fingerprint_of(const Operator &op, std::initializer_list<const Type *> types) noexcept {
    Fnv hash;
    add_source(hash, op);
    const std::size_t count = types.size();
    hash.add(&count, sizeof count);
    for (const Type *type : types) {
        if (type == nullptr) continue;
        hash.add(&type->code, sizeof type->code);
        if (type->code == TypeCode::user) {
            const Fingerprint own = fingerprint_of(*type);
            hash.add(&own, sizeof own);
        }
    }
    return hash.print();
}

/// The names that this thread used last, for its next programs. The names live for ever.
struct LastNamed {
    struct Named {
        Fingerprint print;
        const char *name;
    };
    static constexpr unsigned capacity = 16; // two operators with their types, and some more
    Named named[capacity] = {};
    unsigned count = 0;
    void add(const Named &one) noexcept {
        for (const Named &known : named)
            if (known.name == one.name) return;
        named[count++ % capacity] = one;
    }
};
constinit thread_local LastNamed last_named;

bool is_user(const Type *type) noexcept {
    return type->code == TypeCode::user;
}

/// Returns true for an operator that represents one of GxB_BinaryOp_new_IndexOp in kernels.
bool is_on_positioned_values(const BinaryOp &op) noexcept {
    return op.code == BinaryCode::user && op.binding != nullptr;
}

Definition definition_of(const Type &type) {
    if (type.positioned != nullptr)
        return {Kind::positioned, type.positioned->name,          nullptr, type.size,
                nullptr,          cpp_type_name(type.positioned), nullptr};
    return {Kind::type, type.name, type.definition, type.size, nullptr, nullptr, nullptr};
}

Definition definition_of(const UnaryOp &op) {
    return {
        Kind::unary, op.name, op.definition, 0, cpp_type_name(op.ztype), cpp_type_name(op.xtype),
        nullptr};
}
Definition definition_of(const BinaryOp &op) {
    return {Kind::binary,
            op.name,
            op.definition,
            0,
            cpp_type_name(op.ztype),
            cpp_type_name(op.xtype),
            cpp_type_name(op.ytype)};
}
/// Returns true if the operator maps a value and its position to a positioned value.
bool is_carrying(const IndexUnaryOp &op) noexcept {
    return op.ztype->positioned != nullptr;
}

Definition definition_of(const IndexUnaryOp &op) {
    if (is_carrying(op))
        return {Kind::carry,
                "a value with its position",
                nullptr,
                0,
                cpp_type_name(op.ztype),
                cpp_type_name(op.xtype),
                cpp_type_name(op.ttype)};
    return {Kind::index_unary,       op.name,
            op.definition,           0,
            cpp_type_name(op.ztype), cpp_type_name(op.xtype),
            cpp_type_name(op.ttype)};
}

/// Returns the reason for a predefined operator; `functor`: its name in the catalogue, null if it
/// has none.
const char *refusal_of_predefined(const char *functor) noexcept {
    return functor != nullptr ? nullptr : unknown;
}

/// Sums of these begin with the first term if the type is not Boolean: they have no identity there.
bool is_logical(BinaryCode code) noexcept {
    return code == BinaryCode::lor || code == BinaryCode::land || code == BinaryCode::lxor;
}

/// Returns the reason for a type that an operator reads. A source's failure to compile is known
/// after its first use.
const char *refusal_in_operator(const Type *type) noexcept {
    if (type != nullptr && is_complex_code(type->code)) return complex_source;
    if (type != nullptr && is_narrow_code(type->code)) return narrow_source;
    if (type == nullptr || !is_user(type)) return nullptr;
    if (type->positioned != nullptr) {
        if (const char *reason = refusal_in_operator(type->positioned)) return reason;
    } else if (!has_source(*type)) {
        return no_source;
    }
    const bool is_broken =
        !refused_sources.is_empty() && refused_sources.has(fingerprint_of(*type));
    return is_broken ? does_not_compile : refusal_of(type);
}

template <class Operator>
const char *refusal(const Operator &op, std::initializer_list<const Type *> types) noexcept {
    if (!has_source(op)) return no_source;
    for (const Type *type : types)
        if (const char *reason = refusal_in_operator(type)) return reason;
    const bool is_broken =
        !refused_sources.is_empty() && refused_sources.has(fingerprint_of(op, types));
    return is_broken ? does_not_compile : nullptr;
}

/// Gets the plugin's name of a definition. Remembers a source that is known not to compile.
Status define(const Definition &definition, Fingerprint print, const char **name) {
    const Status status = gpu::define(&definition, name);
    if (status == Status::unsupported) refused_sources.add(print);
    if (status == Status::ok) last_named.add({print, *name});
    return status;
}

template <class Operator>
const char *name_of_user(const Operator &op, std::initializer_list<const Type *> types) {
    const char *name = nullptr;
    check(define(definition_of(op), fingerprint_of(op, types), &name));
    return name;
}

} // namespace

const char *refusal_of(const Type *type) noexcept {
    constexpr std::size_t largest = 64;
    return is_user(type) && type->size > largest ? wide_type : nullptr;
}
const char *refusal_of(const UnaryOp &op) noexcept {
    if (op.code != UnaryCode::user) return refusal_of_predefined(functor_name(op.code));
    return refusal(op, {op.ztype, op.xtype});
}
/// Returns the reason for an operator on positioned values; its source is the user's function of
/// values and positions.
const char *refusal_of_indexed(const BinaryOp &op) noexcept {
    const IndexBinaryOp &source = *op.binding->source;
    for (const Type *type : {op.xtype, op.ytype})
        if (const char *reason = refusal_in_operator(type)) return reason;
    if (source.theta_type->size > largest_theta) return wide_theta;
    return refusal(source, {source.ztype, source.xtype, source.ytype, source.theta_type});
}

const char *refusal_of(const BinaryOp &op) noexcept {
    if (is_on_positioned_values(op)) return refusal_of_indexed(op);
    if (op.code != BinaryCode::user) return refusal_of_predefined(functor_name(op.code));
    return refusal(op, {op.ztype, op.xtype, op.ytype});
}
const char *refusal_of(const IndexUnaryOp &op) noexcept {
    if (op.code != IndexUnaryCode::user) return nullptr;
    if (is_carrying(op)) return refusal_in_operator(op.ztype);
    return refusal(op, {op.ztype, op.xtype, op.ttype});
}
const char *refusal_of(const Monoid &monoid) noexcept {
    if (const char *refusal = refusal_of(*monoid.op)) return refusal;
    if (monoid.op->code == BinaryCode::user || is_logical(monoid.op->code)) return nullptr;
    // Sums over complex numbers begin with the first term, like sums of a user's operator.
    if (is_complex_code(monoid.op->xtype->code)) return nullptr;
    return has_identity(*monoid.op) ? nullptr : unknown_monoid;
}

const char *user_name(const Type &type) {
    const char *name = nullptr;
    if (type.positioned != nullptr) {
        check(define(definition_of(type), fingerprint_of(type), &name));
        return name;
    }
    if (has_source(type)) {
        const Status status = define(definition_of(type), fingerprint_of(type), &name);
        if (status != Status::unsupported) check(status);
        if (status == Status::ok) return name;
    }
    // A device can still move values of such a type.
    const std::size_t word = type.size % 8 == 0 ? 8 : type.size % 4 == 0 ? 4 : 1;
    char source[80];
    std::snprintf(source, sizeof source, "typedef struct { unsigned %s parts [%zu] ; } Bytes ;",
                  word == 8   ? "long"
                  : word == 4 ? "int"
                              : "char",
                  type.size / word);
    const Definition bytes{Kind::type, "Bytes", source, type.size, nullptr, nullptr, nullptr};
    check(gpu::define(&bytes, &name));
    return name;
}
const char *user_name(const UnaryOp &op) {
    return name_of_user(op, {op.ztype, op.xtype});
}
const char *user_name(const BinaryOp &op) {
    if (is_on_positioned_values(op)) {
        const IndexBinaryOp &source = *op.binding->source;
        const Definition definition{Kind::indexed,
                                    source.name,
                                    source.definition,
                                    0,
                                    cpp_type_name(op.ztype),
                                    cpp_type_name(op.xtype),
                                    cpp_type_name(op.ytype),
                                    cpp_type_name(source.theta_type),
                                    std::as_const(op.binding->theta).data(),
                                    source.theta_type->size};
        const char *name = nullptr;
        check(define(
            definition,
            fingerprint_of(source, {source.ztype, source.xtype, source.ytype, source.theta_type}),
            &name));
        return name;
    }
    return name_of_user(op, {op.ztype, op.xtype, op.ytype});
}
const char *user_name(const IndexUnaryOp &op) {
    return name_of_user(op, {op.ztype, op.xtype, op.ttype});
}

void note_refused_sources() noexcept {
    try {
        for (const LastNamed::Named &one : last_named.named) {
            bool is_refused = false;
            if (one.name == nullptr) break;
            if (gpu::is_source_refused(one.name, &is_refused) == Status::ok && is_refused)
                refused_sources.add(one.print);
        }
    } catch (const Failure &) { // the device is out of service
    }
}

} // namespace grb::device
