#include "cuda/structure/rows/updates.hpp"

#include "cuda/elementwise/elementwise_calls.h"
#include "cuda/structure/rows/convert.hpp"
#include "cuda/structure/structure_calls.h"
#include "registry/device_rates.hpp"
#include "storage/convert.hpp"
#include "storage/uniform.hpp"

#include <cstring>

namespace grb::device {

namespace {

/// Some bytes of an array, the others left where they are.
void read(const Array &array, std::uint64_t offset, void *to, std::size_t bytes) {
    if (array.is_on_host()) {
        std::memcpy(to, array.as<unsigned char>() + offset, bytes);
    } else {
        device::download(to, static_cast<const unsigned char *>(array.data_here()) + offset, bytes);
    }
}

bool find_cell(const DensePart &part, std::uint64_t cell, std::size_t size, void *value) {
    std::uint64_t word = ~std::uint64_t{0};
    if (!part.bits.empty()) read(part.bits, cell / 64 * 8, &word, sizeof word);
    if ((word >> (cell % 64) & 1) == 0) return false;
    read(part.values, part.is_iso ? 0 : cell * size, value, size);
    return true;
}

/// The sorted part that entries are looked for in; null: none.
const SparsePart *searchable(const Snapshot &snapshot, bool by_column) noexcept {
    const LazyPart<SparsePart> &lazy = snapshot.lines_part(by_column);
    return lazy.is_present() && !lazy.get().is_hyper ? &lazy.get() : nullptr;
}

bool find_listed(const Snapshot &snapshot, const SparsePart &part, bool by_column,
                 std::uint64_t row, std::uint64_t column, void *value) {
    std::uint64_t place = 0;
    FindCall call{};
    call.A = by_column ? pattern_arrays(part, snapshot.ncols(), snapshot.nrows())
                       : pattern_arrays(part, snapshot.nrows(), snapshot.ncols());
    call.row = by_column ? column : row;
    call.column = by_column ? row : column;
    call.place = &place;
    check(gpu::find_entry(&call));
    if (place >= part.nvals) return false;
    const std::size_t size = snapshot.type()->size;
    read(part.values, part.is_iso ? 0 : place * size, value, size);
    return true;
}

/// True when looking, wait after wait, has cost as much as fetching would.
bool should_be_fetched(const Snapshot &snapshot) noexcept {
    if (mode() == Mode::always) return false;
    const Rates &r = rates();
    std::atomic<double> &debt = snapshot.debt_of(Part::host);
    const double sum = debt.load(std::memory_order_relaxed) + 2 * r.wait_seconds;
    debt.store(sum, std::memory_order_relaxed);
    return sum * r.download_bytes >= static_cast<double>(snapshot.bytes_away());
}

/// The updates to set and those to remove, apart, as the device takes them.
struct Batch {
    HostVector<std::uint64_t> set, removed; // cells
    HostVector<unsigned char> values;       // of those to set

