// Constants that had other numbers in SuiteSparse:GraphBLAS 7. Only libgraphblas.so.7 has these functions.
#include "compat/interface.hpp"

#include <atomic>
#include <cstdarg>
#include <iterator>

using namespace compat;

namespace {

struct Moved {
    int from, to;
};

/// Fields of the library, of matrices and of vectors.
constexpr Moved options[] = {{0, GxB_HYPER_SWITCH},
                             {1, GxB_FORMAT},
                             {2, GxB_MODE},
                             {5, GxB_GLOBAL_NTHREADS},
                             {6, GxB_IS_HYPER},
                             {7, GxB_GLOBAL_CHUNK},
                             {8, GxB_LIBRARY_NAME},
                             {9, GxB_LIBRARY_VERSION},
                             {10, GxB_LIBRARY_DATE},
                             {11, GxB_LIBRARY_ABOUT},
                             {12, GxB_LIBRARY_URL},
                             {13, GxB_LIBRARY_LICENSE},
                             {14, GxB_LIBRARY_COMPILE_DATE},
                             {15, GxB_LIBRARY_COMPILE_TIME},
                             {16, GxB_API_VERSION},
                             {17, GxB_API_DATE},
                             {18, GxB_API_ABOUT},
                             {19, GxB_API_URL},
                             {23, GxB_COMPILER_VERSION},
                             {24, GxB_COMPILER_NAME},
                             {25, GxB_LIBRARY_OPENMP},
                             {32, GxB_SPARSITY_CONTROL},
                             {33, GxB_SPARSITY_STATUS},
                             {34, GxB_BITMAP_SWITCH},
                             {99, GxB_BURBLE},
                             {101, GxB_PRINTF},
                             {102, GxB_FLUSH},
                             {103, GxB_MEMORY_POOL},
                             {104, GxB_PRINT_1BASED}};
/// Fields of descriptors, and the values that they take. Those of the C API have the same numbers in all versions.
constexpr Moved descriptor_fields[] = {{5, GxB_GLOBAL_NTHREADS}, {7, GxB_GLOBAL_CHUNK},
                                       {35, GxB_SORT},           {36, GxB_COMPRESSION},
                                       {37, GxB_IMPORT},         {1000, GxB_AxB_METHOD}};
constexpr Moved descriptor_values[] = {{502, GxB_SECURE_IMPORT},
                                       {1001, GxB_AxB_GUSTAVSON},
                                       {1003, GxB_AxB_DOT},
                                       {1004, GxB_AxB_HASH},
                                       {1005, GxB_AxB_SAXPY}};
/// GxB_GPU_CONTROL and GxB_GPU_CHUNK of the library, drafts that later versions do not have. 7.4 takes any control and
/// answers GxB_GPU_NEVER; a chunk below 1 is the default, and stays over GrB_finalize. Descriptors have neither.
constexpr int gpu_control = 21, gpu_chunk = 22, gpu_never = 2002;
constexpr double default_gpu_chunk = 1048576;
std::atomic<double> gpu_chunk_{default_gpu_chunk};

/// A number that means nothing in version 7 stays what it is, and so is refused unless it is of the C API.
template <std::size_t n>
constexpr int moved(const Moved (&table)[n], int number) noexcept {
    for (const Moved &each : table) {
        if (each.from == number) return each.to;
    }
    return number;
}
template <std::size_t n>
constexpr int moved_back(const Moved (&table)[n], int number) noexcept {
    for (const Moved &each : table) {
        if (each.to == number) return each.from;
    }
    return number;
}

GrB_Desc_Field desc_field(int field) noexcept {
    return static_cast<GrB_Desc_Field>(moved(descriptor_fields, field));
}
int desc_value(int field, int value) noexcept {
    const bool has_moved = field == GxB_AxB_METHOD || field == GxB_IMPORT;
    return has_moved ? moved(descriptor_values, value) : value;
}
int desc_value_back(int field, int value) noexcept {
    const bool has_moved = field == GxB_AxB_METHOD || field == GxB_IMPORT;
    return has_moved ? moved_back(descriptor_values, value) : value;
}

GxB_Option_Field option(int field) noexcept {
    return static_cast<GxB_Option_Field>(option_of(field));
}

GrB_Mode mode_of(int mode) noexcept {
    if (mode == 2) return GxB_NONBLOCKING_GPU;
    if (mode == 3) return GxB_BLOCKING_GPU;
    return static_cast<GrB_Mode>(mode);
}

GrB_Info set_gpu_chunk(double value) noexcept {
    double ignored = 0;
    const GrB_Info info = engine.GxB_Global_Option_get_FP64(GxB_GLOBAL_CHUNK, &ignored);
    if (info == GrB_SUCCESS) gpu_chunk_ = value >= 1 ? value : default_gpu_chunk;
    return info;
}

GrB_Info set_gpu_control() noexcept {
    std::int32_t ignored = 0;
    return engine.GxB_Global_Option_get_INT32(GxB_GLOBAL_NTHREADS, &ignored);
}

// The engine checks what it would check of a field of its own.
GrB_Info get_gpu_chunk(double *value) noexcept {
    const GrB_Info info = engine.GxB_Global_Option_get_FP64(GxB_GLOBAL_CHUNK, value);
    if (info == GrB_SUCCESS) *value = gpu_chunk_;
    return info;
}

GrB_Info get_gpu_control(std::int32_t *value) noexcept {
    const GrB_Info info = engine.GxB_Global_Option_get_INT32(GxB_GLOBAL_NTHREADS, value);
    if (info == GrB_SUCCESS) *value = gpu_never;
    return info;
}

bool is_real(int meant) noexcept {
    return meant == GxB_HYPER_SWITCH || meant == GxB_GLOBAL_CHUNK;
}

} // namespace

