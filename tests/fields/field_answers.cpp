// Prints the answer of each getter: every field code x every kind of object x every form of GrB_get
// and of the older GxB_*_get. compare_fields.py compares it with the list of SuiteSparse 9.3.1's
// answers.
//
//   field_answers NAME
//
// NAME must be the library's own name (GrB_NAME). A line has object, getter, field, code and value,
// with a tab between them; answers of GrB_INVALID_VALUE are left out.
#include "fields/objects.h"

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>

namespace grb::fields {
namespace {

constexpr int field_count = 8000; // GrX_ fields begin there
constexpr unsigned char untouched = 0x5A;

template <class Enumeration>
__attribute__((no_sanitize("undefined"))) Enumeration enumerator(int number) {
    Enumeration value;
    std::memcpy(&value, &number, sizeof value);
    return value;
}

/// Room for every answer; what a getter did not write stays `untouched`.
alignas(16) unsigned char room[1 << 16];

/// A getter that fails is looked at here alone: millions of calls fail.
constexpr std::size_t front = 64;

std::size_t touched_bytes(std::size_t bytes = sizeof room) {
    while (bytes > 0 && room[bytes - 1] == untouched) bytes--;
    return bytes;
}

template <class T>
std::string numbers() {
    std::string text;
    const std::size_t count = (touched_bytes() + sizeof(T) - 1) / sizeof(T);
    for (std::size_t k = 0; k < count; k++) {
        T value;
        std::memcpy(&value, room + k * sizeof value, sizeof value);
        char one[40];
        std::snprintf(one, sizeof one, "%s%.7g", k > 0 ? " " : "", static_cast<double>(value));
        text += one;
    }
    return text;
}

/// Long texts are the library's own words: their presence is what counts.
std::string words(const char *text) {
    const std::string all(text);
    if (all.size() > 60 || all.find('\n') != std::string::npos) return "(text)";
    return '"' + all + '"';
}

std::string function_name(const void *function) {
    if (function == nullptr) return "null";
    Dl_info found;
    if (dladdr(function, &found) == 0 || found.dli_sname == nullptr) return "function";
    return found.dli_sname;
}

template <class Handle, class GetString>
std::string object_name(const void *pointer, GetString get_string) {
    char name[256] = "";
    Handle handle;
    std::memcpy(&handle, &pointer, sizeof handle);
    const GrB_Info info = get_string(handle, name, GrB_NAME);
    return info == GrB_SUCCESS ? words(name) : "code " + std::to_string(info);
}

/// A pointer is named, numbers and other bytes are printed.
std::string bytes_or_pointer(int field) {
    const bool is_pointer = field == GxB_PRINTF || field == GxB_FLUSH ||
                            (field >= GxB_MALLOC_FUNCTION && field <= GxB_FREE_FUNCTION) ||
                            (field >= GxB_MONOID_OPERATOR && field <= GxB_SEMIRING_MULTIPLY);
    if (is_pointer && touched_bytes() > 0) {
        const void *pointer;
        std::memcpy(&pointer, room, sizeof pointer);
        if (field == GxB_SEMIRING_MONOID)
            return object_name<GrB_Monoid>(pointer, GrB_Monoid_get_String);
        if (field == GxB_MONOID_OPERATOR || field == GxB_SEMIRING_MULTIPLY)
            return object_name<GrB_BinaryOp>(pointer, GrB_BinaryOp_get_String);
        return function_name(pointer);
    }
    if (field == GxB_BITMAP_SWITCH) return numbers<double>();
    if (field == GxB_COMPILER_VERSION) return numbers<std::int32_t>();
    std::string text;
    for (std::size_t k = 0; k < touched_bytes(); k++) {
        char one[4];
        std::snprintf(one, sizeof one, "%02x", room[k]);
        text += one;
    }
    return text;
}

std::string text_at_pointer() {
    const char *text;
    std::memcpy(&text, room, sizeof text);
    return text != nullptr ? words(text) : "null";
}

/// Returns the text of the value that the form without a type wrote: a pointer to a text, a
/// function, reals, or whole numbers.
std::string by_type_of(int field) {
    const bool is_real =
        field == GxB_HYPER_SWITCH || field == GxB_BITMAP_SWITCH || field == GxB_GLOBAL_CHUNK;
    const bool is_text = (field >= GxB_LIBRARY_NAME && field <= GxB_LIBRARY_COMPILE_TIME &&
                          field != GxB_LIBRARY_VERSION) ||
                         (field >= GxB_API_DATE && field <= GxB_API_URL) ||
                         field == GxB_COMPILER_NAME ||
                         (field >= GxB_JIT_C_COMPILER_NAME && field <= GxB_JIT_ERROR_LOG &&
                          field != GxB_JIT_C_CONTROL && field != GxB_JIT_USE_CMAKE) ||
                         field == GxB_JIT_CUDA_PREFACE;
    if (is_text) return text_at_pointer();
    if (is_real) return numbers<double>();
    if (field == GxB_MEMORY_POOL) return numbers<std::int64_t>();
    const bool is_function = field == GxB_PRINTF || field == GxB_FLUSH ||
                             (field >= GxB_MALLOC_FUNCTION && field <= GxB_FREE_FUNCTION);
    return is_function ? bytes_or_pointer(field) : numbers<std::int32_t>();
}

/// Every field by one getter; `call` fills the room, `shown` turns it into text.
template <class Call, class Shown>
void sweep(const std::string &object, const char *getter, Call call, Shown shown) {
    std::memset(room, untouched, sizeof room);
    for (int field = -1; field < field_count; field++) {
        const GrB_Info info = call(field);
        if (info == GrB_INVALID_VALUE) {
            if (touched_bytes(front) > 0)
                std::printf("%s\t%s\t%d\twrote and failed\t\n", object.c_str(), getter, field);
            std::memset(room, untouched, front);
            continue;
        }
        const std::string value = info == GrB_SUCCESS ? shown(field) : "";
        std::printf("%s\t%s\t%d\t%d\t%s\n", object.c_str(), getter, field, info, value.c_str());
        std::memset(room, untouched, sizeof room);
    }
}

/// The value of a scalar as a number, or its bytes where the type is a user's.
std::string scalar_value(GrB_Scalar scalar, bool is_user_type) {
    double value = 0;
    const GrB_Info info = is_user_type ? GrB_Scalar_extractElement_UDT(room, scalar)
                                       : GrB_Scalar_extractElement_FP64(&value, scalar);
    if (info != GrB_SUCCESS) return "empty";
    if (is_user_type) return bytes_or_pointer(0);
    char text[40];
    std::snprintf(text, sizeof text, "%.7g", value);
    return text;
}

/// call(scalar, field) with a scalar of the type.
template <class Call>
void sweep_scalars(const std::string &object, const char *getter, GrB_Type type, Call call) {
    GrB_Scalar scalar = nullptr;
    require(GrB_Scalar_new(&scalar, type));
    std::int32_t code = 0;
    require(GrB_Type_get_INT32(type, &code, GrB_EL_TYPE_CODE));
    sweep(
        object, getter,
        [&](int field) {
            require(GrB_Scalar_clear(scalar));
            return call(scalar, enumerator<GrB_Field>(field));
        },
        [&](int) { return scalar_value(scalar, code == GrB_UDT_CODE); });
    require(GrB_Scalar_free(&scalar));
}

/// A monoid's type, in which alone its values are told; null for other kinds.
template <class Handle>
GrB_Type own_type(Handle) {
    return nullptr;
}
GrB_Type own_type(GrB_Monoid monoid) {
    GrB_BinaryOp op = nullptr;
    GrB_Type type = nullptr;
    require(GxB_Monoid_operator(&op, monoid));
    require(GxB_BinaryOp_ztype(&type, op));
    return type;
}
GrB_Type own_type(GrB_Semiring semiring) {
    GrB_Monoid monoid = nullptr;
    require(GxB_Semiring_add(&monoid, semiring));
    return own_type(monoid);
}

std::string text_in_room(int) {
    return words(reinterpret_cast<const char *>(room));
}

/// The five forms of GrB_get; each of `forms` takes a place and a field.
template <class Scalar, class String, class Number, class Size, class Bytes>
void sweep_forms(const std::string &object, Scalar scalar, String string, Number number, Size size,
                 Bytes bytes) {
    const auto text = reinterpret_cast<char *>(room);
    const auto int32 = reinterpret_cast<std::int32_t *>(room);
    const auto length = reinterpret_cast<std::size_t *>(room);
    sweep_scalars(object, "Scalar", GrB_FP64, scalar);
    sweep(
        object, "String", [&](int f) { return string(text, enumerator<GrB_Field>(f)); },
        text_in_room);
    sweep(
        object, "INT32", [&](int f) { return number(int32, enumerator<GrB_Field>(f)); },
        [](int) { return numbers<std::int32_t>(); });
    sweep(
        object, "SIZE", [&](int f) { return size(length, enumerator<GrB_Field>(f)); },
        [](int) { return numbers<std::size_t>(); });
    sweep(
        object, "VOID",
        [&](int f) { return bytes(static_cast<void *>(room), enumerator<GrB_Field>(f)); },
        bytes_or_pointer);
}

template <class Handle>
struct Getters {
    GrB_Info (*scalar)(Handle, GrB_Scalar, GrB_Field);
    GrB_Info (*string)(Handle, char *, GrB_Field);
    GrB_Info (*number)(Handle, std::int32_t *, GrB_Field);
    GrB_Info (*size)(Handle, std::size_t *, GrB_Field);
    GrB_Info (*bytes)(Handle, void *, GrB_Field);
};

template <class Handle>
void sweep_object(const std::string &name, Handle handle, const Getters<Handle> &get) {
    const auto bind = [&](auto function) {
        return [handle, function](auto target, GrB_Field field) {
            return function(handle, target, field);
        };
    };
    sweep_forms(name, bind(get.scalar), bind(get.string), bind(get.number), bind(get.size),
                bind(get.bytes));
    if (GrB_Type type = own_type(handle))
        sweep_scalars(name, "Scalar of its type", type, bind(get.scalar));
}

#define SWEEP(Kind)                                                                 \
    template <>                                                                     \
    void sweep_named<GrB_##Kind>(const std::string &name, GrB_##Kind handle) {      \
        sweep_object<GrB_##Kind>(std::string(#Kind " ") + name, handle,             \
                                 {GrB_##Kind##_get_Scalar, GrB_##Kind##_get_String, \
                                  GrB_##Kind##_get_INT32, GrB_##Kind##_get_SIZE,    \
                                  GrB_##Kind##_get_VOID});                          \
    }
template <class Handle>
void sweep_named(const std::string &name, Handle handle);
SWEEP(Global)
SWEEP(Type)
SWEEP(UnaryOp)
SWEEP(BinaryOp)
SWEEP(IndexUnaryOp)
SWEEP(Monoid)
SWEEP(Semiring)
SWEEP(Descriptor)
SWEEP(Scalar)
SWEEP(Vector)
SWEEP(Matrix)
#undef SWEEP

template <>
void sweep_named<GxB_Context>(const std::string &name, GxB_Context handle) {
    sweep_object<GxB_Context>("Context " + name, handle,
                              {GxB_Context_get_Scalar, GxB_Context_get_String, GxB_Context_get_INT,
                               GxB_Context_get_SIZE, GxB_Context_get_VOID});
}

void sweep_blob(const std::string &name, const Blob &blob) {
    const auto bind = [&](auto function) {
        return [&blob, function](auto target, GrB_Field field) {
            return function(blob.bytes, target, field, blob.size);
        };
    };
    sweep_forms("Serialized " + name, bind(GxB_Serialized_get_Scalar),
                bind(GxB_Serialized_get_String), bind(GxB_Serialized_get_INT32),
                bind(GxB_Serialized_get_SIZE), bind(GxB_Serialized_get_VOID));
}

/// Calls the older getters: a form for each type, and one without, after the object that `bind`
/// puts in front.
template <class Enumeration, class Bind, class Number, class Real, class Any>
void sweep_older(const std::string &object, Bind bind, Number number, Real real, Any any) {
    sweep(
        object, "GxB INT32",
        [&](int f) {
            return bind(number, enumerator<Enumeration>(f), reinterpret_cast<std::int32_t *>(room));
        },
        [](int) { return numbers<std::int32_t>(); });
    sweep(
        object, "GxB FP64",
        [&](int f) {
            return bind(real, enumerator<Enumeration>(f), reinterpret_cast<double *>(room));
        },
        [](int) { return numbers<double>(); });
    sweep(
        object, "GxB get", [&](int f) { return bind(any, f, static_cast<void *>(room)); },
        by_type_of);
}

/// Calls `function` with the handle in front.
template <class Handle>
auto in_front(Handle handle) {
    return [handle](auto function, auto field, auto target) {
        return function(handle, field, target);
    };
}

void sweep_older_global() {
    const auto nothing = [](auto function, auto field, auto target) {
        return function(field, target);
    };
    sweep_older<GxB_Option_Field>("Global", nothing, GxB_Global_Option_get_INT32,
                                  GxB_Global_Option_get_FP64, GxB_Global_Option_get);
    sweep(
        "Global", "GxB INT64",
        [](int f) {
            return GxB_Global_Option_get_INT64(enumerator<GxB_Option_Field>(f),
                                               reinterpret_cast<std::int64_t *>(room));
        },
        [](int) { return numbers<std::int64_t>(); });
    sweep(
        "Global", "GxB CHAR",
        [](int f) {
            return GxB_Global_Option_get_CHAR(enumerator<GxB_Option_Field>(f),
                                              reinterpret_cast<const char **>(room));
        },
        [](int) { return text_at_pointer(); });
    sweep(
        "Global", "GxB FUNCTION",
        [](int f) {
            return GxB_Global_Option_get_FUNCTION(enumerator<GxB_Option_Field>(f),
                                                  reinterpret_cast<void **>(room));
        },
        bytes_or_pointer);
}

} // namespace

void sweep_all(const Objects &objects) {
    objects.for_each([](const char *name, auto handle) { sweep_named(name, handle); });
    sweep_blob("matrix", objects.matrix_blob);
    sweep_blob("vector", objects.vector_blob);
    sweep_older_global();
    sweep_older<GxB_Option_Field>("Matrix", in_front(objects.matrix), GxB_Matrix_Option_get_INT32,
                                  GxB_Matrix_Option_get_FP64, GxB_Matrix_Option_get);
    sweep_older<GxB_Option_Field>("Vector", in_front(objects.vector), GxB_Vector_Option_get_INT32,
                                  GxB_Vector_Option_get_FP64, GxB_Vector_Option_get);
    sweep_older<GrB_Desc_Field>("Descriptor", in_front(objects.descriptor), GxB_Desc_get_INT32,
                                GxB_Desc_get_FP64, GxB_Desc_get);
    sweep_older<GxB_Context_Field>("Context", in_front(objects.context), GxB_Context_get_INT32,
                                   GxB_Context_get_FP64, GxB_Context_get);
}

} // namespace grb::fields

int main(int argc, char **argv) {
    if (argc != 2) {
        std::fprintf(stderr, "usage: field_answers NAME\n");
        return 2;
    }
    char name[256] = "";
    if (GrB_init(GrB_NONBLOCKING) != GrB_SUCCESS ||
        GrB_Global_get_String(GrB_GLOBAL, name, GrB_NAME) != GrB_SUCCESS ||
        std::strcmp(name, argv[1]) != 0) {
        std::fprintf(stderr, "the library is \"%s\", not \"%s\"\n", name, argv[1]);
        return 3;
    }
    grb::fields::require(GrB_Global_set_INT32(GrB_GLOBAL, 3, GxB_GLOBAL_NTHREADS));
    {
        const grb::fields::Objects objects;
        grb::fields::sweep_all(objects);
    }
    std::puts("end");
    return GrB_finalize() == GrB_SUCCESS ? 0 : 4;
}
