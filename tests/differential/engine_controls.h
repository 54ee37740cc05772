// The one place of these tests that uses this library's extensions (GrX_) and GrB_get.
#pragma once

#include "reference/value.h"

#include <string>
#include <vector>

namespace grb::fuzz {

struct RegistryRow {
    std::string operation, name;
};

enum class Format { Auto, Sparse, Hypersparse, Bitmap, Full, Balanced };

std::vector<RegistryRow> registry();
/// The schedules that a rule can ask of a row, "operation:variant": the library's own list, which is linked to
/// these tests once more.
std::vector<std::string> schedules_of(const std::string &row);
/// `row` as "mxv:cpu/mxv_pull_rows"; "" lets the engine choose again.
void force_variant(const std::string &row);
/// Variants never to take, as "mxv:cpu/mxv_pull_rows,..."; "" lets them all run again.
void skip_variants(const std::string &rows);
/// Only variants that say they are deterministic.
void prefer_deterministic(bool on);
enum class Device { Off, Auto, Always };
void use_device(Device use);
/// The name of the variant that this thread's last operation ran; "" where unknown.
std::string last_variant();

/// How often each variant ran, also for the parts that calls need, since the counts were set to zero.
void reset_picks();
std::string picks();
/// The row, "operation:variant", is among them.
bool is_among(const std::string &picks, const std::string &row);

/// What GRAPHBLAST_LOG=pick writes between the two, and the schedule that its last line names.
void begin_log();
std::string end_log();
std::string logged_schedule(const std::string &log);

/// How many threads the library may use, whatever the machine has.
void set_threads(int threads);

void pin(GrB_Matrix a, Format format, int index_width);
void pin(GrB_Vector u, Format format, int index_width);
/// The matrix keeps rows and columns, so that the transposed part exists before the call.
void keep_both_orientations(GrB_Matrix a);

bool has_type(GrB_Matrix a, const model::Type &type);
bool has_type(GrB_Vector u, const model::Type &type);

} // namespace grb::fuzz
