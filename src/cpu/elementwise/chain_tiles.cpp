// Implements the tiles of a chain: each stage keeps ranks among the tile's entries, and values.
#include "cpu/elementwise/chain_tiles.hpp"

#include "base/bit_count.hpp"
#include "base/listed_bits.hpp"
#include "cpu/common/masked_entries.hpp"
#include "cpu/common/true_positions.hpp"

#include <cstring>
#include <numeric>

namespace grb {

namespace {

constexpr std::uint32_t nowhere = ChainList::nowhere;
using Kind = ChainStage::Kind;

/// True when the bits [first, first + n) are all set.
bool all_set(const std::uint64_t *bits, std::uint64_t first, std::uint64_t n) noexcept {
    const std::uint64_t last = first + n - 1, w_first = first / 64, w_last = last / 64;
    constexpr std::uint64_t all = ~std::uint64_t{0};
    std::uint64_t common = bits[w_first] | ~(all << (first % 64));
    if (w_first == w_last) return (common | ~(all >> (63 - last % 64))) == all;
    for (std::uint64_t w = w_first + 1; w < w_last; w++) common &= bits[w];
    return (common & (bits[w_last] | ~(all >> (63 - last % 64)))) == all;
}

} // namespace

ChainTiles::ChainTiles(const ChainPlan &plan)
    : plan_(plan), width_(std::min(plan.problem.is_full ? chain_tile_of_full : chain_tile,
                                   std::max<std::uint64_t>(plan.entries, 16))) {
    const auto stages = static_cast<std::size_t>(plan.problem.count);
    // list_bits() writes past the last bit.
    constexpr std::size_t alignment = widest_chain_value;
    const std::size_t list = (width_ + listed_at_once) * sizeof(std::uint32_t),
                      values = (width_ * plan.widest + alignment - 1) / alignment * alignment;
    const std::size_t bytes = (stages + 4) * list + (stages + 2) * values + 2 * width_;
    if (bytes > sizeof small_) memory_ = Array(bytes);
    unsigned char *next = bytes > sizeof small_ ? memory_.as<unsigned char>() : small_;
    const auto take = [&](std::size_t n) { return std::exchange(next, next + n); };
    x_ = take(values);
    y_ = take(values);
    for (std::size_t k = 0; k < stages; k++) lanes_[k].own_values = take(values);
    for (std::size_t k = 0; k < stages; k++)
        lanes_[k].own_ranks = reinterpret_cast<std::uint32_t *>(take(list));
    for (std::uint32_t **const one : {&decoded_, &iota_, &indices_, &inverse_})
        *one = reinterpret_cast<std::uint32_t *>(take(list));
    truth_ = take(width_);
    marks_ = take(width_);
    std::iota(iota_, iota_ + width_, 0U);
}

void ChainTiles::run_list(std::uint64_t begin, std::uint64_t end, ChainTargets &targets) {
    for (; begin < end; begin += width_) {
        begin_ = begin;
        count_ = std::min(width_, end - begin);
        positions_ = plan_.positions + begin;
        fetch_ahead(begin + width_, std::min(end, begin + 2 * width_));
        run(targets);
    }
}

/// Prefetches the dense elements at the positions of the list's entries [begin, end).
void ChainTiles::fetch_ahead(std::uint64_t begin, std::uint64_t end) const noexcept {
    for (std::size_t k = 0; k < plan_.far_count; k++)
        for (std::uint64_t p = begin; p < end; p++)
            __builtin_prefetch(plan_.far[k].values + plan_.positions[p] * plan_.far[k].size);
}

void ChainTiles::run_bitmap(std::uint64_t begin, std::uint64_t end, ChainTargets &targets) {
    const std::uint64_t *const bits = plan_.base_dense.bits;
    positions_ = decoded_;
    count_ = 0;
    constexpr std::uint64_t words_at_once = 8;
    for (std::uint64_t w = begin; w < end; w += words_at_once) {
        unsigned filled = 0; // a bit for each word with entries
        if (w + words_at_once <= end) {
            for (unsigned k = 0; k < words_at_once; k++)
                filled |= (bits[w + k] != 0 ? 1U : 0U) << k;
        } else {
            for (unsigned k = 0; w + k < end; k++) filled |= (bits[w + k] != 0 ? 1U : 0U) << k;
        }
        for (; filled != 0; filled &= filled - 1) {
            const std::uint64_t at = w + static_cast<std::uint64_t>(__builtin_ctz(filled));
            if (count_ + count_bits(bits[at]) > width_) {
                run(targets);
                count_ = 0;
            }
            list_bits(bits[at], at * 64, decoded_, count_);
        }
    }
    if (count_ != 0) run(targets);
}

void ChainTiles::run_full(std::uint64_t begin, std::uint64_t end, const ChainTargets &targets) {
    const auto stages = static_cast<std::size_t>(plan_.problem.count);
    positions_ = decoded_;
    for (; begin < end; begin += count_) {
        count_ = std::min(width_, end - begin);
        decoded_[0] = static_cast<std::uint32_t>(begin);
        decoded_[count_ - 1] = static_cast<std::uint32_t>(begin + count_ - 1);
        for (std::size_t k = 0; k < stages; k++) {
            ChainLane &lane = lanes_[k];
            lane.count = count_;
            lane.ranks = iota_;
            if (targets[k].values != nullptr)
                lane.own_values = targets[k].values + begin * plan_.stages[k].size;
            compute(k);
        }
    }
}

void ChainTiles::run(ChainTargets &targets) {
    for (std::size_t k = 0; k < static_cast<std::size_t>(plan_.problem.count); k++)
        run_stage(k, targets[k]);
}

void ChainTiles::run_stage(std::size_t k, ChainTarget &target) {
    const ChainStage &from = plan_.problem.stages[k];
    const ChainPlan::Stage &stage = plan_.stages[k];
    ChainLane &lane = lanes_[k];
    const ChainOperand &first = plan_.problem.is_inside(from.mask) ? from.mask
                                : plan_.problem.is_inside(from.A)  ? from.A
                                                                   : from.B;
    const bool is_base = first.stage < 0;
    const ChainLane &start = is_base ? lane : lanes_[static_cast<std::size_t>(first.stage)];
    lane.count = is_base ? count_ : start.count;
    lane.ranks = is_base ? iota_ : start.ranks;
    restrict_to(lane, from.mask, stage.mask);
    restrict_to(lane, from.A, stage.A);
    restrict_to(lane, from.B, stage.B);
    if (from.tests_mask_values && lane.count != 0) {
        set_truth(truth_, fetch(lane, from.mask, stage.mask, x_), plan_.type_of(from.mask),
                  lane.count);
        keep_true(lane);
    }
    if (lane.count == 0) return;
    compute(k);
    if (lane.count == 0) return;
    if (stage.dense != nullptr)
        set(lane, stage, target);
    else if (from.is_wanted)
        put(lane, stage.size, target);
}

/// Computes the values of a stage at the lane's entries.
void ChainTiles::compute(std::size_t k) {
    const ChainStage &from = plan_.problem.stages[k];
    const ChainPlan::Stage &stage = plan_.stages[k];
    ChainLane &lane = lanes_[k];
    switch (from.kind) {
    case Kind::multiply: {
        const unsigned char *const x = fetch(lane, from.A, stage.A, x_);
        stage.multiply(lane.own_values, x, fetch(lane, from.B, stage.B, y_), lane.count);
        lane.values = lane.own_values;
        break;
    }
    case Kind::apply:
        (*stage.apply)(lane.own_values, fetch(lane, from.A, stage.A, x_), false, Positions{},
                       lane.count);
        lane.values = lane.own_values;
        break;
    case Kind::select:
        select(lane, fetch(lane, from.A, stage.A, x_), stage);
        break;
    case Kind::assign_scalar:
        lane.values = stage.value.as<unsigned char>();
        break;
    case Kind::assign:
        lane.values = fetch(lane, from.A, stage.A, lane.own_values);
        // Copies values that lie in a dense vector: a later stage may overwrite them before another
        // stage reads them.
        if (stage.dense == nullptr && lane.values != lane.own_values) {
            std::memcpy(lane.own_values, lane.values, lane.count * stage.size);
            lane.values = lane.own_values;
        }
        break;
    }
}

/// Keeps the entries whose values x the stage's operator wants.
void ChainTiles::select(ChainLane &lane, const unsigned char *x, const ChainPlan::Stage &stage) {
    stage.select(truth_, x, false, Positions{}, lane.count);
    const std::uint64_t wanted = keep_where_true(truth_, lane.count, nullptr, indices_, width_);
    lane.values = lane.own_values;
    if (wanted == lane.count) {
        std::memcpy(lane.own_values, x, wanted * stage.size);
        return;
    }
    gather_values(lane.own_values, x, indices_, 4, wanted, stage.size);
    keep_true(lane);
}

/// Keeps the entries k with truth_[k].
void ChainTiles::keep_true(ChainLane &lane) {
    lane.count = keep_where_true(truth_, lane.count, lane.ranks, lane.own_ranks, width_);
    lane.ranks = lane.own_ranks;
}

/// Keeps the entries whose rank has the property.
template <class Has>
void ChainTiles::keep_ranks(ChainLane &lane, Has &&has) {
    if (lane.count == count_) {
        for (std::uint64_t k = 0; k < count_; k++) truth_[k] = has(k) ? 1 : 0;
    } else {
        for (std::uint64_t k = 0; k < lane.count; k++) truth_[k] = has(lane.ranks[k]) ? 1 : 0;
    }
    keep_true(lane);
}

/// Keeps the entries at whose positions the operand has one.
void ChainTiles::restrict_to(ChainLane &lane, const ChainOperand &operand,
                             const ChainSource &source) {
    if (operand.is_none() || (operand.stage < 0 && plan_.problem.is_base(operand))) return;
    if (operand.stage >= 0) {
        const ChainLane &other = lanes_[static_cast<std::size_t>(operand.stage)];
        if (other.count == count_ || other.ranks == lane.ranks) return;
        std::memset(marks_, 0, count_);
        for (std::uint64_t k = 0; k < other.count; k++) marks_[other.ranks[k]] = 1;
        keep_ranks(lane, [&](std::uint64_t rank) { return marks_[rank] != 0; });
    } else if (source.found != nullptr) {
        if (source.has_all) return;
        const std::uint32_t *const found = source.found + begin_;
        keep_ranks(lane, [&](std::uint64_t rank) { return found[rank] != nowhere; });
    } else if (source.bits != nullptr) {
        const std::uint64_t *const bits = source.bits;
        if (is_contiguous() && all_set(bits, positions_[0], count_)) return;
        keep_ranks(lane, [&](std::uint64_t rank) {
            const std::uint32_t i = positions_[rank];
            return (bits[i / 64] >> (i % 64) & 1) != 0;
        });
    }
}

/// The positions of the lane's entries; valid until the next call.
const std::uint32_t *ChainTiles::positions_of(const ChainLane &lane) {
    if (lane.count == count_) return positions_;
    gather_values(indices_, positions_, lane.ranks, 4, lane.count, sizeof(std::uint32_t));
    return indices_;
}

/// Returns the operand's values at the lane's entries, all of which it has.
const unsigned char *ChainTiles::fetch(const ChainLane &lane, const ChainOperand &operand,
                                       const ChainSource &source, unsigned char *buffer) {
    const std::uint64_t n = lane.count;
    if (operand.stage >= 0) {
        const ChainLane &other = lanes_[static_cast<std::size_t>(operand.stage)];
        if (other.count == n) return other.values; // the same positions
        for (std::uint64_t k = 0; k < other.count; k++)
            inverse_[other.ranks[k]] = static_cast<std::uint32_t>(k);
        for (std::uint64_t k = 0; k < n; k++) indices_[k] = inverse_[lane.ranks[k]];
        gather_values(buffer, other.values, indices_, 4, n,
                      plan_.stages[static_cast<std::size_t>(operand.stage)].size);
        return buffer;
    }
    if (source.is_iso) {
        fill_values(buffer, source.values, n, source.size);
    } else if (source.found != nullptr) {
        const std::uint32_t *const found = source.found + begin_;
        const std::uint32_t first = found[lane.ranks[0]];
        if (found[lane.ranks[n - 1]] - first == n - 1) return source.values + first * source.size;
        const std::uint32_t *places = found;
        if (n != count_) {
            gather_values(indices_, found, lane.ranks, 4, n, sizeof(std::uint32_t));
            places = indices_;
        }
        gather_values(buffer, source.values, places, 4, n, source.size);
    } else if (plan_.problem.is_base(operand) && plan_.positions != nullptr) {
        const unsigned char *const values = source.values + begin_ * source.size;
        if (n == count_) return values;
        gather_values(buffer, values, lane.ranks, 4, n, source.size);
    } else if (n == count_ && is_contiguous()) {
        return source.values + positions_[0] * source.size;
    } else {
        gather_values(buffer, source.values, positions_of(lane), 4, n, source.size);
    }
    return buffer;
}

/// Appends the lane's entries.
void ChainTiles::put(const ChainLane &lane, std::size_t size, ChainTarget &target) {
    std::memcpy(target.positions + target.count, positions_of(lane),
                lane.count * sizeof(std::uint32_t));
    std::memcpy(target.values + target.count * size, lane.values, lane.count * size);
    target.count += lane.count;
}

/// Sets dense elements at the lane's positions.
void ChainTiles::set(const ChainLane &lane, const ChainPlan::Stage &stage, ChainTarget &target) {
    const std::uint32_t *const positions = positions_of(lane);
    scatter_values(stage.dense->values.data(), positions, 4, lane.values, lane.count, stage.size);
    if (stage.dense->bits.empty()) return;
    auto *const bits = stage.dense->bits.as<std::uint64_t>();
    if (lane.count == count_ && is_contiguous() && all_set(bits, positions_[0], count_)) return;
    for (std::uint64_t k = 0; k < lane.count; k++) {
        std::uint64_t &word = bits[positions[k] / 64];
        const std::uint64_t shift = positions[k] % 64;
        target.count += ~(word >> shift) & 1;
        word |= std::uint64_t{1} << shift;
    }
}

} // namespace grb
