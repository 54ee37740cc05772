/// Carries out a chain of calls in one pass over the entries of its base: 128 positions at a time
/// pass through all stages, whose intermediate results stay in the L1 cache.
/// Base: a list, or a bitmap; results are lists, or bitmaps where they have many entries; in-place
/// stages set elements of dense outputs. Work O(entries of the base and of other lists) a stage,
/// O(n / 64) for a bitmap; scratch O(entries). Threads divide the entries at multiples of 64
/// positions, so that no two set bits of one word. Deterministic. When memory is short, nothing has
/// been written.
/// Batches that stay in the nearest cache between operators: Boncz et al. 2005.
#include "base/bit_count.hpp"
#include "base/listed_bits.hpp"
#include "base/parallel.hpp"
#include "costs/rates.hpp"
#include "cpu/common/masked_entries.hpp"
#include "cpu/common/on_threads.hpp"
#include "cpu/elementwise/bound_apply.hpp"
#include "dispatch/variant.hpp"
#include "objects/container.hpp"
#include "problems/chain.hpp"
#include "storage/chunks.hpp"
#include "storage/convert.hpp"

#include <cstring>
#include <numeric>
#include <optional>
#include <span>

namespace grb {

namespace {

constexpr std::uint64_t tile = 128, most_stages = ChainProblem::most_stages;
constexpr std::uint32_t nowhere = ChainList::nowhere;
using Kind = ChainStage::Kind;

const char *refuses(const ChainProblem &) {
    return nullptr;
}

Cost cost(const ChainProblem &problem) {
    const double entries = static_cast<double>(problem.base->most_nvals()),
                 stages = static_cast<double>(problem.count);
    return {rates().call_seconds + on_threads(stages * entries / rates().operations_batch)};
}

/// An operand as the tiles read it.
struct Source {
    const unsigned char *values = nullptr;
    std::size_t size = 0;
    bool is_iso = false;
    const std::uint64_t *bits = nullptr;  // of a bitmap
    const std::uint32_t *found = nullptr; // of another list: where each of the base's entries lies
    bool has_all = false;                 // it has them all
    bool is_far = false;                  // dense, and larger than the near caches
};

constexpr std::uint64_t near_bytes = 1 << 20;

/// The entries of a stage, or of the base, at the positions of a tile.
struct Lane {
    const std::uint32_t *ranks = nullptr; // ascending, among the base's entries in the tile
    std::uint64_t count = 0;
    const unsigned char *values = nullptr;
    // Where the stage writes ranks and values of its own.
    std::uint32_t *own_ranks = nullptr;
    unsigned char *own_values = nullptr;
};

/// Facts that all threads share.
class Plan {
public:
    explicit Plan(const ChainProblem &problem);
    const ChainProblem &problem;
    const std::uint32_t *positions = nullptr; // of a list; null: a bitmap
    DenseView base_dense;
    std::uint64_t entries = 0;
    std::size_t widest = 1; // of all values
    struct Stage {
        Source A, B, mask;
        BoundBinary multiply;
        std::optional<BoundApply> apply;
        BoundIndexUnary select;
        DenseForm *dense = nullptr; // to write
        bool writes_far = false;
        Array value; // of assign_scalar, `tile` times
        std::size_t size = 0;
    };
    std::array<Stage, most_stages> stages;
    const Type *type_of(const ChainOperand &operand) const noexcept {
        return operand.stage >= 0 ? problem.stages[static_cast<std::size_t>(operand.stage)].type
                                  : operand.state->type();
    }

private:
    Source source(const ChainOperand &operand);
    void bind(const ChainStage &from, Stage &stage);
    HostVector<ChainList> lists_; // that the problem does not know
};

Plan::Plan(const ChainProblem &of) : problem(of) {
    const Snapshot &base = *problem.base;
    entries = base.nvals();
    if (is_dense(base))
        base_dense = base.dense();
    else
        positions = static_cast<const std::uint32_t *>(base.rows().column_indices);
    for (int k = 0; k < problem.count; k++)
        bind(problem.stages[static_cast<std::size_t>(k)], stages[static_cast<std::size_t>(k)]);
}

Source Plan::source(const ChainOperand &operand) {
    Source source;
    if (operand.is_none() || operand.stage >= 0) return source;
    const Snapshot &state = *operand.state;
    source.size = state.type()->size;
    widest = std::max(widest, source.size);
    if (is_dense(state)) {
        const DenseView view = state.dense();
        source.values = static_cast<const unsigned char *>(view.values);
        source.is_iso = view.is_iso;
        source.bits = view.bits;
        source.is_far = !source.is_iso && view.ncols * source.size > near_bytes;
        return source;
    }
    const SparseView list = state.rows();
    source.values = static_cast<const unsigned char *>(list.values);
    source.is_iso = list.is_iso;
    if (problem.is_base(operand)) return source;
    const auto look_in = [&](const HostVector<ChainList> &lists) {
        for (const ChainList &known : lists) {
            if (known.list != operand.state) continue;
            source.found = known.places.as<std::uint32_t>();
            source.has_all = known.has_all;
        }
        return source.found != nullptr;
    };
    if (look_in(problem.lists) || look_in(lists_)) return source;
    std::uint64_t common = 0;
    Array places = places_in(list, problem.base->rows(), common);
    lists_.push_back({operand.state, std::move(places), common == entries});
    look_in(lists_);
    return source;
}

void Plan::bind(const ChainStage &from, Stage &stage) {
    stage.A = source(from.A);
    stage.B = source(from.B);
    stage.mask = source(from.mask);
    stage.size = from.type->size;
    widest = std::max(widest, stage.size);
    switch (from.kind) {
    case Kind::multiply:
        stage.multiply = BoundBinary(from.multiply, from.type, type_of(from.A), type_of(from.B));
        break;
    case Kind::apply:
        stage.apply.emplace(*from.apply, type_of(from.A));
        break;
    case Kind::select:
        stage.select = BoundIndexUnary(from.select->index, builtin_type(TypeCode::boolean),
                                       from.type, from.select->thunk);
        break;
    case Kind::assign_scalar: {
        stage.value = Array(tile * stage.size);
        alignas(16) unsigned char one[16];
        cast_values(one, from.type, from.assign_scalar->scalar, from.assign_scalar->scalar_type, 1);
        fill_values(stage.value.data(), one, tile, stage.size);
        break;
    }
    case Kind::assign:
        break;
    }
    if (!from.is_in_place) return;
    stage.dense = &from.output->unshared_for_writing().dense_form().get();
    stage.writes_far = problem.base->ncols() * stage.size > near_bytes;
}

/// Where a thread puts the entries of the stages that are wanted, and how many it has put.
struct Target {
    std::uint32_t *positions = nullptr;
    unsigned char *values = nullptr;
    std::uint64_t count = 0; // of an in-place stage: the elements that were absent
};
using Targets = std::array<Target, most_stages>;

/// True when the bits [first, first + n) are all set.
bool all_set(const std::uint64_t *bits, std::uint64_t first, std::uint64_t n) noexcept {
    const std::uint64_t last = first + n - 1, w_first = first / 64, w_last = last / 64;
    constexpr std::uint64_t all = ~std::uint64_t{0};
    std::uint64_t common = bits[w_first] | ~(all << (first % 64));
    if (w_first == w_last) return (common | ~(all >> (63 - last % 64))) == all;
    for (std::uint64_t w = w_first + 1; w < w_last; w++) common &= bits[w];
    return (common & (bits[w_last] | ~(all >> (63 - last % 64)))) == all;
}

/// Takes tiles through the stages; one for each thread.
class Tiles {
public:
    explicit Tiles(const Plan &plan);
    Tiles(const Tiles &) = delete;
    Tiles &operator=(const Tiles &) = delete;
    /// Entries [begin, end) of a list.
    void run_list(std::uint64_t begin, std::uint64_t end, Targets &targets);
    /// Words [begin, end) of a bitmap.
    void run_bitmap(std::uint64_t begin, std::uint64_t end, Targets &targets);

private:
    void run(Targets &targets);
    void run_stage(std::size_t k, Target &target);
    void restrict_to(Lane &lane, const ChainOperand &operand, const Source &source);
    template <class Keeps>
    void keep(Lane &lane, Keeps &&keeps);
    void keep_true(Lane &lane, const unsigned char *truth);
    const unsigned char *fetch(const Lane &lane, const ChainOperand &operand, const Source &source,
                               unsigned char *buffer);
    const std::uint32_t *positions_of(const Lane &lane);
    void select(Lane &lane, const unsigned char *x, const Plan::Stage &stage);
    void put(const Lane &lane, std::size_t size, Target &target);
    void set(const Lane &lane, const Plan::Stage &stage, Target &target);
    /// The tile's entries are neighbours.
    bool is_contiguous() const noexcept {
        return positions_[count_ - 1] - positions_[0] == count_ - 1;
    }
    void fetch_ahead(std::uint64_t begin, std::uint64_t end) const noexcept;

