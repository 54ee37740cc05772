// Extensions: containers, and vectors loaded and unloaded as arrays.
#include "capi/arenas.hpp"
#include "capi/get_fields.hpp"
#include "capi/gxb_sparsity.hpp"
#include "capi/lifetime.hpp"
#include "capi/shapes.hpp"
#include "objects/loading.hpp"
#include "objects/part_checks.hpp"
#include "storage/convert.hpp"
#include "storage/hand_over.hpp"
#include "suitesparse/GraphBLAS.h"

#include <cinttypes>
#include <memory>

using namespace grb;

namespace {

struct PartName {
    GrB_Vector GxB_Container_struct::*member;
    const char *name;
    TypeCode type; // of a new container
};
constexpr PartName part_names[] = {
    {&GxB_Container_struct::p, "the container's p", TypeCode::uint32},
    {&GxB_Container_struct::h, "the container's h", TypeCode::int32},
    {&GxB_Container_struct::b, "the container's b", TypeCode::int8},
    {&GxB_Container_struct::i, "the container's i", TypeCode::int32},
    {&GxB_Container_struct::x, "the container's x", TypeCode::boolean},
};

/// A container whose vectors are live.
GxB_Container_struct &checked(GxB_Container container) {
    GxB_Container_struct &parts = *required_pointer(container, "container");
    for (const PartName &part : part_names) required_itself(parts.*part.member, part.name);
    return parts;
}

void describe_empty(GxB_Container_struct &container) noexcept {
    container.nrows = container.ncols = container.nvals = 0;
    container.nrows_nonempty = container.ncols_nonempty = -1;
    container.format = GxB_FULL;
    container.orientation = GrB_ROWMAJOR;
    container.iso = container.jumbled = false;
}

/// Copies for those who share read-only arrays.
void end_loans_of_parts(GxB_Container_struct &container) {
    for (const PartName &part : part_names)
        if (Vector *const vector = container.*part.member; is_live(vector)) vector->end_loans();
}
void free_vectors(GxB_Container_struct &container) noexcept {
    for (const PartName &part : part_names) {
        Vector *const vector = std::exchange(container.*part.member, nullptr);
        if (is_live(vector)) destroy(vector);
    }
}

Layout layout_of(int format) {
    switch (format) {
    case GxB_HYPERSPARSE:
        return Layout::hyper;
    case GxB_SPARSE:
        return Layout::compressed;
    case GxB_BITMAP:
        return Layout::bitmap;
    case GxB_FULL:
        return Layout::full;
    default:
        throw Error(GrB_INVALID_VALUE, "the container's format is %d, none of GxB_HYPERSPARSE ...",
                    format);
    }
}

ObjectParts parts_in(const GxB_Container_struct &container) {
    ObjectParts parts;
    if (container.orientation != GrB_ROWMAJOR && container.orientation != GrB_COLMAJOR) {
        throw Error(GrB_INVALID_VALUE,
                    "the container's orientation is %d, neither GrB_ROWMAJOR nor GrB_COLMAJOR",
                    container.orientation);
    }
    check_dimension("the container's nrows", container.nrows);
    check_dimension("the container's ncols", container.ncols);
    parts.kind = {layout_of(container.format), container.orientation == GrB_COLMAJOR};
    parts.nrows = container.nrows;
    parts.ncols = container.ncols;
    parts.nvals = container.nvals;
    parts.offsets = container.p->snapshot();
    parts.ids = container.h->snapshot();
    parts.present = container.b->snapshot();
    parts.indices = container.i->snapshot();
    parts.values = container.x->snapshot();
    parts.is_iso = container.iso;
    parts.is_jumbled = container.jumbled;
    return parts;
}

/// A vector is a column there and a row here.
void turn(ObjectParts &parts) noexcept {
    std::swap(parts.nrows, parts.ncols);
    parts.kind.by_column = !parts.kind.by_column;
}

/// Empty vectors of the types that they have.
struct Emptied {
    Ref<Snapshot> vectors[std::size(part_names)];
    explicit Emptied(const GxB_Container_struct &container) {
        for (std::size_t k = 0; k < std::size(part_names); k++)
            vectors[k] = Snapshot::empty((container.*part_names[k].member)->type(), 1, 0);
    }
};

/// A format that the user asked for; arrays of the caller's stay as they are.
void honour_wishes(Container &object) {
    const StorageOptions &options = object.options();
    const bool is_free = options.format == Format::automatic && options.index_width == 0 &&
                         options.orientations == 0;
    if (!is_free && !object.is_readonly()) object.publish(object.honour_options(object.snapshot()));
}

template <class T>
GrB_Info load(const char *function, T *handle, GxB_Container container, GrB_Descriptor desc) {
    return guard(function, handle, [&] {
        T &object = required_itself(handle, Names<T>::A);
        const Descriptor *const settings = optional(desc, "desc");
        const bool checks_all = settings != nullptr && settings->checks_imports;
        GxB_Container_struct &given = checked(container);
        Matrix *const index = given.Y;
        if (index != nullptr) required_itself(index, "the container's Y");
        if (index != nullptr && static_cast<Container *>(index) == &object)
            throw Error(GrB_INVALID_OBJECT, "the container's Y is %s itself", Names<T>::A);
        ObjectParts parts = parts_in(given);
        if (object.is_vector()) {
            if (given.ncols != 1) {
                throw Error(GrB_INVALID_OBJECT, "the container has %" PRIu64 " columns, not 1",
                            given.ncols);
            }
            turn(parts);
        }
        Ref<Snapshot> made = made_of_parts(parts, checks_all);
        parts = {};
        Emptied emptied(given);
        object.end_loans();
        bool is_readonly = false;
        for (std::size_t k = 0; k < std::size(part_names); k++) {
            Vector &part = *(given.*part_names[k].member);
            is_readonly |= part.is_readonly();
            part.become(std::move(emptied.vectors[k]), false);
        }
        object.options().by_column = object.is_vector() ? 1 : given.orientation;
        const int given_format = given.format;
        describe_empty(given);
        given.Y = nullptr;
        if (index != nullptr)
            destroy(index); // an index of the lines is made anew where one is needed
        object.become(std::move(made), is_readonly);
        object.note_given(given_format);
        honour_wishes(object);
    });
}

void put(Vector &target, Ref<Snapshot> part) noexcept {
    const bool is_readonly = has_loans(*part);
    target.become(std::move(part), is_readonly);
}

template <class T>
GrB_Info unload(const char *function, T *handle, GxB_Container container, GrB_Descriptor desc) {
    return guard(function, handle, [&] {
        T &object = required_itself(handle, Names<T>::A);
        optional(desc, "desc");
        GxB_Container_struct &target = checked(container);
        const Ref<Snapshot> snapshot = object.snapshot();
        if (object.is_readonly()) finish_places(); // work that reads the entries
        ObjectParts parts = parts_of(*snapshot);
        Ref<Snapshot> nothing = Snapshot::empty(object.type(), object.is_vector() ? 1 : 0, 0);
        if (object.is_vector()) turn(parts);
        for (const PartName &part : part_names) (target.*part.member)->end_loans();
        describe_empty(target);
        target.nrows = parts.nrows;
        target.ncols = parts.ncols;
        target.nvals = parts.nvals;
        target.format = sparsity_of(parts.kind.layout);
        target.orientation = parts.kind.by_column ? GrB_COLMAJOR : GrB_ROWMAJOR;
        target.iso = parts.is_iso;
        target.jumbled = parts.is_jumbled;
        put(*target.p, std::move(parts.offsets));
        put(*target.h, std::move(parts.ids));
        put(*target.b, std::move(parts.present));
        put(*target.i, std::move(parts.indices));
        put(*target.x, std::move(parts.values));
        object.become(std::move(nothing), false);
    });
}

struct Unloaded {
    void *values = nullptr;
    std::uint64_t bytes = 0;
    int arena = 0;
};

/// What `handling` of an array says.
struct Handling {
    int arena;
    bool is_readonly;
};

Handling understood(int handling) {
    const bool is_readonly = handling >= GxB_IS_READONLY;
    const int arena = handling - (is_readonly ? static_cast<int>(GxB_IS_READONLY) : GrB_DEFAULT);
    if (arena_functions(arena) == nullptr) {
        throw Error(GrB_INVALID_VALUE,
                    "handling is %d, neither GrB_DEFAULT nor GxB_IS_READONLY plus an arena",
                    handling);
    }
    return {arena, is_readonly};
}

/// The caller's array has a value for each entry of the vector; else it was part of a container of another format.
bool is_all_lent(const Snapshot &snapshot) noexcept {
    return has_loans(snapshot) && (!snapshot.dense_part().get().is_iso || snapshot.ncols() == 1);
}

/// The caller's array.
Unloaded lent_values(const Snapshot &snapshot) {
    const Array &values = snapshot.dense_part().get().values;
    return {const_cast<void *>(values.data()), values.capacity(), values.arena()};
}

/// A value for each entry, in memory of its own.
Array copied_values(const Snapshot &snapshot) {
    const DenseView view = snapshot.dense();
    return expand_values(view.values, view.type, view.is_iso, snapshot.ncols(), view.type);
}

/// The array of a full vector in its data arena, or a copy where it is shared. The snapshot must not be used afterwards.
Unloaded own_values(Snapshot &snapshot, int arena) {
    std::uint64_t bytes = snapshot.ncols() * snapshot.type()->size;
    snapshot.dense();
    const DensePart &part = snapshot.dense_part().get();
    if (snapshot.is_unique() && part.values.is_unique() && !part.is_iso &&
        part.values.arena() == arena)
        bytes = std::max<std::uint64_t>(bytes, part.values.capacity());
    return {take_values(snapshot, nullptr, arena), bytes, arena};
}

} // namespace

