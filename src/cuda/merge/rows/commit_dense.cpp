#include "cuda/merge/rows/commit_dense.hpp"

#include "cuda/elementwise/elementwise_calls.h"
#include "cuda/library/cell_costs.hpp"
#include "cuda/structure/rows/convert.hpp"
#include "cuda/structure/rows/index_lists.hpp"
#include "cuda/structure/structure_calls.h"
#include "registry/device_rates.hpp"
#include "registry/rates.hpp"
#include "storage/convert.hpp"
#include "storage/uniform.hpp"

namespace grb::device {

namespace {

/// Bytes of dense storage that are on the device.
double held_bytes(const Snapshot &snapshot) noexcept {
    if (!is_dense(snapshot)) return 0;
    const DensePart &part = snapshot.dense_part().get();
    const auto held = [](const Array &array) {
        return array.empty() || !array.is_here() ? 0.0 : static_cast<double>(array.bytes());
    };
    return held(part.values) + held(part.bits);
}

BinaryName accumulator_name(const Output &output) {
    return output.accumulator != nullptr ? name_of(*output.accumulator) : BinaryName{};
}

/// C's snapshot taken out of C, so that it can be seen whether anybody else holds it. Put back, or what
/// has replaced it, at the end.
class Lease {
public:
    explicit Lease(Container &C) : snapshot(C.snapshot()), C_(C) { C.publish(nullptr); }
    ~Lease() { C_.publish(std::move(snapshot)); }
    Lease(const Lease &) = delete;
    Lease &operator=(const Lease &) = delete;

    bool may_write() const noexcept { return snapshot->is_unique() && snapshot->owns_arrays(); }
    Ref<Snapshot> snapshot;

private:
    Container &C_;
};

class Commit {
public:
    Commit(const Output &output, const Ref<Snapshot> &T, bool mask_was_applied,
           const Region *region)
        : output_(output), C_(*output.C), T_(*T), region_(region),
          mask_was_applied_(mask_was_applied), cells_(cell_count(C_.nrows(), C_.ncols())) {}

    bool is_possible(const Snapshot &current) const {
        if (output_.accumulator != nullptr && refusal_of(*output_.accumulator) != nullptr)
            return false;
        if (refusal_of(C_.type()) != nullptr || refusal_of(T_.type()) != nullptr) return false;
        // One value meets one value: the host needs no pass.
        if (!has_mask() && is_uniform(current) && is_uniform(T_)) return false;
        return cells_ != 0 && cells_ <= largest_dense && can_be_cells(current) &&
               (can_scatter(current) || can_be_cells(T_)) && can_be_mask(output_.mask);
    }

    /// Estimates; a host that merges reads and writes all that the device would, and what the device has of
    /// C is worth nothing afterwards.
    bool is_worth_it(const Snapshot &current) const {
        const std::size_t away = current.bytes_away() + T_.bytes_away() +
                                 (has_mask() ? output_.mask.snapshot->bytes_away() : 0);
        const double held = held_bytes(current), spread = bytes_to_spread(current);
        if (away == 0 && held == 0 && spread == 0) return false;
        if (mode() == Mode::always) return true;
        const Rates &r = rates();
        const bool passes_over_all = is_dense(current) || is_dense(T_);
        const double dense_bytes =
                         3 * static_cast<double>(cells_) * static_cast<double>(C_.type()->size),
                     sparse_bytes = 16 * (most_entries(current) + most_entries(T_));
        const double on_host =
            static_cast<double>(away) / r.download_bytes + (away == 0 ? 0.0 : r.wait_seconds) +
            (held + spread) / r.upload_bytes + spread / grb::rates().stream_bytes +
            (passes_over_all && !can_scatter(current) ? dense_bytes : sparse_bytes) /
                grb::rates().stream_bytes;
        const double missing = missing_cell_bytes(current) + missing_cell_bytes(T_);
        const double on_device =
            missing / r.upload_bytes + 2 * r.launch_seconds + spread / r.stream_bytes +
            (can_scatter(current) ? sparse_bytes : 2 * dense_bytes) / r.stream_bytes;
        return on_device < on_host;
    }