    const Plan &plan_;
    std::uint64_t width_;
    alignas(16) unsigned char small_[12 << 10]; // else:
    Array memory_;
    const std::uint32_t *positions_ = nullptr; // of the tile's entries
    std::uint64_t begin_ = 0, count_ = 0;      // begin_: of a list, the tile's first entry
    std::uint32_t *decoded_ = nullptr, *iota_ = nullptr, *indices_ = nullptr, *inverse_ = nullptr;
    unsigned char *x_ = nullptr, *y_ = nullptr, *truth_ = nullptr;
    std::array<Lane, most_stages> lanes_;
};

Tiles::Tiles(const Plan &plan)
    : plan_(plan), width_(std::min(tile, std::max<std::uint64_t>(plan.entries, 16))) {
    const auto stages = static_cast<std::size_t>(plan.problem.count);
    // Loops write a few positions more before they know their number.
    const std::size_t list = (width_ + listed_at_once) * sizeof(std::uint32_t),
                      values = width_ * plan.widest;
    const std::size_t bytes = (stages + 4) * list + (stages + 2) * values + width_;
    if (bytes > sizeof small_) memory_ = Array(bytes);
    unsigned char *next = bytes > sizeof small_ ? memory_.as<unsigned char>() : small_;
    const auto take = [&](std::size_t n) { return std::exchange(next, next + n); };
    // Values first: they need the larger alignment.
    x_ = take(values);
    y_ = take(values);
    for (std::size_t k = 0; k < stages; k++) lanes_[k].own_values = take(values);
    for (std::size_t k = 0; k < stages; k++)
        lanes_[k].own_ranks = reinterpret_cast<std::uint32_t *>(take(list));
    for (std::uint32_t **const one : {&decoded_, &iota_, &indices_, &inverse_})
        *one = reinterpret_cast<std::uint32_t *>(take(list));
    truth_ = take(width_);
    std::iota(iota_, iota_ + width_, 0U);
}

void Tiles::run_list(std::uint64_t begin, std::uint64_t end, Targets &targets) {
    for (; begin < end; begin += width_) {
        begin_ = begin;
        count_ = std::min(width_, end - begin);
        positions_ = plan_.positions + begin;
        fetch_ahead(begin + width_, std::min(end, begin + 2 * width_));
        run(targets);
    }
}

/// Prefetches the dense elements at the positions of the list's entries [begin, end).
void Tiles::fetch_ahead(std::uint64_t begin, std::uint64_t end) const noexcept {
    for (std::size_t k = 0; k < static_cast<std::size_t>(plan_.problem.count); k++) {
        const Plan::Stage &stage = plan_.stages[k];
        for (const Source *const source : {&stage.A, &stage.B})
            if (source->is_far && !stage.writes_far)
                for (std::uint64_t p = begin; p < end; p++)
                    __builtin_prefetch(source->values + plan_.positions[p] * source->size);
        if (stage.writes_far)
            for (std::uint64_t p = begin; p < end; p++)
                __builtin_prefetch(
                    stage.dense->values.as<unsigned char>() + plan_.positions[p] * stage.size, 1);
    }
}

void Tiles::run_bitmap(std::uint64_t begin, std::uint64_t end, Targets &targets) {
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

void Tiles::run(Targets &targets) {
    for (std::size_t k = 0; k < static_cast<std::size_t>(plan_.problem.count); k++)
        run_stage(k, targets[k]);
}

void Tiles::run_stage(std::size_t k, Target &target) {
    const ChainStage &from = plan_.problem.stages[k];
    const Plan::Stage &stage = plan_.stages[k];
    Lane &lane = lanes_[k];
    const ChainOperand &first = plan_.problem.is_inside(from.mask) ? from.mask
                                : plan_.problem.is_inside(from.A)  ? from.A
                                                                   : from.B;
    const bool is_base = first.stage < 0;
    const Lane &start = is_base ? lane : lanes_[static_cast<std::size_t>(first.stage)];
    lane.count = is_base ? count_ : start.count;
    lane.ranks = is_base ? iota_ : start.ranks;
    restrict_to(lane, from.mask, stage.mask);
    restrict_to(lane, from.A, stage.A);
    restrict_to(lane, from.B, stage.B);
    if (from.tests_mask_values && lane.count != 0) {
        set_truth(truth_, fetch(lane, from.mask, stage.mask, x_), plan_.type_of(from.mask),
                  lane.count);
        keep_true(lane, truth_);
    }
    if (lane.count == 0) return;
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
        // A later stage may set the elements before another reads the values.
        if (stage.dense == nullptr && lane.values != lane.own_values) {
            std::memcpy(lane.own_values, lane.values, lane.count * stage.size);
            lane.values = lane.own_values;
        }
        break;
    }
    if (lane.count == 0) return;
    if (stage.dense != nullptr)
        set(lane, stage, target);
    else if (from.is_wanted)
        put(lane, stage.size, target);
}

/// Keeps the entries whose values x the stage's operator wants.
void Tiles::select(Lane &lane, const unsigned char *x, const Plan::Stage &stage) {
    stage.select(truth_, x, false, Positions{}, lane.count);
    std::uint64_t wanted = 0;
    for (std::uint64_t k = 0; k < lane.count; k++) wanted += truth_[k] != 0 ? 1 : 0;
    lane.values = lane.own_values;
    if (wanted == lane.count) {
        std::memcpy(lane.own_values, x, wanted * stage.size);
    } else if (wanted != 0) {
        std::uint64_t kept = 0;
        for (std::uint64_t k = 0; k < lane.count; k++) {
            indices_[kept] = static_cast<std::uint32_t>(k);
            kept += truth_[k] != 0 ? 1 : 0;
        }
        gather_values(lane.own_values, x, indices_, 4, wanted, stage.size);
        keep_true(lane, truth_);
    }
    lane.count = wanted;
}

/// Keeps the entries k for which keeps(k). No branch: it is not predictable.
template <class Keeps>
void Tiles::keep(Lane &lane, Keeps &&keeps) {
    std::uint64_t kept = 0;
    std::uint32_t *const ranks = lane.own_ranks;
    for (std::uint64_t k = 0; k < lane.count; k++) {
        const std::uint32_t rank = lane.ranks[k];
        ranks[kept] = rank;
        kept += keeps(k, rank) ? 1 : 0;
    }
    lane.ranks = ranks;
    lane.count = kept;
}

void Tiles::keep_true(Lane &lane, const unsigned char *truth) {
    keep(lane, [&](std::uint64_t k, std::uint32_t) { return truth[k] != 0; });
}

/// Keeps the entries at whose positions the operand has one.
void Tiles::restrict_to(Lane &lane, const ChainOperand &operand, const Source &source) {
    if (operand.is_none() || (operand.stage < 0 && plan_.problem.is_base(operand))) return;
    if (operand.stage >= 0) {
        const Lane &other = lanes_[static_cast<std::size_t>(operand.stage)];
        if (other.count == count_) return;
        std::memset(truth_, 0, count_);
        for (std::uint64_t k = 0; k < other.count; k++) truth_[other.ranks[k]] = 1;
        keep(lane, [&](std::uint64_t, std::uint32_t rank) { return truth_[rank] != 0; });
    } else if (source.found != nullptr) {
        if (source.has_all) return;
        const std::uint32_t *const found = source.found + begin_;
        keep(lane, [&](std::uint64_t, std::uint32_t rank) { return found[rank] != nowhere; });
    } else if (source.bits != nullptr) {
        const std::uint64_t *const bits = source.bits;
        if (is_contiguous() && all_set(bits, positions_[0], count_)) return;
        keep(lane, [&](std::uint64_t, std::uint32_t rank) {
            const std::uint32_t i = positions_[rank];
            return (bits[i / 64] >> (i % 64) & 1) != 0;
        });
    }
}

/// The positions of the lane's entries; valid until the next call.
const std::uint32_t *Tiles::positions_of(const Lane &lane) {
    if (lane.count == count_) return positions_;
    gather_values(indices_, positions_, lane.ranks, 4, lane.count, sizeof(std::uint32_t));
    return indices_;
}

/// Returns the operand's values at the lane's entries, all of which it has.
const unsigned char *Tiles::fetch(const Lane &lane, const ChainOperand &operand,
                                  const Source &source, unsigned char *buffer) {
    const std::uint64_t n = lane.count;
    if (operand.stage >= 0) {
        const Lane &other = lanes_[static_cast<std::size_t>(operand.stage)];
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
void Tiles::put(const Lane &lane, std::size_t size, Target &target) {
    std::memcpy(target.positions + target.count, positions_of(lane),
                lane.count * sizeof(std::uint32_t));
    std::memcpy(target.values + target.count * size, lane.values, lane.count * size);
    target.count += lane.count;
}

/// Sets dense elements at the lane's positions.
void Tiles::set(const Lane &lane, const Plan::Stage &stage, Target &target) {
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

/// Shares of the base for threads.
class Chain {
public:
    explicit Chain(const ChainProblem &problem);
    ChainResults run();

private:
    void split();
    Ref<Snapshot> result(std::size_t k);
    void finish_in_place(std::size_t k);
    struct Share {
        std::uint64_t begin = 0, end = 0; // entries, or words of a bitmap
        std::uint64_t first = 0;          // entries before the share
        Targets targets;
    };
    Plan plan_;
    const ChainProblem &problem_;
    int threads_;
    // One thread needs no memory for these.
    Share only_share_;
    std::optional<Tiles> only_tiles_;
    HostVector<Share> more_shares_;
    HostVector<std::optional<Tiles>> more_tiles_;
    std::span<Share> shares_;
    std::span<std::optional<Tiles>> tiles_;
    std::array<Array, most_stages> positions_, values_;
};

Chain::Chain(const ChainProblem &problem)
    : plan_(problem), problem_(problem),
      threads_(threads_for(4 * static_cast<double>(plan_.entries) *
                           static_cast<double>(problem.count))) {
    if (threads_ == 1) {
        shares_ = {&only_share_, 1};
        only_tiles_.emplace(plan_);
        tiles_ = {&only_tiles_, 1};
    } else {
        const auto count = static_cast<std::size_t>(threads_);
        more_shares_.resize(count);
        more_tiles_ = HostVector<std::optional<Tiles>>(count);
        for (std::optional<Tiles> &one : more_tiles_) one.emplace(plan_);
        shares_ = more_shares_;
        tiles_ = more_tiles_;
    }
    split();
    for (std::size_t k = 0; k < static_cast<std::size_t>(problem.count); k++) {
        const ChainStage &stage = problem.stages[k];
        if (stage.is_in_place || !stage.is_wanted) continue;
        positions_[k] = Array::of<std::uint32_t>(plan_.entries);
        values_[k] = Array(plan_.entries * plan_.stages[k].size);
        for (Share &share : shares_) {
            share.targets[k].positions = positions_[k].as<std::uint32_t>() + share.first;
            share.targets[k].values =
                values_[k].as<unsigned char>() + share.first * plan_.stages[k].size;
        }
    }
}

/// Divides the base at multiples of 64 positions.
void Chain::split() {
    const auto count = static_cast<std::uint64_t>(threads_);
    const bool is_list = plan_.positions != nullptr;
    const std::uint64_t all = is_list ? plan_.entries : (plan_.base_dense.ncols + 63) / 64;
    std::uint64_t begin = 0, first = 0;
    for (std::uint64_t k = 0; k < count; k++) {
        std::uint64_t end = k + 1 == count ? all : std::max(begin, all / count * (k + 1));
        if (is_list)
            while (end > begin && end < all &&
                   plan_.positions[end] / 64 == plan_.positions[end - 1] / 64)
                end++;
        shares_[k].begin = begin;
        shares_[k].end = end;
        shares_[k].first = first;
        if (is_list) {
            first = end;
        } else if (k + 1 < count) {
            for (std::uint64_t w = begin; w < end; w++)
                first += count_bits(plan_.base_dense.bits[w]);
        }
        begin = end;
    }
}

ChainResults Chain::run() {
    parallel_tasks(static_cast<std::int64_t>(shares_.size()), threads_, [&](std::int64_t task) {
        const auto k = static_cast<std::size_t>(task);
        Share &share = shares_[k];
        if (plan_.positions != nullptr)
            tiles_[k]->run_list(share.begin, share.end, share.targets);
        else
            tiles_[k]->run_bitmap(share.begin, share.end, share.targets);
    });
    ChainResults results;
    for (std::size_t k = 0; k < static_cast<std::size_t>(problem_.count); k++) {
        if (problem_.stages[k].is_in_place)
            finish_in_place(k);
        else if (problem_.stages[k].is_wanted)
            results.of[k] = result(k);
    }
    return results;
}

Ref<Snapshot> Chain::result(std::size_t k) {
    /// A result of more entries is a bitmap, as the engine prefers for vectors.
    constexpr std::uint64_t positions_per_bitmap_entry = 8;
    const Type *const type = problem_.stages[k].type;
    const std::uint64_t n = problem_.base->ncols();
    auto *const positions = positions_[k].as<std::uint32_t>();
    auto *const values = values_[k].as<unsigned char>();
    std::uint64_t count = shares_[0].targets[k].count;
    for (std::size_t s = 1; s < shares_.size(); s++) {
        const Target &target = shares_[s].targets[k];
        std::memmove(positions + count, positions + shares_[s].first,
                     target.count * sizeof(std::uint32_t));
        std::memmove(values + count * type->size, values + shares_[s].first * type->size,
                     target.count * type->size);
        count += target.count;
    }
    if (count == 0) return Snapshot::empty(type, 1, n);
    positions_[k].shrink(count * sizeof(std::uint32_t));
    values_[k].shrink(count * type->size);
    SparseForm form = vector_list(std::move(positions_[k]), count, 4);
    form.values = std::move(values_[k]);
    Ref<Snapshot> list = Snapshot::of_rows(type, 1, n, std::move(form));
    if (count < n / positions_per_bitmap_entry) return list;
    return Snapshot::of_dense(type, 1, n, sparse_to_dense(list->rows()));
}

void Chain::finish_in_place(std::size_t k) {
    Container &C = *problem_.stages[k].output;
    Snapshot &own = C.unshared_for_writing();
    DenseForm &dense = own.dense_form().get();
    if (!dense.bits.empty()) {
        std::uint64_t added = 0;
        for (const Share &share : shares_) added += share.targets[k].count;
        dense.nvals += added;
        const bool is_full = dense.nvals == own.ncols();
        if (is_full && C.options().format != Format::bitmap) dense.bits = Array();
    }
    own.keep_dense_alone();
}

ChainResults run(const ChainProblem &problem) {
    return Chain(problem).run();
}

} // namespace

extern const Variant<ChainProblem> chain_entries = {"cpu/chain_entries", {}, refuses, cost, run};

} // namespace grb