namespace {

void release_container(GxB_Container_struct *container) noexcept {
    const int arena = container->header_arena;
    free_vectors(*container);
    release_in(arena, container);
}

template <class Choose>
GrB_Info new_container(const char *function, GxB_Container *container, Choose &&choose) {
    return guard(function, nullptr, [&] {
        required_pointer(container, "container");
        const Arenas arenas = choose();
        void *const memory = allocate_in(arenas.header, sizeof(GxB_Container_struct));
        auto *const made = new (memory) GxB_Container_struct{};
        made->header_arena = arenas.header;
        try {
            describe_empty(*made);
            for (const PartName &part : part_names)
                made->*part.member =
                    make_object<Vector>(arenas, builtin_type(part.type), std::uint64_t{0})
                        .release();
        } catch (...) {
            release_container(made);
            throw;
        }
        *container = made;
    });
}

} // namespace

GrB_Info GxB_Container_new(GxB_Container *container) {
    return new_container(__func__, container, default_arenas);
}
GrB_Info GxB_Container_new_arena(GxB_Container *container, const int header_arena,
                                 const int data_arena) {
    return new_container(__func__, container,
                         [=] { return checked_arenas(header_arena, data_arena); });
}

GrB_Info GxB_Container_free(GxB_Container *container) {
    return guard_always(__func__, nullptr, [&] {
        if (container == nullptr || *container == nullptr) return;
        end_loans_of_parts(**container); // may fail, and so comes first
        GrB_Matrix_free(&(*container)->Y);
        release_container(*container);
        *container = nullptr;
    });
}

