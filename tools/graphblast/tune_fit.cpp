// Times the variants on generated problems and fits the coefficients.
#include "tune_fit.h"

#include "bench_cases.h"
#include "calls.h"
#include "commands.h"
#include "engine.h"
#include "fit.h"
#include "io/graph_spec.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <set>
#include <sstream>
#include <unistd.h>

namespace grb::tool {

namespace {

/// Skewed, uniform, regular and degenerate graphs, small ones first: the time limit decides how
/// many run.
constexpr std::array host_graphs = {
    "kron:6",        "er:300:3000", "grid:20x20",   "star:200",     "kron:9",
    "er:3000:20000", "grid:80x80",  "kron:11",      "path:20000",   "er:20000:200000",
    "rgg:20000",     "kron:13",     "grid:400x400", "path:1000000", "er:200000:1000000",
    "kron:15",       "star:30000",  "kron:16"};
/// Graphs for variants of a GPU, on which products of the smallest graphs only measure launches.
constexpr std::array device_graphs = {
    "kron:9",         "er:3000:20000",      "grid:400x400", "kron:14", "er:200000:1000000",
    "kron:16",        "er:100000:10000000", "star:100000",  "kron:18", "er:1000000:8000000",
    "grid:1500x1500", "rgg:1000000",        "kron:19",      "kron:20"};

std::set<std::string> set_of_words(std::string text) {
    std::replace(text.begin(), text.end(), ',', ' ');
    std::istringstream words(text);
    std::set<std::string> found;
    for (std::string word; words >> word;) found.insert(word);
    return found;
}

struct Coefficient {
    std::string name, comment;
    double value = 0;
};

std::vector<Coefficient> coefficients() {
    std::vector<Coefficient> found;
    std::istringstream lines(rates_text());
    for (std::string line; std::getline(lines, line);) {
        Coefficient one;
        std::istringstream words(line);
        words >> one.name >> one.value;
        std::getline(words, one.comment);
        found.push_back(one);
    }
    return found;
}

/// The division of the time limit.
struct Budget {
    double timing;     ///< the variants on the problems
    double one_round;  ///< all problems once more, for their estimates
    double end_of_all; ///< a time of day
    explicit Budget(double seconds)
        : timing(seconds * 3 / 5), one_round((seconds - timing) / rounds),
          end_of_all(now() + seconds) {}

private:
    static constexpr double rounds = 10; ///< the number that a fit needs
};

/// The variants on problems, with their times and current estimates.
class Trials {
public:
    Trials(const FitOptions &options, const Budget &budget, const std::vector<Coefficient> &all)
        : only_(set_of_words(options.only)) {
        for (size_t k = 0; k < all.size(); ++k) numbers_[all[k].name] = k;
        const bool on_both = has_device();
        const double share = on_both ? 0.5 : 1;
        begin_place(share * budget.timing, share * budget.one_round);
        for (const char *graph : host_graphs) add_graph(graph, Target::host);
        begin_place(share * budget.timing, budget.one_round);
        for (const char *graph : device_graphs)
            if (on_both) add_graph(graph, Target::device);
    }
    const std::vector<Trial> &all() const { return trials_; }
    const std::vector<std::string> &variants() const { return variants_; }
    size_t problems() const { return cases_.size(); }

    /// The seconds for one look at all problems.
    double round_seconds() const { return round_seconds_; }

    /// Estimates with the current coefficients. Returns false if that took longer than until `end`;
    /// some estimates are older then.
    bool estimate_again(double end) {
        for (size_t k = 0; k < cases_.size(); ++k) {
            if (now() > end) return false;
            read_trials(k, run(cases_[k], "estimate"), false);
        }
        return true;
    }

private:
    struct Case {
        BenchCase problem;
        Target target;
    };

    /// The seconds per edge of the smaller problems of a kind.
    struct Pace {
        double timing = 0, round = 0;
    };

    void begin_place(double seconds, double round_seconds) {
        end_ = now() + seconds;
        most_round_seconds_ = round_seconds;
        load_seconds_ = 0;
        paces_.clear();
    }

    /// The seconds for timing all variants, from their estimates and the first run.
    static double timing_seconds(const std::string &text, double first_run) {
        constexpr double turns = 3, farthest = 10, not_timed = 1e5;
        std::istringstream lines(text);
        double sum = 0, least = first_run;
        for (std::string line; std::getline(lines, line);) {
            std::istringstream words(line);
            std::string operation, variant;
            double estimate = 0;
            words >> operation >> variant >> estimate;
            if (estimate > not_timed) continue;
            sum += estimate;
            least = std::min(least, estimate);
        }
        return turns * sum * std::min(farthest, least > 0 ? first_run / least : 1);
    }

