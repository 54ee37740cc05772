// Recognises relaxations: a product T, and calls that keep the elements of T that are better than
// those of a full vector d and put them there.
#include "deferred/relaxations.hpp"

#include "cpu/mxv/relax_kernels.hpp"
#include "deferred/chains.hpp"
#include "dispatch/carry_out.hpp"
#include "dispatch/context.hpp"
#include "dispatch/in_place.hpp"
#include "problems/chain.hpp"

namespace grb {

namespace {

using Kind = ChainStage::Kind;

/// The calls: T = product, b = T < d, b = select(b), T<b, replace> = T, d<T> = T.
constexpr std::size_t call_count = 5;

class Recogniser {
public:
    Recogniser(std::span<RecordedCall> calls, ChainProblem &problem)
        : product_(calls[0]), compare_(calls[1]), select_(calls[2]), keep_(calls[3]),
          assign_(calls[4]), problem_(problem), T_(product_.output.C), b_(compare_.output.C),
          d_(assign_.output.C) {}
    /// The output can be changed in place once this is true.
    bool accepts(MxvProblem &product) const;

private:
    bool have_roles() const;
    bool keeps_better(const MxvProblem &product) const;
    bool is_output_free() const;
    /// True for a call that sets all entries of its output.
    static bool is_whole(const RecordedCall &call) noexcept {
        return call.output.accumulator == nullptr && call.output.mask.is_none();
    }
    bool is_masked(const RecordedCall &call, bool by_values) const noexcept {
        const MaskInput &mask = call.output.mask;
        if (call.output.accumulator != nullptr || mask.is_none() || mask.is_complemented)
            return false;
        // All values of b are true.
        return call.mask.object == b_ ||
               (!by_values && call.mask.object == T_ && mask.kind == MaskKind::structure);
    }

    const RecordedCall &product_;
    RecordedCall &compare_;
    const RecordedCall &select_, &keep_, &assign_;
    ChainProblem &problem_;
    Container *const T_, *const b_, *const d_;
};

/// True when each call reads and writes what its role wants.
bool Recogniser::have_roles() const {
    return T_ != b_ && T_ != d_ && b_ != d_ && select_.output.C == b_ && keep_.output.C == T_ &&
           is_whole(product_) && is_whole(compare_) && is_whole(select_) &&
           is_masked(keep_, true) && keep_.output.is_replace && is_masked(assign_, false) &&
           !assign_.output.is_replace && compare_.A.object == T_ && select_.A.object == b_ &&
           keep_.A.object == T_ && assign_.A.object == T_;
}

/// True when the operators keep the elements that are better, and no value is cast.
bool Recogniser::keeps_better(const MxvProblem &product) const {
    const BinaryOp &add = *product.semiring->add->op;
    const ChainStage &compared = problem_.stages[relaxed_test],
                     &selected = problem_.stages[relaxed_flags],
                     &kept = problem_.stages[relaxed_values];
    if (find_relax_kernels(add) == nullptr || compared.kind != Kind::multiply ||
        compared.is_union || selected.kind != Kind::select ||
        problem_.stages[relaxed_output].kind != Kind::assign)
        return false;
    const Type *const type = add.ztype, *const truth = builtin_type(TypeCode::boolean);
    const BinaryOp &compare = *compared.multiply;
    const IndexUnaryOp &test = *selected.select->index;
    const bool is_copy =
        kept.kind == Kind::assign ||
        (kept.kind == Kind::apply && kept.apply->kind == ApplyProblem::Kind::unary &&
         kept.apply->unary->code == UnaryCode::identity && kept.type == type &&
         kept.apply->unary->xtype == type);
    return is_copy && T_->type() == type && d_->type() == type && b_->type() == truth &&
           compare.code == (add.code == BinaryCode::min ? BinaryCode::lt : BinaryCode::gt) &&
           compare.xtype == type && compare.ytype == type && compare.ztype == truth &&
           test.code == IndexUnaryCode::valuene && test.xtype == truth && test.ttype == truth &&
           !*static_cast<const bool *>(static_cast<const void *>(selected.select->thunk));
}

/// True when d is full and nobody else has its elements. The comparison, which comes before d
/// changes, then refers to d in place of its state.
bool Recogniser::is_output_free() const {
    if (!may_write_in_place(*d_) || !is_plain_full(*d_->snapshot())) return false;
    RecordedOperand &before = compare_.B;
    if (before.object == nullptr && before.state.get() == d_->snapshot().get()) before = {{}, d_};
    return before.object == d_ && d_->unshared() != nullptr;
}

bool Recogniser::accepts(MxvProblem &product) const {
    for (std::size_t k = 0; k < 4; k++) {
        const RecordedCall *const calls[] = {&compare_, &select_, &keep_, &assign_};
        if (!(*calls[k]->task).describe(problem_.stages[k])) return false;
        problem_.stages[k].output = calls[k]->output.C;
    }
    if (!have_roles() || !keeps_better(product) || !is_output_free()) return false;
    // d is unshared, so it is not the vector of the product.
    const auto state_of = [](const RecordedOperand &operand) {
        return operand.object != nullptr ? operand.object->snapshot() : operand.state;
    };
    product.A = state_of(product_.A);
    product.u = state_of(product_.B);
    const auto columns = product.A->vectors_at_hand(!product.is_transposed);
    return product.has_push_columns() && columns && columns->index_width == 4 &&
           !product.u->is_known_full() && product.m() <= UINT32_MAX;
}

} // namespace

std::size_t run_relaxation(std::span<RecordedCall> calls) {
    MxvProblem product;
    if (calls.size() < call_count || !(*calls[0].task).describe_product(product) ||
        is_positional(product.semiring->multiply->code) || context().has_rules(Operation::mxv))
        return 0;
    ChainProblem problem;
    if (!Recogniser(calls, problem).accepts(product)) return 0;
    problem.base = product.u.get();
    problem.product = &product;
    problem.count = call_count - 1;
    ChainResults results = carry_out(problem).result;
    publish_results(problem, calls.subspan(1), results);
    return call_count;
}

} // namespace grb
