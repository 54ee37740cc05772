// Implements the choice: the stages, the search by estimates, and the cost of fetching operands.
#include "dispatch/choose.hpp"

#include "base/group_partitions.hpp"
#include "base/process_group.hpp"
#include "costs/device_rates.hpp"
#include "costs/rates.hpp"
#include "dispatch/at_devices.hpp"
#include "dispatch/commit_cost.hpp"
#include "dispatch/context.hpp"
#include "dispatch/evident.hpp"
#include "dispatch/host_readers.hpp"
#include "dispatch/operator_refusals.hpp"
#include "dispatch/prepare.hpp"
#include "dispatch/repeated.hpp"
#include "dispatch/running.hpp"
#include "dispatch/variant_factors.hpp"

#include <algorithm>
#include <limits>
#include <optional>

namespace grb {

namespace {

const HostCoefficient calls_short_enough{
    "calls_short_enough", "1", "of call_seconds: a variant of no longer estimate is taken", 1.25};

/// Two operands within these limits have less than `small_bytes`, whatever forms they have.
constexpr double small_bytes = 12 << 20;
bool is_small(const Snapshot *one) noexcept {
    constexpr std::uint64_t small_size = 1 << 15, widest = 16;
    return one == nullptr ||
           (one->nrows() <= small_size && one->ncols() <= small_size &&
            one->most_nvals() <= small_size && one->type()->size <= widest &&
            (!one->has_dense() || element_count(one->nrows(), one->ncols()) <= small_size));
}

/// The cost of fetching for every host variant; nothing when the host has all operands.
std::optional<FetchCost> fetch_cost_of(const VariantList &list, const ProblemBase &problem) {
    // The host's variants of the commit include fetching in their own estimates.
    if (devices().empty() || list.operation == Operation::commit) return {};
    if (problem.is_structural()) {
        const Traffic traffic = problem.traffic();
        if (traffic.away == 0) return {};
        return fetch_cost(traffic);
    }
    const std::size_t bytes_away = operand_bytes_away(problem);
    if (bytes_away == 0) return {};
    return fetch_cost(bytes_away, problem.operand_bytes());
}

/// Asks variants about a problem.
class Questions {
public:
    Questions(const VariantList &list, const ProblemBase &problem, const Environment &environment,
              CommitCost *commit, bool only_on_host)
        : list_(list), problem_(problem), environment_(environment), commit_(commit),
          only_on_host_(only_on_host), fetch_(fetch_cost_of(list, problem)) {}

    bool is_of_host(int variant) const noexcept {
        return list_.at(variant).capabilities.device == host_kind;
    }
    /// Returns null when the variant accepts.
    const char *refusal(int variant) const {
        if (only_on_host_ && !is_of_host(variant)) return "the device failed";
        return list_.refuses(variant, problem_);
    }
    /// Returns the reason why a variant that accepts must not be taken, or null.
    const char *exclusion(int variant) const {
        const VariantBase &own = list_.at(variant);
        if (environment_.forced == own.name) return nullptr;
        if (environment_.has_rules && context().is_skipped(own.name)) return "skipped";
        if (environment_.is_deterministic && !own.capabilities.is_deterministic)
            return "not deterministic";
        return nullptr;
    }
    /// Returns the estimate with the commit that follows. An estimate of `enough` seconds or more
    /// may lack the commit.
    Cost cost(int variant, Device *device, double enough) const {
        const DeviceKind kind = list_.at(variant).capabilities.device;
        Cost cost = list_.cost(variant, problem_);
        // An estimate ignores where the operands are: a host variant fetches them from devices
        // first.
        if (kind == host_kind && fetch_)
            cost.seconds = fetch_->transfer + std::max(cost.seconds, fetch_->reading);
        cost.seconds *= variant_factor(list_.operation, variant);
        // Processes that work together must each take a variant of the process group.
        if ((kind == host_kind && environment_.avoids_host) ||
            (kind != group_kind && environment_.is_shared))
            cost.seconds += host_penalty;
        if (kind != host_kind && list_.operation == Operation::commit)
            cost.seconds += static_cast<const CommitProblem &>(problem_).return_seconds;
        if (commit_ != nullptr && cost.seconds < enough)
            cost.seconds += commit_->seconds(list_.at(variant).capabilities, device);
        return cost;
    }
    /// Every host variant takes at least so many seconds when operands are on a device.
    double fetch_seconds() const {
        if (list_.operation == Operation::commit)
            return static_cast<const CommitProblem &>(problem_).transfer_seconds();
        return fetch_ ? fetch_->seconds() : 0;
    }

private:
    const VariantList &list_;
    const ProblemBase &problem_;
    const Environment &environment_;
    CommitCost *const commit_; // null: no commit counts
    const bool only_on_host_;
    const std::optional<FetchCost> fetch_;
};

/// The search for the cheapest variant.
class Search {
public:
    Search(const VariantList &list, const ProblemBase &problem, const Environment &environment,
           CommitCost *commit, bool only_on_host)
        : list_(list), environment_(environment),
          questions_(list, problem, environment, commit, only_on_host) {}

