// The indices of extract and assign. A range (GrB_ALL, GxB_RANGE, GxB_STRIDE, GxB_BACKWARDS)
// reaches the kernels as three numbers and is not written out.
#pragma once

#include "base/array.hpp"

namespace grb {

/// A list in memory, or the progression first, first + step, ... of `count` indices. All indices of
/// a dimension are a progression, too. All indices were checked against the bound.
struct IndexList {
    const std::uint64_t *indices = nullptr; // null: a progression
    std::uint64_t count = 0;                // the dimension when is_all
    bool is_all = false;
    std::uint64_t first = 0;
    std::int64_t step = 1; // not 0; negative: downwards

    static constexpr IndexList all(std::uint64_t dimension) noexcept {
        return {nullptr, dimension, true};
    }
    /// Makes a progression of `count` indices of a dimension. If it is the whole dimension in
    /// order, the result is all().
    static constexpr IndexList progression(std::uint64_t first, std::int64_t step,
                                           std::uint64_t count, std::uint64_t dimension) noexcept {
        // A single index needs no step, but kernels read the sign of the step.
        if (count <= 1) step = 1;
        return {nullptr, count, first == 0 && step == 1 && count == dimension, first, step};
    }

    constexpr bool is_progression() const noexcept { return indices == nullptr; }
    constexpr bool is_downwards() const noexcept { return is_progression() && step < 0; }
    constexpr std::uint64_t operator[](std::uint64_t k) const noexcept {
        return is_progression() ? first + k * static_cast<std::uint64_t>(step) : indices[k];
    }
    /// True when strictly ascending, so that no index repeats. Reads all of a list.
    bool is_ascending() const noexcept;
};

/// Throws GrB_INDEX_OUT_OF_BOUNDS unless every index is below `bound`: "I[3] is 17, A has 12 rows".
/// `unit`: "rows".
void check_indices(const char *list, const IndexList &indices, std::uint64_t bound,
                   const char *owner, const char *unit);

/// Returns a list in memory that counts up by ones as a progression, any other as it is. Walks such
/// a list.
IndexList as_range(const IndexList &list, std::uint64_t dimension) noexcept;

/// Returns the indices as a list in memory. Writes a progression out into `owned`. Throws
/// std::bad_alloc.
const std::uint64_t *listed(const IndexList &list, Array &owned);

/// Replaces a list in the caller's memory by a copy in `owned`. A progression needs none. Throws
/// std::bad_alloc.
void own_list(IndexList &list, Array &owned);
bool is_own(const IndexList &list, const Array &owned) noexcept;

/// Calls f(indices, begin, end) for the positions [begin, end) of a list, run by run; `indices` are
/// those of the run.
template <class F>
void for_index_runs(const IndexList &list, std::uint64_t begin, std::uint64_t end, F &&f) {
    if (!list.is_progression()) {
        f(list.indices + begin, begin, end);
        return;
    }
    constexpr std::uint64_t capacity = 512;
    std::uint64_t run[capacity];
    for (; begin < end; begin += capacity) {
        const std::uint64_t last = end - begin < capacity ? end : begin + capacity;
        for (std::uint64_t k = begin; k < last; k++) run[k - begin] = list[k];
        f(static_cast<const std::uint64_t *>(run), begin, last);
    }
}

/// The members of a progression in ascending order, and the position of each in the progression.
class Progression {
public:
    constexpr Progression() = default;
    explicit constexpr Progression(const IndexList &list) noexcept
        : count_(list.count), is_downwards_(list.is_downwards()) {
        if (count_ == 0) return;
        low_ = list[is_downwards_ ? count_ - 1 : 0];
        end_ = list[is_downwards_ ? 0 : count_ - 1] + 1;
        step_ = static_cast<std::uint64_t>(is_downwards_ ? -list.step : list.step);
    }
    std::uint64_t count() const noexcept { return count_; }
    std::uint64_t low() const noexcept { return low_; }
    std::uint64_t end() const noexcept { return end_; } // one past the highest member
    std::uint64_t step() const noexcept { return step_; }
    bool contains(std::uint64_t index) const noexcept {
        return index >= low_ && index < end_ && (step_ == 1 || (index - low_) % step_ == 0);
    }
    /// Returns the position of a member in the progression.
    std::uint64_t position(std::uint64_t member) const noexcept {
        const std::uint64_t k = step_ == 1 ? member - low_ : (member - low_) / step_;
        return is_downwards_ ? count_ - 1 - k : k;
    }

private:
    std::uint64_t low_ = 0, end_ = 0, step_ = 1, count_ = 0;
    bool is_downwards_ = false;
};

} // namespace grb
