#include "cuda/merge/rows/commit_sparse.hpp"

#include "cuda/elementwise/elementwise_calls.h"
#include "cuda/library/cell_costs.hpp"
#include "cuda/library/rows.hpp"
#include "registry/rates.hpp"

namespace grb::device {

namespace {

/// Set operations of the plugin, each over sorted rows: Z = accum ? C ∪ T : T, where the mask is true, and
/// C elsewhere unless it is to be replaced. A mask of cells is looked at in the union; one of rows filters
/// T, and C where entries of it go. Nothing is fetched but numbers of entries.
class Commit {
public:
    Commit(const Output &output, const Ref<Snapshot> &T, bool mask_was_applied)
        : output_(output), C_(*output.C), T_(T), mask_was_applied_(mask_was_applied) {}

    bool is_possible(const Snapshot &current) const {
        if (has_accumulator() && refusal_of(*output_.accumulator) != nullptr) return false;
        if (refusal_of(C_.type()) != nullptr || refusal_of(T_->type()) != nullptr) return false;
        if (current.nrows() == 0 || current.ncols() == 0) return false;
        return are_rows(current) && are_rows(*T_) && can_be_row_mask(output_.mask);
    }

    /// Estimates: a host that merges would read and write what the device does, and fetch first.
    bool is_worth_it(const Snapshot &current) const {
        std::size_t away = current.bytes_away() + T_->bytes_away();
        if (has_mask()) away += output_.mask.snapshot->bytes_away();
        if (away == 0) return false;
        if (mode() == Mode::always) return true;
        MergeCost cost;
        cost.reads(current, false);
        cost.reads(*T_, false);
        cost.reads(output_.mask);
        const auto entries = static_cast<double>(current.nvals() + T_->nvals());
        cost.writes(entries, C_.type());
        const double passes = has_mask() && !output_.mask.snapshot->has_dense() ? 2 : 1;
        const double on_host = static_cast<double>(away) / rates().download_bytes +
                               rates().wait_seconds + 16 * entries / grb::rates().stream_bytes;
        return passes * cost.cost().seconds < on_host;
    }

    Ref<Snapshot> next(const Ref<Snapshot> &current) const {
        const MaskInput &mask = output_.mask;
        if (has_mask() && mask.snapshot->has_dense()) return merged(current, T_, true);
        const Ref<Snapshot> T = has_mask() && !mask_was_applied_ ? filtered(T_, mask) : T_;
        return merged(kept(current), T, false);
    }

private:
    static bool are_rows(const Snapshot &snapshot) {
        return !is_dense(snapshot) && can_be_rows(snapshot, false);
    }
    bool has_accumulator() const noexcept { return output_.accumulator != nullptr; }
    bool has_mask() const noexcept { return !output_.mask.is_none(); }

    /// The entries of C that stay, or have T added to them.
    Ref<Snapshot> kept(const Ref<Snapshot> &current) const {
        if (has_accumulator()) {
            return has_mask() && output_.is_replace ? filtered(current, output_.mask) : current;
        }
        if (!has_mask() || output_.is_replace)
            return Snapshot::empty(C_.type(), C_.nrows(), C_.ncols());
        MaskInput outside = output_.mask;
        outside.is_complemented = !outside.is_complemented;
        return filtered(current, outside);
    }

    Ref<Snapshot> merged(const Ref<Snapshot> &current, const Ref<Snapshot> &T,
                         bool looks_at_mask) const {
        const BinaryOp *accumulator = output_.accumulator;
        Takes inside = has_accumulator() ? Takes{take_a, take_b, take_both}
                                         : Takes{take_nothing, take_b, take_b};
        Takes outside = output_.is_replace ? Takes{take_nothing, take_nothing, take_nothing}
                                           : Takes{take_a, take_nothing, take_a};
        MergeRule rule = MergeRule::commit(has_accumulator(), output_.is_replace);
        if (!looks_at_mask) {
            if (T->nvals() == 0) return current;
            if (current->nvals() == 0) return T;
            // What of C the mask deletes is gone.
            rule = MergeRule::union_of();
            if (!has_accumulator()) {
                inside = {take_a, take_b, take_b};
                for (MergeRule::Row &row : rule.rows) row.both = grb::Take::b;
            }
        }
        RowsMerge merge(*current, false, C_.type());
        merge.meet_rows(*T, false);
        if (has_accumulator()) merge.call.op = name_of(*accumulator);
        merge.call.inside = inside;
        merge.call.outside = outside;
        if (looks_at_mask) merge.mask_by_cells(output_.mask);
        Array one =
            merged_value(*current, *T, {C_.type(), C_.type(), T->type(), accumulator}, rule);
        if (!one.empty()) merge.make_iso(std::move(one));
        return merge.run();
    }

    const Output &output_;
    Container &C_;
    const Ref<Snapshot> &T_;
    bool mask_was_applied_;
};

} // namespace

bool commit_sparse(const Output &output, const Ref<Snapshot> &T, bool mask_was_applied) {
    if (!is_open()) return false;
    const Commit commit(output, T, mask_was_applied);
    const Ref<Snapshot> current = output.C->snapshot();
    if (!commit.is_possible(*current) || !commit.is_worth_it(*current)) return false;
    try {
        output.C->publish(grb::stored(*output.C, commit.next(current)));
        return true;
    } catch (const Failure &) {
        return false;
    }
}

} // namespace grb::device
