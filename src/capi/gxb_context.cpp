// GxB_Context in the C API: engagement, threads, arenas and fields.
#include "capi/gxb_context.hpp"

#include "algebra/batch.hpp"
#include "base/parallel.hpp"
#include "capi/algebra.hpp"
#include "capi/gxb_settings.hpp"
#include "capi/lifetime.hpp"
#include "capi/set_fields.hpp"
#include "operations/arguments.hpp"

#include <cstdarg>

using namespace grb;

namespace {

constinit UserContext world_{true};
/// The context that a thread is engaged with. The engagement holds it, since another thread may
/// free the user's handle.
class Engagement {
public:
    constexpr Engagement() = default;
    ~Engagement() { change(nullptr); }
    UserContext *context() const noexcept { return context_; }
    void change(UserContext *next) noexcept {
        if (next != nullptr) hold(next->header);
        set_apart(next != nullptr && is_local_context(*next));
        engage_limit(next != nullptr ? &next->threads : nullptr);
        UserContext *const before = std::exchange(context_, next);
        if (before != nullptr) let_go(before);
    }

private:
    UserContext *context_ = nullptr;
};
thread_local Engagement engaged_;

bool is_world(const UserContext &context) noexcept {
    return &context == &world_;
}

[[noreturn]] void throw_no_field(int field, const char *type) {
    throw Error(GrB_INVALID_VALUE, "a context has no field %d of type %s", field, type);
}

// Returns the chunk; the world's is GxB_GLOBAL_CHUNK.
double chunk_of(const UserContext &context) {
    return is_world(context) ? settings().chunk : context.chunk.load();
}

void set_chunk(UserContext &context, double value) {
    context.chunk = valid_chunk(value);
    if (is_world(context)) {
        change_settings([chunk = context.chunk.load()](Settings &all) { all.chunk = chunk; });
    }
}

void check_chunk(int field) {
    if (field != GxB_CONTEXT_CHUNK) throw_no_field(field, "FP64");
}

} // namespace

constinit GxB_Context GxB_CONTEXT_WORLD = &world_;

UserContext &grb::world_context() noexcept {
    return world_;
}

std::int32_t grb::number_of_context(const UserContext &context, int field) {
    switch (field) {
    case GxB_CONTEXT_NTHREADS:
        return threads_of(context);
    case GxB_CONTEXT_GPU_ID:
        return is_world(context) ? settings().gpu_id : context.gpu_id.load();
    case GxB_ARENA_HEADER:
        return context.header_arena;
    case GxB_ARENA_DATA:
        return context.data_arena;
    case GxB_NGPUS:
        return gpus_of(context);
    default:
        throw_no_field(field, "INT32");
    }
}

void grb::set_number_of_context(UserContext &context, int field, std::int32_t value) {
    switch (field) {
    case GxB_CONTEXT_NTHREADS:
        context.threads = std::max(0, value);
        if (is_world(context)) set_max_threads(std::max(0, value));
        break;
    case GxB_CONTEXT_GPU_ID:
        context.gpu_id = value;
        if (is_world(context)) change_settings([value](Settings &all) { all.gpu_id = value; });
        break;
    case GxB_ARENA_HEADER:
        context.header_arena = checked_arena("GxB_ARENA_HEADER", value);
        break;
    case GxB_ARENA_DATA:
        context.data_arena = checked_arena("GxB_ARENA_DATA", value);
        break;
    case GxB_NGPUS:
        set_gpus(context, value);
        break;
    default:
        throw_no_field(field, "INT32");
    }
}

Arenas grb::default_arenas() noexcept {
    if (!has_arenas()) return {};
    const UserContext &own = engaged_.context() != nullptr ? *engaged_.context() : world_;
    // A context that a thread keeps engaged over GrB_finalize may name arenas that no longer exist.
    const auto still_there = [](int arena) {
        return arena_functions(arena) != nullptr ? arena : 0;
    };
    return {still_there(own.header_arena.load()), still_there(own.data_arena.load())};
}

