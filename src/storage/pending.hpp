// Element updates that wait to be folded into a snapshot: a hash table by position, so that
// alternate sets and gets cost O(1) each, and the last update of a position wins without sorting
// duplicates. While positions only ascend, the list is its own index, and there is no table.
#pragma once

#include "base/memory.hpp"

#include <cstdint>
#include <cstring>

namespace grb {

class PendingUpdates {
public:
    struct Update {
        std::uint64_t row : 62; // rows are below 2^60
        std::uint64_t is_removal : 1;
        std::uint64_t exists_below : 1; // an entry existed in the snapshot when the update came
        std::uint64_t column;
    };

    explicit PendingUpdates(std::size_t value_size) : value_size_(value_size) {}
    bool empty() const noexcept { return updates_.empty(); }
    std::size_t size() const noexcept { return updates_.size(); }
    /// The change of the number of entries that folding will bring.
    std::int64_t nvals_change() const noexcept { return nvals_change_; }
    /// Is false when some update was added without searching for the old entry: then only folding
    /// tells the number.
    bool is_counted() const noexcept { return is_counted_; }
    void lose_count() noexcept { is_counted_ = false; }
    /// Returns null when the position has no update.
    const Update *find(std::uint64_t row, std::uint64_t column) const noexcept;
    const void *value_of(const Update &update) const noexcept;
    /// Add or overwrite an update. Strong guarantee on std::bad_alloc.
    void set(std::uint64_t row, std::uint64_t column, const void *value, bool exists_below);
    void remove(std::uint64_t row, std::uint64_t column, bool exists_below);
    /// Adds a new entry behind all others, without a search or new memory. Returns false when it is
    /// not behind them, or when there is no room.
    bool append(std::uint64_t row, std::uint64_t column, const void *value) noexcept {
        const std::size_t count = updates_.size();
        if (is_hashed_ || count == updates_.capacity() ||
            (count + 1) * value_size_ > values_.capacity() || !is_last(row, column))
            return false;
        updates_.push_back({row, 0, 0, column});
        values_.resize((count + 1) * value_size_);
        copy_value(values_.data() + count * value_size_, value);
        nvals_change_++;
        return true;
    }
    /// True while the snapshot below has no entries.
    bool are_onto_nothing() const noexcept { return are_onto_nothing_; }
    void note_nothing_below() noexcept { are_onto_nothing_ = true; }
    /// True when the updates are in the order of positions and each is a new entry.
    bool are_new_and_in_order() const noexcept {
        return are_onto_nothing_ && !is_hashed_ &&
               nvals_change_ == static_cast<std::int64_t>(updates_.size());
    }
    void clear() noexcept;
    std::size_t bytes() const noexcept;

    /// Indices into the updates, in row-major order of the positions.
    HostVector<std::uint32_t> sorted() const;
    const Update &operator[](std::size_t k) const noexcept { return updates_[k]; }

private:
    /// For updates in order: the position is behind all others, or the first.
    bool is_last(std::uint64_t row, std::uint64_t column) const noexcept {
        if (updates_.empty()) return true;
        const Update &last = updates_.back();
        return last.row != row ? last.row < row : last.column < column;
    }
    /// Copies the usual sizes without a call.
    void copy_value(unsigned char *to, const void *value) const noexcept {
        if (value_size_ == 8) {
            std::memcpy(to, value, 8);
        } else if (value_size_ == 4) {
            std::memcpy(to, value, 4);
        } else {
            std::memcpy(to, value, value_size_);
        }
    }
    void hash_all();
    void put(std::uint64_t row, std::uint64_t column, const void *value, bool is_removal,
             bool exists_below);
    std::size_t value_size_;
    HostVector<Update> updates_;
    HostVector<unsigned char> values_; // the values of the updates
    HostVector<std::uint64_t>
        slots_;              // hash table: hash in the upper half, index + 1 in the lower; 0 empty
    bool is_hashed_ = false; // else in order of positions, and slots_ holds nothing
    std::int64_t nvals_change_ = 0;
    bool is_counted_ = true, are_onto_nothing_ = false;
};

} // namespace grb
