// GrB_get and GrB_set of the library, vectors and matrices.
#include "capi/guard.hpp"
#include "capi/not_implemented.hpp"
#include "core/parallel.hpp"
#include "storage/convert.hpp"

#include <algorithm>

using namespace grb;

namespace {

constexpr const char *library = "the library";
const char *kind_of(const Container &object) noexcept {
    return object.is_vector() ? "a vector" : "a matrix";
}

[[noreturn]] void throw_read_only(const char *field) {
    throw Error(GrB_INVALID_VALUE, "%s can only be read", field);
}

/// A text field of the library.
HostString global_text(const char *kind, int field) {
    switch (field) {
    case GrX_FORCE:
        return context().forced_list();
    case GrX_SKIP:
        return context().skipped_list();
    case GrX_LOG: {
        constexpr const char *levels[] = {"", "pick", "dump"};
        return levels[static_cast<int>(context().log_level())];
    }
    case GrX_LAST_VARIANT:
        return last_variant();
    case GrX_PICKS:
        return context().picks();
    default:
        throw_absent_field(library, kind, field);
    }
}

void set_global_text(const char *text, int field) {
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
    case GrX_PICKS:
        if (text[0] != 0)
            throw Error(GrB_INVALID_VALUE, "GrX_PICKS can only be set to \"\", which resets it");
        context().reset_picks();
        break;
    case GrX_LAST_VARIANT:
        throw_read_only("GrX_LAST_VARIANT");
    default:
        throw_absent_field(library, "String", field);
    }
}

std::int32_t global_number(int field) {
    switch (field) {
    case GxB_GLOBAL_NTHREADS:
        return max_threads();
    case GrX_DETERMINISTIC:
        return context().is_deterministic() ? 1 : 0;
    case GrX_ORIENTATIONS:
        return context().orientations();
    default:
        throw_absent_field(library, "INT32", field);
    }
}

void set_global_number(std::int32_t value, int field) {
    switch (field) {
    case GxB_GLOBAL_NTHREADS:
        set_max_threads(std::max(0, value)); // 0 and less: the default
        break;
    case GrX_DETERMINISTIC:
        if (value != 0 && value != 1)
            throw Error(GrB_INVALID_VALUE, "GrX_DETERMINISTIC is %d, not 0 or 1", value);
        context().set_deterministic(value == 1);
        break;
    case GrX_ORIENTATIONS:
        context().set_orientations(value);
        break;
    default:
        throw_absent_field(library, "INT32", field);
    }
}

std::int32_t container_number(const Container &object, int field) {
    switch (field) {
    case GrB_EL_TYPE_CODE:
        return static_cast<std::int32_t>(object.type()->code);
    case GrX_FORMAT:
        return static_cast<std::int32_t>(object.options().format);
    case GrX_FORMAT_STATUS:
        return static_cast<std::int32_t>(object.snapshot()->format());
    case GrX_INDEX_WIDTH:
        return object.options().index_width;
    case GrX_ORIENTATIONS:
        if (!object.is_vector()) return object.options().orientations;
        [[fallthrough]];
    default:
        throw_absent_field(kind_of(object), "INT32", field);
    }
}

/// The options with one field changed.
StorageOptions changed_options(const Container &object, std::int32_t value, int field) {
    StorageOptions options = object.options();
    switch (field) {
    case GrX_FORMAT:
        if (value < GrX_AUTO || value > GrX_FULL ||
            (value == GrX_HYPERSPARSE && object.is_vector())) {
            throw Error(GrB_INVALID_VALUE, "GrX_FORMAT %d is no format of %s", value,
                        kind_of(object));
        }
        options.format = static_cast<Format>(value);
        return options;
    case GrX_INDEX_WIDTH:
        if (value != 0 && value != 32 && value != 64) {
            throw Error(GrB_INVALID_VALUE, "GrX_INDEX_WIDTH is %d, not 0, 32 or 64", value);
        }
        options.index_width = value;
        return options;
    case GrX_ORIENTATIONS:
        if (object.is_vector()) break;
        if (value < 0 || value > 3)
            throw Error(GrB_INVALID_VALUE, "GrX_ORIENTATIONS is %d, not in 0..3", value);
        options.orientations = value;
        return options;
    case GrX_FORMAT_STATUS:
        throw_read_only("GrX_FORMAT_STATUS");
    case GrB_EL_TYPE_CODE:
        throw_read_only("GrB_EL_TYPE_CODE");
    default:
        break;
    }
    throw_absent_field(kind_of(object), "INT32", field);
}

