#pragma once

#include "scale/log_line.h"

#include <cstdint>
#include <string>
#include <vector>

namespace grb::tool {

/// A variant that the library looked at for a call.
struct Considered {
    std::string variant;
    double estimate = 0; ///< seconds, with the commit where that depends on the variant
    std::string refusal; ///< the reason; empty: it might have run
};

/// A choice of the library and how it went. A step that an operation takes on the way (a part, the commit) is a call, too.
struct Call {
    std::string operation;
    std::string variant;
    std::vector<Considered> considered;
    double estimate = 0; ///< of the variant that ran, in seconds; 0 where there was no estimate
    double seconds = 0;
    double preparing = 0; ///< the seconds of the step before the choice
    double end = 0;       ///< by now(); 0 where the line does not say it
    uint64_t bytes = 0;   ///< of operands and result
    int depth = 0;        ///< in how many other calls it ran
    double inside = 0;    ///< the seconds of the calls that ran directly in it
    double commit = 0;    ///< the seconds of the commit that followed
    Keys keys;            ///< all words of the line

    double begin() const { return end - seconds; }
    double own_seconds() const { return seconds - inside; }
    /// What the estimate is about: the call, with its commit.
    double estimated_seconds() const { return seconds + commit; }
    bool is_commit() const { return operation == "commit"; }
    bool is_product() const { return operation == "mxv" || operation == "mxm"; }
};

/// The monotonic clock in seconds, which the library's log has, too.
double now();

/// The call of a line of the log. False for other lines.
bool parse_call(std::string_view line, Call &call);

/// Sorts calls by their beginnings and sets depth, inside and commit.
void nest(std::vector<Call> &calls);

/// The entries of an operand ("A", "B", "u", "M", "C", "T"); -1: there is none.
double entries_of(const Call &call, const char *operand);

/// "A 1,024 x 1,024, 31,000; u 12; mask comp_structure": what the problem was.
std::string shown_problem(const Call &call);

/// "push", "pull" or "": from which side a product with a vector was computed.
std::string direction_of(const Call &call);

/// "mxv_pull_rows" of "cpu/mxv_pull_rows"; other places stay.
std::string short_variant(const std::string &variant);

/// A product and what follows it up to the next one: a level of a traversal, an iteration of PageRank.
struct Step {
    const Call *product = nullptr;
    double entries = 0;  ///< of the vector that goes in, or of the sparser matrix
    uint64_t calls = 0;  ///< outermost ones
    double estimate = 0; ///< of the calls but the commits, which these contain
    double seconds = 0;
    double begin = 0, end = 0;
};
/// Of calls that nest() has sorted. What comes before the first product counts to its step.
std::vector<Step> steps_of(const std::vector<Call> &calls);

/// All calls of one variant.
struct VariantTotal {
    std::string operation, variant;
    uint64_t calls = 0;
    uint64_t estimated_calls = 0;
    double estimate = 0;          ///< of the calls that have one
    double estimated_seconds = 0; ///< that these took
    double own_seconds = 0;
    uint64_t bytes = 0;
};
std::vector<VariantTotal> totals_of(const std::vector<Call> &calls); ///< the longest first

} // namespace grb::tool
