// Runs many random problems of one operation for every row of the registry.
#pragma once

#include "differential/problem.h"

#include <set>

namespace grb::fuzz {

using Generator = std::function<void(Problem &)>;

/// `rounds` small and `rounds` / 25 large problems for the engine's own choice and for each variant
/// of `operation` by force, a quarter of them for each of its schedules; each must have run at least once. The first
/// problem of a variant is one that the generator aims at it (Problem::aim). GRAPHBLAST_TEST_ROUNDS
/// multiplies `rounds`; GRAPHBLAST_TEST_SEED="operation:variant:seed", as a failure prints it, runs
/// that problem alone.
/// `without`: rows that take none of the generator's problems.
void run_problems(const std::string &operation, int rounds, const Generator &generate,
                  const std::set<std::string> &without = {});

/// The same of problems over users' types, by the engine's own choice and by force for those of these rows
/// that are there.
void run_user_problems(const std::string &operation, const std::vector<std::string> &rows,
                       int rounds, const Generator &generate);

/// f under the engine's own choice and under each variant of the operation, and each of its schedules, by
/// force. The names of the variants that then ran: those that f's problem suits, and there must be some.
std::set<std::string> for_each_variant(const std::string &operation,
                                       const std::function<void()> &f);
/// Fails for each variant of the operation ("": of all) on the host that is not in `ran`.
void expect_host_variants(const std::set<std::string> &ran, const std::string &operation = "");

/// False for variants that write in place where there is a GPU: it may have the values.
bool can_run(const std::string &variant);

/// `rounds` times GRAPHBLAST_TEST_ROUNDS, at least 1.
int scaled(int rounds);

/// Whether the environment asks for a single problem of another operation.
bool is_skipped(const std::string &operation);

} // namespace grb::fuzz
