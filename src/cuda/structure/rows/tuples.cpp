#include "cuda/structure/rows/tuples.hpp"

#include "base/parallel.hpp"
#include "cuda/structure/rows/convert.hpp"
#include "cuda/structure/structure_calls.h"

#include <algorithm>

namespace grb::device {

namespace {

bool is_away(const Array &array) noexcept {
    return !array.is_on_host();
}

/// Bits and all cells, against a list of the entries.
bool is_leaner_listed(const Snapshot &snapshot, bool wants_values) noexcept {
    if (snapshot.nrows() != 1 || snapshot.has_rows() || !snapshot.has_dense()) return false;
    const DensePart &part = snapshot.dense_part().get();
    if (part.bits.empty() || part.nvals == 0) return false;
    const bool has_values = wants_values && !part.is_iso;
    const std::uint64_t value = has_values ? snapshot.type()->size : 0;
    const std::uint64_t away = (is_away(part.bits) ? part.bits.bytes() : 0) +
                               (has_values && is_away(part.values) ? part.values.bytes() : 0);
    return part.nvals * (4 + value) < away;
}

} // namespace

Ref<Snapshot> leaner(const Snapshot &snapshot, const Type *wanted) {
    const Type *const type = snapshot.type();
    if (!is_open() || refusal_of(type) != nullptr) return nullptr;
    try {
        if (is_leaner_listed(snapshot, wanted != nullptr)) {
            return Snapshot::of_rows(type, snapshot.nrows(), snapshot.ncols(), listed(snapshot));
        }
        if (wanted == nullptr || !is_builtin(wanted) || wanted->size >= type->size) return nullptr;
        const std::uint64_t nrows = snapshot.nrows(), ncols = snapshot.ncols();
        const SparsePart *list = list_part(snapshot);
        if (list == nullptr && snapshot.has_dense() && snapshot.is_full()) {
            DensePart part = snapshot.dense_part().get();
            if (part.is_iso || !is_away(part.values)) return nullptr;
            part.values = cast_array(part.values, false, {}, part.nvals, type, wanted);
            part.bits = Array();
            return Snapshot::of_dense(wanted, nrows, ncols, std::move(part));
        }
        if (list == nullptr || list->is_iso || !is_away(list->values)) return nullptr;
        SparsePart part = *list;
        part.values = cast_array(list->values, false, {}, list->nvals, type, wanted);
        return Snapshot::of_rows(wanted, nrows, ncols, std::move(part));
    } catch (const Failure &) {
        return nullptr;
    }
}

bool row_numbers(const SparsePart &part, std::uint64_t nrows, std::uint64_t *rows) {
    const auto width = static_cast<std::uint64_t>(part.index_width);
    if (!is_open() || !is_away(part.row_offsets) || part.is_hyper || part.nvals == 0 ||
        part.row_offsets.bytes() <= part.nvals * width) {
        return false;
    }
    try {
        const Array numbers = Array::make_here(part.nvals * width);
        RowNumbersCall call{};
        call.row_offsets = part.row_offsets.data_here();
        call.offset_width = part.offset_width;
        call.index_width = part.index_width;
        call.nrows = nrows;
        call.nvals = part.nvals;
        call.rows = const_cast<void *>(numbers.data_here());
        check(gpu::row_numbers(&call));
        const void *const fetched = numbers.data();
        parallel_ranges(part.nvals, 1, [&](std::uint64_t begin, std::uint64_t end) {
            if (width == 4) {
                const auto *from = static_cast<const std::uint32_t *>(fetched);
                std::copy(from + begin, from + end, rows + begin);
            } else {
                const auto *from = static_cast<const std::uint64_t *>(fetched);
                std::copy(from + begin, from + end, rows + begin);
            }
        });
        return true;
    } catch (const Failure &) {
        return false;
    }
}

} // namespace grb::device
