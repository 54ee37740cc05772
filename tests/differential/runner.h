// Runs many random problems of one operation for every variant of the registry.
#pragma once

#include "differential/problem.h"

#include <set>

namespace grb::fuzz {

using Generator = std::function<void(Problem &)>;

/// Runs `rounds` small and `rounds` / 25 large problems by the engine's own choice and by each
/// forced variant of `operation`, and a quarter of them by each of its schedules; each must run at
/// least once. The generator aims the first problem of a variant at it (Problem::aim).
/// GRAPHBLAST_TEST_ROUNDS multiplies `rounds`, GRAPHBLAST_TEST_QUARTER takes every fourth of them;
/// GRAPHBLAST_TEST_SEED="operation:variant:seed", as a failure prints it, runs that problem alone.
/// `without` lists variants that suit none of the generator's problems.
void run_problems(const std::string &operation, int rounds, const Generator &generate,
                  const std::set<std::string> &without = {});

/// Runs problems over user-defined types, by the engine's own choice and by each of these variants
/// that the registry has.
void run_user_problems(const std::string &operation, const std::vector<std::string> &variants,
                       int rounds, const Generator &generate);

/// Runs f by the engine's own choice and by each forced variant and schedule of the operation.
/// Returns the names of the variants that ran, those that f's problem suits; there must be some.
std::set<std::string> for_each_variant(const std::string &operation,
                                       const std::function<void()> &f);
/// Fails for each host variant of the operation ("": of all operations) that is not in `ran`.
void expect_host_variants(const std::set<std::string> &ran, const std::string &operation = "",
                          const std::set<std::string> &others = {});

/// Is false for variants that write the output where there is a GPU, which may hold the values.
bool can_run(const std::string &variant);

/// Returns `rounds` times GRAPHBLAST_TEST_ROUNDS, or a quarter of that (quarter.h), at least 1.
int scaled(int rounds);

/// True if the environment asks for a single problem of another operation.
bool is_skipped(const std::string &operation);

} // namespace grb::fuzz
