// Wraps the GraphBLAS calls that the tool makes outside the algorithms.
#include "engine.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fmt/format.h>
#include <new>
#include <sstream>

namespace grb::tool {

namespace {

constexpr std::array<const char *, 6> format_texts = {"auto",   "sparse", "hypersparse",
                                                      "bitmap", "full",   "balanced"};

GrB_Field field(int number) {
    return static_cast<GrB_Field>(number);
}

std::string global_text(GrB_Field what) {
    size_t size = 0;
    check(GrB_Global_get_SIZE(GrB_GLOBAL, &size, what), "GrB_Global_get_SIZE");
    std::string text(size + 1, '\0');
    check(GrB_Global_get_String(GrB_GLOBAL, text.data(), what), "GrB_Global_get_String");
    text.resize(std::char_traits<char>::length(text.c_str()));
    return text;
}

void set_global_text(GrB_Field what, const std::string &text) {
    check(GrB_Global_set_String(GrB_GLOBAL, const_cast<char *>(text.c_str()), what),
          "GrB_Global_set_String");
}

int32_t format_number(const std::string &name) {
    for (size_t k = 0; k < format_texts.size(); ++k)
        if (name == format_texts[k]) return static_cast<int32_t>(k);
    return GrX_AUTO;
}

} // namespace

void check(GrB_Info info, const char *call, const char *why) {
    if (info >= GrB_SUCCESS) return;
    if (info == GrB_OUT_OF_MEMORY) throw std::bad_alloc();
    throw EngineError(why != nullptr && *why != '\0'
                          ? fmt::format("{} (code {})", why, static_cast<int>(info))
                          : fmt::format("{} returned {}", call, static_cast<int>(info)),
                      info == GrB_PANIC);
}

std::vector<VariantName> registry_variants() {
    GrB_Index count = 0;
    check(GrX_Variant_count(&count), "GrX_Variant_count");
    std::vector<VariantName> variants;
    for (GrB_Index k = 0; k < count; ++k) {
        const char *operation = nullptr;
        const char *name = nullptr;
        check(GrX_Variant_get(k, &operation, &name), "GrX_Variant_get");
        variants.push_back({operation, name});
    }
    return variants;
}

void set_threads(int threads) {
    check(GrB_Global_set_INT32(GrB_GLOBAL, threads, field(GxB_GLOBAL_NTHREADS)),
          "GrB_Global_set(GxB_GLOBAL_NTHREADS)");
}

int threads() {
    int32_t number = 0;
    check(GrB_Global_get_INT32(GrB_GLOBAL, &number, field(GxB_GLOBAL_NTHREADS)),
          "GrB_Global_get(GxB_GLOBAL_NTHREADS)");
    return number;
}

void force_variant(const std::string &choice) {
    set_global_text(GrX_FORCE, choice);
}
std::string last_variant() {
    return global_text(GrX_LAST_VARIANT);
}
std::string rates_text() {
    return global_text(field(GrX_RATES));
}
void set_rates(const std::string &lines) {
    set_global_text(field(GrX_RATES), lines);
}
void set_trials(const std::string &mode) {
    set_global_text(field(GrX_TRIALS), mode);
}
std::string trials() {
    return global_text(field(GrX_TRIALS));
}

void speak_to(int (*print)(const char *, ...)) {
    check(
        GrB_Global_set_VOID(GrB_GLOBAL, reinterpret_cast<void *>(print), GxB_PRINTF, sizeof print),
        "GrB_Global_set(GxB_PRINTF)");
    check(GrB_Global_set_INT32(GrB_GLOBAL, print != nullptr, GxB_BURBLE),
          "GrB_Global_set(GxB_BURBLE)");
}

void reset_picks() {
    set_global_text(GrX_PICKS, "");
}

std::map<std::string, uint64_t> picks() {
    std::map<std::string, uint64_t> counts;
    std::istringstream text(global_text(GrX_PICKS));
    for (std::string item; text >> item;) {
        const size_t equals = item.rfind('=');
        if (equals != std::string::npos)
            counts[item.substr(0, equals)] += std::stoull(item.substr(equals + 1));
    }
    return counts;
}

DeviceUse DeviceUse::since(const DeviceUse &before) const {
    return {bytes_in - before.bytes_in, bytes_out - before.bytes_out, waits - before.waits,
            launches - before.launches, bytes_peak};
}

DeviceUse device_use() {
    const auto counter = [](GrX_Device_Counter which) {
        uint64_t value = 0;
        check(GrX_Device_counter(&value, which), "GrX_Device_counter");
        return value;
    };
    return {counter(GrX_DEVICE_BYTES_IN), counter(GrX_DEVICE_BYTES_OUT),
            counter(GrX_DEVICE_SYNCHRONISATIONS), counter(GrX_DEVICE_LAUNCHES),
            counter(GrX_DEVICE_BYTES_PEAK)};
}

std::string device_name() {
    return global_text(field(GrX_DEVICE_NAME));
}

std::string library_name() {
    return global_text(GrB_NAME);
}

std::string library_version() {
    std::string text;
    for (const GrB_Field part :
         {GrB_LIBRARY_VER_MAJOR, GrB_LIBRARY_VER_MINOR, GrB_LIBRARY_VER_PATCH}) {
        int32_t number = 0;
        check(GrB_Global_get_INT32(GrB_GLOBAL, &number, part), "GrB_Global_get_INT32");
        text += fmt::format("{}{}", text.empty() ? "" : ".", number);
    }
    return text;
}

bool has_device() {
    GrB_Index count = 0;
    check(GrX_Device_count(&count), "GrX_Device_count");
    return count != 0;
}

void run_on(Target target) {
    const GrX_Device_Use use = target == Target::host     ? GrX_DEVICE_OFF
                               : target == Target::choice ? GrX_DEVICE_AUTO
                                                          : GrX_DEVICE_ALWAYS;
    check(GrB_Global_set_INT32(GrB_GLOBAL, use, field(GrX_DEVICE)), "GrB_Global_set(GrX_DEVICE)");
}

Matrix full_matrix(uint64_t nrows, uint64_t ncols, const std::function<float(uint64_t)> &values) {
    const uint64_t count = nrows * ncols;
    auto *const array =
        static_cast<float *>(std::malloc(std::max<size_t>(count * sizeof(float), 1)));
    if (array == nullptr) throw std::bad_alloc();
#pragma omp parallel for schedule(static)
    for (uint64_t k = 0; k < count; ++k) array[k] = values(k);
    Matrix A;
    void *given = array; // the matrix owns it from here on
    const GrB_Info info = GrX_Matrix_import_full(A.out(), GrB_FP32, nrows, ncols, &given,
                                                 count * sizeof(float), nullptr);
    if (info != GrB_SUCCESS) std::free(array);
    check(info, "GrX_Matrix_import_full");
    return A;
}

const char *format_of(GrB_Matrix A) {
    int32_t number = 0;
    check(GrB_Matrix_get_INT32(A, &number, GrX_FORMAT_STATUS), "GrB_Matrix_get");
    return format_texts.at(static_cast<size_t>(number));
}

void pin_format(GrB_Matrix A, const std::string &format) {
    check(GrB_Matrix_set_INT32(A, format_number(format), GrX_FORMAT), "GrB_Matrix_set");
}

void pin_format(GrB_Vector w, const std::string &format) {
    check(GrB_Vector_set_INT32(w, format_number(format), GrX_FORMAT), "GrB_Vector_set");
}

size_t bytes_of(GrB_Matrix A) {
    size_t bytes = 0;
    check(GrB_Matrix_get_SIZE(A, &bytes, GrX_BYTES), "GrB_Matrix_get");
    return bytes;
}

std::vector<const char *> format_names() {
    return {format_texts.begin() + 1, format_texts.end()};
}

} // namespace grb::tool
