// Whose interface this is: name and version of the library.
#include "compat/interface.hpp"

#include <cstdarg>
#include <cstring>

using namespace compat;

namespace {

constexpr std::int32_t numbers[] = {GxB_IMPLEMENTATION_MAJOR, GxB_IMPLEMENTATION_MINOR,
                                    GxB_IMPLEMENTATION_SUB};

/// Texts that depend on the version; null for other fields.
const char *text_of(int field) noexcept {
    if (field == GxB_LIBRARY_DATE) return GxB_IMPLEMENTATION_DATE;
    if (field == GxB_LIBRARY_ABOUT) return GxB_IMPLEMENTATION_ABOUT;
    return nullptr;
}

/// GrB_NAME of the library is that of the interface.
GrB_Field named(GrB_Field field) noexcept {
    return field == GrB_NAME ? GxB_LIBRARY_NAME : field;
}

/// 0, 1, 2 of the numbers of a version, -1 for other fields.
int part_of(int field) noexcept {
    const bool is_part = field >= GrB_LIBRARY_VER_MAJOR && field <= GrB_LIBRARY_VER_PATCH;
    return is_part ? field - GrB_LIBRARY_VER_MAJOR : -1;
}

/// Puts this version's answer in the place of libgraphblast.so's.
void answer(int field, void *target) noexcept {
    if (field == GxB_LIBRARY_VERSION) {
        std::memcpy(target, numbers, sizeof numbers);
    } else if (const char *text = text_of(field)) {
        std::memcpy(target, &text, sizeof text);
    }
}

} // namespace

GrB_Info GrB_Global_get_INT32(GrB_Global global, int32_t *value, GrB_Field field) {
    const GrB_Info info = engine.GrB_Global_get_INT32(global, value, field);
    const int part = part_of(field);
    if (info == GrB_SUCCESS && part >= 0) *value = numbers[part];
    return info;
}

GrB_Info GrB_Global_get_Scalar(GrB_Global global, GrB_Scalar value, GrB_Field field) {
    const int part = part_of(field);
    const GrB_Info info = engine.GrB_Global_get_Scalar(global, value, field);
    return info == GrB_SUCCESS && part >= 0 ? GrB_Scalar_setElement_INT32(value, numbers[part])
                                            : info;
}

GrB_Info GrB_Global_get_SIZE(GrB_Global global, size_t *value, GrB_Field field) {
    const GrB_Info info = engine.GrB_Global_get_SIZE(global, value, named(field));
    const char *const text = text_of(field);
    if (info == GrB_SUCCESS && text != nullptr) *value = std::strlen(text) + 1;
    return info;
}

GrB_Info GrB_Global_get_String(GrB_Global global, char *value, GrB_Field field) {
    const char *const text = text_of(field);
    if (text == nullptr || value == nullptr)
        return engine.GrB_Global_get_String(global, value, named(field));
    size_t size = 0;
    const GrB_Info info = engine.GrB_Global_get_SIZE(global, &size, field);
    if (info == GrB_SUCCESS) std::strcpy(value, text);
    return info;
}

GrB_Info GxB_Global_Option_get(int field, ...) {
    va_list arguments;
    va_start(arguments, field);
    void *const target = va_arg(arguments, void *);
    va_end(arguments);
    if (const auto info = answer_draft(field, true, true, target)) return *info;
    const int meant = option_of(field);
    const GrB_Info info = engine.GxB_Global_Option_get(meant, target);
    if (info == GrB_SUCCESS) answer(meant, target);
    return info;
}

GrB_Info GxB_Global_Option_get_INT32(GxB_Option_Field field, int32_t *value) {
    if (const auto info = answer_draft(field, false, true, value)) return *info;
    const auto meant = static_cast<GxB_Option_Field>(option_of(field));
    const GrB_Info info = engine.GxB_Global_Option_get_INT32(meant, value);
    if (info == GrB_SUCCESS) answer(meant, value);
    return info;
}

GrB_Info GxB_Global_Option_get_CHAR(GxB_Option_Field field, const char **value) {
    const auto meant = static_cast<GxB_Option_Field>(option_of(field));
    const GrB_Info info = engine.GxB_Global_Option_get_CHAR(meant, value);
    if (info == GrB_SUCCESS) answer(meant, value);
    return info;
}

#if GRAPHBLAST_SUITESPARSE_VERSION >= 8
int compat::option_of(int field) noexcept {
    return field;
}
std::optional<GrB_Info> compat::answer_draft(int, bool, bool, void *) noexcept {
    return std::nullopt;
}
#endif
