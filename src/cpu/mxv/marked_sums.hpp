// Sums of a push at marked positions of an accumulator, and the result that they become.
#pragma once

#include "cpu/common/workspace.hpp"
#include "cpu/mxv/mxv_binding.hpp"

#include <algorithm>

namespace grb {

/// The words of marks in parts of one length, and the number of marks in each.
struct MarkParts {
    MarkParts(std::uint64_t all_words, std::uint64_t words_of_part)
        : words(all_words), length(words_of_part), marks((words + length - 1) / length) {}
    std::uint64_t count() const noexcept { return marks.size(); }
    std::uint64_t begin(std::uint64_t part) const noexcept {
        return std::min(part * length, words);
    }
    std::uint64_t words, length;
    HostVector<std::uint64_t> marks;
};

class MarkedSums {
public:
    MarkedSums(const MxvBinding &binding, std::uint64_t m)
        : binding_(binding), m_(m), is_pattern_(binding.tier == Tier::pattern) {}
    std::uint64_t m() const noexcept { return m_; }
    Accumulator *operator->() const noexcept { return accumulator_.operator->(); }
    /// Says whether nothing is marked.
    void set_clean(bool is_clean = true) noexcept { accumulator_.set_clean(is_clean); }

    /// Returns the marked sums as a list, or as a bitmap when there are many, and clears the marks.
    /// count(begin, end) returns the number of marks in those words, of which it may clear some.
    template <class Count>
    Ref<Snapshot> take(Count &&count) {
        return take(
            [](void *context, std::uint64_t begin, std::uint64_t end) {
                return (*static_cast<std::remove_reference_t<Count> *>(context))(begin, end);
            },
            &count);
    }
    /// For marks that have been counted.
    Ref<Snapshot> take(MarkParts parts, int threads);
    /// Returns the sums at n positions in order; nothing is marked any more.
    Ref<Snapshot> take_at(const std::uint32_t *positions, std::uint64_t n);

private:
    using CountMarks = std::uint64_t (*)(void *context, std::uint64_t begin, std::uint64_t end);
    Ref<Snapshot> take(CountMarks count, void *context);
    Ref<Snapshot> bitmap(std::uint64_t nvals);
    SparseForm make_form(std::uint64_t nvals) const;
    void gather_at(const std::uint32_t *positions, std::uint64_t n, unsigned char *values) const;

    const MxvBinding &binding_;
    const std::uint64_t m_;
    const bool is_pattern_;
    BorrowedAccumulator accumulator_;
};

} // namespace grb
