/// C = A ⊕.⊗ B by a team: A and the mask cut by C's rows, B whole. Any operands; C by rows. Members choose their own
/// row, sparse or full, masked or not, so user types and semirings are theirs. Nothing moves but B's copies.
/// Members apply the mask where their row has not. Not deterministic: they may choose other rows when the number of
/// threads changes. Refused: without a team, and inside of one.
#include "base/parallel.hpp"
#include "objects/container.hpp"
#include "team/work.hpp"

#include <bit>
#include <optional>

namespace grb {

namespace {

/// The entries that the mask lets through.
Ref<Snapshot> let_through(Ref<Snapshot> T, const MaskInput &mask) {
    Container C(Magic::matrix, T->type(), T->nrows(), T->ncols());
    Output output;
    output.C = &C;
    output.mask = mask;
    run_commit(output, std::move(T), false, nullptr);
    return C.snapshot();
}

/// Cuts of A's rows at equal work, kept with A: those of the first product with it.
class WorkCuts final : public Attachment {
public:
    static constexpr char tag[] = "cuts by work";
    explicit WorkCuts(const Cuts &its) : cuts(its) {}
    std::size_t bytes() const noexcept override {
        return sizeof *this + (static_cast<std::size_t>(cuts.parts()) + 1) * sizeof(std::uint64_t);
    }
    const Cuts cuts;
};

const SparsePart *plain_lines(const Snapshot &A, bool is_transposed) noexcept {
    const LazyPart<SparsePart> &lines = A.lines_part(is_transposed);
    return lines.is_present() && !lines.get().is_hyper ? &lines.get() : nullptr;
}

/// Where each line begins. The offsets come to the host.
auto firsts_of(const SparsePart &lines) {
    const bool are_narrow = lines.offset_width == 4;
    const auto *const narrow = are_narrow ? lines.row_offsets.as<std::uint32_t>() : nullptr;
    const auto *const wide = are_narrow ? nullptr : lines.row_offsets.as<std::uint64_t>();
    return [=](std::uint64_t i) -> std::uint64_t { return are_narrow ? narrow[i] : wide[i]; };
}
auto lengths_of(const SparsePart &lines) {
    return [first = firsts_of(lines)](std::uint64_t i) { return first(i + 1) - first(i); };
}

/// The k-th column index. The indices come to the host.
auto indices_of(const SparsePart &lines) {
    const bool are_narrow = lines.index_width == 4;
    const auto *const narrow = are_narrow ? lines.column_indices.as<std::uint32_t>() : nullptr;
    const auto *const wide = are_narrow ? nullptr : lines.column_indices.as<std::uint64_t>();
    return [=](std::uint64_t k) -> std::uint64_t { return are_narrow ? narrow[k] : wide[k]; };
}

/// Looks of a dot product of a row and a column of these lengths: along the column, or a search for each entry of a row that
/// is much shorter; and what the entry takes whatever its lengths.
std::uint64_t looks(std::uint64_t row, std::uint64_t column) {
    constexpr std::uint64_t own = 50; // the ratio of the rates of cuda/mxm_masked_dot
    if (row == 0 || column == 0) return own;
    const auto searches = 2 * row * static_cast<std::uint64_t>(std::bit_width(column));
    return own + std::min(column, searches);
}

/// What each row of a masked product has to look at: for each entry of the mask, its row of A and its column of B. Where the
/// mask's entries are not on the host, their number times the length of the row of A: measured on R-MAT graphs.
HostVector<std::uint64_t> work_of_rows(const MxmProblem &problem, const SparsePart &own,
                                       const SparsePart &asked) {
    const std::uint64_t m = problem.m();
    const auto length = lengths_of(own), dots = lengths_of(asked);
    const SparsePart *const columns = plain_lines(*problem.B, !problem.is_B_transposed);
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
                all += looks(length(i), height(column(k)));
            work[i] = all;
        }
    });
    return work;
}

/// A masked product is cut by its work. Without a mask that lists what it lets through, as A is cut best.
Cuts cuts_for(const MxmProblem &problem, Team &team) {
    const Snapshot &A = *problem.A;
    const Axis axis = stored(Axis::rows, problem.is_A_transposed);
    const AttachmentKey key{problem.is_A_transposed, 0, nullptr};
    const auto kept = A.attachments().find<WorkCuts>(key);
    if (kept && kept->cuts.parts() == team.size()) return kept->cuts;
    const MaskInput &mask = problem.mask;
    const SparsePart *const own = plain_lines(A, problem.is_A_transposed),
                            *const asked = mask.is_none() || mask.is_complemented
                                               ? nullptr
                                               : plain_lines(*mask.snapshot, false);
    if (own == nullptr || asked == nullptr) return own_cuts(A, axis, team.size());
    const HostVector<std::uint64_t> work = work_of_rows(problem, *own, *asked);
    HostVector<std::uint64_t> before(problem.m() + 1, 0);
    for (std::uint64_t i = 0; i < problem.m(); i++) before[i + 1] = before[i] + work[i];
    const Cuts cuts(problem.m(), team.size(), [&](std::uint64_t i) { return before[i]; });
    A.attachments().keep(key, make_ref<WorkCuts>(cuts));
    return cuts;
}

Ref<Snapshot> run(const MxmProblem &problem) {
    std::optional<TeamWork> split;
    if (Team *const places = must_pay(problem.operation) ? place_team() : nullptr) {
        const AmongPlaces among(true);
        split.emplace(Axis::rows, cuts_for(problem, *places));
    } else {
        split.emplace(Axis::rows, problem.m(),
                      std::initializer_list<Lead>{{problem.A, problem.is_A_transposed}});
    }
    TeamWork &work = *split;
    return work.run(problem.result_type(), problem.m(), problem.n(), [&](int member) {
        MxmProblem own = problem;
        own.A = work.piece(problem.A, problem.is_A_transposed, member);
        own.mask = work.piece(problem.mask, member);
        own.sum_into = nullptr;
        own.narrow_type = nullptr; // the pieces are joined in the operator's type
        Outcome outcome = run_picked(own);
        if (outcome.mask_was_applied || problem.mask.is_none()) return std::move(outcome.result);
        return let_through(std::move(outcome.result), own.mask);
    });
}

const char *refuses(const MxmProblem &problem) {
    if (const char *const refusal = refuses_team(problem)) return refusal;
    if (const char *const refusal = refuses_copies(problem.B)) return refusal;
    return refuses_cut(problem.A, Axis::rows, problem.is_A_transposed);
}

Cost cost(const MxmProblem &problem) {
    if (!must_pay(problem.operation)) return team_cost(problem);
    PlaceShare share(0);
    share.works_like(problem, {problem.B.get(), problem.mask.snapshot.get()});
    share.cuts(problem.mask.snapshot);
    share.invests_in(problem.A);
    share.invests_in_copies(problem.B);
    return share.cost();
}

} // namespace

extern const Variant<MxmProblem> team_mxm_rows = {
    "team/mxm_rows",
    {.fuses_mask = true, .is_deterministic = false, .place = team_kind},
    refuses,
    cost,
    run};

} // namespace grb
