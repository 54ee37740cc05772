// The library's settings of SuiteSparse's interface. Most are hints that are kept and returned.
#pragma once

#include "dispatch/context.hpp"

#include <mutex>

namespace grb {

inline constexpr double default_hyper_switch = 0.0625;

struct Settings {
    double hyper_switch = default_hyper_switch, chunk = 65536;
    /// Index by the smaller dimension: 1, 2, up to 4, 8, 16, 32, 64, and more.
    double bitmap_switch[8] = {0.04, 0.05, 0.06, 0.08, 0.10, 0.20, 0.30, 0.40};
    std::int64_t memory_pool[64] = {};
    int hyper_hash = 1024, gpu_id = -1, prints_from_one = 0;
    int offset_hint = 32, row_hint = 32, column_hint = 32;
    int jit_control = 0, jit_uses_cmake = 0, counts_readonly = 0;
    int blob_format = 0; // GrX_BLOB_FORMAT
    int (*print)(const char *, ...) = nullptr;
    int (*flush)(void) = nullptr;
};

/// settings() returns a copy; `change` gets the settings themselves, under a lock.
Settings settings();
void change_settings(void (*change)(Settings &, const void *), const void *value);
template <class Change>
void change_settings(const Change &change) {
    change_settings(
        [](Settings &all, const void *body) { (*static_cast<const Change *>(body))(all); },
        &change);
}

/// Returns the default for a chunk below 1 and for NaN.
double valid_chunk(double value) noexcept;

/// Returns GxB_BITMAP_SWITCH of an object that has none of its own.
double default_bitmap_switch(std::uint64_t nrows, std::uint64_t ncols);

/// Returns a text of the library, or null when there is no such field. Texts that a program sets
/// are kept until GrB_finalize.
const char *settings_text(int field);
/// Returns false when there is no such field, or it can only be read. Throws std::bad_alloc.
bool set_settings_text(int field, const char *text);

/// Returns major, minor and patch of GxB_LIBRARY_VERSION, GxB_API_VERSION or GxB_COMPILER_VERSION;
/// null for other fields.
const int *settings_version(int field) noexcept;

} // namespace grb
