/// C = A(I, J) from bitmap or full storage: a gather of values and one of presence bits for each
/// row.
/// A m×n bitmap or full, not transposed unless full and iso; I, J any lists, duplicates allowed; C
/// bitmap or full. Work O(|I|·|J|), O(1) when A is full and iso; scratch O(|J|) when a vector gives
/// the list, none when that is full with 32 bits and A too. Deterministic.
/// Refused: A sparse, or transposed with more than one value; a result too large to be dense, or
/// far larger than A's entries.
#include "base/parallel.hpp"
#include "costs/rates.hpp"
#include "cpu/common/on_threads.hpp"
#include "dispatch/variant.hpp"
#include "problems/problems.hpp"
#include "storage/convert.hpp"
#include "storage/full_iso.hpp"

#include <atomic>
#include <cstring>

namespace grb {

namespace {

const char *refuses(const ExtractProblem &problem) {
    const Snapshot &A = *problem.A;
    const Format format = A.format();
    if (format != Format::bitmap && format != Format::full) return "A is not dense";
    const std::uint64_t elements = element_count(problem.rows.count, problem.columns.count);
    if (elements > largest_dense) return "result too large to be dense";
    if (is_full_iso(A)) return nullptr;
    if (problem.is_transposed) return "transposed operand";
    return A.nrows() != 1 && elements / 64 > A.most_nvals() ? "few entries for so many positions"
                                                            : nullptr;
}

const HostCoefficient cached_bytes{"extract_cached_bytes", "bytes",
                                   "beyond this footprint gathers go to memory", 1.6e7};

const HostCoefficient near_bytes{"extract_near_bytes", "bytes",
                                 "beyond this footprint gathers leave the nearest caches", 1.5e6};
const HostCoefficient near_gain{"extract_near_gain", "1", "of gathers within those", 2.5};

Cost cost(const ExtractProblem &problem) {
    if (is_full_iso(*problem.A)) return {rates().call_seconds};
    const double footprint = static_cast<double>(problem.A->bytes());
    const double rate = footprint > cached_bytes ? rates().gathers_memory
                        : footprint > near_bytes ? rates().gathers_cached
                                                 : near_gain * rates().gathers_cached;
    const double elements =
        static_cast<double>(problem.rows.count) * static_cast<double>(problem.columns.count);
    return {rates().call_seconds + on_threads(elements / rate)};
}

/// Gathers the values of A's row `from` at positions [begin, end) of the list of columns.
void gather_row(const DenseView &A, std::uint64_t from, const IndexList &columns,
                std::uint64_t begin, std::uint64_t end, unsigned char *to) {
    const std::size_t size = A.type->size;
    const unsigned char *row = A.value(from * A.ncols);
    if (columns.is_progression() && columns.step == 1) {
        std::memcpy(to, row + (columns.first + begin) * size, (end - begin) * size);
        return;
    }
    for_index_runs(columns, begin, end,
                   [&](const std::uint64_t *indices, std::uint64_t first, std::uint64_t last) {
                       gather_values(to, row, indices, 8, last - first, size);
                       to += (last - first) * size;
                   });
}

/// Writes the presence bits of elements [begin, end) of the result; begin is a multiple of 64.
/// Returns the number of entries. The lists are copies: writes of bits cannot alias them.
std::uint64_t gather_bits(const DenseView &A, IndexList rows, IndexList columns,
                          std::uint64_t begin, std::uint64_t end, std::uint64_t *bits) {
    const std::uint64_t n = columns.count;
    std::uint64_t row = begin / n, column = begin % n, count = 0;
    for (std::uint64_t element = begin; element < end; element++) {
        const bool is_present = A.has(rows[row] * A.ncols + columns[column]);
        bits[element / 64] |= std::uint64_t{is_present} << (element % 64);
        count += is_present;
        if (++column == n) {
            column = 0;
            row++;
        }
    }
    return count;
}

/// Returns the positions in a vector as they are stored: full, with 32 bits. Null otherwise.
const std::uint32_t *narrow_positions(const ExtractProblem &problem) {
    if (!problem.column_vector || problem.column_vector->format() != Format::full) return nullptr;
    const DenseView list = problem.column_vector->dense();
    const TypeCode code = list.type->code;
    const bool is_narrow = code == TypeCode::int32 || code == TypeCode::uint32;
    return is_narrow && !list.is_iso ? reinterpret_cast<const std::uint32_t *>(list.values)
                                     : nullptr;
}

/// Gathers the values of a full vector at positions of 32 bits, block by block: a list of 64 bits
/// would be written and read once more. Returns false if a position lies outside of the vector.
bool gather_at(const DenseView &u, const std::uint32_t *positions, std::uint64_t n,
               unsigned char *to) {
    // Negative numbers look like large ones.
    const std::uint64_t bound = std::min(u.ncols, std::uint64_t{1} << 31);
    const std::size_t size = u.type->size;
    std::atomic<bool> has_culprit{false};
    parallel_ranges(n, 2, [&](std::uint64_t begin, std::uint64_t end) {
        constexpr std::uint64_t block = 2048;
        for (; begin < end; begin += block) {
            const std::uint64_t last = std::min(begin + block, end);
            std::uint32_t largest = 0;
            for (std::uint64_t k = begin; k < last; k++) largest = std::max(largest, positions[k]);
            if (largest >= bound) {
                has_culprit = true;
                return;
            }
            gather_values(to + begin * size, u.value(0), positions + begin, 4, last - begin, size);
        }
    });
    return !has_culprit;
}

Ref<Snapshot> run(const ExtractProblem &problem) {
    const DenseView A = problem.A->dense();
    const std::uint64_t m = problem.rows.count, n = problem.columns.count, elements = m * n;
    if (elements == 0) return Snapshot::empty(A.type, m, n);
    if (const std::uint32_t *const positions = narrow_positions(problem);
        positions != nullptr && problem.A->is_full() && !A.is_iso) {
        DenseForm form = problem.A->share_dense();
        form.nvals = n;
        form.bits = Array();
        form.values = Array(n * A.type->size);
        if (gather_at(A, positions, n, form.values.as<unsigned char>()))
            return Snapshot::of_dense(A.type, 1, n, std::move(form));
    }
    Array owned;
    const IndexList columns = problem.column_list(owned);
    if (problem.rows.is_all && columns.is_all && !problem.is_transposed) return problem.A;
    DenseForm form = problem.A->share_dense();
    form.nvals = elements;
    form.bits = Array();
    if (!A.is_iso) {
        const std::size_t size = A.type->size;
        form.values = Array(elements * size);
        auto *to = form.values.as<unsigned char>();
        // Threads split one row by columns, many by rows.
        if (m == 1) {
            parallel_ranges(n, 2, [&](std::uint64_t begin, std::uint64_t end) {
                gather_row(A, problem.rows[0], columns, begin, end, to + begin * size);
            });
        } else {
            parallel_ranges(m, 2 * static_cast<double>(n), [&](std::uint64_t i, std::uint64_t end) {
                for (; i < end; i++)
                    gather_row(A, problem.rows[i], columns, 0, n, to + i * n * size);
            });
        }
    }
    // The bits do not tell: a bitmap may be full too, and a transposed one has other positions.
    if (!problem.A->is_full()) {
        const std::uint64_t words = (elements + 63) / 64;
        form.bits = Array::zeroed(words * sizeof(std::uint64_t));
        std::atomic<std::uint64_t> nvals{0};
        parallel_ranges(words, 128, [&](std::uint64_t first, std::uint64_t last) {
            nvals += gather_bits(A, problem.rows, columns, first * 64,
                                 std::min(elements, last * 64), form.bits.as<std::uint64_t>());
        });
        form.nvals = nvals.load();
        if (form.nvals == elements) form.bits = Array();
    }
    return Snapshot::of_dense(A.type, m, n, std::move(form));
}

} // namespace

extern const Variant<ExtractProblem> extract_gather = {
    "cpu/extract_gather", {}, refuses, cost, run};

} // namespace grb
