// Implements the engine's controls by its options and its log.
#include "differential/engine_controls.h"

#include "dispatch/schedules.hpp"
#include "reference/bridge.h"

#include <gtest/gtest.h>

namespace grb::fuzz {
namespace {

using model::require;

std::int32_t code_of(const model::Type &type) {
    if (type.code == model::TypeCode::Bf16) return GrX_BF16_CODE;
    if (type.code == model::TypeCode::Fp16) return GrX_FP16_CODE;
    return type.is_user() ? GrB_UDT_CODE : static_cast<std::int32_t>(type.code) + GrB_BOOL_CODE;
}

} // namespace

std::vector<RegistryVariant> registry() {
    GrB_Index count = 0;
    require(GrX_Variant_count(&count), "GrX_Variant_count");
    std::vector<RegistryVariant> variants;
    for (GrB_Index k = 0; k < count; ++k) {
        const char *operation = nullptr, *name = nullptr;
        require(GrX_Variant_get(k, &operation, &name), "GrX_Variant_get");
        variants.push_back({operation, name});
    }
    return variants;
}

void force_variant(const std::string &variant) {
    require(GrB_Global_set_String(GrB_GLOBAL, variant.c_str(), static_cast<GrB_Field>(GrX_FORCE)),
            "GrB_set of GrX_FORCE");
}

void skip_variants(const std::string &variants) {
    require(GrB_Global_set_String(GrB_GLOBAL, variants.c_str(), static_cast<GrB_Field>(GrX_SKIP)),
            "GrB_set of GrX_SKIP");
}

void prefer_deterministic(bool on) {
    require(GrB_Global_set_INT32(GrB_GLOBAL, on, static_cast<GrB_Field>(GrX_DETERMINISTIC)),
            "GrB_set of GrX_DETERMINISTIC");
}

void use_device(Device use) {
    constexpr GrX_Device_Use uses[] = {GrX_DEVICE_OFF, GrX_DEVICE_AUTO, GrX_DEVICE_ALWAYS};
    require(GrB_Global_set_INT32(GrB_GLOBAL, uses[static_cast<int>(use)],
                                 static_cast<GrB_Field>(GrX_DEVICE)),
            "GrB_set of GrX_DEVICE");
}

std::vector<std::string> schedules_of(const std::string &variant) {
    const auto names = grb::schedules_of(variant.c_str() + variant.find(':') + 1);
    return {names.begin(), names.end()};
}

namespace {

std::string library_text(GrB_Field number) {
    std::size_t size = 0;
    const auto field = static_cast<GrB_Field>(number);
    require(GrB_Global_get_SIZE(GrB_GLOBAL, &size, field), "GrB_get of a text's size");
    std::vector<char> text(size + 1, '\0');
    require(GrB_Global_get_String(GrB_GLOBAL, text.data(), field), "GrB_get of a text");
    return text.data();
}

} // namespace

std::string last_variant() {
    return library_text(GrX_LAST_VARIANT);
}

void reset_picks() {
    require(GrB_Global_set_String(GrB_GLOBAL, "", static_cast<GrB_Field>(GrX_PICKS)),
            "GrB_set of GrX_PICKS");
}

std::string picks() {
    return library_text(GrX_PICKS);
}

bool is_among(const std::string &picks, const std::string &variant) {
    return (" " + picks).find(" " + variant + "=") != std::string::npos;
}

void begin_log() {
    testing::internal::CaptureStderr();
    require(GrB_Global_set_String(GrB_GLOBAL, "pick", static_cast<GrB_Field>(GrX_LOG)),
            "GrB_set of GrX_LOG");
}

std::string end_log() {
    require(GrB_Global_set_String(GrB_GLOBAL, "", static_cast<GrB_Field>(GrX_LOG)),
            "GrB_set of GrX_LOG");
    return testing::internal::GetCapturedStderr();
}

std::string logged_schedule(const std::string &log) {
    const std::string key = " schedule=";
    const std::size_t at = log.rfind(key);
    if (at == std::string::npos) return "";
    const std::size_t begin = at + key.size();
    return log.substr(begin, log.find_first_of(" \n", begin) - begin);
}

void set_threads(int threads) {
    require(GrB_Global_set_INT32(GrB_GLOBAL, threads, static_cast<GrB_Field>(GxB_GLOBAL_NTHREADS)),
            "GrB_set of GxB_GLOBAL_NTHREADS");
}

void pin(GrB_Matrix a, Format format, int index_width) {
    require(GrB_Matrix_set_INT32(a, static_cast<std::int32_t>(format),
                                 static_cast<GrB_Field>(GrX_FORMAT)),
            "GrB_set of a matrix's GrX_FORMAT");
    require(GrB_Matrix_set_INT32(a, index_width, static_cast<GrB_Field>(GrX_INDEX_WIDTH)),
            "GrB_set of a matrix's GrX_INDEX_WIDTH");
}

void pin(GrB_Vector u, Format format, int index_width) {
    require(GrB_Vector_set_INT32(u, static_cast<std::int32_t>(format),
                                 static_cast<GrB_Field>(GrX_FORMAT)),
            "GrB_set of a vector's GrX_FORMAT");
    require(GrB_Vector_set_INT32(u, index_width, static_cast<GrB_Field>(GrX_INDEX_WIDTH)),
            "GrB_set of a vector's GrX_INDEX_WIDTH");
}

void keep_both_orientations(GrB_Matrix a) {
    require(GrB_Matrix_set_INT32(a, 3, static_cast<GrB_Field>(GrX_ORIENTATIONS)),
            "GrB_set of GrX_ORIENTATIONS");
}

bool has_type(GrB_Matrix a, const model::Type &type) {
    std::int32_t code = -1;
    require(GrB_Matrix_get_INT32(a, &code, GrB_EL_TYPE_CODE), "GrB_get of GrB_EL_TYPE_CODE");
    return code == code_of(type);
}

bool has_type(GrB_Vector u, const model::Type &type) {
    std::int32_t code = -1;
    require(GrB_Vector_get_INT32(u, &code, GrB_EL_TYPE_CODE), "GrB_get of GrB_EL_TYPE_CODE");
    return code == code_of(type);
}

} // namespace grb::fuzz
