// The choice of a variant: one function for all operations, for conversions and for the commit.
#pragma once

#include "dispatch/commit.hpp"
#include "dispatch/environment.hpp"

namespace grb {

/// A variant and the device where it runs; null: the host, or a device that is not open yet.
struct Candidate {
    int variant = -1;
    Device *device = nullptr;
};

/// The stages of a choice, in order. The first stage that gives a variant decides; the log names
/// it.
enum class Stage : std::uint8_t {
    rule,     // a rule asks for the variant
    repeated, // such a problem was decided recently
    evident,  // operands so small, or so stored, that one variant must be the quickest
    only,     // one variant alone accepts
    cheapest  // estimates
};
const char *name_of(Stage stage) noexcept;

struct Choice {
    Candidate candidate;
    Stage stage = Stage::cheapest;
    double preparing_seconds = 0;  // measured where the log wants it
    bool is_of_host_alone = false; // devices refused the operators or types
};

/// Chooses by the stages, whether or not a log shows it, and makes the facts that take time before
/// it estimates. When a variant asks for a device, this opens it and chooses again. Processes that
/// work together take the choice of process 0. `ahead`: the commit that follows; its C is not held
/// when this returns. With `only_on_host` a device has failed.
Choice choose(const VariantList &list, const ProblemBase &problem, const Environment &environment,
              const CommitAhead &ahead, bool only_on_host = false);

struct Found {
    Candidate candidate;
    bool wants_device = false; // some variant would accept on a device that is not open yet
    bool is_by_rule = false;
    /// A later choice would come out the same: no missing form would pay.
    bool is_final = false;
    bool is_of_host_alone = false; // see Choice
};

/// Returns a forced variant that accepts, else the cheapest that accepts and is not skipped. The
/// price of a form that an operand lacks counts in full until the form's amortised cost has reached
/// it. One host variant of each operation but chains accepts everything: when all others are
/// skipped or refuse, it is taken even if it is skipped. The candidate has no variant if none
/// accepts. Makes no facts and opens no device.
Found cheapest(const VariantList &list, const ProblemBase &problem, const Environment &environment,
               const CommitAhead &ahead, bool only_on_host = false);

/// Returns the seconds of the cheapest variant, by known facts alone.
double least_seconds(const VariantList &list, const ProblemBase &problem) noexcept;

/// A variant on a device, as the log shows it.
struct Consideration {
    int variant = 0;
    const char *name = nullptr;
    const char *refusal = nullptr; // null: accepted
    double seconds = 0;            // with missing_seconds
    Device *device = nullptr;      // null: the host
    double missing_seconds = 0;    // for a form that an operand lacks
};
/// The most variants that a log line names.
inline constexpr int most_considered = 64;

/// Asks all variants about the problem, for the log and for trials. Returns their number; changes
/// nothing.
int consider_all(const VariantList &list, const ProblemBase &problem,
                 const Environment &environment, const CommitAhead &ahead, bool only_on_host,
                 Consideration *considered);

/// Adds this call's loss by a missing form to the form's amortised cost. Returns true when that
/// cost has reached the price of the form, so that the form should be made.
bool absence_should_be_ended(const Cost &with_item, double best_without) noexcept;

/// The least seconds of a host variant when operands are on a device, by byte counts alone.
struct FetchCost {
    double transfer = 0, reading = 0; // seconds
    double seconds() const noexcept { return transfer + reading; }
};
FetchCost fetch_cost(std::size_t bytes_away, std::size_t operand_bytes) noexcept;
/// Estimates for a form: its reader works where the entries are, so the form is copied back, too.
FetchCost fetch_cost(const Traffic &traffic) noexcept;

/// An estimate of at most so many seconds ends the search: little longer than a call that does
/// nothing.
double short_enough() noexcept;

} // namespace grb
