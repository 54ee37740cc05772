// Takes the entries of a chain's base through its stages, a tile at a time.
#pragma once

#include "cpu/elementwise/chain_plan.hpp"

namespace grb {

/// The entries of a stage, or of the base, at the positions of a tile.
struct ChainLane {
    const std::uint32_t *ranks = nullptr; // ascending, among the base's entries in the tile
    std::uint64_t count = 0;
    const unsigned char *values = nullptr;
    // For ranks and values of its own.
    std::uint32_t *own_ranks = nullptr;
    unsigned char *own_values = nullptr;
};

/// Takes the entries of a stage from one thread.
struct ChainTarget {
    std::uint32_t *positions = nullptr;
    unsigned char *values = nullptr;
    /// Entries written so far. For an in-place stage: elements that had no entry before.
    std::uint64_t count = 0;
};
using ChainTargets = std::array<ChainTarget, most_chain_stages>;

/// Takes tiles through the stages; one for each thread.
class ChainTiles {
public:
    explicit ChainTiles(const ChainPlan &plan);
    ChainTiles(const ChainTiles &) = delete;
    ChainTiles &operator=(const ChainTiles &) = delete;
    /// Entries [begin, end) of a list.
    void run_list(std::uint64_t begin, std::uint64_t end, ChainTargets &targets);
    /// Words [begin, end) of a bitmap.
    void run_bitmap(std::uint64_t begin, std::uint64_t end, ChainTargets &targets);
    /// Positions [begin, end) of full vectors: stages write their results there.
    void run_full(std::uint64_t begin, std::uint64_t end, const ChainTargets &targets);

private:
    void run(ChainTargets &targets);
    void compute(std::size_t k);
    void run_stage(std::size_t k, ChainTarget &target);
    void restrict_to(ChainLane &lane, const ChainOperand &operand, const ChainSource &source);
    template <class Has>
    void keep_ranks(ChainLane &lane, Has &&has);
    void keep_true(ChainLane &lane);
    const unsigned char *fetch(const ChainLane &lane, const ChainOperand &operand,
                               const ChainSource &source, unsigned char *buffer);
    const std::uint32_t *positions_of(const ChainLane &lane);
    void select(ChainLane &lane, const unsigned char *x, const ChainPlan::Stage &stage);
    void put(const ChainLane &lane, std::size_t size, ChainTarget &target);
    void set(const ChainLane &lane, const ChainPlan::Stage &stage, ChainTarget &target);
    /// The tile's entries are neighbours.
    bool is_contiguous() const noexcept {
        return positions_[count_ - 1] - positions_[0] == count_ - 1;
    }
    void fetch_ahead(std::uint64_t begin, std::uint64_t end) const noexcept;

    const ChainPlan &plan_;
    std::uint64_t width_;
    alignas(16) unsigned char small_[12 << 10]; // else:
    Array memory_;
    const std::uint32_t *positions_ = nullptr; // of the tile's entries
    std::uint64_t begin_ = 0, count_ = 0;      // begin_: of a list, the tile's first entry
    std::uint32_t *decoded_ = nullptr, *iota_ = nullptr, *indices_ = nullptr, *inverse_ = nullptr;
    unsigned char *x_ = nullptr, *y_ = nullptr, *truth_ = nullptr, *marks_ = nullptr;
    std::array<ChainLane, most_chain_stages> lanes_;
};

} // namespace grb
