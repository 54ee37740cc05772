// Adds, finds and sorts pending updates.
#include "storage/pending.hpp"

#include "base/large_pages.hpp"
#include "storage/tuple_sort.hpp"

#include <algorithm>
#include <cstring>
#include <numeric>

namespace grb {

namespace {

/// Returns 32 bits in the upper half of a slot.
std::uint64_t hash(std::uint64_t row, std::uint64_t column) noexcept {
    std::uint64_t mixed = (row * 0x9E3779B97F4A7C15u) ^ column;
    mixed = (mixed ^ (mixed >> 32)) * 0xD6E8FEB86659FD93u;
    return mixed & 0xFFFFFFFF00000000u;
}

std::size_t index_of(std::uint64_t slot) noexcept {
    return (slot & 0xFFFFFFFFu) - 1;
}

/// First free slot for a hash.
std::size_t free_slot(const HostVector<std::uint64_t> &slots, std::uint64_t hash) noexcept {
    const std::size_t mask = slots.size() - 1;
    std::size_t slot = (hash >> 32) & mask;
    while (slots[slot] != 0) slot = (slot + 1) & mask;
    return slot;
}

/// Reserves room for so many elements, in large pages.
template <class T>
void reserve(HostVector<T> &vector, std::size_t count) {
    vector.reserve(count);
    with_large_pages(vector.data(), count * sizeof(T));
}

constexpr std::size_t kept_updates = 64; // clear() keeps the memory of this many
constexpr std::size_t many_updates =
    4096; // from here on room grows by four: unwritten pages take no memory

} // namespace

const PendingUpdates::Update *PendingUpdates::find(std::uint64_t row,
                                                   std::uint64_t column) const noexcept {
    if (!is_hashed_) {
        if (is_last(row, column)) return nullptr;
        const auto found =
            std::lower_bound(updates_.begin(), updates_.end(), 0, [&](const Update &update, int) {
                return update.row != row ? update.row < row : update.column < column;
            });
        // Some update is not below the position, or it would be the last.
        return found->row == row && found->column == column ? &*found : nullptr;
    }
    const std::size_t mask = slots_.size() - 1;
    const std::uint64_t wanted = hash(row, column);
    for (std::size_t slot = (wanted >> 32) & mask; slots_[slot] != 0; slot = (slot + 1) & mask) {
        if ((slots_[slot] & 0xFFFFFFFF00000000u) != wanted) continue;
        const Update &update = updates_[index_of(slots_[slot])];
        if (update.row == row && update.column == column) return &update;
    }
    return nullptr;
}

const void *PendingUpdates::value_of(const Update &update) const noexcept {
    return values_.data() + static_cast<std::size_t>(&update - updates_.data()) * value_size_;
}

void PendingUpdates::set(std::uint64_t row, std::uint64_t column, const void *value,
                         bool exists_below) {
    put(row, column, value, false, exists_below);
}

void PendingUpdates::remove(std::uint64_t row, std::uint64_t column, bool exists_below) {
    put(row, column, nullptr, true, exists_below);
}

void PendingUpdates::put(std::uint64_t row, std::uint64_t column, const void *value,
                         bool is_removal, bool exists_below) {
    if (const Update *found = find(row, column)) {
        const auto k = static_cast<std::size_t>(found - updates_.data());
        nvals_change_ += static_cast<int>(found->is_removal) - static_cast<int>(is_removal);
        updates_[k].is_removal = is_removal ? 1 : 0;
        if (!is_removal) copy_value(values_.data() + k * value_size_, value);
        return;
    }
    // Reserves all memory first: nothing below the reservations fails.
    const std::size_t count = updates_.size();
    if (count + 1 >= UINT32_MAX) throw std::bad_alloc();
    const std::size_t room = count < 8 ? 8 : count < many_updates ? 2 * count : 4 * count;
    if (count == updates_.capacity()) reserve(updates_, room);
    if ((count + 1) * value_size_ > values_.capacity()) reserve(values_, room * value_size_);
    const bool stays_in_order = !is_hashed_ && is_last(row, column);
    if (!stays_in_order && (!is_hashed_ || 2 * (count + 1) > slots_.size())) hash_all();
    if (is_hashed_) {
        const std::uint64_t hashed = hash(row, column);
        slots_[free_slot(slots_, hashed)] = hashed | (count + 1);
    }
    updates_.push_back({row, is_removal ? 1U : 0U, exists_below ? 1U : 0U, column});
    values_.resize((count + 1) * value_size_);
    if (!is_removal) copy_value(values_.data() + count * value_size_, value);
    nvals_change_ += static_cast<int>(!is_removal) - static_cast<int>(exists_below);
}

/// Makes a table of all updates, with room for as many again.
void PendingUpdates::hash_all() {
    std::size_t size = std::max<std::size_t>(16, slots_.size());
    while (size < 4 * (updates_.size() + 1)) size *= 2;
    HostVector<std::uint64_t> table(size, 0U);
    for (std::size_t k = 0; k < updates_.size(); k++) {
        const std::uint64_t hashed = hash(updates_[k].row, updates_[k].column);
        table[free_slot(table, hashed)] = hashed | (k + 1);
    }
    slots_.swap(table);
    is_hashed_ = true;
}

void PendingUpdates::clear() noexcept {
    nvals_change_ = 0;
    is_counted_ = true;
    is_hashed_ = are_onto_nothing_ = false;
    if (updates_.capacity() > kept_updates) {
        HostVector<Update>().swap(updates_);
        HostVector<unsigned char>().swap(values_);
        HostVector<std::uint64_t>().swap(slots_);
        return;
    }
    updates_.clear();
    values_.clear();
    std::fill(slots_.begin(), slots_.end(), std::uint64_t{0});
}

std::size_t PendingUpdates::bytes() const noexcept {
    return updates_.capacity() * sizeof(Update) + values_.capacity() +
           slots_.capacity() * sizeof(std::uint64_t);
}

HostVector<std::uint32_t> PendingUpdates::sorted() const {
    const std::size_t n = updates_.size();
    HostVector<std::uint32_t> order(n);
    std::iota(order.begin(), order.end(), 0U);
    if (!is_hashed_) return order;
    const auto precedes = [this](std::uint32_t a, std::uint32_t b) {
        const Update &x = updates_[a], &y = updates_[b];
        return x.row != y.row ? x.row < y.row : x.column < y.column;
    };
    if (std::is_sorted(order.begin(), order.end(), precedes)) return order;
    if (n <= kept_updates) {
        std::sort(order.begin(), order.end(), precedes);
        return order;
    }
    HostVector<std::uint64_t> rows(n), columns(n);
    for (std::size_t k = 0; k < n; k++) {
        rows[k] = updates_[k].row;
        columns[k] = updates_[k].column;
    }
    const SortedTuples tuples(rows.data(), columns.data(), n);
    for (std::size_t k = 0; k < n; k++) {
        std::uint64_t row, column, position;
        tuples.decode(k, 1, &row, &column, &position);
        order[k] = static_cast<std::uint32_t>(position);
    }
    return order;
}

} // namespace grb
