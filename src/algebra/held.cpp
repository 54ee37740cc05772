// Counts the holders of operators, monoids and semirings, and deletes objects without holders.
#include "algebra/held.hpp"

#include "algebra/indexed.hpp"

namespace grb {

namespace {

/// Removes a holder; true when it was the last one.
bool drop(const ObjectHeader &header) noexcept {
    if (header.is_predefined) return false;
    std::atomic_ref<std::uint32_t> holders(header.holders);
    return holders.fetch_sub(1, std::memory_order_acq_rel) == 1;
}

template <class Operator>
void let_go_of_operator(const Operator *op) noexcept {
    if (!drop(op->header)) return;
    const int arena = op->header.arena;
    if (op->name[0] != 0) release_in(arena, const_cast<char *>(op->name));
    release_in(arena, op->definition);
    if constexpr (requires { op->binding; }) {
        if (op->binding != nullptr && op->code == BinaryCode::indexed) {
            let_go(op->binding->carried);
        } else {
            delete op->binding;
        }
    }
    delete op;
}

} // namespace

void let_go(const UnaryOp *op) noexcept {
    let_go_of_operator(op);
}
void let_go(const BinaryOp *op) noexcept {
    let_go_of_operator(op);
}
void let_go(const IndexUnaryOp *op) noexcept {
    let_go_of_operator(op);
}
void let_go(const IndexBinaryOp *op) noexcept {
    let_go_of_operator(op);
}

void let_go(const Monoid *monoid) noexcept {
    if (!drop(monoid->header)) return;
    let_go(monoid->op);
    release_in(monoid->header.arena, monoid->identity_owned);
    delete monoid;
}

void let_go(const Semiring *semiring) noexcept {
    if (!drop(semiring->header)) return;
    let_go(semiring->add);
    let_go(semiring->multiply);
    delete semiring;
}

Semiring *make_semiring(const Monoid *add, const BinaryOp *multiply, int arena) {
    auto *const semiring =
        made_in(arena, new (InArena{arena}) Semiring{{}, {Magic::semiring}, add, multiply, ""});
    hold(add->header);
    hold(multiply->header);
    return semiring;
}

Monoid *make_monoid(const BinaryOp *op, int arena) {
    auto *const monoid =
        made_in(arena, new (InArena{arena}) Monoid{{}, {Magic::monoid}, op, "", false, {}, {}});
    hold(op->header);
    return monoid;
}

} // namespace grb