int compat::option_of(int field) noexcept {
    return moved(options, field);
}

std::optional<GrB_Info> compat::answer_draft(int field, bool takes_real, bool takes_number,
                                             void *target) noexcept {
    if (field == gpu_chunk && takes_real) return get_gpu_chunk(static_cast<double *>(target));
    if (field == gpu_control && takes_number)
        return get_gpu_control(static_cast<std::int32_t *>(target));
    return std::nullopt;
}

GrB_Info GrB_getVersion(unsigned int *version, unsigned int *subversion) {
    const GrB_Info info = engine.GrB_getVersion(version, subversion);
    // Version 7 says that it has the C API 2.0, as its header does.
    if (info == GrB_SUCCESS) *subversion = 0;
    return info;
}

GrB_Info GrB_init(GrB_Mode mode) {
    return engine.GrB_init(mode_of(mode));
}

GrB_Info GxB_init(GrB_Mode mode, void *(*malloc_function)(size_t),
                  void *(*calloc_function)(size_t, size_t),
                  void *(*realloc_function)(void *, size_t), void (*free_function)(void *)) {
    return engine.GxB_init(mode_of(mode), malloc_function, calloc_function, realloc_function,
                           free_function);
}

//==================================================================================================
// The library
//==================================================================================================

GrB_Info GxB_Global_Option_set(int field, ...) {
    va_list arguments;
    va_start(arguments, field);
    const int meant = option_of(field);
    GrB_Info info = GrB_SUCCESS;
    if (field == gpu_chunk) {
        info = set_gpu_chunk(va_arg(arguments, double));
    } else if (field == gpu_control) {
        info = set_gpu_control();
    } else if (is_real(meant)) {
        info = engine.GxB_Global_Option_set(meant, va_arg(arguments, double));
    } else if (meant == GxB_BITMAP_SWITCH || meant == GxB_MEMORY_POOL || meant == GxB_PRINTF ||
               meant == GxB_FLUSH) {
        info = engine.GxB_Global_Option_set(meant, va_arg(arguments, void *));
    } else {
        info = engine.GxB_Global_Option_set(meant, va_arg(arguments, int));
    }
    va_end(arguments);
    return info;
}

#define GRB_DEFINE(direction, T, type)                                                 \
    GrB_Info GxB_Global_Option_##direction##_##T(GxB_Option_Field field, type value) { \
        return engine.GxB_Global_Option_##direction##_##T(option(field), value);       \
    }
GRB_DEFINE(set, FP64_ARRAY, double *)
GRB_DEFINE(set, INT64_ARRAY, int64_t *)
GRB_DEFINE(set, FUNCTION, void *)
GRB_DEFINE(get, INT64, int64_t *)
GRB_DEFINE(get, FUNCTION, void **)
#undef GRB_DEFINE

GrB_Info GxB_Global_Option_set_INT32(GxB_Option_Field field, int32_t value) {
    if (field == gpu_control) return set_gpu_control();
    return engine.GxB_Global_Option_set_INT32(option(field), value);
}
GrB_Info GxB_Global_Option_set_FP64(GxB_Option_Field field, double value) {
    if (field == gpu_chunk) return set_gpu_chunk(value);
    return engine.GxB_Global_Option_set_FP64(option(field), value);
}
GrB_Info GxB_Global_Option_get_FP64(GxB_Option_Field field, double *value) {
    if (field == gpu_chunk) return get_gpu_chunk(value);
    return engine.GxB_Global_Option_get_FP64(option(field), value);
}

//==================================================================================================
// Matrices and vectors
//==================================================================================================

#define GRB_DEFINE_TYPED(Kind, direction, T, type)                                            \
    GrB_Info GxB_##Kind##_Option_##direction##_##T(GrB_##Kind object, GxB_Option_Field field, \
                                                   type value) {                              \
        return engine.GxB_##Kind##_Option_##direction##_##T(object, option(field), value);    \
    }
