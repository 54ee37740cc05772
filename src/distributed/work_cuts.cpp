// Measures the work of rows of a masked product, and moves the cuts by the members' times.
#include "distributed/work_cuts.hpp"

#include "base/parallel.hpp"

#include <algorithm>
#include <bit>
#include <mutex>
#include <numeric>

namespace grb {

namespace {

const SparseForm *plain_vectors(const Snapshot &A, bool is_transposed) noexcept {
    const LazyForm<SparseForm> &vectors = A.vectors_form(is_transposed);
    return vectors.is_present() && !vectors.get().is_hyper ? &vectors.get() : nullptr;
}

/// The offset of each row or column. Fetches the offsets to the host.
auto firsts_of(const SparseForm &vectors) {
    const bool are_narrow = vectors.offset_width == 4;
    const auto *const narrow = are_narrow ? vectors.row_offsets.as<std::uint32_t>() : nullptr;
    const auto *const wide = are_narrow ? nullptr : vectors.row_offsets.as<std::uint64_t>();
    return [=](std::uint64_t i) -> std::uint64_t { return are_narrow ? narrow[i] : wide[i]; };
}
auto lengths_of(const SparseForm &vectors) {
    return [first = firsts_of(vectors)](std::uint64_t i) { return first(i + 1) - first(i); };
}

/// The k-th column index. Fetches the indices to the host.
auto indices_of(const SparseForm &vectors) {
    const bool are_narrow = vectors.index_width == 4;
    const auto *const narrow = are_narrow ? vectors.column_indices.as<std::uint32_t>() : nullptr;
    const auto *const wide = are_narrow ? nullptr : vectors.column_indices.as<std::uint64_t>();
    return [=](std::uint64_t k) -> std::uint64_t { return are_narrow ? narrow[k] : wide[k]; };
}

/// The probes of a dot product of a row and a column of these lengths: along the column, or a
/// search for each entry of a much shorter row; plus a constant per entry.
std::uint64_t probes(std::uint64_t row, std::uint64_t column) {
    constexpr std::uint64_t own = 50; // the ratio of the rates of cuda/mxm_masked_dot
    if (row == 0 || column == 0) return own;
    const auto searches = 2 * row * static_cast<std::uint64_t>(std::bit_width(column));
    return own + std::min(column, searches);
}

/// The probes of each row of a masked product: for each mask entry, its row of A and its column of
/// B. If the mask's entries are not on the host, their number times the length of the row of A:
/// measured on R-MAT graphs.
HostVector<std::uint64_t> work_of_rows(const MxmProblem &problem, const SparseForm &own,
                                       const SparseForm &asked) {
    const std::uint64_t m = problem.m();
    const auto length = lengths_of(own), dots = lengths_of(asked);
    const SparseForm *const columns = plain_vectors(*problem.B, !problem.is_B_transposed);
    HostVector<std::uint64_t> work(m);
    if (columns == nullptr || !asked.column_indices.is_on_host()) {
        for (std::uint64_t i = 0; i < m; i++) work[i] = length(i) * dots(i) + 1;
        return work;
    }
    const auto height = lengths_of(*columns);
    const auto column = indices_of(asked);
    const auto first = firsts_of(asked);
    const double mean = static_cast<double>(asked.nvals) / std::max(1.0, static_cast<double>(m));
    parallel_ranges(m, 4 * mean + 1, [&](std::uint64_t begin, std::uint64_t end) {
        for (std::uint64_t i = begin; i < end; i++) {
            std::uint64_t all = 1;
            for (std::uint64_t k = first(i); k < first(i + 1); k++)
                all += probes(length(i), height(column(k)));
            work[i] = all;
        }
    });
    return work;
}

} // namespace

WorkCuts::WorkCuts(HostVector<std::uint64_t> before, int blocks)
    : blocks_(blocks),
      cuts_(before.size() - 1, blocks, [&before](std::uint64_t i) { return before[i]; }),
      before_(std::move(before)) {}

std::size_t WorkCuts::bytes() const noexcept {
    const std::lock_guard<SmallMutex> guard(mutex_);
    return sizeof *this + (static_cast<std::size_t>(blocks_) + 1 + before_.size()) * 8;
}

Cuts WorkCuts::cuts() const {
    const std::lock_guard<SmallMutex> guard(mutex_);
    return cuts_;
}

/// Assumes that within each partition time grows with weight.
void WorkCuts::cut_anew(std::span<const double> seconds) const {
    constexpr double units = 1000000000; // per second
    HostVector<double> start(seconds.size() + 1, 0);
    for (std::size_t k = 0; k < seconds.size(); k++) start[k + 1] = start[k] + units * seconds[k];
    const Cuts old = cuts_;
    cuts_ = Cuts(old.length(), blocks_, [&](std::uint64_t i) {
        const int block = old.owner(std::min(i, old.length() - 1));
        const auto k = static_cast<std::size_t>(block);
        const std::uint64_t first = before_[old.begin(block)];
        const auto all = static_cast<double>(before_[old.end(block)] - first);
        const double share = all == 0 ? 0 : static_cast<double>(before_[i] - first) / all;
        return static_cast<std::uint64_t>(start[k] + share * (start[k + 1] - start[k]));
    });
}

void WorkCuts::note(const Cuts &used, std::span<const double> seconds) const {
    constexpr int last_turn = 6, even_percent = 103;
    constexpr double shortest_milliseconds = 1; // a shorter time may be that of a launch
    const std::lock_guard<SmallMutex> guard(mutex_);
    if (before_.empty() || !(used == cuts_) || ++turns_ % 2 != 0) return;
    const double longest = *std::max_element(seconds.begin(), seconds.end()),
                 least = *std::min_element(seconds.begin(), seconds.end()),
                 mean = std::accumulate(seconds.begin(), seconds.end(), 0.0) / blocks_;
    const bool is_even = 100 * longest <= even_percent * mean;
    if (!is_even && 1000 * least >= shortest_milliseconds) cut_anew(seconds);
    if (is_even || turns_ == last_turn) before_ = {};
}

Ref<const WorkCuts> work_cuts(const MxmProblem &problem, int blocks) {
    const Snapshot &A = *problem.A;
    const MaskInput &mask = problem.mask;
    const SparseForm *const own = plain_vectors(A, problem.is_A_transposed),
                            *const asked = mask.is_none() || mask.is_complemented
                                               ? nullptr
                                               : plain_vectors(*mask.snapshot, false);
    if (own == nullptr || asked == nullptr || problem.m() == 0) return {};
    const AttachmentKey key{problem.is_A_transposed, static_cast<std::uint64_t>(blocks), nullptr};
    return A.attachments().get_or_make<WorkCuts>(key, [&] {
        const HostVector<std::uint64_t> work = work_of_rows(problem, *own, *asked);
        HostVector<std::uint64_t> before(problem.m() + 1, 0);
        for (std::uint64_t i = 0; i < problem.m(); i++) before[i + 1] = before[i] + work[i];
        return make_ref<WorkCuts>(std::move(before), blocks);
    });
}

} // namespace grb