namespace {

/// GrB_finalize ends the arenas.
[[maybe_unused]] const bool is_registered = (at_finalise([] {
                                                 world_.header_arena = world_.data_arena = 0;
                                                 forget_gpus(world_);
                                                 forget_arenas();
                                             }),
                                             true);

GrB_Info new_context(const char *function, GxB_Context *context, HeaderArena arena) {
    return guard(function, nullptr, [&] {
        required_pointer(context, "context");
        auto made = make_object<UserContext>({arena.checked()}, false);
        const Settings now = settings();
        made->chunk = now.chunk;
        made->gpu_id = now.gpu_id;
        *context = made.release();
    });
}

} // namespace

int grb::threads_of(const UserContext &context) noexcept {
    const int own = is_world(context) ? 0 : context.threads.load();
    return own > 0 ? own : max_threads();
}

GrB_Info GxB_Context_new(GxB_Context *context) {
    return new_context(__func__, context, HeaderArena::usual());
}
GrB_Info GxB_Context_new_arena(GxB_Context *context, const int header_arena) {
    return new_context(__func__, context, HeaderArena::given(header_arena));
}

GrB_Info GxB_Context_free(GxB_Context *context) {
    return guard_always(__func__, nullptr, [&] {
        if (context == nullptr) return;
        UserContext *object = *context;
        if (is_live(object)) {
            if (object->header.is_predefined) return;
            if (engaged_.context() == object) engaged_.change(nullptr);
            destroy(object);
        }
        *context = nullptr;
    });
}

GrB_Info GxB_Context_engage(GxB_Context context) {
    return guard(__func__, context, [&] {
        UserContext &object = required(context, "context");
        engaged_.change(is_world(object) ? nullptr : &object);
    });
}

GrB_Info GxB_Context_disengage(GxB_Context context) {
    return guard(__func__, context, [&] {
        const UserContext *object = optional(context, "context");
        const UserContext *engaged = engaged_.context();
        if (object != nullptr && !is_world(*object) && engaged != nullptr && engaged != object)
            throw Error(GrB_INVALID_VALUE, "another context is engaged");
        engaged_.change(nullptr);
    });
}

GrB_Info GxB_Context_wait(GxB_Context context, GrB_WaitMode) {
    return guard(__func__, context, [&] { required(context, "context"); });
}

GrB_Info GxB_Context_error(const char **text, const GxB_Context context) {
    return guard_always(__func__, nullptr, [&] {
        required_pointer(text, "text");
        *text = ""; // clients read it whatever code they get
        *text = kept_text(required(context, "context").header);
    });
}

namespace {

GrB_Info put(const char *function, GxB_Context context, int field, std::int32_t value) {
    return guard(function, context,
                 [&] { set_number_of_context(required(context, "context"), field, value); });
}

GrB_Info get(const char *function, GxB_Context context, int field, std::int32_t *value) {
    return guard(function, context, [&] {
        const UserContext &object = required(context, "context");
        required_pointer(value, "value");
        *value = number_of_context(object, field);
    });
}

GrB_Info put_real(const char *function, GxB_Context context, int field, double value) {
    return guard(function, context, [&] {
        UserContext &object = required(context, "context");
        check_chunk(field);
        set_chunk(object, value);
    });
}

GrB_Info get_real(const char *function, GxB_Context context, int field, double *value) {
    return guard(function, context, [&] {
        const UserContext &object = required(context, "context");
        required_pointer(value, "value");
        check_chunk(field);
        *value = chunk_of(object);
    });
}

} // namespace

GrB_Info GxB_Context_set_INT32(GxB_Context context, GxB_Context_Field field, int32_t value) {
    return put(__func__, context, number_of(field), value);
}

GrB_Info GxB_Context_get_INT32(GxB_Context context, GxB_Context_Field field, int32_t *value) {
    return get(__func__, context, number_of(field), value);
}

GrB_Info GxB_Context_set_FP64(GxB_Context context, GxB_Context_Field field, double value) {
    return put_real(__func__, context, number_of(field), value);
}

GrB_Info GxB_Context_get_FP64(GxB_Context context, GxB_Context_Field field, double *value) {
    return get_real(__func__, context, number_of(field), value);
}

GrB_Info GxB_Context_set(GxB_Context context, int field, ...) {
    va_list arguments;
    va_start(arguments, field);
    const GrB_Info info = field == GxB_CONTEXT_CHUNK
                              ? put_real(__func__, context, field, va_arg(arguments, double))
                              : put(__func__, context, field, va_arg(arguments, int));
    va_end(arguments);
    return info;
}