    Candidate best() {
        const int count = list_.size();
        // All host variants fetch first: they are asked last, and only if they can still win.
        const double fetching =
            environment_.has_rules || environment_.is_host_alone ? 0 : questions_.fetch_seconds();
        for (int pass = fetching > 0 ? 0 : 1; pass < 2; pass++) {
            for (int k = 0; k < count && !is_done(); k++) {
                if (questions_.is_of_host(k)) {
                    if (pass == 0 || (fetching > 0 && is_worse(fetching, k))) continue;
                    ask(k, nullptr);
                    continue;
                }
                if (environment_.is_host_alone || (fetching > 0 && pass == 1)) continue;
                at_devices(list_.at(k).capabilities.device, [&](Device *device) {
                    ask(k, device);
                    return !is_done();
                });
            }
        }
        if (is_done()) return best_;
        if (invested_.variant >= 0 && invested_.variant != best_.variant &&
            invested_seconds_ < best_seconds_ &&
            absence_should_be_ended(invested_cost_, best_seconds_)) {
            return invested_;
        }
        return best_.variant >= 0 ? best_ : fallback_;
    }
    double seconds() const noexcept { return best_.variant < 0 ? 0 : best_seconds_; }
    bool is_by_rule() const noexcept { return is_by_rule_; }
    /// True when a later choice would come out the same: no missing form would pay.
    bool is_final() const noexcept {
        return !is_by_rule_ && best_.variant >= 0 && best_missing_seconds_ == 0 &&
               (invested_.variant < 0 || invested_seconds_ >= best_seconds_);
    }
    /// True when some variant would accept on a device that is not open yet.
    bool wants_device() const noexcept { return wants_device_; }
    /// True when devices refused operators or types, and none took the problem.
    bool is_of_host_alone() const noexcept { return is_operator_refused_ && !is_taken_by_device_; }

private:
    bool is_done() const noexcept { return is_by_rule_ || is_enough_; }
    bool is_worse(double seconds, int variant) const noexcept {
        return best_.variant >= 0 &&
               seconds * variant_factor(list_.operation, variant) >= best_seconds_;
    }
    void ask(int variant, Device *device) {
        const Candidate candidate{variant, device};
        const char *const refusal = questions_.refusal(variant);
        if (refusal != nullptr) {
            wants_device_ = wants_device_ || refusal == device_is_not_open;
            if (device != nullptr) is_operator_refused_ |= operator_refusals::is_one(refusal);
            return;
        }
        if (questions_.is_of_host(variant)) fallback_ = candidate;
        if (environment_.forced != nullptr && environment_.forced == list_.at(variant).name) {
            best_ = candidate;
            is_by_rule_ = true;
            return;
        }
        if (questions_.exclusion(variant) != nullptr) return;
        constexpr double unknown = std::numeric_limits<double>::infinity();
        weigh(candidate,
              questions_.cost(variant, device, best_.variant < 0 ? unknown : best_seconds_));
    }
    void weigh(const Candidate &candidate, const Cost &cost) {
        const double total = cost.seconds + cost.missing_seconds;
        is_taken_by_device_ |= candidate.device != nullptr;
        if (best_.variant < 0 || total < best_seconds_) {
            best_ = candidate;
            best_seconds_ = total;
            best_missing_seconds_ = cost.missing_seconds;
            is_enough_ = environment_.forced == nullptr && total <= short_enough();
        }
        if (cost.missing_in == nullptr) return;
        if (invested_.variant >= 0 && cost.seconds >= invested_seconds_) return;
        invested_ = candidate;
        invested_seconds_ = cost.seconds;
        invested_cost_ = cost;
    }

