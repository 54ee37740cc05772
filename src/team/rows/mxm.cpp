/// C = A ⊕.⊗ B by a team: A and the mask cut by C's rows, B whole. Any operands; C by rows. Members choose their own
/// row, sparse or full, masked or not, so user types and semirings are theirs. Nothing moves but B's copies.
/// Members apply the mask where their row has not. Not deterministic: they may choose other rows when the number of
/// threads changes. Refused: without a team, and inside of one.
#include "base/parallel.hpp"
#include "objects/container.hpp"
#include "team/work.hpp"

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

const SparsePart *lines_on_host(const Snapshot &A, bool is_transposed) noexcept {
    const LazyPart<SparsePart> &lines = A.lines_part(is_transposed);
    if (!lines.is_present() || lines.get().is_hyper) return nullptr;
    const bool is_here =
        lines.get().row_offsets.is_on_host() && lines.get().column_indices.is_on_host();
    return is_here ? &lines.get() : nullptr;
}

/// What comes before each run of 64 rows of the mask: for each of its entries a dot, which looks the shorter of two lines up in
/// the longer one.
HostVector<std::uint64_t> work_before(const SparsePart &mask, const SparsePart &A, std::uint64_t m,
                                      const SparsePart &B) {
    constexpr std::uint64_t run = 64;
    HostVector<std::uint64_t> before(m / run + 2, 0);
    const auto lengths = [](const SparsePart &lines) {
        return [&lines](std::uint64_t i) -> std::uint64_t {
            if (lines.offset_width == 4) {
                const auto *const at = lines.row_offsets.as<std::uint32_t>();
                return at[i + 1] - at[i];
            }
            const auto *const at = lines.row_offsets.as<std::uint64_t>();
            return at[i + 1] - at[i];
        };
    };
    const auto length_in_A = lengths(A), length_in_B = lengths(B);
    dispatch_widths(offsets_of(mask, m), [&](const auto &rows) {
        using I = typename std::decay_t<decltype(rows)>::Index;
        const I *const columns = mask.column_indices.as<I>();
        const double entries = static_cast<double>(mask.nvals) / static_cast<double>(m);
        parallel_ranges(m / run + 1, entries * run, [&](std::uint64_t begin, std::uint64_t end) {
            for (std::uint64_t k = begin; k < end; k++) {
                std::uint64_t sum = run;
                for (std::uint64_t i = k * run; i < std::min(m, (k + 1) * run); i++)
                    for (std::uint64_t p = rows.row_offsets[i]; p < rows.row_offsets[i + 1]; p++)
                        sum += std::min(length_in_A(i), length_in_B(columns[p]));
                before[k + 1] = sum;
            }
        });
    });
    for (std::size_t k = 1; k < before.size(); k++) before[k] += before[k - 1];
    return before;
}

/// A masked product is cut by its work where the host can tell that; else as A is cut best.
Cuts cuts_for(const MxmProblem &problem, Team &team) {
    const Snapshot &A = *problem.A;
    const Axis axis = stored(Axis::rows, problem.is_A_transposed);
    const AttachmentKey key{problem.is_A_transposed, 0, nullptr};
    const auto kept = A.attachments().find<WorkCuts>(key);
    if (kept && kept->cuts.parts() == team.size()) return kept->cuts;
    const MaskInput &mask = problem.mask;
    const SparsePart *const own = lines_on_host(A, problem.is_A_transposed),
                            *const met = lines_on_host(*problem.B, !problem.is_B_transposed),
                            *const asked = mask.is_none() || mask.is_complemented
                                               ? nullptr
                                               : lines_on_host(*mask.snapshot, false);
    if (own == nullptr || met == nullptr || asked == nullptr || problem.m() == 0)
        return own_cuts(A, axis, team.size());
    const HostVector<std::uint64_t> before = work_before(*asked, *own, problem.m(), *met);
    const Cuts cuts(problem.m(), team.size(),
                    [&](std::uint64_t i) { return before[(i + 63) / 64]; });
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
