/// Carries out a chain of calls in one pass over the entries of its base: 128 positions at a time
/// pass through all stages, whose intermediate results stay in the L1 cache.
/// Base: a list, or a bitmap; results are lists, or bitmaps where they have many entries; in-place
/// stages set elements of dense outputs. Or all vectors are full, 512 positions at a time. Work
/// O(entries of the base and of other lists) a stage, O(n / 64) for a bitmap; scratch
/// O(entries). Threads divide the entries at multiples of 64 positions, so that no two threads
/// set bits of one word. Deterministic. When memory is short, nothing has been written. Batches
/// that stay in the nearest cache between operators: Boncz et al. 2005.
#include "base/bit_count.hpp"
#include "base/parallel.hpp"
#include "base/shares.hpp"
#include "costs/rates.hpp"
#include "cpu/common/masked_entries.hpp"
#include "cpu/common/on_threads.hpp"
#include "cpu/elementwise/chain_tiles.hpp"
#include "dispatch/variant.hpp"
#include "objects/container.hpp"
#include "storage/convert.hpp"

#include <cstring>
#include <span>

namespace grb {

namespace {

const char *refuses(const ChainProblem &problem) {
    return problem.is_on_device         ? "a GPU has the base"
           : problem.product != nullptr ? "a relaxation"
           : problem.search != nullptr  ? "turns of a search"
                                        : nullptr;
}

Cost cost(const ChainProblem &problem) {
    const double entries = static_cast<double>(problem.base->most_nvals()),
                 stages = static_cast<double>(problem.count);
    return {rates().call_seconds + on_threads(stages * entries / rates().operations_batch)};
}

/// Shares of the base for threads.
class Chain {
public:
    explicit Chain(const ChainProblem &problem);
    ChainResults run();

private:
    void split();
    void make_full(std::size_t k);
    Ref<Snapshot> result(std::size_t k);
    void finish_in_place(std::size_t k);
    struct Share {
        std::uint64_t begin = 0, end = 0; // entries, or words of a bitmap
        std::uint64_t first = 0;          // entries before the share
        ChainTargets targets;
    };
    ChainPlan plan_;
    const ChainProblem &problem_;
    int threads_;
    // One thread needs no memory for these.
    Share only_share_;
    std::optional<ChainTiles> only_tiles_;
    HostVector<Share> more_shares_;
    HostVector<std::optional<ChainTiles>> more_tiles_;
    std::span<Share> shares_;
    std::span<std::optional<ChainTiles>> tiles_;
    // Lists with room for all entries: nothing that may fail follows the stages.
    ChainResults results_;
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
        more_tiles_ = HostVector<std::optional<ChainTiles>>(count);
        for (std::optional<ChainTiles> &one : more_tiles_) one.emplace(plan_);
        shares_ = more_shares_;
        tiles_ = more_tiles_;
    }
    split();
    for (std::size_t k = 0; k < static_cast<std::size_t>(problem.count); k++) {
        const ChainStage &stage = problem.stages[k];
        if (!stage.is_wanted) continue;
        if (problem.is_full) {
            make_full(k);
            continue;
        }
        if (stage.is_in_place) continue;
        const std::size_t size = plan_.stages[k].size;
        SparseForm form = vector_list(Array::of<std::uint32_t>(plan_.entries), plan_.entries, 4);
        form.values = Array(plan_.entries * size);
        auto *const positions = form.column_indices.as<std::uint32_t>();
        auto *const values = form.values.as<unsigned char>();
        for (Share &share : shares_) {
            share.targets[k].positions = positions + share.first;
            share.targets[k].values = values + share.first * size;
        }
        results_.of[k] = Snapshot::of_rows(stage.type, 1, problem.base->ncols(), std::move(form));
    }
}

/// Gives a stage of full vectors its array: the output's own, or a new one.
void Chain::make_full(std::size_t k) {
    const ChainStage &stage = problem_.stages[k];
    DenseForm *form = plan_.stages[k].dense;
    if (form == nullptr) {
        DenseForm own;
        own.nvals = plan_.entries;
        own.values = Array(plan_.entries * plan_.stages[k].size);
        results_.of[k] = Snapshot::of_dense(stage.type, 1, problem_.base->ncols(), std::move(own));
        form = &results_.of[k]->dense_form().get();
    }
    auto *const values = form->values.as<unsigned char>();
    for (Share &share : shares_) share.targets[k].values = values;
}

/// Divides the base at multiples of 64 positions.
void Chain::split() {
    const auto count = static_cast<std::uint64_t>(threads_);
    const bool is_list = plan_.positions != nullptr;
    if (problem_.is_full) {
        for (std::uint64_t k = 0; k < count; k++)
            shares_[k] = {share_begin(plan_.entries, count, k),
                          share_begin(plan_.entries, count, k + 1),
                          0,
                          {}};
        return;
    }
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
        if (problem_.is_full)
            tiles_[k]->run_full(share.begin, share.end, share.targets);
        else if (plan_.positions != nullptr)
            tiles_[k]->run_list(share.begin, share.end, share.targets);
        else
            tiles_[k]->run_bitmap(share.begin, share.end, share.targets);
    });
    ChainResults results;
    for (std::size_t k = 0; k < static_cast<std::size_t>(problem_.count); k++) {
        if (problem_.stages[k].is_in_place) finish_in_place(k);
        if (results_.of[k])
            results.of[k] = problem_.is_full ? std::move(results_.of[k]) : result(k);
    }
    return results;
}

Ref<Snapshot> Chain::result(std::size_t k) {
    /// A result with at least n / 8 entries becomes a bitmap, as the engine prefers for vectors.
    constexpr std::uint64_t positions_per_bitmap_entry = 8;
    const Type *const type = problem_.stages[k].type;
    const std::uint64_t n = problem_.base->ncols();
    SparseForm &form = results_.of[k]->rows_form().get();
    auto *const positions = form.column_indices.as<std::uint32_t>();
    auto *const values = form.values.as<unsigned char>();
    std::uint64_t count = shares_[0].targets[k].count;
    for (std::size_t s = 1; s < shares_.size(); s++) {
        const ChainTarget &target = shares_[s].targets[k];
        std::memmove(positions + count, positions + shares_[s].first,
                     target.count * sizeof(std::uint32_t));
        std::memmove(values + count * type->size, values + shares_[s].first * type->size,
                     target.count * type->size);
        count += target.count;
    }
    form.nvals = count;
    form.row_offsets.as<std::uint32_t>()[1] = static_cast<std::uint32_t>(count);
    form.column_indices.shrink(count * sizeof(std::uint32_t));
    form.values.shrink(count * type->size);
    if (count < n / positions_per_bitmap_entry || count == 0) return std::move(results_.of[k]);
    try {
        return Snapshot::of_dense(type, 1, n, sparse_to_dense(results_.of[k]->rows()));
    } catch (const std::bad_alloc &) {
        return std::move(results_.of[k]);
    }
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

// Stages may write outputs in place: it must not run a second time to be compared.
extern const Variant<ChainProblem> chain_entries = {
    "cpu/chain_entries", {.writes_output = true}, refuses, cost, run};

} // namespace grb