/// Stores the entries as the changed options want them; on failure the old options stay.
void set_container_number(Container &object, std::int32_t value, int field) {
    const StorageOptions options = changed_options(object, value, field), old = object.options();
    Ref<Snapshot> snapshot = object.snapshot();
    object.options() = options;
    try {
        if (field == GrX_INDEX_WIDTH && value == 0) {
            snapshot = with_index_width(snapshot, index_width_for(object.nrows(), object.ncols()));
        }
        object.publish(object.honour_options(std::move(snapshot)));
    } catch (...) {
        object.options() = old;
        throw;
    }
}

std::size_t container_size(const Container &object, int field) {
    if (field == GrX_BYTES) return object.bytes();
    throw_absent_field(kind_of(object), "SIZE", field);
}

} // namespace

GrB_Info GrB_Global_get_String(GrB_Global object, char *value, GrB_Field field) {
    return guard(__func__, object, [&] {
        required(object, "object");
        required_pointer(value, "value");
        const HostString text = global_text("String", number_of(field));
        std::memcpy(value, text.c_str(), text.size() + 1);
    });
}

GrB_Info GrB_Global_get_SIZE(GrB_Global object, size_t *value, GrB_Field field) {
    return guard(__func__, object, [&] {
        required(object, "object");
        required_pointer(value, "value");
        *value = global_text("SIZE", number_of(field)).size() + 1;
    });
}

GrB_Info GrB_Global_get_INT32(GrB_Global object, int32_t *value, GrB_Field field) {
    return guard(__func__, object, [&] {
        required(object, "object");
        required_pointer(value, "value");
        *value = global_number(number_of(field));
    });
}

GrB_Info GrB_Global_set_String(GrB_Global object, const char *value, GrB_Field field) {
    return guard(__func__, object, [&] {
        required(object, "object");
        required_pointer(value, "value");
        set_global_text(value, number_of(field));
    });
}

GrB_Info GrB_Global_set_INT32(GrB_Global object, int32_t value, GrB_Field field) {
    return guard(__func__, object, [&] {
        required(object, "object");
        set_global_number(value, number_of(field));
    });
}

#define GRB_DEFINE(Kind)                                                                  \
    GrB_Info GrB_##Kind##_get_INT32(GrB_##Kind object, int32_t *value, GrB_Field field) { \
        return guard(__func__, object, [&] {                                              \
            required(object, "object");                                                   \
            required_pointer(value, "value");                                             \
            *value = container_number(*object, number_of(field));                         \
        });                                                                               \
    }                                                                                     \
    GrB_Info GrB_##Kind##_get_SIZE(GrB_##Kind object, size_t *value, GrB_Field field) {   \
        return guard(__func__, object, [&] {                                              \
            required(object, "object");                                                   \
            required_pointer(value, "value");                                             \
            *value = container_size(*object, number_of(field));                           \
        });                                                                               \
    }                                                                                     \
    GrB_Info GrB_##Kind##_set_INT32(GrB_##Kind object, int32_t value, GrB_Field field) {  \
        return guard(__func__, object, [&] {                                              \
            required(object, "object");                                                   \
            set_container_number(*object, value, number_of(field));                       \
        });                                                                               \
    }
GRB_DEFINE(Vector)
GRB_DEFINE(Matrix)
#undef GRB_DEFINE
