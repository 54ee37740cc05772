// Cost, samples and run of matrix-vector products over tiles.
#include "cpu/mxv/mxv_tiles.hpp"

#include "base/parallel.hpp"
#include "costs/rates.hpp"
#include "cpu/common/on_threads.hpp"
#include "cpu/mxv/mxv_cost.hpp"
#include "cpu/mxv/mxv_pull.hpp"

#include <algorithm>

namespace grb {

namespace {

const HostCoefficient tile_entries{"mxv_tile_entries", "1/s",
                                   "entries of tiles that a product adds up", 1.1e9};
const HostCoefficient made_entries{"mxv_tile_made_entries", "1/s",
                                   "entries that are put in the order of tiles", 1.6e8};
const HostCoefficient even_loss{"mxv_tile_even_loss", "1",
                                "times as long as a pull, where rows are even and their columns "
                                "near: no branch and no gather is saved",
                                1.5};
const HostCoefficient scattered_bytes{"mxv_tile_scattered_bytes", "bytes",
                                      "of u, from which on a core's cache does not hold it", 1e6};
/// Sampling fewer entries would take as long as the product.
constexpr std::uint64_t entries_worth_a_sample = 1 << 14;

/// Sampled properties of the rows that decide the cost of a pull.
struct RowOrder final : Attachment {
    static constexpr char tag[] = "row order";
    RowOrder(double uneven, double lines) noexcept : uneven_share(uneven), lines_of_run(lines) {}
    std::size_t bytes() const noexcept override { return sizeof *this; }
    const double uneven_share; // rows that differ in length from the row before
    const double lines_of_run; // lines of 16 values for `run_length` neighbouring entries
};
constexpr std::uint64_t samples = 64, sampled_rows = 32, run_length = 32, values_in_line = 16;
constexpr double most_uneven = 0.125, most_lines = 16;

AttachmentKey key_of(const MxvProblem &problem) noexcept {
    return {problem.is_transposed, 0, nullptr};
}

int curated_of(const MxvProblem &problem) noexcept {
    return find_curated(*problem.semiring,
                        curated_operand_type(problem.A->type(), problem.A->is_iso()),
                        problem.u->type(), problem.is_flipped);
}

const char *refuses(const MxvProblem &problem) noexcept {
    if (!problem.mask.is_none()) return "a mask";
    if (!problem.u->is_known_full()) return "u is not full";
    if (problem.u->is_iso()) return "nothing to gather";
    const int curated = curated_of(problem);
    if (tile_kernel(curated) == nullptr) return "no sum with a kernel of its own";
    if (tile_kernel_reads_a(curated) && !problem.A->is_iso()) return "A has many values";
    const std::uint64_t entries = problem.A->most_nvals(), rows = std::min(problem.m(), entries);
    const std::uint64_t blocks = rows / tile_block_rows(rows) + 1;
    if (tiles_for(problem.n()) > entries / longest_without_run / blocks + 1)
        return "few entries in a tile";
    return nullptr;
}

template <class Rows>
double sampled_unevenness(const Rows &rows) {
    std::uint64_t uneven = 0, seen = 0;
    for (std::uint64_t s = 0; s < samples; s++) {
        const std::uint64_t first = rows.stored_rows / samples * s;
        std::uint64_t before = 0;
        for (std::uint64_t k = first; k < std::min(first + sampled_rows, rows.stored_rows); k++) {
            const std::uint64_t length = rows.row_offsets[k + 1] - rows.row_offsets[k];
            if (k > first) {
                seen++;
                uneven += length != before ? 1 : 0;
            }
            before = length;
        }
    }
    return seen == 0 ? 0 : static_cast<double>(uneven) / static_cast<double>(seen);
}

template <class Rows>
double sampled_lines(const Rows &rows) {
    if (rows.nvals < run_length) return 0;
    std::uint64_t different = 0;
    for (std::uint64_t s = 0; s < samples; s++) {
        const auto *const first = rows.column_indices + (rows.nvals - run_length) / samples * s;
        std::uint64_t lines[run_length];
        std::transform(first, first + run_length, lines,
                       [](auto column) { return std::uint64_t{column} / values_in_line; });
        std::sort(lines, lines + run_length);
        different += static_cast<std::uint64_t>(std::unique(lines, lines + run_length) - lines);
    }
    return static_cast<double>(different) / static_cast<double>(samples);
}

void prepare(const MxvProblem &problem) {
    const Snapshot &A = *problem.A;
    if (A.most_nvals() < entries_worth_a_sample || refuses(problem) != nullptr) return;
    const auto rows = A.vectors_at_hand(problem.is_transposed);
    if (!rows) return; // future calls are unknown
    A.attachments().get_or_make<RowOrder>(key_of(problem), [&] {
        return dispatch_widths(*rows, [](const auto &typed) {
            return make_ref<RowOrder>(sampled_unevenness(typed), sampled_lines(typed));
        });
    });
}

/// The ends of rows are unpredictable, or u is gathered from memory.
bool is_hard_to_pull(const MxvProblem &problem) noexcept {
    const Ref<const RowOrder> order = problem.A->attachments().find<RowOrder>(key_of(problem));
    if (!order || order->uneven_share > most_uneven) return true;
    const double u_bytes =
        static_cast<double>(problem.n()) * static_cast<double>(problem.u->type()->size);
    return order->lines_of_run > most_lines && u_bytes > scattered_bytes;
}

Cost tiles_cost(const MxvProblem &problem) {
    Cost cost = pull_rows_cost(problem);
    const auto entries = static_cast<double>(problem.A->most_nvals());
    if (entries == 0) return cost;
    if (is_hard_to_pull(problem)) {
        cost.seconds =
            rates().call_seconds + rates().result_seconds + on_threads(entries / tile_entries);
    } else {
        cost.seconds *= even_loss;
    }
    if (problem.A->attachments().find<ColumnTiles>(key_of(problem))) return cost;
    cost.missing_seconds += rates().call_seconds + on_threads(entries / made_entries);
    if (cost.missing_in == nullptr) cost.missing_item = SnapshotItem(ColumnTiles::tag);
    cost.missing_in = problem.A.get();
    return cost;
}

/// w = A ⊕.⊗ u, pull, over tiles of A (ColumnTiles). A tile orders its entries by their ranks in
/// its rows: all first ones, all second ones, … Thus no branch depends on the ends of rows,
/// successive sums belong to different rows, and a tile's values of u and w stay in a core's cache.
/// A m×n by rows (standard, hypersparse) with iso values or none that is read, any widths; u full
/// (n), no mask; w bitmap or full, sparse from hypersparse A; sums of numbers with a kernel of
/// their own. Work O(entries). Tiles are kept with A: at most 4 bytes an entry. Threads take blocks
/// of rows. Deterministic: the order of addition depends on A alone. After Buluç et al. 2009 (short
/// positions in blocks) and Saad 1989 (jagged diagonals); differs: both at once, long rows of a
/// tile apart.
/// Refused: anything else, and so wide an A that tiles would have few entries.
Ref<Snapshot> run(const MxvProblem &problem) {
    if (problem.A->nvals() == 0) return Snapshot::empty(problem.result_type(), 1, problem.m());
    const PullInput input(problem);
    const Ref<const ColumnTiles> tiles = problem.A->attachments().get_or_make<ColumnTiles>(
        key_of(problem), [&] { return make_ref<ColumnTiles>(input.A); });
    PullResult result(problem, input);
    const Array &bits = tiles->has_entries;
    std::copy_n(bits.as<std::uint64_t>(), bits.bytes() / sizeof(std::uint64_t),
                result.target().bits);
    const TileKernel kernel = tile_kernel(input.binding.curated);
    const int threads = threads_for(static_cast<double>(input.A.nvals));
    parallel_tasks(static_cast<std::int64_t>(tiles->blocks()), threads, [&](std::int64_t task) {
        kernel(*tiles, static_cast<std::uint64_t>(task), input.binding, result.target().values);
    });
    return result.finish(problem, input);
}

} // namespace

extern const Variant<MxvProblem> mxv_tiles = {
    "cpu/mxv_tiles", {.fuses_mask = true, .form = Form::dense}, &refuses, &tiles_cost, &run,
    &prepare};

} // namespace grb
