// The entries of a frontier's columns one after the other, for kernels that list what they touch.
#pragma once

#include "cpu/mxv/mxv_push.hpp"

namespace grb {

/// A batch of entries that the mask allows, whose destinations are marked and listed.
class PushEntries {
public:
    static constexpr std::uint64_t most = 256;
    /// So many entries are written at once, whatever the length of a column: it is not predictable.
    static constexpr std::uint64_t short_column = 4;

    /// size: of a sum, 0 where sums are not read. a_size: of a value of A, likewise.
    PushEntries(const PushInput &input, PushTarget &target, std::size_t size, std::size_t a_size)
        : input_(input), target_(target), size_(size), a_size_(a_size), q_(target.first) {}

    /// Fills the next batch, marks its destinations and prefetches their sums; returns the number
    /// of entries, 0 at the end.
    std::uint64_t next();

    std::uint64_t destination(std::uint64_t k) const noexcept { return destinations_[k]; }
    /// The entry's position in A and in the frontier.
    std::uint64_t p(std::uint64_t k) const noexcept {
        return shifts_[vertex(k)] + origins_[k] % vertex_step;
    }
    std::uint64_t q(std::uint64_t k) const noexcept { return first_q_ + vertex(k); }
    /// The first at its destination.
    bool is_first(std::uint64_t k) const noexcept { return origins_[k] >= first; }

private:
    static constexpr std::uint32_t vertex_step = 1 << 16, first = std::uint32_t{1} << 31;

    std::uint64_t vertex(std::uint64_t k) const noexcept {
        return origins_[k] % first / vertex_step;
    }
    template <class I>
    std::uint64_t fill(const I *columns);
    std::uint64_t keep_allowed(std::uint64_t n) noexcept;
    std::uint64_t mark(std::uint64_t n) noexcept;

    const PushInput &input_;
    PushTarget &target_;
    const std::size_t size_, a_size_;
    std::uint64_t q_, done_ = 0; // done_: entries of column q_ that earlier batches have
    std::uint64_t first_q_ = 0;
    std::uint64_t shifts_[most]; // of the batch's vertices
    std::uint32_t destinations_[most + short_column];
    /// The vertex, the place in the batch before the mask, and whether it is the first.
    std::uint32_t origins_[most + short_column];
};

/// True where kernels that are given spans walk by PushEntries.
inline bool walks_by_entries(const MxvBinding &binding) noexcept {
    return binding.tier == Tier::pattern ||
           (binding.tier == Tier::curated && binding.type->code != TypeCode::boolean);
}

/// The words that sort_touched() wants.
constexpr std::uint64_t touched_groups(std::uint64_t m) noexcept {
    return (m + 4095) / 4096;
}
/// Sorts the list of all marked positions, which has room for listed_at_once more, and clears the
/// marks. A long list is read from the marks, which are in order; a bit for each word of marks
/// skips empty words. groups: touched_groups() words that are zero, for lists longer than
/// touched_sorted_directly.
void sort_touched(std::uint64_t *marks, std::uint64_t m, std::uint32_t *touched,
                  std::uint64_t count, std::uint64_t *groups) noexcept;
inline constexpr std::uint64_t touched_sorted_directly = 32;

} // namespace grb
