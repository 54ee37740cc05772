// Values of the fields of the library, types, operators and descriptors.
#include "capi/get_fields.hpp"

#include "base/parallel.hpp"
#include "capi/gxb_context.hpp"
#include "capi/gxb_settings.hpp"
#include "costs/profile.hpp"
#include "cuda/library/backend.hpp"
#include "dispatch/trials.hpp"
#include "graphblast/gxb_options.h"
#include "graphblast_version.h"
#include "objects/orientations.hpp"

namespace grb {

namespace {

/// Returns GrB_NAME: the identifier of a predefined object, else the name that the user set or gave
/// to the constructor.
template <class T>
HostString name_of(const T &object) {
    return object.header.given_name != nullptr ? object.header.given_name : object.name;
}

/// Returns GxB_JIT_C_NAME or GxB_JIT_C_DEFINITION; "" when there is none.
Text source_text(const char *text) {
    return Text(text != nullptr ? text : "");
}
template <class T>
Text source_of(const T &object, int field) {
    if (field == GxB_JIT_C_DEFINITION) return source_text(object.definition);
    // The name of a predefined operator is not the name of a C function.
    const bool is_operator = !std::is_same_v<T, Type>;
    return source_text(is_operator && object.header.is_predefined ? "" : object.name);
}

/// The domains of an algebraic object; null for those that it lacks.
struct Domains {
    const Type *input0, *input1, *output, *theta = nullptr;

