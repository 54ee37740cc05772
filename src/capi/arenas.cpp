// Chooses arenas and moves the headers of objects between them.
#include "capi/arenas.hpp"
#include "capi/lifetime.hpp"

#include "suitesparse/GraphBLAS.h"

using namespace grb;

int grb::checked_arena(const char *argument, int arena) {
    if (arena_functions(arena) == nullptr)
        throw Error(GrB_INVALID_VALUE, "%s is %d, an arena that was not made", argument, arena);
    return arena;
}

namespace {

/// Moves the object's contents to an object in another arena and makes it the handle's. Copies of
/// the handle become void.
template <class T>
void move_header(T *&handle, std::unique_ptr<T> made, TextCopy &name) noexcept {
    release_in(handle->header.arena, std::exchange(handle->header.given_name, nullptr));
    made->take_over(*handle);
    made->header.given_name = name.take();
    mark_freed(handle->header);
    delete std::exchange(handle, made.release());
}

template <class T, class Make>
GrB_Info set_arenas(const char *function, const char *name, T **handle, int header, int data,
                    Make &&make) {
    return guard(function, nullptr, [&] {
        T *&object = *required_pointer(handle, name);
        required_itself(object, name);
        checked_arena("new_header_arena", header);
        checked_arena("new_data_arena", data);
        const bool moves = object->header.arena != header;
        TextCopy text(moves ? object->header.given_name : nullptr, header);
        std::unique_ptr<T> made(moves ? made_in(header, make(*object, InArena{header})) : nullptr);
        object->move_data(data);
        if (moves) move_header(object, std::move(made), text);
    });
}

} // namespace

GrB_Info GxB_arena_init(int arena, void *(*user_malloc)(size_t),
                        void *(*user_calloc)(size_t, size_t), void *(*user_realloc)(void *, size_t),
                        void (*user_free)(void *)) {
    return guard(__func__, nullptr, [&] {
        required_pointer(user_malloc, "user_malloc");
        required_pointer(user_free, "user_free");
        if (!make_arena(arena, {user_malloc, user_calloc, user_realloc, user_free})) {
            throw Error(GrB_INVALID_VALUE, "arena is %d, not a new one from 1 to %d", arena,
                        GxB_NARENAS - 1);
        }
    });
}

GrB_Info GxB_arena_initialized(int *flag, int arena) {
    return guard(__func__, nullptr, [&] {
        required_pointer(flag, "flag");
        *flag = arena_functions(arena) != nullptr ? 1 : 0;
        if (arena < 0 || arena >= GxB_NARENAS)
            throw Error(GrB_INVALID_VALUE, "arena is %d, not in 0..%d", arena, GxB_NARENAS - 1);
    });
}

GrB_Info GxB_Scalar_set_arenas(GrB_Scalar *s, const int new_header_arena,
                               const int new_data_arena) {
    return set_arenas(
        __func__, "s", s, new_header_arena, new_data_arena,
        [](const Scalar &old, InArena arena) { return new (arena) Scalar(old.type); });
}
GrB_Info GxB_Vector_set_arenas(GrB_Vector *v, const int new_header_arena,
                               const int new_data_arena) {
    return set_arenas(__func__, "v", v, new_header_arena, new_data_arena,
                      [](const Vector &old, InArena arena) {
                          return new (arena) Vector(old.type(), old.ncols());
                      });
}
GrB_Info GxB_Matrix_set_arenas(GrB_Matrix *A, const int new_header_arena,
                               const int new_data_arena) {
    return set_arenas(__func__, "A", A, new_header_arena, new_data_arena,
                      [](const Matrix &old, InArena arena) {
                          return new (arena) Matrix(old.type(), old.nrows(), old.ncols());
                      });
}