GrB_Info GxB_load_Matrix_from_Container(GrB_Matrix A, GxB_Container container,
                                        const GrB_Descriptor desc) {
    return load(__func__, A, container, desc);
}
GrB_Info GxB_load_Vector_from_Container(GrB_Vector v, GxB_Container container,
                                        const GrB_Descriptor desc) {
    return load(__func__, v, container, desc);
}
GrB_Info GxB_unload_Matrix_into_Container(GrB_Matrix A, GxB_Container container,
                                          const GrB_Descriptor desc) {
    return unload(__func__, A, container, desc);
}
GrB_Info GxB_unload_Vector_into_Container(GrB_Vector v, GxB_Container container,
                                          const GrB_Descriptor desc) {
    return unload(__func__, v, container, desc);
}

GrB_Info GxB_Vector_load(GrB_Vector v, void **X, GrB_Type type, uint64_t n, uint64_t X_size,
                         int handling, const GrB_Descriptor desc) {
    return guard(__func__, v, [&] {
        Vector &vector = required_itself(v, "v");
        required_pointer(X, "X");
        const Type &domain = required(type, "type");
        const Descriptor *const settings = optional(desc, "desc");
        check_dimension("n", n);
        const auto [arena, is_readonly] = understood(handling);
        std::uint64_t bytes;
        if (n != 0) required_pointer(*X, "*X");
        if (__builtin_mul_overflow(n, domain.size, &bytes) || X_size < bytes) {
            throw Error(GrB_INVALID_VALUE,
                        "X_size is %" PRIu64 " bytes, %" PRIu64 " values of %zu are needed", X_size,
                        n, domain.size);
        }
        if (settings != nullptr && settings->checks_imports) check_values("X", *X, &domain, n);
        vector.end_loans();
        if (n == 0) {
            vector.become(Snapshot::empty(&domain, 1, 0), is_readonly);
            if (!is_readonly) release_in(arena, *X);
        } else {
            Array values = is_readonly ? Array::lend(*X, bytes, X_size, arena)
                                       : Array::adopt(*X, bytes, X_size, arena);
            try {
                vector.become(full_object(&domain, 1, n, values, false), is_readonly);
            } catch (...) {
                values.give_away(); // the array stays the caller's
                throw;
            }
        }
        if (!is_readonly) *X = nullptr;
        honour_wishes(vector);
    });
}