#define GRB_DEFINE(Kind)                                                                         \
    GRB_DEFINE_TYPED(Kind, set, INT32, int32_t)                                                  \
    GRB_DEFINE_TYPED(Kind, set, FP64, double)                                                    \
    GRB_DEFINE_TYPED(Kind, get, INT32, int32_t *)                                                \
    GRB_DEFINE_TYPED(Kind, get, FP64, double *)                                                  \
    GrB_Info GxB_##Kind##_Option_set(GrB_##Kind object, int field, ...) {                        \
        va_list arguments;                                                                       \
        va_start(arguments, field);                                                              \
        const int meant = option_of(field);                                                      \
        const bool is_number = meant == GxB_HYPER_SWITCH || meant == GxB_BITMAP_SWITCH;          \
        const GrB_Info info =                                                                    \
            is_number ? engine.GxB_##Kind##_Option_set(object, meant, va_arg(arguments, double)) \
                      : engine.GxB_##Kind##_Option_set(object, meant, va_arg(arguments, int));   \
        va_end(arguments);                                                                       \
        return info;                                                                             \
    }                                                                                            \
    GrB_Info GxB_##Kind##_Option_get(GrB_##Kind object, int field, ...) {                        \
        va_list arguments;                                                                       \
        va_start(arguments, field);                                                              \
        void *const target = va_arg(arguments, void *);                                          \
        va_end(arguments);                                                                       \
        return engine.GxB_##Kind##_Option_get(object, option_of(field), target);                 \
    }
GRB_DEFINE(Matrix)
GRB_DEFINE(Vector)
#undef GRB_DEFINE
#undef GRB_DEFINE_TYPED

//==================================================================================================
// Descriptors
//==================================================================================================

GrB_Info GrB_Descriptor_set(GrB_Descriptor desc, GrB_Desc_Field field, GrB_Desc_Value value) {
    const GrB_Desc_Field meant = desc_field(field);
    return engine.GrB_Descriptor_set(desc, meant,
                                     static_cast<GrB_Desc_Value>(desc_value(meant, value)));
}

GrB_Info GxB_Desc_set_INT32(GrB_Descriptor desc, GrB_Desc_Field field, int32_t value) {
    const GrB_Desc_Field meant = desc_field(field);
    return engine.GxB_Desc_set_INT32(desc, meant, desc_value(meant, value));
}

GrB_Info GxB_Desc_set_FP64(GrB_Descriptor desc, GrB_Desc_Field field, double value) {
    return engine.GxB_Desc_set_FP64(desc, desc_field(field), value);
}

GrB_Info GxB_Desc_set(GrB_Descriptor desc, int field, ...) {
    va_list arguments;
    va_start(arguments, field);
    const GrB_Desc_Field meant = desc_field(field);
    GrB_Info info = GrB_SUCCESS;
    if (meant == static_cast<int>(GxB_GLOBAL_CHUNK)) {
        info = engine.GxB_Desc_set(desc, meant, va_arg(arguments, double));
    } else {
        info = engine.GxB_Desc_set(desc, meant, desc_value(meant, va_arg(arguments, int)));
    }
    va_end(arguments);
    return info;
}

GrB_Info GxB_Desc_get_INT32(GrB_Descriptor desc, GrB_Desc_Field field, int32_t *value) {
    const GrB_Desc_Field meant = desc_field(field);
    const GrB_Info info = engine.GxB_Desc_get_INT32(desc, meant, value);
    if (info == GrB_SUCCESS) *value = desc_value_back(meant, *value);
    return info;
}

GrB_Info GxB_Desc_get_FP64(GrB_Descriptor desc, GrB_Desc_Field field, double *value) {
    return engine.GxB_Desc_get_FP64(desc, desc_field(field), value);
}

GrB_Info GxB_Desc_get(GrB_Descriptor desc, int field, ...) {
    va_list arguments;
    va_start(arguments, field);
    void *const target = va_arg(arguments, void *);
    va_end(arguments);
    const GrB_Desc_Field meant = desc_field(field);
    const GrB_Info info = engine.GxB_Desc_get(desc, meant, target);
    if (info == GrB_SUCCESS && (meant == GxB_AxB_METHOD || meant == GxB_IMPORT)) {
        auto *const value = static_cast<int32_t *>(target);
        *value = desc_value_back(meant, *value);
    }
    return info;
}

GrB_Info GxB_Descriptor_get(GrB_Desc_Value *value, GrB_Descriptor desc, GrB_Desc_Field field) {
    const GrB_Desc_Field meant = desc_field(field);
    const GrB_Info info = engine.GxB_Descriptor_get(value, desc, meant);
    if (info == GrB_SUCCESS) *value = static_cast<GrB_Desc_Value>(desc_value_back(meant, *value));
    return info;
}