    /// Few entries into dense storage, and nothing to delete.
    bool can_scatter(const Snapshot &current) const {
        if (!is_dense(current) || is_dense(T_) || T_.nrows() != 1) return false;
        if (list_part(T_) == nullptr || T_.nvals() > cells_ / 8) return false;
        if (output_.is_replace && has_mask()) return false;
        return output_.accumulator != nullptr || T_is_on_mask() ||
               (region_ != nullptr && T_covers_region());
    }

    void scatter() const {
        if (T_.nvals() == 0) return; // a list: its length is known
        Lease lease(C_);
        const DensePart &before = lease.snapshot->dense_part().get();
        const bool is_in_place = lease.may_write() && !before.is_iso;
        DensePart copy;
        if (!is_in_place) copy = copied(before);
        DensePart &part = is_in_place ? lease.snapshot->dense_part().get() : copy;
        const SparsePart &list = *list_part(T_);
        ScatterCall call{};
        call.t.nvals = list.nvals;
        call.t.indices = list.column_indices.data_here();
        call.t.index_width = list.index_width;
        call.t.type = type_name(T_.type());
        call.t.is_iso = list.is_iso;
        if (list.is_iso && goes_with_call(list.values, T_.type())) {
            call.t.value = low_bytes(list.values.data(), T_.type());
        } else {
            call.t.values = list.values.data_here();
        }
        call.op = accumulator_name(output_);
        call.c_type = type_name(C_.type());
        Array mask_words;
        call.mask.flip = ~std::uint64_t{0};
        if (!mask_was_applied_ && !T_is_on_mask())
            call.mask = mask_cells(output_.mask, cells_, mask_words);
        unsigned ticket = 0;
        call.values = writable(part.values);
        call.bits = static_cast<std::uint64_t *>(writable(part.bits));
        call.added.later = &ticket;
        check(gpu::scatter_list(&call));
        was_written(part.values);
        was_written(part.bits);
        part.nvals.expect(ticket);
        finish(lease, std::move(copy), is_in_place);
    }

    void merge() const {
        Lease lease(C_);
        const Snapshot &current = *lease.snapshot;
        MergeCall call{};
        call.a = device::cells(current);
        call.b = device::cells(T_);
        call.op = accumulator_name(output_);
        call.z_type = type_name(C_.type());
        const bool has_accumulator = output_.accumulator != nullptr;
        Array region;
        if (has_accumulator) {
            call.inside = {take_a, take_b, take_both};
        } else if (region_ == nullptr) {
            call.inside = {take_nothing, take_b, take_b};
        } else if (T_covers_region()) {
            call.inside = {take_a, take_b, take_b}; // what C has alone lies outside
        } else {
            call.inside = {take_nothing, take_b, take_b};
            call.beyond = {take_a, take_nothing, take_a};
            region = region_bits(region_->rows, region_->columns, C_.nrows(), C_.ncols());
            call.region = static_cast<const std::uint64_t *>(region.data_here());
        }
        call.outside = output_.is_replace ? Takes{take_nothing, take_nothing, take_nothing}
                                          : Takes{take_a, take_nothing, take_a};
        Array mask_words;
        call.mask = mask_cells(output_.mask, cells_, mask_words);
        call.cells = cells_;

        const bool is_in_place = is_dense(current) && !current.is_iso() && lease.may_write();
        DensePart fresh;
        if (!is_in_place) fresh.values = Array::make_here(cells_ * C_.type()->size);
        DensePart &part = is_in_place ? lease.snapshot->dense_part().get() : fresh;
        unsigned ticket = 0;
        Array bits;
        EntryCount nvals = cells_;
        // Only what takes no memory comes after the kernel.
        const bool keeps_bits = is_in_place && C_.options().format == Format::bitmap;
        if (!result_is_full(current) || keeps_bits) {
            bits = is_in_place && !part.bits.empty() ? part.bits
                                                     : Array::make_here((cells_ + 63) / 64 * 8);
            call.bits = static_cast<std::uint64_t *>(writable(bits));
            call.nvals.later = &ticket;
            nvals = 0;
        }
        call.values = writable(part.values);
        check(gpu::merge_cells(&call));
        was_written(part.values);
        was_written(bits);
        nvals.expect(ticket);
        part.bits = std::move(bits);
        part.nvals = std::move(nvals);
        finish(lease, std::move(fresh), is_in_place);
    }

private:
    bool has_mask() const noexcept { return !output_.mask.is_none(); }

