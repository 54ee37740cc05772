// Dense accumulators that calls reuse, so that an operation on a few entries of a long vector costs
// those entries and no clearing of the vector.
#pragma once

#include "base/array.hpp"

#include <memory>
#include <utility>

namespace grb {

/// Marks (packed bits, all zero between calls), values (undefined between calls) and a list.
class Accumulator : public HostAllocated {
public:
    /// Throws std::bad_alloc; the earlier contents stay valid.
    void reserve(std::uint64_t positions, std::size_t value_bytes, std::size_t list_bytes);
    std::uint64_t *marks() noexcept { return marks_.as<std::uint64_t>(); }
    unsigned char *values() noexcept { return values_.as<unsigned char>(); }
    void *list() noexcept { return list_.data(); }
    std::size_t bytes() const noexcept { return marks_.bytes() + values_.bytes() + list_.bytes(); }
    /// Returns the largest request to reserve() in bytes since the last call of this function.
    std::size_t take_wanted() noexcept { return std::exchange(wanted_, 0); }

private:
    Array marks_, values_, list_;
    std::size_t wanted_ = 0;
};

/// Borrows an accumulator for the length of a call. Returns it only when its marks are zero again:
/// an exception before set_clean() discards it. Accumulators far larger than recent requests are
/// discarded too: one long vector does not hold its memory for good.
class BorrowedAccumulator {
public:
    BorrowedAccumulator();
    ~BorrowedAccumulator();
    BorrowedAccumulator(const BorrowedAccumulator &) = delete;
    BorrowedAccumulator &operator=(const BorrowedAccumulator &) = delete;
    Accumulator *operator->() const noexcept { return accumulator_.get(); }
    void set_clean(bool is_clean = true) noexcept { is_clean_ = is_clean; }

private:
    std::unique_ptr<Accumulator> accumulator_;
    bool is_clean_ = false;
};

/// Bytes held for later calls.
std::size_t kept_accumulator_bytes() noexcept;

} // namespace grb
