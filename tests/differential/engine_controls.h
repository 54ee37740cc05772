// The controls of the engine: only this file of the tests uses extensions (GrX_) and GrB_get.
#pragma once

#include "reference/value.h"

#include <string>
#include <vector>

namespace grb::fuzz {

struct RegistryVariant {
    std::string operation, name;
};

enum class Format { Auto, Sparse, Hypersparse, Bitmap, Full, Balanced };

std::vector<RegistryVariant> registry();
/// The schedules that a rule can ask of a variant, "operation:variant", from the library's own
/// list, which these tests link once more.
std::vector<std::string> schedules_of(const std::string &variant);
/// Forces a variant, as "mxv:cpu/mxv_pull_rows"; "" lets the engine choose again.
void force_variant(const std::string &variant);
/// Excludes variants, as "mxv:cpu/mxv_pull_rows,..."; "" allows them all again.
void skip_variants(const std::string &variants);
/// Allows only deterministic variants.
void prefer_deterministic(bool on);
enum class Device { Off, Auto, Always };
void use_device(Device use);
/// The name of the variant that this thread's last operation ran; "" where unknown.
std::string last_variant();

/// picks() returns how often each variant ran since reset_picks(), also for forms that calls need.
void reset_picks();
std::string picks();
/// True if `picks` contains the variant, "operation:variant".
bool is_among(const std::string &picks, const std::string &variant);

/// Collect the lines of GRAPHBLAST_LOG=pick between the two calls; logged_schedule finds the
/// schedule in the last line.
void begin_log();
std::string end_log();
std::string logged_schedule(const std::string &log);

/// Limits the library's threads, whatever the machine has.
void set_threads(int threads);

void pin(GrB_Matrix a, Format format, int index_width);
void pin(GrB_Vector u, Format format, int index_width);
/// Makes the matrix keep rows and columns, so that the transposed form exists before the call.
void keep_both_orientations(GrB_Matrix a);

bool has_type(GrB_Matrix a, const model::Type &type);
bool has_type(GrB_Vector u, const model::Type &type);

} // namespace grb::fuzz
