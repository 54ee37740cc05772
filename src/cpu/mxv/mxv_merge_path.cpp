// Pulls a matrix-vector product over equal partitions of the merge path of row ends and entries.
#include "base/parallel.hpp"
#include "cpu/mxv/mxv_cost.hpp"
#include "cpu/mxv/mxv_pull.hpp"

namespace grb {

namespace {

/// Rows and entries of a chunk. Small enough to balance, large enough to make carries negligible; a
/// constant, so that the order of floating-point addition does not depend on the number of threads.
constexpr std::uint64_t chunk_length = 1 << 15;

/// A chunk's sum of a row that it shares with its neighbours.
struct Carry {
    std::uint64_t row = 0;
    bool has_value = false;
};

/// w = A ⊕.⊗ u, merge path: splits the list of row ends and the list of entries together, so that
/// every chunk has the same number of rows + entries, however long a row is. Rows that a chunk's
/// bounds cut leave a carry; the carries are added in order of chunks at the end.
/// A m×n by rows (standard, hypersparse), u bitmap or full, any mask (tested before the work), w
/// bitmap or full (sparse from hypersparse A). Work O(rows + allowed entries); scratch: two values
/// a chunk.
/// Deterministic: chunks depend on A alone. After Merrill and Garland 2016 and Yang 2019, section
/// 6.1; differs: mask, any semiring. Refused: u too long to be dense.
Ref<Snapshot> run(const MxvProblem &problem) {
    if (problem.u->nvals() == 0 || problem.A->nvals() == 0) {
        return Snapshot::empty(problem.result_type(), 1, problem.m());
    }
    const PullInput input(problem);
    const PullKernel &kernel = pull_kernel(input);
    PullResult result(problem, input);
    const PullTarget &target = result.target();
    const std::size_t size = input.binding.size;
    const std::uint64_t total = input.A.stored_rows + input.A.nvals;
    const std::uint64_t chunks = (total + chunk_length - 1) / chunk_length;
    HostVector<Carry> carries(2 * chunks);
    Array carry_values(2 * chunks * size);
    auto *carried = carry_values.as<unsigned char>();

    const auto leave = [&](std::uint64_t slot, std::uint64_t row, std::uint64_t begin,
                           std::uint64_t end) {
        if (begin == end || !target.allowed.allows(row)) return;
        carries[slot].row = row;
        carries[slot].has_value = kernel.segment(input, begin, end, carried + slot * size);
    };
    const int threads = threads_for(2 * static_cast<double>(total));
    parallel_tasks(static_cast<std::int64_t>(chunks), threads, [&](std::int64_t task) {
        const auto chunk = static_cast<std::uint64_t>(task);
        const std::uint64_t first_diagonal = chunk * chunk_length;
        const std::uint64_t last_diagonal = std::min(total, first_diagonal + chunk_length);
        std::uint64_t row = merge_path_rows(input.A, first_diagonal);
        const std::uint64_t last_row = merge_path_rows(input.A, last_diagonal);
        const std::uint64_t first_entry = first_diagonal - row,
                            last_entry = last_diagonal - last_row;
        if (row < input.A.stored_rows && first_entry > input.offset(row)) {
            leave(2 * chunk, row, first_entry, std::min(input.offset(row + 1), last_entry));
            row++;
        }
        if (row < last_row) kernel.rows(input, row, last_row, target);
        if (row <= last_row && last_row < input.A.stored_rows) {
            leave(2 * chunk + 1, last_row, input.offset(last_row), last_entry);
        }
    });
    const BinaryOp &add = *input.binding.add->op;
    const bool is_pattern = input.binding.tier == Tier::pattern;
    for (std::uint64_t slot = 0; slot < carries.size(); slot++) {
        if (!carries[slot].has_value) continue;
        const std::uint64_t row = carries[slot].row, bit = std::uint64_t{1} << (row % 64);
        const bool has_value = (target.bits[row / 64] & bit) != 0;
        target.bits[row / 64] |= bit;
        if (is_pattern) continue;
        unsigned char *value = target.values + row * size;
        if (has_value) {
            add.reduce(&add, value, carried + slot * size, 1);
        } else {
            std::memcpy(value, carried + slot * size, size);
        }
    }
    return result.finish(problem, input);
}

} // namespace

extern const Variant<MxvProblem> mxv_merge_path = {"cpu/mxv_merge_path",
                                                   {.fuses_mask = true, .form = Form::dense},
                                                   &refuses_pull,
                                                   &merge_path_cost,
                                                   &run};

} // namespace grb
