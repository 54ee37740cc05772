/// Sets and removes single entries of compressed A: the host sorts the updates and uploads them,
/// and the device merges them with A's rows by rank (Shiloach and Vishkin 1981). A m×n by sorted
/// rows, not hypersparse, of a type that the device can move; fewer than 2^31 updates.
/// Deterministic.
#include "cuda/structure/structure_calls.h"
#include "cuda/structure/variants/convert.hpp"
#include "cuda/structure/variants/structure_variants.hpp"
#include "storage/convert.hpp"

#include <cstring>

namespace grb {

namespace {

using namespace device;

/// A's sorted rows, or null if not all of them are stored.
const SparseForm *old_rows(const Snapshot &A) noexcept {
    const LazyForm<SparseForm> &rows = A.rows_form();
    return rows.is_present() && !rows.get().is_hyper ? &rows.get() : nullptr;
}

/// The sorted updates on the device, and the result.
class RowUpdate {
public:
    RowUpdate(const Snapshot &snapshot, const SparseForm &old, const PendingUpdates &pending)
        : snapshot_(snapshot), old_(old), count_(pending.size()), size_(snapshot.type()->size) {
        HostVector<std::uint64_t> rows(count_), columns(count_);
        HostVector<unsigned char> removals(count_), values(count_ * size_);
        const HostVector<std::uint32_t> order = pending.sorted();
        bool is_iso = old.is_iso;
        for (std::size_t k = 0; k < count_; k++) {
            const PendingUpdates::Update &update = pending[order[k]];
            rows[k] = update.row;
            columns[k] = update.column;
            removals[k] = update.is_removal ? 1 : 0;
            if (update.is_removal) continue;
            std::memcpy(values.data() + k * size_, pending.value_of(update), size_);
            is_iso =
                is_iso && std::memcmp(values.data() + k * size_, old.values.data(), size_) == 0;
        }
        form_.is_iso = is_iso;
        rows_ = uploaded(rows.data(), count_ * sizeof(std::uint64_t));
        columns_ = uploaded(columns.data(), count_ * sizeof(std::uint64_t));
        removals_ = uploaded(removals.data(), count_);
        values_ = uploaded(values.data(), count_ * size_);
    }

    Ref<Snapshot> run() {
        UpdateCall call{};
        call.A = pattern_arrays(old_, snapshot_.nrows(), snapshot_.ncols());
        call.A.values = old_.values.data_here();
        call.value_size = static_cast<int>(size_);
        call.count = count_;
        call.rows = static_cast<const std::uint64_t *>(rows_.data_here());
        call.columns = static_cast<const std::uint64_t *>(columns_.data_here());
        call.is_removal = static_cast<const unsigned char *>(removals_.data_here());
        call.values = values_.data_here();
        call.reserve = &RowUpdate::reserve;
        call.reserve_context = this;
        check(gpu::update(&call));
        const std::uint64_t nrows = snapshot_.nrows(), ncols = snapshot_.ncols();
        if (form_.nvals == 0) return Snapshot::empty(snapshot_.type(), nrows, ncols);
        return Snapshot::of_rows(snapshot_.type(), nrows, ncols, std::move(form_));
    }

private:
    static Status reserve(void *context, std::uint64_t nvals, void **offsets, void **indices,
                          void **values) {
        return status_of(
            [&] { static_cast<RowUpdate *>(context)->allocate(nvals, offsets, indices, values); });
    }

    void allocate(std::uint64_t nvals, void **offsets, void **indices, void **values) {
        form_.index_width = old_.index_width;
        form_.offset_width = old_.offset_width;
        allocate_rows(form_, snapshot_.nrows(), nvals, offsets, indices);
        if (form_.is_iso) {
            form_.values = old_.values;
            return;
        }
        form_.values = Array::make_here(nvals * size_);
        *values = form_.values.data_here_for_writing();
    }

    const Snapshot &snapshot_;
    const SparseForm &old_;
    std::size_t count_, size_;
    Array rows_, columns_, removals_, values_;
    SparseForm form_;
};

const char *refuses(const UpdateProblem &problem) {
    const Snapshot &A = *problem.A;
    constexpr std::size_t most_updates = std::size_t{1} << 31; // gains take 32 bits
    if (is_dense(A)) return "dense";
    const SparseForm *rows = old_rows(A);
    if (rows == nullptr) return "no sorted rows";
    if (rows->nvals == 0) return "no entries";
    if (problem.updates->size() >= most_updates) return "too many updates";
    const std::uint64_t most = rows->nvals + problem.updates->size();
    if (offset_width_for(rows->index_width, most) > rows->offset_width) return "wider offsets";
    if (const char *refusal = refusal_of(A.type())) return refusal;
    return device::refuses_move(UpdateProblem::operation, problem.traffic());
}

Cost cost(const UpdateProblem &problem) {
    const SparseForm &rows = *old_rows(*problem.A);
    return {move_seconds(8, 2 * static_cast<double>(bytes_of(rows)), missing_bytes(rows)) +
            device::rates().wait_seconds};
}

Ref<Snapshot> run(const UpdateProblem &problem) {
    return RowUpdate(*problem.A, *old_rows(*problem.A), *problem.updates).run();
}

} // namespace

extern const Variant<UpdateProblem> cuda_update_rows = {
    "cuda/update_rows", {.device = device::cuda_kind}, refuses, cost, run};

} // namespace grb