    static std::string run(const Case &one, const char *mode) {
        run_on(one.target);
        set_trials(mode);
        one.problem.run();
        std::string lines = trials();
        set_trials("");
        return lines;
    }

    void add_graph(const char *graph, Target target) {
        const double begin = now();
        // The graphs become larger.
        if (begin + 2 * load_seconds_ > end_) return;
        run_on(target);
        const EdgeList edges = load_graph(graph);
        const auto size = static_cast<double>(edges.size() + edges.nrows);
        const std::vector<BenchCase> problems = standard_cases(edges);
        load_seconds_ = now() - begin;
        for (const BenchCase &problem : problems) {
            if (now() > end_) return;
            if (only_.empty() || only_.count(problem.operation) != 0)
                add_case({problem, target}, size);
        }
    }

    /// Adds a case, unless it takes too much of the remaining time or of each look.
    void add_case(const Case &one, double size) {
        Pace &pace = paces_[one.problem.operation + one.problem.label];
        const double most = (end_ - now()) / 6, most_round = most_round_seconds_ - round_seconds_;
        if (pace.timing * size > most || pace.round * size > most_round) return;
        const double begin = now();
        const std::string first = run(one, "estimate");
        const double expected = timing_seconds(first, now() - begin);
        const bool is_short = expected < most;
        const std::string lines = is_short ? run(one, "measure") : "";
        const double timed = now();
        pace.timing = std::max(pace.timing, (is_short ? timed - begin : expected) / size);
        if (!is_short) return;
        // Runs it as each look does: its cached forms exist.
        const std::string estimates = run(one, "estimate");
        const double round = now() - timed;
        pace.round = std::max(pace.round, round / size);
        if (round > most_round) return;
        round_seconds_ += round;
        cases_.push_back(one);
        read_trials(cases_.size() - 1, lines, true);
        read_trials(cases_.size() - 1, estimates, false);
    }

    size_t variant_numbered(const std::string &name) {
        const auto found = std::find(variants_.begin(), variants_.end(), name);
        if (found == variants_.end()) variants_.push_back(name);
        return static_cast<size_t>(std::find(variants_.begin(), variants_.end(), name) -
                                   variants_.begin());
    }

    /// Reads the trials of one case. A variant may run several times in it; its n-th line belongs
    /// to the n-th run.
    void read_trials(size_t number, const std::string &text, bool is_measured) {
        std::istringstream lines(text);
        std::map<std::string, int> times;
        for (std::string line; std::getline(lines, line);) {
            std::istringstream words(line);
            std::string operation, variant;
            Trial trial;
            words >> operation >> variant >> trial.estimate >> trial.seconds;
            // Conversions for a problem and commits of results are operations of their own.
            if (!only_.empty() && only_.count(operation) == 0) continue;
            const std::string name = operation + ":" + variant;
            const auto key = std::make_pair(number, name + "#" + std::to_string(times[name]++));
            for (std::string word; words >> word;) {
                const size_t equals = word.rfind('=');
                trial.slopes.emplace_back(numbers_.at(word.substr(0, equals)),
                                          std::stod(word.substr(equals + 1)));
            }
            if (is_measured && trial.seconds > 0) {
                trial.variant = variant_numbered(name);
                positions_[key] = trials_.size();
                trials_.push_back(trial);
            } else if (const auto found = positions_.find(key); found != positions_.end()) {
                Trial &own = trials_[found->second];
                own.estimate = trial.estimate;
                own.slopes = trial.slopes;
            }
        }
    }

