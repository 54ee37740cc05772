// Free, wait and error for objects of any kind.
#include "base/device.hpp"
#include "capi/lifetime.hpp"

using namespace grb;

namespace {

template <class T>
void release_contents(T &object) {
    if constexpr (std::is_base_of_v<Container, T>) {
        object.finish_calls();
        object.end_loans();
    }
}
void release_contents(Type &type) noexcept {
    release_in(type.header.arena, type.definition);
}

template <class T>
void free_live(T *object) {
    release_contents(*object);
    destroy(object);
}

void free_other(ObjectHeader &collection) {
    if (Matrix *const matrix = behind<Matrix>(collection)) {
        free_live(matrix);
    } else if (Vector *const vector = behind<Vector>(collection)) {
        free_live(vector);
    } else if (Scalar *const scalar = behind<Scalar>(collection)) {
        free_live(scalar);
    }
}

/// Frees a live user object; a matrix, vector or scalar by any of the three kinds of handles. Sets
/// other handles only to NULL.
template <class T>
GrB_Info free_object(const char *function, T **handle) noexcept {
    return guard_always(function, nullptr, [&] {
        if (handle == nullptr) return;
        T *object = *handle;
        if (is_live(object)) {
            if (object->header.is_predefined) return;
            free_live(object);
        } else if constexpr (may_have_proxy<T>) {
            if (object != nullptr) free_other(object->header);
        }
        *handle = nullptr;
    });
}

template <class T>
GrB_Info wait_for(const char *function, T *handle, int number) noexcept {
    return guard(function, handle, [&] {
        const T &object = required(handle, "object");
        if (number != GrB_COMPLETE && number != GrB_MATERIALIZE) {
            throw Error(GrB_INVALID_VALUE, "mode %d is neither GrB_COMPLETE nor GrB_MATERIALIZE",
                        number);
        }
        if constexpr (std::is_base_of_v<Container, T>) {
            const Ref<Snapshot> snapshot = object.snapshot(); // folds pending updates
            if (number == GrB_MATERIALIZE && snapshot->bytes_away() != 0) finish_devices();
        }
    });
}

template <class T>
GrB_Info error_of(const char *function, const char **text, const T *handle) noexcept {
    return guard_always(function, nullptr, [&] {
        required_pointer(text, "text");
        *text = ""; // clients read it whatever code they get
        if (handle == nullptr) throw_null("object");
        const ObjectHeader *const header = live_header(handle);
        if (header == nullptr) throw_uninitialised("object", handle->header.magic);
        *text = kept_text(*header);
    });
}

} // namespace

#define GRB_DEFINE_AS(P, Kind, Mode)                                          \
    GrB_Info P##_##Kind##_free(P##_##Kind *object) {                          \
        return free_object(__func__, object);                                 \
    }                                                                         \
    GrB_Info P##_##Kind##_wait(P##_##Kind object, Mode mode) {                \
        return wait_for(__func__, object, number_of(mode));                   \
    }                                                                         \
    GrB_Info P##_##Kind##_error(const char **text, const P##_##Kind object) { \
        return error_of(__func__, text, object);                              \
    }
#define GRB_DEFINE(Kind) GRB_DEFINE_AS(GrB, Kind, GrB_WaitMode)
GRB_DEFINE(Type)
GRB_DEFINE(UnaryOp)
GRB_DEFINE(BinaryOp)
GRB_DEFINE(IndexUnaryOp)
GRB_DEFINE(Monoid)
GRB_DEFINE(Semiring)
GRB_DEFINE(Descriptor)
GRB_DEFINE(Scalar)
GRB_DEFINE(Vector)
GRB_DEFINE(Matrix)
GRB_DEFINE_AS(GxB, IndexBinaryOp, int)
#undef GRB_DEFINE
#undef GRB_DEFINE_AS
