// Choosing, running and publishing a commit, and the commits of a comparison.
#include "dispatch/choose.hpp"
#include "dispatch/pick.hpp"
#include "dispatch/short_ways.hpp"
#include "objects/container.hpp"
#include "storage/uniform.hpp"

namespace grb {

extern const Variant<CommitProblem> commit_merge_sparse;

namespace {

/// True when a log or a rule asks for the full choice.
bool is_watched() noexcept {
    return context().has_rules(Operation::commit) ||
           (context().log_level() != LogLevel::none && !running().is_unseen);
}

/// Members of a team commit each into a piece of their own, without the others.
void agree() {
    if (!team_turn().is_inside) agree_to_change();
}

/// Takes C's state out of C, so that its count of references shows whether anybody else holds it. The destructor puts
/// it back, or the state that replaced it.
class Lease {
public:
    Lease(Container &C, CommitProblem &problem) : C_(C), problem_(problem) {
        problem.current = C.snapshot();
        C.publish(nullptr);
        // Processes publish together, once all have computed the new state.
        problem.may_write = is_dense(*problem.current) && process_team() == nullptr &&
                            problem.current->is_unique() && problem.current->owns_arrays();
    }
    ~Lease() { C_.publish(std::move(problem_.current)); }
    Lease(const Lease &) = delete;
    Lease &operator=(const Lease &) = delete;

private:
    Container &C_;
    CommitProblem &problem_;
};

Array copied(const Array &array, Place *place) {
    if (array.empty()) return {};
    if (place == nullptr || !array.is_at(*place))
        return Array::copy_of(array.data(), array.bytes());
    Array copy = Array::at(*place, array.bytes());
    const bool is_copied = place->copy_from(copy.data_at_for_writing(*place), *place,
                                            array.data_at(*place), array.bytes());
    return is_copied ? copy : Array::copy_of(array.data(), array.bytes());
}

/// A copy of the snapshot with cells of its own, which a row may write in place. Cells that are at the place are copied
/// there.
Ref<Snapshot> copied(const Ref<Snapshot> &snapshot, Place *place) {
    if (!is_dense(*snapshot)) return snapshot;
    const DensePart &part = snapshot->dense_part().get();
    DensePart own;
    own.nvals = part.nvals;
    own.is_iso = part.is_iso;
    own.bits = copied(part.bits, place);
    own.values = copied(part.values, place);
    return Snapshot::of_dense(snapshot->type(), snapshot->nrows(), snapshot->ncols(),
                              std::move(own));
}

/// Measured seconds of the last of three runs. Each run gets its own copy of C's cells to write to.
double measured_commit(const Variant<CommitProblem> &row, const CommitProblem &problem,
                       Place *place) {
    double seconds = 0;
    for (int turn = 0; turn < 3; turn++) {
        CommitProblem own = problem;
        own.current = copied(problem.current, place);
        wait_for_places();
        const double start = seconds_now();
        row.run(own);
        wait_for_places();
        seconds = seconds_now() - start;
    }
    return seconds;
}

/// Times the rows on copies of C. When C simply becomes T, only the first row is meant, and nothing is timed.
int compare_commits(const CommitProblem &problem, std::span<const Consideration> considered,
                    Consideration *compared) {
    int count = 0;
    if (problem.is_store()) return count;
    const Running::Unseen unseen;
    for (const Consideration &seen : considered) {
        if (seen.refusal != nullptr || seen.seconds >= aversion_to_host) continue;
        const auto list = variants<CommitProblem>();
        const auto row = std::find_if(list.begin(), list.end(),
                                      [&](const auto *one) { return one->name == seen.name; });
        std::optional<At> at;
        if (seen.place != nullptr) at.emplace(*seen.place);
        try {
            const double seconds = measured_commit(**row, problem, seen.place);
            compared[count++] = {seen.name, nullptr, seconds, seen.place};
        } catch (const std::exception &) { // the commit would have fallen back to another row
        }
    }
    return count;
}

/// Merging a small result into sparse storage moves all entries of C each time. These costs add up to a debt, which
/// pays for a bitmap.
void add_debt(Container &C, const CommitProblem &problem) noexcept {
    if (!is_dense(*problem.current) && problem.T_entries() * 4 <= problem.C_entries())
        C.merge_debt += problem.C_entries();
}

const Variant<CommitProblem> &row_of(const Candidate &candidate) noexcept {
    return *variants<CommitProblem>()[static_cast<std::size_t>(candidate.row)];
}

/// Makes rows beside what is row-balanced, which merges cannot read. A commit that stores T takes it as it is.
void unpack_operands(const CommitProblem &problem) {
    problem.T->unpack();
    problem.current->unpack();
    if (problem.mask.snapshot) problem.mask.snapshot->unpack();
}

/// Runs the chosen row and returns C's new state.
Ref<Snapshot> run_row(Container &C, const CommitProblem &problem, const Candidate &candidate) {
    const Variant<CommitProblem> &row = row_of(candidate);
    if (candidate.row != 0) unpack_operands(problem);
    Running &own = running();
    if (!own.is_unseen) context().count_pick(Operation::commit, candidate.row);
    std::optional<At> at;
    if (candidate.place != nullptr) at.emplace(*candidate.place);
    const Range range(row.name, candidate.place);
    const Running::Inside inside(own, candidate.place);
    Ref<Snapshot> result = row.run(problem);
    if (row.capabilities.place == host_kind) add_debt(C, problem);
    if (is_dense(*result)) C.merge_debt = 0;
    return result;
}

/// The same with a line in the log. The rows are compared before the run, because the run may change C in place.
Ref<Snapshot> run_logged(Container &C, const CommitProblem &problem, bool only_on_host) {
    Consideration considered[most_considered], compared[most_considered];
    int count = 0, timed = 0;
    const Candidate candidate = pick(problem, considered, count, only_on_host);
    const std::span<const Consideration> all(considered, static_cast<std::size_t>(count));
    char description[768];
    problem.describe(description, sizeof description);
    const std::size_t bytes = problem.operand_bytes();
    const bool is_forced = context().has_rules() && context().forced(Operation::commit) != nullptr;
    if (context().log_level() == LogLevel::compare && !is_forced)
        timed = compare_commits(problem, all, compared);
    const double start = seconds_now();
    Ref<Snapshot> result = run_row(C, problem, candidate);
    log_pick(Operation::commit, row_of(candidate).name, candidate.place, all,
             {compared, static_cast<std::size_t>(timed)}, description, {0, seconds_now() - start},
             bytes);
    return result;
}

/// The merge, where C and T are lists of few entries and no estimate is worth its time; -1: the rows are to be asked.
int row_of_few(const CommitProblem &problem) noexcept {
    const auto is_few = [](const Snapshot &A) {
        return lists_few(A, false) && A.rows_part().get().stored_rows <= few_entries;
    };
    if (!is_host_alone() || context().is_deterministic() || team_parts() != 0 || is_watched() ||
        !problem.is_whole() || problem.has_line() || !is_few(*problem.current) ||
        !is_few(*problem.T))
        return -1;
    const auto rows = built_in_variants<CommitProblem>();
    const auto place = std::find(rows.begin(), rows.end(), &commit_merge_sparse) - rows.begin();
    return static_cast<int>(place);
}

Ref<Snapshot> run_once(Container &C, const CommitProblem &problem, bool only_on_host) {
    if (context().log_level() != LogLevel::none && !running().is_unseen)
        return run_logged(C, problem, only_on_host);
    int count = 0;
    const int few = row_of_few(problem), only = few >= 0 ? few : only_row(problem);
    return run_row(C, problem,
                   only >= 0 ? Candidate{only} : pick(problem, nullptr, count, only_on_host));
}

/// True when C's own pattern is the mask of one value for all: C becomes its pattern with that value, without
/// a pass over the entries.
bool sets_all_entries(const CommitProblem &problem, const Snapshot &T) noexcept {
    const MaskInput &mask = problem.mask;
    const bool is_own = mask.snapshot.get() == problem.current.get() &&
                        mask.kind == MaskKind::structure && !mask.is_complemented;
    const Snapshot &C = *problem.current;
    return is_own && !mask.is_none() && problem.accumulator == nullptr && problem.is_whole() &&
           !problem.has_line() && is_uniform(T) && (is_dense(C) || C.has_rows());
}

/// The entries of C, each with the one value of T.
Ref<Snapshot> with_one_value(const Snapshot &C, const Snapshot &T) {
    const Array &value = T.dense_part().get().values;
    if (is_dense(C)) {
        DensePart cells = C.share_dense();
        cells.is_iso = true;
        cells.values = value;
        return Snapshot::of_dense(T.type(), C.nrows(), C.ncols(), std::move(cells));
    }
    SparsePart rows = C.share_rows(false);
    rows.is_iso = true;
    rows.values = value;
    return Snapshot::of_rows(T.type(), C.nrows(), C.ncols(), std::move(rows));
}

/// The quick way when C becomes T and no log or rule asks: takes the first row without looking at the others.
Ref<Snapshot> stored_quickly(Container &C, const Ref<Snapshot> &T) {
    Ref<Snapshot> result = stored(C, T);
    C.merge_debt = 0;
    if (!running().is_unseen) context().count_pick(Operation::commit, 0);
    return result;
}

} // namespace

void run_commit(const Output &output, Ref<Snapshot> T, bool mask_was_applied,
                const Region *region) {
    Container &C = *output.C;
    const bool is_plain = !is_watched();
    // Before C is asked for anything, if that can be: asking would fold C's pending changes.
    if (is_plain && becomes_T(output.mask, mask_was_applied, output.is_replace,
                              output.accumulator != nullptr, region, false)) {
        Ref<Snapshot> state = stored_quickly(C, T);
        agree();
        C.publish(std::move(state));
        return;
    }
    CommitProblem problem;
    problem.C = &C;
    problem.mask = output.mask;
    problem.accumulator = output.accumulator;
    problem.is_replace = output.is_replace;
    problem.mask_was_applied = mask_was_applied;
    problem.region = region;
    const Lease lease(C, problem);
    if (!mask_was_applied && sets_all_entries(problem, *T)) {
        T = with_one_value(*problem.current, *T);
        problem.mask_was_applied = problem.is_replace = true;
    }
    if (is_plain && problem.is_store()) {
        Ref<Snapshot> state = stored_quickly(C, T);
        agree();
        problem.current = std::move(state);
        return;
    }
    problem.T = std::move(T);
    if (!problem.is_store()) unpack_operands(problem);
    problem.known_transfer_seconds = problem.transfer_seconds();
    Ref<Snapshot> state;
    try {
        state = run_once(C, problem, false);
    } catch (const PlaceFailure &) {
        state = run_once(C, problem, true);
    }
    agree();
    problem.current = std::move(state);
}

CommitScratch::CommitScratch(const CommitAhead &ahead) {
    if (ahead.output == nullptr) return;
    output_ = *ahead.output;
    const Container &C = *output_.C;
    // With an accumulator of another type the commit takes two steps.
    if (output_.accumulator != nullptr && output_.accumulator->ztype != C.type()) return;
    C_.emplace(C.header.magic, C.type(), C.nrows(), C.ncols());
    C_->options() = C.options();
    C_->merge_debt = C.merge_debt;
    C_->publish(copied(C.snapshot(), here()));
    if (!is_dense(*C.snapshot())) list_ = C.snapshot();
    output_.C = &*C_;
    region_ = ahead.region;
}

void CommitScratch::commit(Ref<Snapshot> T, const Capabilities &can) {
    if (!C_) return;
    if (list_) C_->publish(list_);
    Output rest = output_;
    if (can.fuses_sum) rest.accumulator = nullptr;
    run_commit(rest, std::move(T), can.fuses_mask, region_);
}

} // namespace grb
