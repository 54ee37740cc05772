// The calls in a log of the library, their nesting, and sums by step and by variant.
#pragma once

#include "scale/log_line.h"

#include <cstdint>
#include <string>
#include <vector>

namespace grb::tool {

/// A variant that the library considered for a call.
struct Considered {
    std::string variant;
    double estimate = 0; ///< seconds, including the commit if it depends on the variant
    std::string refusal; ///< the reason; empty: it was eligible
};

/// A choice of the library and its outcome. Steps within an operation (a conversion, the commit)
/// are calls, too.
struct Call {
    std::string operation;
    std::string variant;
    std::vector<Considered> considered;
    double estimate = 0; ///< of the variant that ran, in seconds; 0: no estimate
    double seconds = 0;
    double preparing = 0; ///< the seconds of the step before the choice
    double end = 0;       ///< by now(); 0: not logged
    uint64_t bytes = 0;   ///< of operands and result
    int depth = 0;        ///< the number of calls around it
    double inside = 0;    ///< the seconds of the calls directly inside
    double commit = 0;    ///< the seconds of the commit that followed
    Keys keys;            ///< all words of the line

    double begin() const { return end - seconds; }
    double own_seconds() const { return seconds - inside; }
    /// The time that the estimate predicts: the call with its commit.
    double estimated_seconds() const { return seconds + commit; }
    bool is_commit() const { return operation == "commit"; }
    bool is_product() const { return operation == "mxv" || operation == "mxm"; }
};

/// The monotonic clock in seconds; the library's log uses it, too.
double now();

/// Parses a line of the log. Returns false for lines without a call.
bool parse_call(std::string_view line, Call &call);

/// Sorts calls by their beginnings and sets depth, inside and commit.
void nest(std::vector<Call> &calls);

/// The entries of an operand ("A", "B", "u", "M", "C", "T"); -1: no such operand.
double entries_of(const Call &call, const char *operand);

/// "A 1,024 x 1,024, 31,000; u 12; mask comp_structure": a description of the problem.
std::string shown_problem(const Call &call);

/// "push", "pull" or "": the direction of a product with a vector.
std::string direction_of(const Call &call);

/// "mxv_pull_rows" of "cpu/mxv_pull_rows"; keeps other prefixes.
std::string short_variant(const std::string &variant);

/// A product and the calls up to the next one: a level of a traversal, an iteration of PageRank.
struct Step {
    const Call *product = nullptr;
    double entries = 0;  ///< of the input vector, or of the sparser matrix
    uint64_t calls = 0;  ///< without nested calls
    double estimate = 0; ///< of the calls except commits, whose time the calls include
    double seconds = 0;
    double begin = 0, end = 0;
};
/// Takes calls that nest() has sorted. Calls before the first product belong to its step.
std::vector<Step> steps_of(const std::vector<Call> &calls);

/// The calls that the library recorded and ran later.
struct RecordedCalls {
    uint64_t calls = 0, chains = 0;
    uint64_t in_chains = 0; ///< of `calls`
    uint64_t turns_ahead =
        0; ///< of loops, among the chains: carried out before they were asked for
    /// The others by the reason, the most frequent first.
    std::vector<std::pair<std::string, uint64_t>> alone;
};
RecordedCalls recorded_of(const std::vector<Call> &calls);
/// "recorded: 12 calls, 9 of them in 3 chains; alone: no call follows 3"; empty without such calls.
std::string shown_recorded(const RecordedCalls &recorded);

/// All calls of one variant.
struct VariantTotal {
    std::string operation, variant;
    uint64_t calls = 0;
    uint64_t estimated_calls = 0;
    double estimate = 0;          ///< of the calls that have one
    double estimated_seconds = 0; ///< of the calls with an estimate
    double own_seconds = 0;
    uint64_t bytes = 0;
};
std::vector<VariantTotal> totals_of(const std::vector<Call> &calls); ///< the longest first

} // namespace grb::tool
