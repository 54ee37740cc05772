// Turns marked sums into lists and bitmaps.
#include "cpu/mxv/marked_sums.hpp"

#include "base/parallel.hpp"
#include "cpu/mxv/mxv_pull.hpp"
#include "storage/convert.hpp"

#include <cstring>
#include <utility>

namespace grb {

namespace {

/// Above this density the result is a bitmap, as the engine prefers for vectors.
constexpr std::uint64_t positions_per_bitmap_entry = 8;

} // namespace

SparseForm MarkedSums::make_form(std::uint64_t nvals) const {
    SparseForm form;
    form.stored_rows = 1;
    form.nvals = nvals;
    form.row_offsets = vector_offsets(nvals, 4);
    form.column_indices = Array::of<std::uint32_t>(nvals);
    form.is_iso = is_pattern_;
    form.values = is_pattern_ ? binding_.product : Array(nvals * binding_.size);
    return form;
}

void MarkedSums::gather_at(const std::uint32_t *positions, std::uint64_t n,
                           unsigned char *values) const {
    if (!is_pattern_) gather_values(values, accumulator_->values(), positions, 4, n, binding_.size);
}

Ref<Snapshot> MarkedSums::take_at(const std::uint32_t *positions, std::uint64_t n) {
    accumulator_.set_clean();
    if (n == 0) return Snapshot::empty(binding_.type, 1, m_);
    SparseForm form = make_form(n);
    std::memcpy(form.column_indices.data(), positions, n * sizeof(std::uint32_t));
    gather_at(positions, n, form.values.as<unsigned char>());
    return Snapshot::of_rows(binding_.type, 1, m_, std::move(form));
}

Ref<Snapshot> MarkedSums::bitmap(std::uint64_t nvals) {
    const std::uint64_t words = (m_ + 63) / 64;
    std::uint64_t *marks = accumulator_->marks();
    const unsigned char *sums = accumulator_->values();
    DenseForm form;
    form.nvals = nvals;
    form.is_iso = is_pattern_;
    if (nvals != m_) form.bits = Array::copy_of(marks, words * 8);
    // Values at untouched positions may be invalid bools.
    const bool copies_touched_only = binding_.type->code == TypeCode::boolean;
    form.values = is_pattern_           ? binding_.product
                  : copies_touched_only ? Array::zeroed(m_ * binding_.size)
                                        : Array(m_ * binding_.size);
    auto *values = form.values.as<unsigned char>();
    parallel_ranges(words, 16, [&](std::uint64_t begin, std::uint64_t end) {
        for (std::uint64_t w = begin; w < end; w++) {
            const std::uint64_t first = w * 64, count = std::min<std::uint64_t>(64, m_ - first);
            if (is_pattern_ || marks[w] == 0) {
                // No values to copy.
            } else if (copies_touched_only) {
                for (std::uint64_t rest = marks[w]; rest != 0; rest &= rest - 1) {
                    const std::uint64_t i =
                        first + static_cast<std::uint64_t>(__builtin_ctzll(rest));
                    values[i] = sums[i];
                }
            } else {
                std::memcpy(values + first * binding_.size, sums + first * binding_.size,
                            count * binding_.size);
            }
            marks[w] = 0;
        }
    });
    accumulator_.set_clean();
    return Snapshot::of_dense(binding_.type, 1, m_, std::move(form));
}

Ref<Snapshot> MarkedSums::take(CountMarks count, void *context) {
    const std::uint64_t words = (m_ + 63) / 64;
    const int threads = threads_for(static_cast<double>(words) * 4);
    const std::uint64_t most = threads <= 1 ? 1 : static_cast<std::uint64_t>(threads) * 4;
    MarkParts parts(words, (words + most - 1) / most);
    parallel_tasks(static_cast<std::int64_t>(parts.count()), threads, [&](std::int64_t task) {
        const auto part = static_cast<std::uint64_t>(task);
        parts.marks[part] = count(context, parts.begin(part), parts.begin(part + 1));
    });
    return take(std::move(parts), threads);
}

Ref<Snapshot> MarkedSums::take(MarkParts parts, int threads) {
    std::uint64_t nvals = 0;
    for (std::uint64_t &marks : parts.marks) nvals += std::exchange(marks, nvals);
    if (nvals > m_ / positions_per_bitmap_entry) return bitmap(nvals);
    SparseForm form = make_form(nvals);
    auto *const indices = form.column_indices.as<std::uint32_t>();
    auto *const values = form.values.as<unsigned char>();
    std::uint64_t *const marks = accumulator_->marks();
    parallel_tasks(static_cast<std::int64_t>(parts.count()), threads, [&](std::int64_t task) {
        const auto part = static_cast<std::uint64_t>(task);
        const std::uint64_t first = parts.marks[part];
        std::uint64_t next = first;
        for (std::uint64_t w = parts.begin(part); w < parts.begin(part + 1); w++) {
            for (std::uint64_t rest = marks[w]; rest != 0; rest &= rest - 1) {
                indices[next++] = static_cast<std::uint32_t>(
                    w * 64 + static_cast<std::uint64_t>(__builtin_ctzll(rest)));
            }
            marks[w] = 0;
        }
        gather_at(indices + first, next - first, values + first * binding_.size);
    });
    accumulator_.set_clean();
    if (nvals == 0) return Snapshot::empty(binding_.type, 1, m_);
    return Snapshot::of_rows(binding_.type, 1, m_, std::move(form));
}

} // namespace grb