    const VariantList &list_;
    const Environment &environment_;
    const Questions questions_;
    bool is_by_rule_ = false, is_enough_ = false, wants_device_ = false,
         is_operator_refused_ = false, is_taken_by_device_ = false;
    Candidate best_, invested_, fallback_;
    double best_seconds_ = 0, best_missing_seconds_ = 0, invested_seconds_ = 0;
    Cost invested_cost_;
};

} // namespace

Found cheapest(const VariantList &list, const ProblemBase &problem, const Environment &environment,
               const CommitAhead &ahead, bool only_on_host) {
    CommitCost commit(list, problem, ahead);
    Search search(list, problem, environment, commit.counts() ? &commit : nullptr, only_on_host);
    const Candidate best = search.best();
    return {best, search.wants_device(), search.is_by_rule(), search.is_final(),
            search.is_of_host_alone()};
}

const char *name_of(Stage stage) noexcept {
    constexpr const char *names[] = {"rule", "repeated", "evident", "only", "cheapest"};
    return names[static_cast<int>(stage)];
}

namespace {

/// Tells the opener of devices how large the operands of an operation are. Conversions and commits
/// do not count.
void note_operands(Operation operation, const ProblemBase &problem) {
    const DeviceOpener &opener = device_opener();
    if (operation == Operation::commit || !opener.is_undecided() || problem.is_structural()) return;
    const Operands operands = problem.operands();
    const bool are_small =
        opener.least_bytes() >= small_bytes &&
        std::all_of(operands.begin(), operands.end(),
                    [](const OperandView &operand) { return is_small(operand.snapshot); });
    if (!are_small) opener.note_operands(static_cast<double>(problem.operand_bytes()));
}

/// Returns the variant of a process group that process 0 has chosen: the processes' estimates may
/// differ.
int agreed(const VariantList &list, int variant) {
    // Counts variants of the group only: without a GPU the list may be shorter.
    int variants[most_variants], count = 0, chosen = -1;
    for (int k = 0; k < list.size(); k++) {
        if (list.at(k).capabilities.device != group_kind) continue;
        if (k == variant) chosen = count;
        variants[count++] = k;
    }
    return chosen < 0 || count < 2 ? variant : variants[process_group()->choose(chosen)];
}

Choice cheapest_once_open(const VariantList &list, const ProblemBase &problem,
                          const Environment &environment, const CommitAhead &ahead,
                          bool may_be_kept, bool only_on_host) {
    Found found = cheapest(list, problem, environment, ahead, only_on_host);
    if (found.wants_device) {
        device_opener().open();
        prepare(list, problem);
        found = cheapest(list, problem, Environment(list.operation), ahead, only_on_host);
    }
    if (found.candidate.variant < 0) throw NoVariant();
    // Facts of now: preparing has made some.
    if (found.is_final && !found.is_of_host_alone && may_be_kept)
        Repeated(list, problem, environment, ahead).keep(found.candidate);
    return {found.candidate, found.is_by_rule ? Stage::rule : Stage::cheapest, 0,
            found.is_of_host_alone};
}

/// Makes the facts; returns how long that took when a log wants it.
double prepared(const VariantList &list, const ProblemBase &problem,
                const Environment &environment) {
    const double start = environment.is_logged ? seconds_now() : 0;
    prepare(list, problem);
    return environment.is_logged ? seconds_now() - start : 0;
}

/// Chooses for one process that uses its CPU alone.
Choice choose_on_host(const VariantList &list, const ProblemBase &problem,
                      const Environment &environment, const CommitAhead &ahead) {
    const double preparing = prepared(list, problem, environment);
    note_operands(list.operation, problem);
    if (!environment.has_rules && !environment.is_deterministic) {
        const int only = list.only_that_accepts(problem);
        if (only >= 0) return {{only}, Stage::only, preparing};
    }
    Choice choice = cheapest_once_open(list, problem, environment, ahead, false, false);
    choice.preparing_seconds = preparing;
    return choice;
}

Choice choose_among_devices(const VariantList &list, const ProblemBase &problem,
                            const Environment &environment, const CommitAhead &ahead,
                            bool only_on_host) {
    const double share = share_of_output(list, problem, ahead);
    const bool may_repeat = !only_on_host && share == 0;
    if (may_repeat) {
        const Choice hit{Repeated(list, problem, environment, ahead).find(), Stage::repeated};
        if (hit.candidate.variant >= 0) {
            note_readers(list, problem, hit, share);
            return hit;
        }
    }
    const double preparing = only_on_host ? 0 : prepared(list, problem, environment);
    note_operands(list.operation, problem);
    Choice choice = cheapest_once_open(list, problem, environment, ahead, may_repeat, only_on_host);
    if (!only_on_host) note_readers(list, problem, choice, share);
    choice.preparing_seconds = preparing;
    if (environment.is_shared) choice.candidate.variant = agreed(list, choice.candidate.variant);
    return choice;
}

} // namespace

Choice choose(const VariantList &list, const ProblemBase &problem, const Environment &environment,
              const CommitAhead &ahead, bool only_on_host) {
    if (!environment.is_host_alone)
        return choose_among_devices(list, problem, environment, ahead, only_on_host);
    if (environment.is_plain() && may_be_evident(list.operation)) {
        const int evident = evident_variant(list, problem, environment);
        if (evident >= 0) return {{evident}, Stage::evident};
    }
    return choose_on_host(list, problem, environment, ahead);
}

double least_seconds(const VariantList &list, const ProblemBase &problem) noexcept {
    const Environment environment = Environment::of_estimates();
    Search search(list, problem, environment, nullptr, false);
    search.best();
    return search.seconds();
}

int consider_all(const VariantList &list, const ProblemBase &problem,
                 const Environment &environment, const CommitAhead &ahead, bool only_on_host,
                 Consideration *considered) {
    CommitCost commit(list, problem, ahead);
    const Questions questions(list, problem, environment, commit.counts() ? &commit : nullptr,
                              only_on_host);
    int count = 0;
    for (int k = 0; k < list.size(); k++) {
        at_devices(list.at(k).capabilities.device, [&](Device *device) {
            if (count == most_considered) return false;
            const char *refusal = questions.refusal(k);
            if (refusal == nullptr) refusal = questions.exclusion(k);
            Cost cost;
            if (refusal == nullptr)
                cost = questions.cost(k, device, std::numeric_limits<double>::infinity());
            considered[count++] = {k,       list.at(k).name,
                                   refusal, cost.seconds + cost.missing_seconds,
                                   device,  cost.missing_seconds};
            return true;
        });
    }
    return count;
}

bool absence_should_be_ended(const Cost &with_item, double best_without) noexcept {
    std::atomic<double> &owed = with_item.missing_in->owed_cost_of(with_item.missing_item);
    const double sum = owed.load(std::memory_order_relaxed) + (best_without - with_item.seconds);
    owed.store(sum, std::memory_order_relaxed);
    return sum >= with_item.missing_seconds;
}

double short_enough() noexcept {
    return rates().call_seconds * calls_short_enough;
}

FetchCost fetch_cost(std::size_t bytes_away, std::size_t operand_bytes) noexcept {
    constexpr double arrays = 2; // indices and values, each with its own copy and wait
    const device::Rates &r = device::rates();
    return {arrays * (r.wait_seconds + r.launch_seconds) +
                static_cast<double>(bytes_away) / r.download_bytes,
            rates().call_seconds + static_cast<double>(operand_bytes) / rates().stream_bytes};
}

FetchCost fetch_cost(const Traffic &traffic) noexcept {
    const device::Rates &r = device::rates();
    const auto away = static_cast<double>(traffic.away);
    return {r.wait_seconds + away / r.download_bytes + away / r.upload_bytes +
                traffic.arrays_away * (r.wait_seconds + r.launch_seconds),
            rates().call_seconds + static_cast<double>(traffic.bytes) / rates().stream_bytes};
}

} // namespace grb