    Batch(const PendingUpdates &pending, std::uint64_t ncols, std::size_t size) {
        for (std::size_t k = 0; k < pending.size(); k++) {
            const PendingUpdates::Update &update = pending[k];
            const std::uint64_t cell = update.row * ncols + update.column;
            (update.is_removal ? removed : set).push_back(cell);
            if (update.is_removal) continue;
            const auto *value = static_cast<const unsigned char *>(pending.value_of(update));
            values.insert(values.end(), value, value + size);
        }
    }
    bool all_equal(const void *value, std::size_t size) const {
        for (std::size_t at = 0; at < values.size(); at += size)
            if (std::memcmp(values.data() + at, value, size) != 0) return false;
        return true;
    }
};

void *writable(Array &array) {
    return const_cast<void *>(array.data_here());
}

/// The array for change in place: a copy when others share it.
void make_own(Array &array) {
    if (array.empty() || array.is_unique()) return;
    Array copy = Array::make_here(array.bytes());
    device::copy(copy.data_here_for_writing(), array.data_here(), array.bytes());
    array = std::move(copy);
}

/// Presence words: of all cells, or of a list of some.
Array bits_of(std::uint64_t cells, const Array *list, std::uint64_t count) {
    Array bits = Array::make_here((cells + 63) / 64 * 8);
    SparseArrays sparse{};
    DenseArrays full{};
    MaskBitsCall call{};
    call.is_structural = true;
    call.cells = cells;
    full.type = sparse.type = "bool";
    if (list != nullptr) {
        sparse.nvals = count;
        sparse.column_indices = list->data_here();
        sparse.index_width = 8;
        call.sparse = &sparse;
    } else {
        call.dense = &full;
    }
    call.bits = static_cast<std::uint64_t *>(bits.data_here_for_writing());
    check(gpu::mask_bits(&call));
    return bits;
}

/// Entries of the listed cells begin or end to exist; values stay as they are.
void change_pattern(DensePart &part, const Type *type, std::uint64_t cells,
                    const HostVector<std::uint64_t> &changed, bool is_removal) {
    const Array list = uploaded(changed.data(), changed.size() * sizeof(std::uint64_t));
    const Array changed_bits = bits_of(cells, &list, changed.size());
    if (part.bits.empty()) part.bits = bits_of(cells, nullptr, 0);
    make_own(part.bits);
    std::uint64_t nvals = 0;
    MergeCall call{};
    call.a.dense = {cells, static_cast<const std::uint64_t *>(part.bits.data_here()),
                    part.values.data_here(), type_name(type), part.is_iso};
    call.b.dense = {cells, static_cast<const std::uint64_t *>(changed_bits.data_here()), nullptr,
                    type_name(type), true};
    call.z_type = type_name(type);
    call.inside =
        is_removal ? Takes{take_a, take_nothing, take_nothing} : Takes{take_a, take_b, take_a};
    call.mask.flip = ~std::uint64_t{0};
    call.cells = cells;
    call.bits = static_cast<std::uint64_t *>(writable(part.bits));
    call.nvals.now = &nvals;
    check(gpu::merge_cells(&call));
    part.bits.data_here_for_writing();
    part.nvals = nvals;
}

void set_cells(DensePart &part, const Type *type, std::uint64_t cells, const Batch &batch) {
    if (batch.set.empty()) return;
    if (part.is_iso && batch.all_equal(part.values.data(), type->size)) {
        if (!part.bits.empty()) change_pattern(part, type, cells, batch.set, false);
        return;
    }
    if (part.is_iso) {
        part.values = cast_array(part.values, true, {}, cells, type, type);
        part.is_iso = false;
    }
    make_own(part.values);
    make_own(part.bits);
    const Array indices = uploaded(batch.set.data(), batch.set.size() * sizeof(std::uint64_t));
    const Array values = uploaded(batch.values.data(), batch.values.size());
    std::uint64_t added = 0;
    ScatterCall call{};
    call.t.nvals = batch.set.size();
    call.t.indices = indices.data_here();
    call.t.index_width = 8;
    call.t.values = values.data_here();
    call.t.type = call.c_type = type_name(type);
    call.mask.flip = ~std::uint64_t{0};
    call.values = writable(part.values);
    call.bits = static_cast<std::uint64_t *>(writable(part.bits));
    call.added.now = &added;
    check(gpu::scatter_list(&call));
    part.values.data_here_for_writing();
    part.bits.data_here_for_writing();
    part.nvals += added;
}

/// Sorted updates on the device, and the result that they go into.
class RowUpdate {
public:
    RowUpdate(const Snapshot &snapshot, const SparsePart &old, const PendingUpdates &pending)
        : snapshot_(snapshot), old_(old), count_(pending.size()), size_(snapshot.type()->size) {
        HostVector<std::uint64_t> rows(count_), columns(count_);
        HostVector<unsigned char> removals(count_), values(count_ * size_);
        const HostVector<std::uint32_t> order = pending.sorted();
        bool is_uniform = old.is_iso;
        for (std::size_t k = 0; k < count_; k++) {
            const PendingUpdates::Update &update = pending[order[k]];
            rows[k] = update.row;
            columns[k] = update.column;
            removals[k] = update.is_removal ? 1 : 0;
            if (update.is_removal) continue;
            std::memcpy(values.data() + k * size_, pending.value_of(update), size_);
            is_uniform =
                is_uniform && std::memcmp(values.data() + k * size_, old.values.data(), size_) == 0;
        }
        part_.is_iso = is_uniform;
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
        if (part_.nvals == 0) return Snapshot::empty(snapshot_.type(), nrows, ncols);
        return Snapshot::of_rows(snapshot_.type(), nrows, ncols, std::move(part_));
    }

private:
    static Status reserve(void *context, std::uint64_t nvals, void **offsets, void **indices,
                          void **values) {
        return status_of(
            [&] { static_cast<RowUpdate *>(context)->allocate(nvals, offsets, indices, values); });
    }

