// The table of all fields, and the errors for wrong ones.
#include "capi/fields.hpp"

#include "graphblast/gxb_arenas.h"
#include "graphblast/gxb_options.h"

namespace grb {

namespace {

#define GRB_FIELD(number, type, owners, writers) \
    { number, #number, FieldType::type, owners, writers }
constexpr Field fields[] = {
    GRB_FIELD(GrB_OUTP_FIELD, int32, owner::descriptor, owner::descriptor),
    GRB_FIELD(GrB_MASK_FIELD, int32, owner::descriptor, owner::descriptor),
    GRB_FIELD(GrB_INP0_FIELD, int32, owner::descriptor, owner::descriptor),
    GRB_FIELD(GrB_INP1_FIELD, int32, owner::descriptor, owner::descriptor),
    GRB_FIELD(GrB_NAME, text, ~0U, ~owner::library),
    GRB_FIELD(GrB_LIBRARY_VER_MAJOR, int32, owner::library, 0),
    GRB_FIELD(GrB_LIBRARY_VER_MINOR, int32, owner::library, 0),
    GRB_FIELD(GrB_LIBRARY_VER_PATCH, int32, owner::library, 0),
    GRB_FIELD(GrB_API_VER_MAJOR, int32, owner::library, 0),
    GRB_FIELD(GrB_API_VER_MINOR, int32, owner::library, 0),
    GRB_FIELD(GrB_API_VER_PATCH, int32, owner::library, 0),
    GRB_FIELD(GrB_BLOCKING_MODE, int32, owner::library, 0),
    GRB_FIELD(GrB_STORAGE_ORIENTATION_HINT, int32, owner::library | owner::collections,
              owner::library | owner::collections),
    GRB_FIELD(GrB_EL_TYPE_CODE, int32, owner::type | owner::collections, 0),
    GRB_FIELD(GrB_INP0_TYPE_CODE, int32, owner::algebra, 0),
    GRB_FIELD(GrB_INP1_TYPE_CODE, int32, owner::algebra, 0),
    GRB_FIELD(GrB_OUTP_TYPE_CODE, int32, owner::algebra, 0),
    GRB_FIELD(GrB_EL_TYPE_STRING, text, owner::type | owner::collections, 0),
    GRB_FIELD(GrB_INP0_TYPE_STRING, text, owner::algebra, 0),
    GRB_FIELD(GrB_INP1_TYPE_STRING, text, owner::algebra, 0),
    GRB_FIELD(GrB_OUTP_TYPE_STRING, text, owner::algebra, 0),
    GRB_FIELD(GrB_SIZE, size, owner::type, 0),
    GRB_FIELD(GxB_JIT_C_NAME, text, owner::type | owner::operators | owner::collections, 0),
    GRB_FIELD(GxB_JIT_C_DEFINITION, text, owner::type | owner::operators, 0),
    GRB_FIELD(GxB_THETA_TYPE_CODE, int32, owner::indexed, 0),
    GRB_FIELD(GxB_THETA_TYPE_STRING, text, owner::indexed, 0),
    GRB_FIELD(GxB_THETA, value, owner::binary_op, 0),
    GRB_FIELD(GxB_IS_READONLY, int32, owner::collections, 0),
    GRB_FIELD(GxB_WILL_WAIT, int32, owner::collections, 0),
    GRB_FIELD(GxB_ISO, int32, owner::collections, owner::containers),
    GRB_FIELD(GxB_ROWINDEX_INTEGER_BITS, int32, owner::collections, 0),
    GRB_FIELD(GxB_COLINDEX_INTEGER_BITS, int32, owner::collections, 0),
    GRB_FIELD(GxB_OFFSET_INTEGER_BITS, int32, owner::collections, 0),
    GRB_FIELD(GxB_ROWINDEX_INTEGER_HINT, int32, owner::library | owner::collections,
              owner::library | owner::containers),
    GRB_FIELD(GxB_COLINDEX_INTEGER_HINT, int32, owner::library | owner::collections,
              owner::library | owner::containers),
    GRB_FIELD(GxB_OFFSET_INTEGER_HINT, int32, owner::library | owner::collections,
              owner::library | owner::containers),
    GRB_FIELD(GxB_PRINT_FUNCTION, bytes, owner::type, owner::type),
    GRB_FIELD(GxB_ROWINDEX_LIST, int32, owner::descriptor, owner::descriptor),
    GRB_FIELD(GxB_COLINDEX_LIST, int32, owner::descriptor, owner::descriptor),
    GRB_FIELD(GxB_VALUE_LIST, int32, owner::descriptor, owner::descriptor),
    GRB_FIELD(GxB_GLOBAL_NTHREADS, int32, owner::library, owner::library),
    GRB_FIELD(GxB_FORMAT, int32, owner::library | owner::collections,
              owner::library | owner::containers),
    GRB_FIELD(GxB_SPARSITY_CONTROL, int32, owner::collections, owner::containers),
    GRB_FIELD(GxB_SPARSITY_STATUS, int32, owner::collections, 0),
    GRB_FIELD(GxB_IS_HYPER, int32, owner::containers, 0),
    GRB_FIELD(GxB_HYPER_HASH, int32, owner::library | owner::collections,
              owner::library | owner::containers),
    GRB_FIELD(GxB_HYPER_SWITCH, real, owner::library | owner::containers,
              owner::library | owner::containers),
    GRB_FIELD(GxB_BITMAP_SWITCH, real, owner::containers, owner::containers),
    GRB_FIELD(GxB_BITMAP_SWITCH, bytes, owner::library, owner::library),
    GRB_FIELD(GxB_COMPILER_VERSION, bytes, owner::library, 0),
    GRB_FIELD(GxB_MALLOC_FUNCTION, bytes, owner::library, 0),
    GRB_FIELD(GxB_CALLOC_FUNCTION, bytes, owner::library, 0),
    GRB_FIELD(GxB_REALLOC_FUNCTION, bytes, owner::library, 0),
    GRB_FIELD(GxB_FREE_FUNCTION, bytes, owner::library, 0),
    GRB_FIELD(GxB_MONOID_IDENTITY, value, owner::monoid | owner::semiring, 0),
    GRB_FIELD(GxB_MONOID_TERMINAL, value, owner::monoid | owner::semiring, 0),
    GRB_FIELD(GxB_MONOID_OPERATOR, bytes, owner::monoid | owner::semiring, 0),
    GRB_FIELD(GxB_SEMIRING_MONOID, bytes, owner::semiring, 0),
    GRB_FIELD(GxB_SEMIRING_MULTIPLY, bytes, owner::semiring, 0),
    GRB_FIELD(GxB_GLOBAL_CHUNK, real, owner::library, owner::library),
    GRB_FIELD(GxB_MODE, int32, owner::library, 0),
    GRB_FIELD(GxB_BURBLE, int32, owner::library, owner::library),
    GRB_FIELD(GxB_LIBRARY_OPENMP, int32, owner::library, 0),
    GRB_FIELD(GxB_PRINT_1BASED, int32, owner::library, owner::library),
    GRB_FIELD(GxB_GLOBAL_GPU_ID, int32, owner::library, owner::library),
    GRB_FIELD(GxB_NGPUS, int32, owner::library, owner::library),
    GRB_FIELD(GxB_NGPUS_MAX, int32, owner::library, 0),
    GRB_FIELD(GxB_GPU_IDS, bytes, owner::library, owner::library),
    GRB_FIELD(GxB_INCLUDE_READONLY_STATISTICS, int32, owner::library, owner::library),
    GRB_FIELD(GxB_ARENA_HEADER, int32, ~0U, owner::library),
    GRB_FIELD(GxB_ARENA_DATA, int32, owner::library | owner::collections,
              owner::library | owner::containers),
    GRB_FIELD(GxB_JIT_C_CONTROL, int32, owner::library, owner::library),
    GRB_FIELD(GxB_JIT_USE_CMAKE, int32, owner::library, owner::library),
    GRB_FIELD(GxB_LIBRARY_NAME, text, owner::library, 0),
    GRB_FIELD(GxB_LIBRARY_DATE, text, owner::library, 0),
    GRB_FIELD(GxB_LIBRARY_ABOUT, text, owner::library, 0),
    GRB_FIELD(GxB_LIBRARY_URL, text, owner::library, 0),
    GRB_FIELD(GxB_LIBRARY_LICENSE, text, owner::library, 0),
    GRB_FIELD(GxB_LIBRARY_COMPILE_DATE, text, owner::library, 0),
    GRB_FIELD(GxB_LIBRARY_COMPILE_TIME, text, owner::library, 0),
    GRB_FIELD(GxB_API_DATE, text, owner::library, 0),
    GRB_FIELD(GxB_API_ABOUT, text, owner::library, 0),
    GRB_FIELD(GxB_API_URL, text, owner::library, 0),
    GRB_FIELD(GxB_COMPILER_NAME, text, owner::library, 0),
    GRB_FIELD(GxB_JIT_C_COMPILER_NAME, text, owner::library, owner::library),
    GRB_FIELD(GxB_JIT_C_COMPILER_FLAGS, text, owner::library, owner::library),
    GRB_FIELD(GxB_JIT_C_LINKER_FLAGS, text, owner::library, owner::library),
    GRB_FIELD(GxB_JIT_C_LIBRARIES, text, owner::library, owner::library),
    GRB_FIELD(GxB_JIT_C_PREFACE, text, owner::library, owner::library),
    GRB_FIELD(GxB_JIT_CACHE_PATH, text, owner::library, owner::library),
    GRB_FIELD(GxB_JIT_C_CMAKE_LIBS, text, owner::library, owner::library),
    GRB_FIELD(GxB_JIT_ERROR_LOG, text, owner::library, owner::library),
    GRB_FIELD(GxB_JIT_CUDA_PREFACE, text, owner::library, owner::library),
    GRB_FIELD(GrX_FORMAT, int32, owner::containers, owner::containers),
    GRB_FIELD(GrX_FORMAT_STATUS, int32, owner::containers, 0),
    GRB_FIELD(GrX_INDEX_WIDTH, int32, owner::containers, owner::containers),
    GRB_FIELD(GrX_FORCE, text, owner::library, owner::library),
    GRB_FIELD(GrX_SKIP, text, owner::library, owner::library),
    GRB_FIELD(GrX_LOG, text, owner::library, owner::library),
    GRB_FIELD(GrX_DETERMINISTIC, int32, owner::library, owner::library),
    GRB_FIELD(GrX_ORIENTATIONS, int32, owner::library | owner::matrix,
              owner::library | owner::matrix),
    GRB_FIELD(GrX_LAST_VARIANT, text, owner::library, 0),
    GRB_FIELD(GrX_PICKS, text, owner::library, owner::library),
    GRB_FIELD(GrX_BYTES, size, owner::containers, 0),
    GRB_FIELD(GrX_COMPRESSION, int32, owner::library, owner::library),
    GRB_FIELD(GrX_BLOB_FORMAT, int32, owner::library, owner::library),
    GRB_FIELD(GrX_DEVICE, int32, owner::library, owner::library),
    GRB_FIELD(GrX_TF32, int32, owner::library, owner::library),
    GRB_FIELD(GrX_RATES, text, owner::library, owner::library),
    GRB_FIELD(GrX_TRIALS, text, owner::library, owner::library),
    GRB_FIELD(GrX_DEVICE_NAME, text, owner::library, 0),
    GRB_FIELD(GrX_DEVICES, text, owner::library, owner::library),
    GRB_FIELD(GrX_DISTRIBUTION, int32, owner::containers, owner::containers),
    GRB_FIELD(GxB_AxB_METHOD, int32, owner::descriptor, owner::descriptor),
    GRB_FIELD(GxB_SORT, int32, owner::descriptor, owner::descriptor),
    GRB_FIELD(GxB_COMPRESSION, int32, owner::descriptor, owner::descriptor),
    GRB_FIELD(GxB_IMPORT, int32, owner::descriptor, owner::descriptor),
    GRB_FIELD(GrX_MAXK_FIELD, int32, owner::descriptor, owner::descriptor),
};
#undef GRB_FIELD

} // namespace

const Field &find_field(unsigned owner_bit, const char *owner_name, int number) {
    const char *name = nullptr;
    for (const Field &field : fields) {
        if (field.number != number) continue;
        if ((field.owners & owner_bit) != 0) return field;
        name = field.name;
    }
    if (name != nullptr) throw Error(GrB_INVALID_VALUE, "%s has no field %s", owner_name, name);
    throw Error(GrB_INVALID_VALUE, "%s has no field %d", owner_name, number);
}

void throw_field_type(const Field &field, const char *asked) {
    static constexpr const char *names[] = {"INT32", "SIZE", "String", "FP64", "Scalar", "VOID"};
    throw Error(GrB_INVALID_VALUE, "field %s is of type %s, not %s", field.name,
                names[static_cast<std::size_t>(field.type)], asked);
}

void require_writable(const Field &field, unsigned owner_bit, const char *owner_name) {
    if ((field.writers & owner_bit) != 0) return;
    throw Error(GrB_INVALID_VALUE, "field %s of %s can only be read", field.name, owner_name);
}

int orientations_of_hint(int hint) {
    switch (hint) {
    case GrB_ROWMAJOR:
        return 1;
    case GrB_COLMAJOR:
        return 2;
    case GrB_BOTH:
        return 3;
    case GrB_UNKNOWN:
        return 0;
    default:
        throw Error(GrB_INVALID_VALUE, "%d is none of GrB_Orientation", hint);
    }
}

GrB_Orientation hint_of_orientations(int orientations, GrB_Orientation chosen) noexcept {
    switch (orientations) {
    case 1:
        return GrB_ROWMAJOR;
    case 2:
        return GrB_COLMAJOR;
    case 3:
        return GrB_BOTH;
    default:
        return chosen;
    }
}

} // namespace grb