    const std::set<std::string> only_;
    double end_ = 0, load_seconds_ = 0; ///< of this device's problems, of the last graph
    double round_seconds_ = 0, most_round_seconds_ = 0;
    std::map<std::string, size_t> numbers_;
    std::map<std::string, Pace> paces_;
    std::vector<Case> cases_;
    std::vector<Trial> trials_;
    std::map<std::pair<size_t, std::string>, size_t> positions_;
    std::vector<std::string> variants_;
};

void put_in_force(const std::vector<Coefficient> &all) {
    std::string text;
    for (const Coefficient &one : all) text += fmt::format("{} {:.6g}\n", one.name, one.value);
    set_rates(text);
}

/// The trials' slopes of fitted coefficients, by their index in `fitted`.
std::vector<Trial> narrowed(const std::vector<Trial> &trials, const std::vector<size_t> &fitted) {
    std::map<size_t, size_t> positions;
    for (size_t k = 0; k < fitted.size(); ++k) positions[fitted[k]] = k;
    std::vector<Trial> narrow = trials;
    for (Trial &trial : narrow) {
        std::vector<std::pair<size_t, double>> kept;
        for (const auto &[number, slope] : trial.slopes)
            if (const auto found = positions.find(number); found != positions.end())
                kept.emplace_back(found->second, slope);
        trial.slopes = std::move(kept);
    }
    return narrow;
}

/// The coefficients that the trials depend on, without the measured ones.
std::vector<size_t> fitted_ones(const std::vector<Trial> &trials,
                                const std::vector<Coefficient> &all,
                                const std::vector<std::string> &measured) {
    std::set<size_t> found;
    for (const Trial &trial : trials)
        for (const auto &[number, slope] : trial.slopes)
            if (std::find(measured.begin(), measured.end(), all[number].name) == measured.end())
                found.insert(number);
    return {found.begin(), found.end()};
}

std::string table_of(const Trials &trials, const std::vector<VariantError> &before,
                     const std::vector<VariantError> &after) {
    std::string text = fmt::format(
        "# {} problems. Estimate over time or the inverse, geometric mean, and share within a "
        "factor of 2:\n# {:44} {:>8} {:>8} {:>8} {:>9} {:>9}\n",
        trials.problems(), "variant", "problems", "before", "after", "within 2", "was");
    std::vector<size_t> order(trials.variants().size());
    for (size_t k = 0; k < order.size(); ++k) order[k] = k;
    std::sort(order.begin(), order.end(),
              [&](size_t a, size_t b) { return trials.variants()[a] < trials.variants()[b]; });
    for (const size_t k : order)
        text += fmt::format("# {:44} {:8} {:8.2f} {:8.2f} {:8.0f}% {:8.0f}%\n",
                            trials.variants()[k], after[k].trials, before[k].mean, after[k].mean,
                            100 * after[k].within, 100 * before[k].within);
    return text;
}

/// Sets the cache sizes, which no slope shows, from the system.
void ask_caches(std::vector<Coefficient> &all) {
    const auto put = [&](const char *name, long bytes, double share) {
        for (Coefficient &one : all)
            if (one.name == name && bytes > 0) one.value = share * static_cast<double>(bytes);
    };
    put("mxm_cached_bytes", sysconf(_SC_LEVEL2_CACHE_SIZE), 1);
    put("mxv_cached_bytes", sysconf(_SC_LEVEL3_CACHE_SIZE), 0.75);
    put("extract_cached_bytes", sysconf(_SC_LEVEL3_CACHE_SIZE), 0.5);
}

/// Sets the thresholds to 1: timed variants need no earlier work.
std::string without_thresholds() {
    return "device_cusparse_bytes 1\ndevice_cublas_operations 1\n";
}

} // namespace

std::string fitted_profile(const FitOptions &options, const std::vector<std::string> &measured) {
    constexpr double farthest = 30;
    std::vector<Coefficient> all = coefficients();
    ask_caches(all);
    put_in_force(all);
    set_rates(without_thresholds());
    const Budget budget(options.seconds);
    Trials trials(options, budget, all);
    const std::vector<VariantError> before = variant_errors(trials.all(), trials.variants().size());
    const std::vector<size_t> fitted = fitted_ones(trials.all(), all, measured);
    std::vector<double> start;
    for (const size_t number : fitted) start.push_back(std::log(all[number].value));
    Fit fit(start, farthest);
    const auto put = [&](const std::vector<double> &position) {
        for (size_t k = 0; k < fitted.size(); ++k) all[fitted[k]].value = std::exp(position[k]);
        put_in_force(all);
    };
    while (fit.round(narrowed(trials.all(), fitted)) &&
           now() + trials.round_seconds() < budget.end_of_all) {
        put(fit.position());
        set_rates(without_thresholds());
        // An interrupted look says nothing about its position.
        if (!trials.estimate_again(budget.end_of_all)) break;
    }
    put(fit.best());
    run_on(Target::choice);
    std::string text =
        table_of(trials, before, variant_errors(fit.best_trials(), trials.variants().size()));
    for (const size_t number : fitted)
        text +=
            fmt::format("{} {:.6g}{}\n", all[number].name, all[number].value, all[number].comment);
    for (const char *name : {"mxm_cached_bytes", "mxv_cached_bytes", "extract_cached_bytes"})
        for (const Coefficient &one : all)
            if (one.name == name)
                text += fmt::format("{} {:.6g}{}\n", name, one.value, one.comment);
    return text;
}

} // namespace grb::tool
