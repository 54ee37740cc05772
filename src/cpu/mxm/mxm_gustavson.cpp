// The work per row of Gustavson's algorithm, and the growth of its hash accumulator.
#include "cpu/mxm/mxm_gustavson_run.hpp"

namespace grb {

HostVector<std::uint64_t> products_per_row(const GustavsonCall &call) {
    HostVector<std::uint64_t> work(call.A.stored_rows);
    const bool skips_rows = call.mask.mode() == MaskRows::Mode::allow;
    const double mean_length = static_cast<double>(call.A.nvals) /
                               static_cast<double>(std::max<std::uint64_t>(1, call.A.stored_rows));
    dispatch_widths(call.A, [&](const auto &A) {
        const std::decay_t<decltype(A)> B(call.B);
        parallel_ranges(
            A.stored_rows, 2 + 2 * mean_length, [&](std::uint64_t begin, std::uint64_t end) {
                for (std::uint64_t row = begin; row < end; row++) {
                    if (skips_rows && call.mask.row(A.row_id(row)).length() == 0) continue;
                    std::uint64_t sum = 0;
                    for (std::uint64_t p = A.row_offsets[row]; p < A.row_offsets[row + 1]; p++) {
                        std::uint64_t k = 0;
                        if (B.find_row(A.column_indices[p], k))
                            sum += B.row_offsets[k + 1] - B.row_offsets[k];
                    }
                    work[row] = sum;
                }
            });
    });
    return work;
}

void HashAccumulator::begin_row(std::uint64_t expected) {
    is_closed_ = false;
    if (expected > capacity_) grow_values(expected);
    std::uint64_t slots = 64;
    while (slots < expected * 2) slots *= 2;
    if (slots * sizeof(Slot) > slots_.bytes()) slots_ = Array::zeroed(slots * sizeof(Slot));
    slot_count_ = slots;
    shift_ = 64 - __builtin_ctzll(slots);
    next_stamp();
}

void HashAccumulator::next_stamp() noexcept {
    if (++row_ != 0) return;
    std::memset(slots_.data(), 0, slots_.bytes());
    row_ = 1;
}

void HashAccumulator::grow_values(std::uint64_t needed) {
    const std::uint64_t capacity = std::max(needed, std::max<std::uint64_t>(64, capacity_ * 2));
    if (capacity >= not_yet) throw std::bad_alloc(); // 32-bit entry numbers
    Array columns(capacity * sizeof(std::uint64_t)), values(capacity * value_size_);
    if (count_ != 0) {
        std::memcpy(columns.data(), columns_.data(), count_ * sizeof(std::uint64_t));
        if (value_size_ != 0) std::memcpy(values.data(), values_.data(), count_ * value_size_);
    }
    columns_ = std::move(columns);
    values_ = std::move(values);
    capacity_ = capacity;
}

void HashAccumulator::grow_slots(std::uint64_t needed) {
    std::uint64_t slots = slot_count_ * 2;
    while (slots < needed) slots *= 2;
    if (slots * sizeof(Slot) > slots_.bytes()) slots_ = Array::zeroed(slots * sizeof(Slot));
    slot_count_ = slots;
    shift_ = 64 - __builtin_ctzll(slots);
    next_stamp();
    const auto *columns = columns_.as<std::uint64_t>();
    for (std::uint64_t k = 0; k < count_; k++)
        find(columns[k]) = {columns[k], row_, static_cast<std::uint32_t>(k)};
}

} // namespace grb