GrB_Info GxB_Context_get(GxB_Context context, int field, ...) {
    va_list arguments;
    va_start(arguments, field);
    void *const value = va_arg(arguments, void *);
    va_end(arguments);
    return field == GxB_CONTEXT_CHUNK
               ? get_real(__func__, context, field, static_cast<double *>(value))
               : get(__func__, context, field, static_cast<std::int32_t *>(value));
}

GrB_Info GxB_Context_set_INT(GxB_Context context, int32_t value, GrB_Field field) {
    return put(__func__, context, number_of(field), value);
}

GrB_Info GxB_Context_get_INT(GxB_Context context, int32_t *value, GrB_Field field) {
    return get(__func__, context, number_of(field), value);
}

GrB_Info GxB_Context_set_Scalar(GxB_Context context, GrB_Scalar value, GrB_Field field) {
    return guard(__func__, context, [&] {
        UserContext &object = required(context, "context");
        const Scalar &scalar = required(value, "value");
        const Type *const type = builtin_type(TypeCode::fp64);
        check_domain("value", scalar.type, type);
        if (!scalar.has_value) throw Error(GrB_EMPTY_OBJECT, "value has no value");
        double number;
        cast_values(&number, type, scalar.value.data(), scalar.type, 1);
        if (number_of(field) == GxB_CONTEXT_CHUNK) {
            set_chunk(object, number);
        } else {
            std::int32_t integer;
            cast_values(&integer, builtin_type(TypeCode::int32), &number, type, 1);
            set_number_of_context(object, number_of(field), integer);
        }
    });
}

GrB_Info GxB_Context_get_Scalar(GxB_Context context, GrB_Scalar value, GrB_Field field) {
    return guard(__func__, value, [&] {
        const UserContext &object = required(context, "context");
        Scalar &scalar = required(value, "value");
        const Type *const type = builtin_type(TypeCode::fp64);
        check_domain("the field", type, scalar.type);
        const double number = number_of(field) == GxB_CONTEXT_CHUNK
                                  ? chunk_of(object)
                                  : number_of_context(object, number_of(field));
        cast_values(scalar.value.data(), scalar.type, &number, type, 1);
        scalar.has_value = true;
    });
}

GrB_Info GxB_Context_set_String(GxB_Context context, char *value, GrB_Field field) {
    return guard(__func__, context, [&] {
        UserContext &object = required(context, "context");
        required_pointer(value, "value");
        if (number_of(field) != GrB_NAME) throw_no_field(number_of(field), "String");
        set_name(object.header, value, false);
    });
}

namespace {

/// Returns GrB_NAME, the only text.
const char *text_at(const UserContext &context, int field) {
    if (field != GrB_NAME) throw_no_field(field, "String");
    if (is_world(context)) return "GxB_CONTEXT_WORLD";
    return context.header.given_name != nullptr ? context.header.given_name : "";
}

} // namespace

GrB_Info GxB_Context_get_String(GxB_Context context, char *value, GrB_Field field) {
    return guard(__func__, context, [&] {
        const UserContext &object = required(context, "context");
        required_pointer(value, "value");
        std::strcpy(value, text_at(object, number_of(field)));
    });
}

GrB_Info GxB_Context_get_SIZE(GxB_Context context, size_t *value, GrB_Field field) {
    return guard(__func__, context, [&] {
        const UserContext &object = required(context, "context");
        required_pointer(value, "value");
        *value = number_of(field) == GxB_GPU_IDS
                     ? gpu_ids_bytes
                     : std::strlen(text_at(object, number_of(field))) + 1;
    });
}

GrB_Info GxB_Context_get_VOID(GxB_Context context, void *value, GrB_Field field) {
    return guard(__func__, context, [&] {
        const UserContext &object = required(context, "context");
        required_pointer(value, "value");
        if (number_of(field) != GxB_GPU_IDS) throw_no_field(number_of(field), "VOID");
        get_gpu_ids(object, value);
    });
}

GrB_Info GxB_Context_set_VOID(GxB_Context context, void *value, GrB_Field field, size_t size) {
    return guard(__func__, context, [&] {
        UserContext &object = required(context, "context");
        required_pointer(value, "value");
        if (number_of(field) != GxB_GPU_IDS) throw_no_field(number_of(field), "VOID");
        set_gpu_ids(object, value, size);
    });
}