    void allocate(std::uint64_t nvals, void **offsets, void **indices, void **values) {
        part_.index_width = old_.index_width;
        part_.offset_width = old_.offset_width;
        allocate_rows(part_, snapshot_.nrows(), nvals, offsets, indices);
        if (part_.is_iso) {
            part_.values = old_.values;
            return;
        }
        part_.values = Array::make_here(nvals * size_);
        *values = part_.values.data_here_for_writing();
    }

    const Snapshot &snapshot_;
    const SparsePart &old_;
    std::size_t count_, size_;
    Array rows_, columns_, removals_, values_;
    SparsePart part_;
};

} // namespace

bool is_away(const Snapshot &snapshot) noexcept {
    return is_open() && !snapshot.is_on_host() && refusal_of(snapshot.type()) == nullptr;
}

bool is_updated_there(const Snapshot &snapshot) noexcept {
    if (is_away(snapshot)) return true;
    return is_open() && refusal_of(snapshot.type()) == nullptr && bytes_to_spread(snapshot) > 0;
}

bool find_value(const Snapshot &snapshot, std::uint64_t row, std::uint64_t column, void *value,
                bool *exists) {
    try {
        if (should_be_fetched(snapshot)) return false;
        if (snapshot.has_dense()) {
            *exists = find_cell(snapshot.dense_part().get(), row * snapshot.ncols() + column,
                                snapshot.type()->size, value);
            return true;
        }
        for (const bool by_column : {false, true}) {
            const SparsePart *part = searchable(snapshot, by_column);
            if (part == nullptr) continue;
            *exists = find_listed(snapshot, *part, by_column, row, column, value);
            return true;
        }
        return false;
    } catch (const Failure &) {
        return false;
    }
}

bool update_cells(DensePart &part, const Type *type, std::uint64_t nrows, std::uint64_t ncols,
                  const PendingUpdates &pending) {
    try {
        const std::uint64_t cells = nrows * ncols;
        const Batch batch(pending, ncols, type->size);
        set_cells(part, type, cells, batch);
        if (!batch.removed.empty()) change_pattern(part, type, cells, batch.removed, true);
        return true;
    } catch (const Failure &) {
        return false;
    }
}

Ref<Snapshot> updated(const Snapshot &snapshot, const PendingUpdates &pending) {
    const SparsePart *rows = searchable(snapshot, false);
    constexpr std::size_t most_updates = std::size_t{1} << 31; // gains take 32 bits
    if (rows == nullptr || rows->nvals == 0 || pending.size() >= most_updates) return nullptr;
    const std::uint64_t most = rows->nvals + pending.size();
    if (offset_width_for(rows->index_width, most) > rows->offset_width) return nullptr;
    try {
        return RowUpdate(snapshot, *rows, pending).run();
    } catch (const Failure &) {
        return nullptr;
    }
}

} // namespace grb::device
