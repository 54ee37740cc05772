// The choice by estimates: one function for all operations and for the commit.
#pragma once

#include "dispatch/commit.hpp"

namespace grb {

/// A variant, and the place where it is to run; null: the host, or a place that is not open yet.
struct Candidate {
    int row = -1;
    Place *place = nullptr;
};

struct Found {
    Candidate candidate;
    bool wants_place = false; // some variant would accept at a place that is not open yet
    /// The choice would come out so again, whatever is asked for meanwhile: no missing part would pay.
    bool is_final = false;
};

/// A forced variant that accepts, else the cheapest that accepts and is not skipped. The price of a part that an operand
/// lacks counts in full until the debt of the part has reached it. One variant of each operation is the host's and
/// accepts everything: when all others are skipped or refuse, it is taken even if it is skipped. A log and trials change
/// nothing. `ahead`: the commit that follows; nothing of C is held when this returns. With `only_on_host` variants of
/// other places are left out.
Found cheapest(const VariantList &list, const ProblemBase &problem, const CommitAhead &ahead,
               bool only_on_host = false);

/// Among several variants of a team of processes, the one that process 0 has chosen: estimates may differ.
int agreed(const VariantList &list, int variant);

/// Tells the opener of places what is worked on. That is for operations, not for parts and commits.
void see_operands(Operation operation, const ProblemBase &problem);

/// Seconds of the cheapest variant, by known facts alone.
double least_seconds(const VariantList &list, const ProblemBase &problem) noexcept;

/// A variant at a place, as the log shows it.
struct Consideration {
    const char *name;
    const char *refusal;        // null: accepted
    double seconds;             // with the missing ones
    Place *place = nullptr;     // null: the host
    double missing_seconds = 0; // for a part that an operand lacks
};
/// The most variants that a log line names.
inline constexpr int most_considered = 64;

/// Asks all variants about the problem, for the log and trials. Returns their number; changes nothing.
int consider_all(const VariantList &list, const ProblemBase &problem, const CommitAhead &ahead,
                 bool only_on_host, Consideration *considered);

/// Adds what the absence of a part costs this call to the debt of the part. True when the debt has reached the price of
/// the part, so that it should be made.
bool absence_should_be_ended(const Cost &with_part, double best_without) noexcept;

/// The least seconds of a host variant when operands are on a device, by byte counts alone.
struct FetchCost {
    double transfer = 0, reading = 0; // seconds
    double seconds() const noexcept { return transfer + reading; }
};
FetchCost fetch_cost(std::size_t bytes_away, std::size_t operand_bytes) noexcept;
/// For a part: its reader works where the entries are, so the part is copied back, too.
FetchCost fetch_cost(const Traffic &traffic) noexcept;

/// Seconds from which on nothing is gained by a look at more variants: little longer than a call that does nothing.
double short_enough() noexcept;

} // namespace grb
