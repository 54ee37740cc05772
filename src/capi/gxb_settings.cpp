// Keeps the settings and texts of SuiteSparse's interface.
#include "capi/gxb_settings.hpp"

#include "base/error.hpp"
#include "dispatch/burble.hpp"
#include "objects/orientations.hpp"
#include "suitesparse/GraphBLAS.h"

#include <iterator>

namespace grb {

namespace {

std::mutex mutex_;
Settings settings_;

struct FixedText {
    int field;
    const char *text;
};
constexpr FixedText fixed_texts[] = {
    // LAGraph accepts only files of its collections that carry this interface name.
    {GxB_LIBRARY_NAME, "SuiteSparse:GraphBLAS"},
    {GxB_LIBRARY_DATE, GxB_IMPLEMENTATION_DATE},
    {GxB_LIBRARY_ABOUT, GxB_IMPLEMENTATION_ABOUT},
    {GxB_LIBRARY_URL, ""},
    {GxB_LIBRARY_LICENSE, GxB_IMPLEMENTATION_LICENSE},
    {GxB_LIBRARY_COMPILE_DATE, ""}, // builds are reproducible
    {GxB_LIBRARY_COMPILE_TIME, ""},
    {GxB_API_DATE, GxB_SPEC_DATE},
    {GxB_API_ABOUT, GxB_SPEC_ABOUT},
    {GxB_API_URL, "https://graphblas.org"},
#if defined(__clang__)
    {GxB_COMPILER_NAME, "clang"},
#else
    {GxB_COMPILER_NAME, "gcc"},
#endif
};

/// Texts that a program may set, owned by this table; null: "".
struct OwnText {
    int field;
    char *text;
};
OwnText own_texts_[] = {
    {GxB_JIT_C_COMPILER_NAME, nullptr}, {GxB_JIT_C_COMPILER_FLAGS, nullptr},
    {GxB_JIT_C_LINKER_FLAGS, nullptr},  {GxB_JIT_C_LIBRARIES, nullptr},
    {GxB_JIT_C_PREFACE, nullptr},       {GxB_JIT_CACHE_PATH, nullptr},
    {GxB_JIT_C_CMAKE_LIBS, nullptr},    {GxB_JIT_ERROR_LOG, nullptr},
    {GxB_JIT_CUDA_PREFACE, nullptr},
};

constexpr int library_version[] = {GxB_IMPLEMENTATION_MAJOR, GxB_IMPLEMENTATION_MINOR,
                                   GxB_IMPLEMENTATION_SUB};
constexpr int api_version[] = {GxB_SPEC_MAJOR, GxB_SPEC_MINOR, GxB_SPEC_SUB};
#if defined(__clang__)
constexpr int compiler_version[] = {__clang_major__, __clang_minor__, __clang_patchlevel__};
#else
constexpr int compiler_version[] = {__GNUC__, __GNUC_MINOR__, __GNUC_PATCHLEVEL__};
#endif

void forget_all() {
    const std::lock_guard<std::mutex> lock(mutex_);
    settings_ = Settings();
    set_burble_functions({});
    default_by_column() = 0;
    for (OwnText &own : own_texts_) release(std::exchange(own.text, nullptr));
}

void set_blob_format(const char *value) {
    const bool is_suitesparse = std::strcmp(value, "1") == 0;
    if (!is_suitesparse && std::strcmp(value, "0") != 0)
        throw Error(GrB_INVALID_VALUE, "\"%s\" is neither 0 nor 1", value);
    change_settings([=](Settings &all) {
        all.blob_format = is_suitesparse ? GrX_BLOB_SUITESPARSE : GrX_BLOB_GRAPHBLAST;
    });
}
constexpr Setting environment[] = {{"GRAPHBLAST_SUITESPARSE_BLOBS", &set_blob_format}};

[[maybe_unused]] const bool is_registered =
    (at_initialise([] {}, environment), at_finalise(forget_all), true);

} // namespace

Settings settings() {
    const std::lock_guard<std::mutex> lock(mutex_);
    return settings_;
}

void change_settings(void (*change)(Settings &, const void *), const void *value) {
    const std::lock_guard<std::mutex> lock(mutex_);
    change(settings_, value);
}

double valid_chunk(double value) noexcept {
    return value >= 1 ? value : Settings().chunk;
}

double default_bitmap_switch(std::uint64_t nrows, std::uint64_t ncols) {
    const std::uint64_t size = std::min(nrows, ncols);
    std::size_t step = 0;
    while (step + 1 < std::size(settings_.bitmap_switch) && size > std::uint64_t{1} << step) step++;
    return settings().bitmap_switch[step];
}

const char *settings_text(int field) {
    for (const FixedText &fixed : fixed_texts) {
        if (fixed.field == field) return fixed.text;
    }
    const std::lock_guard<std::mutex> lock(mutex_);
    for (const OwnText &own : own_texts_) {
        if (own.field == field) return own.text != nullptr ? own.text : "";
    }
    return nullptr;
}

bool set_settings_text(int field, const char *text) {
    for (OwnText &own : own_texts_) {
        if (own.field != field) continue;
        const std::size_t bytes = std::strlen(text) + 1;
        auto *copy = static_cast<char *>(allocate(bytes));
        std::memcpy(copy, text, bytes);
        const std::lock_guard<std::mutex> lock(mutex_);
        release(std::exchange(own.text, copy));
        return true;
    }
    return false;
}

const int *settings_version(int field) noexcept {
    switch (field) {
    case GxB_LIBRARY_VERSION:
        return library_version;
    case GxB_API_VERSION:
        return api_version;
    case GxB_COMPILER_VERSION:
        return compiler_version;
    default:
        return nullptr;
    }
}

} // namespace grb
