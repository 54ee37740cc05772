// Changes the fields of all kinds of objects.
#include "capi/set_fields.hpp"

#include "base/parallel.hpp"
#include "base/process_group.hpp"
#include "capi/arenas.hpp"
#include "capi/descriptor.hpp"
#include "capi/gxb_context.hpp"
#include "capi/gxb_settings.hpp"
#include "costs/profile.hpp"
#include "cuda/library/backend.hpp"
#include "dispatch/trials.hpp"
#include "graphblast/gxb_options.h"
#include "objects/orientations.hpp"
#include "storage/convert.hpp"

#include <algorithm>

namespace grb {

namespace {

/// Returns the options with one field changed.
StorageOptions changed_options(const Container &object, int field, std::int32_t value) {
    StorageOptions options = object.options();
    switch (field) {
    case GrX_FORMAT:
        if (value < GrX_AUTO || value > GrX_BALANCED ||
            (object.is_vector() && (value == GrX_HYPERSPARSE || value == GrX_BALANCED))) {
            throw Error(GrB_INVALID_VALUE, "GrX_FORMAT %d is no format of %s", value,
                        object.is_vector() ? "a vector" : "a matrix");
        }
        options.format = static_cast<Format>(value);
        break;
    case GrX_INDEX_WIDTH:
        if (value != 0 && value != 32 && value != 64) {
            throw Error(GrB_INVALID_VALUE, "GrX_INDEX_WIDTH is %d, not 0, 32 or 64", value);
        }
        options.index_width = value;
        break;
    case GrX_DISTRIBUTION:
        if (value < GrX_DISTRIBUTION_AUTO || value > GrX_DISTRIBUTION_COPIES)
            throw Error(GrB_INVALID_VALUE, "GrX_DISTRIBUTION is %d, no GrX_Distribution", value);
        options.distribution = value;
        break;
    default: // GrX_ORIENTATIONS
        if (value < 0 || value > 3)
            throw Error(GrB_INVALID_VALUE, "GrX_ORIENTATIONS is %d, not in 0..3", value);
        options.orientations = value;
        if (value == 1 || value == 2) options.by_column = value - 1;
        break;
    }
    return options;
}

int checked_orientation(std::int32_t value) {
    if (value != 0 && value != 1)
        throw Error(GrB_INVALID_VALUE, "GxB_FORMAT is %d, neither GxB_BY_ROW nor GxB_BY_COL",
                    value);
    return value;
}

std::int32_t checked_bits(std::int32_t value, bool may_be_zero) {
    if (value != 32 && value != 64 && (value != 0 || !may_be_zero))
        throw Error(GrB_INVALID_VALUE, "an integer hint is %d, not %s32 or 64", value,
                    may_be_zero ? "0, " : "");
    return value;
}

/// Sets a hint that is kept and changes nothing; returns false when the field is none.
bool set_hint(StorageOptions &options, int field, std::int32_t value) {
    switch (field) {
    case GxB_FORMAT:
        options.by_column = checked_orientation(value);
        // The later setting wins.
        if (options.orientations == 2 - options.by_column) options.orientations = 0;
        return true;
    case GxB_SPARSITY_CONTROL:
        // Without a format bit the library chooses.
        options.sparsity_control = (value & 15) != 0 ? value & 15 : 15;
        return true;
    case GxB_HYPER_HASH:
        options.hyper_hash = value;
        return true;
    case GxB_ROWINDEX_INTEGER_HINT:
        options.row_hint = checked_bits(value, true);
        return true;
    case GxB_COLINDEX_INTEGER_HINT:
        options.column_hint = checked_bits(value, true);
        return true;
    case GxB_OFFSET_INTEGER_HINT:
        options.offset_hint = checked_bits(value, true);
        return true;
    case GxB_ISO:
        return true;
    default:
        return false;
    }
}

/// Stores the entries as the changed options ask; on failure the old options stay.
void set_option(Container &object, int field, std::int32_t value) {
    if (field == GxB_ARENA_DATA) return object.move_data(checked_arena("GxB_ARENA_DATA", value));
    object.check_writable();
    if (set_hint(object.options(), field, value)) {
        if (field == GxB_SPARSITY_CONTROL || field == GxB_FORMAT) object.note_given(0);
        return;
    }
    const StorageOptions options = changed_options(object, field, value), old = object.options();
    Ref<Snapshot> snapshot = object.snapshot();
    object.options() = options;
    try {
        if (field == GrX_INDEX_WIDTH && value == 0) {
            snapshot = with_index_width(snapshot, index_width_for(object.nrows(), object.ncols()));
        }
        if (field == GrX_DISTRIBUTION) snapshot->note_distribution(value);
        snapshot = object.conformed(std::move(snapshot));
        agree_to_change();
        object.publish(std::move(snapshot));
    } catch (...) {
        object.options() = old;
        throw;
    }
}

} // namespace

void set_number(GrB_Global_opaque &, int field, std::int32_t value) {
    switch (field) {
    case GrB_STORAGE_ORIENTATION_HINT:
        context().set_orientations(orientations_of_hint(value));
        break;
    case GxB_GLOBAL_NTHREADS:
        set_max_threads(std::max(0, value)); // 0 and less: the default
        break;
    case GxB_BURBLE:
        context().set_burble(value != 0);
        break;
    case GxB_FORMAT:
        default_by_column() = checked_orientation(value);
        break;
    case GxB_HYPER_HASH:
        change_settings([value](Settings &all) { all.hyper_hash = value; });
        break;
    case GxB_ROWINDEX_INTEGER_HINT:
    case GxB_COLINDEX_INTEGER_HINT:
    case GxB_OFFSET_INTEGER_HINT:
        change_settings([field, bits = checked_bits(value, false)](Settings &all) {
            (field == GxB_ROWINDEX_INTEGER_HINT   ? all.row_hint
             : field == GxB_COLINDEX_INTEGER_HINT ? all.column_hint
                                                  : all.offset_hint) = bits;
        });
        break;
    case GxB_PRINT_1BASED:
        change_settings([value](Settings &all) { all.prints_from_one = value != 0; });
        break;
    case GxB_GLOBAL_GPU_ID:
        change_settings([value](Settings &all) { all.gpu_id = value; });
        break;
    case GxB_ARENA_HEADER:
    case GxB_ARENA_DATA:
    case GxB_NGPUS:
        set_number_of_context(world_context(), field, value);
        break;
    case GxB_INCLUDE_READONLY_STATISTICS:
        change_settings([value](Settings &all) { all.counts_readonly = value != 0; });
        break;
    case GxB_JIT_C_CONTROL:
        change_settings([value](Settings &all) { all.jit_control = std::clamp(value, 0, 4); });
        break;
    case GxB_JIT_USE_CMAKE:
        change_settings([value](Settings &all) { all.jit_uses_cmake = value != 0; });
        break;
    case GrX_DETERMINISTIC:
        if (value != 0 && value != 1)
            throw Error(GrB_INVALID_VALUE, "GrX_DETERMINISTIC is %d, not 0 or 1", value);
        context().set_deterministic(value == 1);
        break;
    case GrX_TF32:
        if (value != 0 && value != 1)
            throw Error(GrB_INVALID_VALUE, "GrX_TF32 is %d, not 0 or 1", value);
        context().set_tf32(value == 1);
        break;
    case GrX_COMPRESSION:
        context().set_compression(value);
        break;
    case GrX_BLOB_FORMAT:
        if (value != GrX_BLOB_GRAPHBLAST && value != GrX_BLOB_SUITESPARSE)
            throw Error(GrB_INVALID_VALUE, "GrX_BLOB_FORMAT is %d, not 0 or 1", value);
        change_settings([value](Settings &all) { all.blob_format = value; });
        break;
    case GrX_DEVICE:
        if (value < GrX_DEVICE_OFF || value > GrX_DEVICE_ALWAYS)
            throw Error(GrB_INVALID_VALUE, "GrX_DEVICE is %d, no GrX_Device_Use", value);
        device::set_mode(static_cast<device::Mode>(value));
        break;
    default: // GrX_ORIENTATIONS
        context().set_orientations(value);
        break;
    }
}

void set_number(Descriptor &descriptor, int field, std::int32_t value) {
    set_descriptor_field(descriptor, field, value);
}

// Checks a hint about the orientation, which has no effect on a scalar.
void set_number(Scalar &, int, std::int32_t value) {
    orientations_of_hint(value);
}

void set_number(Vector &vector, int field, std::int32_t value) {
    if (field == GrB_STORAGE_ORIENTATION_HINT) {
        orientations_of_hint(value);
    } else {
        set_option(vector, field, value);
    }
}

void set_number(Matrix &matrix, int field, std::int32_t value) {
    if (field == GrB_STORAGE_ORIENTATION_HINT) {
        set_option(matrix, GrX_ORIENTATIONS, orientations_of_hint(value));
    } else {
        set_option(matrix, field, value);
    }
}

void set_real(GrB_Global_opaque &, int field, double value) {
    change_settings([field, value](Settings &all) {
        if (field == GxB_HYPER_SWITCH) {
            all.hyper_switch = value;
        } else {
            all.chunk = valid_chunk(value);
        }
    });
}

void set_real(Container &object, int field, double value) {
    StorageOptions &options = object.options();
    (field == GxB_HYPER_SWITCH ? options.hyper_switch : options.bitmap_switch) = value;
}

void set_library_text(int field, const char *text) {
    if (set_settings_text(field, text)) return;
    switch (field) {
    case GrX_FORCE:
        context().set_forced(text);
        break;
    case GrX_SKIP:
        context().set_skipped(text);
        break;
    case GrX_LOG:
        context().set_log(text);
        break;
    case GrX_RATES:
        set_rates(text);
        break;
    case GrX_TRIALS:
        set_trials(text);
        break;
    case GrX_DEVICES:
        device::require_unopened("GrX_DEVICES");
        device::set_group_ordinals(text);
        break;
    default: // GrX_PICKS
        if (text[0] != 0)
            throw Error(GrB_INVALID_VALUE, "GrX_PICKS can only be set to \"\", which resets it");
        context().reset_picks();
        break;
    }
}

void set_print_function(Type &type, const void *function, std::size_t size) {
    if (type.header.is_predefined)
        throw Error(GrB_INVALID_VALUE, "only a user-defined type has a GxB_PRINT_FUNCTION");
    if (size != sizeof type.print) {
        throw Error(GrB_INVALID_VALUE, "GxB_PRINT_FUNCTION has %zu bytes, not %zu", size,
                    sizeof type.print);
    }
    type.print = reinterpret_cast<GxB_print_function>(const_cast<void *>(function));
}

void set_name(ObjectHeader &object, const char *name, bool only_once) {
    if (object.is_predefined)
        throw Error(GrB_INVALID_VALUE, "the name of a predefined object can only be read");
    if (only_once && object.given_name != nullptr) {
        throw Error(GrB_ALREADY_SET, "the object has the name \"%s\" already", object.given_name);
    }
    char *copy = nullptr;
    if (name[0] != 0) {
        const std::size_t bytes = std::strlen(name) + 1;
        copy = static_cast<char *>(allocate_in(object.arena, bytes));
        std::memcpy(copy, name, bytes);
    }
    release_in(object.arena, object.given_name);
    object.given_name = copy;
}

} // namespace grb