    const Type *of_field(int field) const noexcept {
        switch (field) {
        case GrB_INP0_TYPE_CODE:
        case GrB_INP0_TYPE_STRING:
            return input0;
        case GrB_INP1_TYPE_CODE:
        case GrB_INP1_TYPE_STRING:
            return input1;
        case GxB_THETA_TYPE_CODE:
        case GxB_THETA_TYPE_STRING:
            return theta;
        default:
            return output;
        }
    }
};

Domains domains_of(const UnaryOp &op) {
    return {op.xtype, nullptr, op.ztype};
}
Domains domains_of(const BinaryOp &op) {
    const Type *const theta = op.binding != nullptr ? op.binding->source->theta_type : nullptr;
    return {op.xtype, op.ytype, op.ztype, theta};
}
Domains domains_of(const IndexBinaryOp &op) {
    return {op.xtype, op.ytype, op.ztype, op.theta_type};
}
// An operator that reads only the position has no first operand; the second one is the thunk.
Domains domains_of(const IndexUnaryOp &op) {
    return {op.xtype, op.ttype, op.ztype};
}
Domains domains_of(const Monoid &monoid) {
    return {monoid.type(), monoid.type(), monoid.type()};
}
Domains domains_of(const Semiring &semiring) {
    return {semiring.multiply->xtype, semiring.multiply->ytype, semiring.add->type()};
}

template <class T>
Number algebra_number(const T &object, int field) {
    if (field == GxB_ARENA_HEADER) return object.header.arena;
    const Type *const type = domains_of(object).of_field(field);
    return type != nullptr ? Number(api_code(type->code)) : Number();
}

template <class T>
Text algebra_text(const T &object, int field) {
    if (field == GrB_NAME) return name_of(object);
    if constexpr (requires { object.definition; }) {
        if (field == GxB_JIT_C_NAME || field == GxB_JIT_C_DEFINITION)
            return source_of(object, field);
    }
    const Type *const type = domains_of(object).of_field(field);
    return type != nullptr ? Text(type_name_of(*type)) : Text();
}

} // namespace

HostString type_name_of(const Type &type) {
    if (type.header.is_predefined) {
        const char *const prefix = is_complex_code(type.code)  ? "GxB_"
                                   : is_narrow_code(type.code) ? "GrX_"
                                                               : "GrB_";
        return HostString(prefix) + short_name(type.code);
    }
    return type.header.given_name != nullptr ? type.header.given_name : type.name;
}

Number number_of_field(const GrB_Global_opaque &, int field) {
    switch (field) {
    case GrB_LIBRARY_VER_MAJOR:
        return GRAPHBLAST_VERSION_MAJOR;
    case GrB_LIBRARY_VER_MINOR:
        return GRAPHBLAST_VERSION_MINOR;
    case GrB_LIBRARY_VER_PATCH:
        return GRAPHBLAST_VERSION_PATCH;
    case GrB_API_VER_MAJOR:
        return GRB_VERSION;
    case GrB_API_VER_MINOR:
        return GRB_SUBVERSION;
    case GrB_API_VER_PATCH:
        return 0;
    case GrB_BLOCKING_MODE:
        return context().mode();
    case GrB_STORAGE_ORIENTATION_HINT:
        return hint_of_orientations(context().orientations(), GrB_ROWMAJOR);
    case GxB_GLOBAL_NTHREADS:
        return max_threads();
    case GrX_DETERMINISTIC:
        return context().is_deterministic() ? 1 : 0;
    case GrX_TF32:
        return context().may_use_tf32() ? 1 : 0;
    case GrX_COMPRESSION:
        return context().compression();
    case GrX_BLOB_FORMAT:
        return settings().blob_format;
    case GrX_DEVICE:
        return static_cast<int>(device::mode());
    case GxB_MODE:
        return context().mode();
    case GxB_BURBLE:
        return context().is_burbling() ? 1 : 0;
    case GxB_LIBRARY_OPENMP:
        return 1;
    case GxB_FORMAT:
        return default_by_column();
    case GxB_HYPER_HASH:
        return settings().hyper_hash;
    case GxB_PRINT_1BASED:
        return settings().prints_from_one;
    case GxB_ROWINDEX_INTEGER_HINT:
        return settings().row_hint;
    case GxB_COLINDEX_INTEGER_HINT:
        return settings().column_hint;
    case GxB_OFFSET_INTEGER_HINT:
        return settings().offset_hint;
    case GxB_GLOBAL_GPU_ID:
        return settings().gpu_id;
    case GxB_ARENA_HEADER:
    case GxB_ARENA_DATA:
    case GxB_NGPUS:
        return number_of_context(world_context(), field);
    case GxB_NGPUS_MAX:
        return most_gpus();
    case GxB_INCLUDE_READONLY_STATISTICS:
        return settings().counts_readonly;
    case GxB_JIT_C_CONTROL:
        return settings().jit_control;
    case GxB_JIT_USE_CMAKE:
        return settings().jit_uses_cmake;
    default:
        return context().orientations(); // GrX_ORIENTATIONS
    }
}

Text text_of_field(const GrB_Global_opaque &, int field) {
    if (const char *text = settings_text(field)) return HostString(text);
    switch (field) {
    case GrX_FORCE:
        return context().forced_list();
    case GrX_SKIP:
        return context().skipped_list();
    case GrX_LOG:
        return HostString(log_level_names[static_cast<int>(context().set_log_level())]);
    case GrX_LAST_VARIANT:
        return HostString(last_variant());
    case GrX_PICKS:
        return context().picks();
    case GrX_RATES:
        return rates_text();
    case GrX_TRIALS:
        return trial_lines();
    case GrX_DEVICE_NAME:
        return HostString(device::can_open() ? device::facts().name : "");
    case GrX_DEVICES:
        return device::group_ordinals();
    default:
        return HostString("GraphBLAST"); // GrB_NAME
    }
}

Number number_of_field(const Type &type, int field) {
    if (field == GxB_ARENA_HEADER) return type.header.arena;
    return api_code(type.code); // GrB_EL_TYPE_CODE
}
Text text_of_field(const Type &type, int field) {
    const bool is_source = field == GxB_JIT_C_NAME || field == GxB_JIT_C_DEFINITION;
    return is_source ? source_of(type, field) : type_name_of(type);
}

Number number_of_field(const UnaryOp &op, int field) {
    return algebra_number(op, field);
}
Number number_of_field(const BinaryOp &op, int field) {
    return algebra_number(op, field);
}
Number number_of_field(const IndexUnaryOp &op, int field) {
    return algebra_number(op, field);
}
Number number_of_field(const IndexBinaryOp &op, int field) {
    return algebra_number(op, field);
}
Number number_of_field(const Monoid &monoid, int field) {
    return algebra_number(monoid, field);
}
Number number_of_field(const Semiring &semiring, int field) {
    return algebra_number(semiring, field);
}
Text text_of_field(const UnaryOp &op, int field) {
    return algebra_text(op, field);
}
Text text_of_field(const BinaryOp &op, int field) {
    return algebra_text(op, field);
}
Text text_of_field(const IndexUnaryOp &op, int field) {
    return algebra_text(op, field);
}
Text text_of_field(const IndexBinaryOp &op, int field) {
    return algebra_text(op, field);
}
Text text_of_field(const Monoid &monoid, int field) {
    return algebra_text(monoid, field);
}
Text text_of_field(const Semiring &semiring, int field) {
    return algebra_text(semiring, field);
}

Number number_of_field(const Descriptor &descriptor, int field) {
    switch (field) {
    case GrB_OUTP_FIELD:
        return descriptor.replace ? GrB_REPLACE : GrB_DEFAULT;
    case GrB_MASK_FIELD:
        return (descriptor.mask_complement ? GrB_COMP : 0) |
               (descriptor.mask_structure ? GrB_STRUCTURE : 0);
    case GrB_INP0_FIELD:
        return descriptor.transpose0 ? GrB_TRAN : GrB_DEFAULT;
    case GxB_AxB_METHOD:
        return descriptor.method;
    case GxB_SORT:
        return descriptor.sort;
    case GxB_COMPRESSION:
        return descriptor.compression;
    case GxB_ROWINDEX_LIST:
        return descriptor.row_list;
    case GxB_COLINDEX_LIST:
        return descriptor.column_list;
    case GxB_VALUE_LIST:
        return descriptor.value_list;
    case GxB_ARENA_HEADER:
        return descriptor.header.arena;
    case GxB_IMPORT:
        return descriptor.checks_imports ? GxB_SECURE_IMPORT : GxB_DEFAULT;
    case GrX_MAXK_FIELD:
        return descriptor.maxk_magnitude ? GrX_MAXK_ABS : GrB_DEFAULT;
    default:
        return descriptor.transpose1 ? GrB_TRAN : GrB_DEFAULT; // GrB_INP1_FIELD
    }
}
Text text_of_field(const Descriptor &descriptor, int) {
    return name_of(descriptor);
}

double real_of_field(const GrB_Global_opaque &, int field) {
    return field == GxB_HYPER_SWITCH ? settings().hyper_switch : settings().chunk;
}
void *function_of_field(int field) {
    switch (field) {
    case GxB_MALLOC_FUNCTION:
        return reinterpret_cast<void *>(allocator().malloc);
    case GxB_CALLOC_FUNCTION:
        return reinterpret_cast<void *>(allocator().calloc);
    case GxB_REALLOC_FUNCTION:
        return reinterpret_cast<void *>(allocator().realloc);
    case GxB_FREE_FUNCTION:
        return reinterpret_cast<void *>(allocator().free);
    case GxB_PRINTF:
        return reinterpret_cast<void *>(settings().print);
    case GxB_FLUSH:
        return reinterpret_cast<void *>(settings().flush);
    default:
        throw Error(GrB_INVALID_VALUE, "the library has no field %d of type FUNCTION", field);
    }
}

bool is_arena_function(int field) noexcept {
    return field >= GxB_ARENA_MALLOC && field < GxB_ARENA_FREE + GxB_ARENA_MALLOC;
}
void *arena_function_of_field(int field) {
    const int arena = field % GxB_ARENA_MALLOC;
    const AllocatorFunctions *const functions = arena_functions(arena);
    if (functions == nullptr)
        throw Error(GrB_INVALID_VALUE, "field %d asks for arena %d, which was not made", field,
                    arena);
    switch (field - arena) {
    case GxB_ARENA_MALLOC:
        return reinterpret_cast<void *>(functions->malloc);
    case GxB_ARENA_CALLOC:
        return reinterpret_cast<void *>(functions->calloc);
    case GxB_ARENA_REALLOC:
        return reinterpret_cast<void *>(functions->realloc);
    default:
        return reinterpret_cast<void *>(functions->free);
    }
}

namespace {

FieldBytes as_bytes(const void *source, std::size_t size) {
    FieldBytes made{};
    std::memcpy(made.bytes, source, size);
    made.size = size;
    return made;
}
FieldBytes as_bytes(const void *pointer) {
    return as_bytes(&pointer, sizeof pointer);
}

} // namespace

FieldBytes bytes_of_field(const GrB_Global_opaque &, int field) {
    if (const int *version = settings_version(field)) return as_bytes(version, 3 * sizeof *version);
    if (field != GxB_BITMAP_SWITCH) return as_bytes(function_of_field(field));
    const Settings all = settings();
    return as_bytes(all.bitmap_switch, sizeof all.bitmap_switch);
}
FieldBytes bytes_of_field(const Type &type, int) {
    if (type.header.is_predefined)
        throw Error(GrB_INVALID_VALUE, "only a user-defined type has a GxB_PRINT_FUNCTION");
    return as_bytes(reinterpret_cast<const void *>(type.print));
}
FieldBytes bytes_of_field(const Monoid &monoid, int) {
    return as_bytes(monoid.op); // GxB_MONOID_OPERATOR
}
FieldBytes bytes_of_field(const Semiring &semiring, int field) {
    if (field == GxB_SEMIRING_MONOID) return as_bytes(semiring.add);
    if (field == GxB_SEMIRING_MULTIPLY) return as_bytes(semiring.multiply);
    return bytes_of_field(*semiring.add, field);
}

const void *value_of_field(const Monoid &monoid, int field) noexcept {
    return field == GxB_MONOID_IDENTITY ? monoid.identity() : monoid.terminal();
}

} // namespace grb