    /// True when T's entries are those that the mask lets through: they share their pattern.
    bool T_is_on_mask() const {
        const MaskInput &mask = output_.mask;
        if (mask.is_none() || mask.is_complemented || mask.kind != MaskKind::structure)
            return false;
        const SparsePart *own = list_part(T_), *other = list_part(*mask.snapshot);
        return own != nullptr && other != nullptr && own->nvals == other->nvals &&
               own->column_indices.identity() == other->column_indices.identity();
    }

    /// True when T has an entry at each position of the region, so that none of C's is deleted there.
    /// Lists that repeat positions name more than T can have.
    bool T_covers_region() const {
        return T_.nvals() == region_->rows.count * region_->columns.count;
    }

    bool result_is_full(const Snapshot &current) const {
        const bool stays_full = is_known_full(current);
        const bool deletes_nothing =
            output_.accumulator != nullptr || (region_ != nullptr && T_covers_region());
        const bool inside = is_known_full(T_) || (deletes_nothing && stays_full);
        return inside && (!has_mask() || (!output_.is_replace && stays_full));
    }

    /// The bytes that the device has, for change in place; what the host has stays valid until
    /// was_written(), so that a call which fails before it starts changes nothing. Null for no array.
    static void *writable(Array &array) { return const_cast<void *>(array.data_here()); }
    static void was_written(Array &array) { array.data_here_for_writing(); }

    DensePart copied(const DensePart &part) const {
        const auto copy = [](const Array &array) {
            if (array.empty()) return Array();
            Array result = Array::make_here(array.bytes());
            device::copy(result.data_here_for_writing(), array.data_here(), array.bytes());
            return result;
        };
        DensePart result;
        result.nvals = part.nvals;
        result.bits = copy(part.bits);
        result.values = part.is_iso
                            ? cast_array(part.values, true, {}, cells_, C_.type(), C_.type())
                            : copy(part.values);
        return result;
    }

    /// Leaves the new state in the lease. The device's work is under way and nothing is undone here, so
    /// what can fail falls back on the state before formatting.
    void finish(Lease &lease, DensePart &&fresh, bool is_in_place) const {
        DensePart &part = is_in_place ? lease.snapshot->dense_part().get() : fresh;
        if (!part.nvals.is_pending() && part.nvals == cells_ &&
            C_.options().format != Format::bitmap) {
            part.bits = Array();
        }
        if (is_in_place) {
            lease.snapshot->rows_part().drop();
            lease.snapshot->jumbled_rows_part().drop();
            lease.snapshot->columns_part().drop();
            lease.snapshot->drop_statistics();
            return;
        }
        lease.snapshot =
            C_.honour_options(of_cells(C_.type(), C_.nrows(), C_.ncols(), std::move(fresh)));
    }

    const Output &output_;
    Container &C_;
    const Snapshot &T_;
    const Region *region_; // null: all of C
    bool mask_was_applied_;
    std::uint64_t cells_;
};

} // namespace

bool commit_dense(const Output &output, const Ref<Snapshot> &T, bool mask_was_applied,
                  const Region *region) {
    if (!is_open()) return false;
    const Commit commit(output, T, mask_was_applied, region);
    bool is_scatter = false;
    {
        const Ref<Snapshot> current = output.C->snapshot();
        if (!commit.is_possible(*current) || !commit.is_worth_it(*current)) return false;
        is_scatter = commit.can_scatter(*current);
    }
    try {
        if (is_scatter) {
            commit.scatter();
        } else {
            commit.merge();
        }
        return true;
    } catch (const Failure &) {
        return false;
    }
}

} // namespace grb::device
