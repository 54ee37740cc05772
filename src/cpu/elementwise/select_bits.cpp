/// C = entries of A for which f(a_ij, i, j, thunk) is true, on bitmap and full storage: only the
/// presence bits are new, the values are shared with A. A m×n bitmap or full, not transposed.
/// Work O(m·n) in runs of present entries; scratch m·n bits. Deterministic.
/// Refused: A sparse or transposed.
#include "base/bit_count.hpp"
#include "base/parallel.hpp"
#include "costs/rates.hpp"
#include "cpu/common/absent_values.hpp"
#include "cpu/common/on_threads.hpp"
#include "dispatch/variant.hpp"
#include "problems/problems.hpp"

#include <atomic>
#include <cstring>

namespace grb {

namespace {

const char *refuses(const SelectProblem &problem) {
    if (problem.is_transposed) return "transposed operand";
    return is_dense(*problem.A) ? nullptr : "A is not dense";
}

const HostCoefficient full_operations{
    "select_bits_full_operations", "1",
    "batch operations for each position where absent values are tested, too", 0.3};
const HostCoefficient bitmap_operations{
    "select_bits_bitmap_operations", "1",
    "batch operations for each position of a bitmap whose runs are tested apart", 0.6};

/// A call for each run of entries would cost more than the rest of the word.
bool tests_absent(const SelectProblem &problem) noexcept {
    return problem.index->code != IndexUnaryCode::user && accepts_absent(*problem.A->type());
}

Cost cost(const SelectProblem &problem) {
    const double positions =
        static_cast<double>(problem.A->nrows()) * static_cast<double>(problem.A->ncols());
    const bool tests_all = problem.A->is_known_full() || tests_absent(problem);
    const double each = tests_all ? full_operations : bitmap_operations;
    return {
        rates().call_seconds + rates().result_seconds +
        shared_seconds(each * positions / rates().operations_batch, threads_for(2 * positions))};
}

/// Packs keeps[k] into bit k, for k in [0, n), n <= 64. Eight at a time: the product moves the
/// lowest bit of each byte into the highest byte, and no two of its terms into one position.
std::uint64_t packed(const bool *keeps, std::uint64_t n) noexcept {
    std::uint64_t bits = 0, k = 0;
    for (; k + 8 <= n; k += 8) {
        std::uint64_t bytes;
        std::memcpy(&bytes, keeps + k, sizeof bytes);
        bits |= (bytes * 0x0102040810204080) >> 56 << k;
    }
    for (; k < n; k++) bits |= std::uint64_t{keeps[k]} << k;
    return bits;
}

Ref<Snapshot> run(const SelectProblem &problem) {
    const DenseView A = problem.A->dense();
    const BoundIndexUnary test(problem.index, builtin_type(TypeCode::boolean), A.type,
                               problem.thunk);
    const std::uint64_t positions = A.nrows * A.ncols, words = (positions + 63) / 64;
    DenseForm form = problem.A->share_dense();
    form.bits = Array::of<std::uint64_t>(words);
    auto *bits = form.bits.as<std::uint64_t>();
    const bool tests_all = A.is_full() || tests_absent(problem);
    std::atomic<std::uint64_t> count{0};
    parallel_ranges(words, 128, [&](std::uint64_t first, std::uint64_t last) {
        bool keeps[64];
        std::uint64_t own = 0;
        for (std::uint64_t word = first; word < last; word++) {
            const std::uint64_t end = std::min(positions, word * 64 + 64);
            const std::uint64_t present = A.is_full() ? ~std::uint64_t{0} : A.bits[word];
            std::uint64_t result = 0, begin = present != 0 ? word * 64 : end;
            while (begin < end) {
                if (!tests_all && !A.has(begin)) {
                    begin++;
                    continue;
                }
                const std::uint64_t row = begin / A.ncols,
                                    row_end = std::min(end, (row + 1) * A.ncols);
                std::uint64_t stop = tests_all ? row_end : begin + 1;
                while (stop < row_end && A.has(stop)) stop++;
                Positions at;
                at.row = row;
                at.first_column = begin % A.ncols;
                at.is_vector = problem.is_vector;
                test(keeps, A.value(begin), A.is_iso, at, stop - begin);
                result |= packed(keeps, stop - begin) << (begin % 64);
                begin = stop;
            }
            result &= present;
            bits[word] = result;
            own += count_bits(result);
        }
        count += own;
    });
    form.nvals = count.load();
    if (form.nvals == positions) form.bits = Array();
    return Snapshot::of_dense(problem.result_type(), A.nrows, A.ncols, std::move(form));
}

} // namespace

extern const Variant<SelectProblem> select_bits = {"cpu/select_bits", {}, refuses, cost, run};

} // namespace grb