GrB_Info GxB_Vector_unload(GrB_Vector v, void **X, GrB_Type *type, uint64_t *n, uint64_t *X_size,
                           int *handling, const GrB_Descriptor desc) {
    return guard(__func__, v, [&] {
        Vector &vector = required_itself(v, "v");
        required_pointer(X, "X");
        required_pointer(type, "type");
        required_pointer(n, "n");
        required_pointer(X_size, "X_size");
        required_pointer(handling, "handling");
        optional(desc, "desc");
        Ref<Snapshot> snapshot = vector.snapshot();
        const std::uint64_t size = vector.ncols();
        if (snapshot->nvals() != size) {
            throw Error(GrB_INVALID_OBJECT, "v has %" PRIu64 " entries, not all %" PRIu64,
                        snapshot->nvals(), size);
        }
        const bool is_readonly = vector.is_readonly(),
                   is_lent = is_readonly && (size == 0 || is_all_lent(*snapshot));
        Ref<Snapshot> nothing = Snapshot::empty(vector.type(), 1, 0);
        Unloaded unloaded;
        if (is_readonly) {
            Array copy;
            if (is_lent && size != 0) unloaded = lent_values(*snapshot);
            if (!is_lent) copy = copied_values(*snapshot).moved_to(vector.header.data_arena);
            snapshot = nullptr;
            vector.end_loans();
            vector.become(std::move(nothing), false);
            if (!is_lent) {
                unloaded = {nullptr, copy.capacity(), copy.arena()};
                unloaded.values = copy.give_away();
            }
        } else {
            vector.become(std::move(nothing), false);
            try {
                if (size != 0) unloaded = own_values(*snapshot, vector.header.data_arena);
            } catch (...) {
                vector.become(std::move(snapshot), false);
                throw;
            }
        }
        *X = unloaded.values;
        *type = const_cast<Type *>(vector.type());
        *n = size;
        *X_size = unloaded.bytes;
        *handling = (is_lent ? static_cast<int>(GxB_IS_READONLY) : GrB_DEFAULT) + unloaded.arena;
    });
}
