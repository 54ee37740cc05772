// GxB_Container: objects loaded from and unloaded to vectors.
#include "capi/arenas.hpp"
#include "capi/conform.hpp"
#include "capi/get_fields.hpp"
#include "capi/gxb_sparsity.hpp"
#include "capi/headerless.hpp"
#include "capi/iterator_layouts.hpp"
#include "capi/lifetime.hpp"
#include "capi/shapes.hpp"
#include "objects/form_checks.hpp"
#include "objects/loading.hpp"
#include "storage/convert.hpp"
#include "storage/distribution.hpp"
#include "storage/hand_over.hpp"
#include "suitesparse/GraphBLAS.h"

#include <cinttypes>
#include <memory>

using namespace grb;

namespace {

struct ComponentName {
    GrB_Vector GxB_Container_struct::*member;
    const char *name;
    TypeCode type; // of a new container
};
constexpr ComponentName component_names[] = {
    {&GxB_Container_struct::p, "the container's p", TypeCode::uint32},
    {&GxB_Container_struct::h, "the container's h", TypeCode::int32},
    {&GxB_Container_struct::b, "the container's b", TypeCode::int8},
    {&GxB_Container_struct::i, "the container's i", TypeCode::int32},
    {&GxB_Container_struct::x, "the container's x", TypeCode::boolean},
};

/// Reads the first 40 bytes.
bool is_container(const GxB_Container_struct &given) noexcept {
    Magic begin;
    std::memcpy(&begin, &given, sizeof begin);
    return !is_mark(begin) && given.nvals != iterator_mark;
}

/// Returns a container whose vectors are live.
GxB_Container_struct &checked(GxB_Container container) {
    GxB_Container_struct &components = *required_pointer(container, "container");
    require_no_object(container, "container");
    if (components.nvals == iterator_mark) throw_uninitialised("container", Magic::freed);
    for (const ComponentName &component : component_names)
        required_itself(components.*component.member, component.name);
    return components;
}

void describe_empty(GxB_Container_struct &container) noexcept {
    container.nrows = container.ncols = container.nvals = 0;
    container.nrows_nonempty = container.ncols_nonempty = -1;
    container.format = GxB_FULL;
    container.orientation = GrB_ROWMAJOR;
    container.iso = container.jumbled = false;
}

/// Makes copies for the objects that share read-only arrays.
void end_loans_of_components(GxB_Container_struct &container) {
    for (const ComponentName &component : component_names)
        if (Vector *const vector = container.*component.member; is_live(vector))
            vector->end_loans();
}
void free_vectors(GxB_Container_struct &container) noexcept {
    for (const ComponentName &component : component_names) {
        Vector *const vector = std::exchange(container.*component.member, nullptr);
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

ObjectComponents components_in(const GxB_Container_struct &container) {
    ObjectComponents components;
    if (container.orientation != GrB_ROWMAJOR && container.orientation != GrB_COLMAJOR) {
        throw Error(GrB_INVALID_VALUE,
                    "the container's orientation is %d, neither GrB_ROWMAJOR nor GrB_COLMAJOR",
                    container.orientation);
    }
    check_dimension("the container's nrows", container.nrows);
    check_dimension("the container's ncols", container.ncols);
    components.kind = {layout_of(container.format), container.orientation == GrB_COLMAJOR};
    components.nrows = container.nrows;
    components.ncols = container.ncols;
    components.nvals = container.nvals;
    components.offsets = container.p->snapshot();
    components.ids = container.h->snapshot();
    components.present = container.b->snapshot();
    components.indices = container.i->snapshot();
    components.values = container.x->snapshot();
    components.is_iso = container.iso;
    components.is_jumbled = container.jumbled;
    return components;
}

/// Transposes the shape: a vector is a column in a container and a row in this library.
void transpose_shape(ObjectComponents &components) noexcept {
    std::swap(components.nrows, components.ncols);
    components.kind.by_column = !components.kind.by_column;
}

/// Empty vectors of the components' present types.
struct Emptied {
    Ref<Snapshot> vectors[std::size(component_names)];
    explicit Emptied(const GxB_Container_struct &container) {
        for (std::size_t k = 0; k < std::size(component_names); k++)
            vectors[k] = Snapshot::empty((container.*component_names[k].member)->type(), 1, 0);
    }
};

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
        ObjectComponents components = components_in(given);
        if (object.is_vector()) {
            if (given.ncols != 1) {
                throw Error(GrB_INVALID_OBJECT, "the container has %" PRIu64 " columns, not 1",
                            given.ncols);
            }
            transpose_shape(components);
        }
        Ref<Snapshot> made = made_of_components(components, checks_all);
        components = {};
        Emptied emptied(given);
        object.end_loans();
        bool is_readonly = false;
        for (std::size_t k = 0; k < std::size(component_names); k++) {
            Vector &component = *(given.*component_names[k].member);
            is_readonly |= component.is_readonly();
            component.become(std::move(emptied.vectors[k]), false);
        }
        object.options().by_column = object.is_vector() ? 1 : given.orientation;
        const int given_format = given.format;
        describe_empty(given);
        given.Y = nullptr;
        if (index != nullptr)
            destroy(index); // the index of rows (columns) is rebuilt when it is needed
        object.become(std::move(made), is_readonly);
        object.note_given(given_format);
        conform(object);
    });
}

/// of_readonly: the component's object has its arrays from the caller, and does not merely share
/// them.
void put(Vector &target, Ref<Snapshot> component, bool of_readonly) noexcept {
    const bool is_readonly = of_readonly && has_loans(*component);
    target.become(std::move(component), is_readonly);
}

template <class T>
GrB_Info unload(const char *function, T *handle, GxB_Container container, GrB_Descriptor desc) {
    return guard(function, handle, [&] {
        T &object = required_itself(handle, Names<T>::A);
        optional(desc, "desc");
        GxB_Container_struct &target = checked(container);
        const Ref<Snapshot> snapshot = object.snapshot_to_hand_out();
        const bool is_readonly = object.is_readonly();
        if (is_readonly) finish_devices(); // ends work that reads the entries
        ObjectComponents components = components_of(*gathered(snapshot));
        Ref<Snapshot> nothing = Snapshot::empty(object.type(), object.is_vector() ? 1 : 0, 0);
        if (object.is_vector()) transpose_shape(components);
        for (const ComponentName &component : component_names)
            (target.*component.member)->end_loans();
        describe_empty(target);
        target.nrows = components.nrows;
        target.ncols = components.ncols;
        target.nvals = components.nvals;
        target.format = sparsity_of(components.kind.layout);
        target.orientation = components.kind.by_column ? GrB_COLMAJOR : GrB_ROWMAJOR;
        target.iso = components.is_iso;
        target.jumbled = components.is_jumbled;
        put(*target.p, std::move(components.offsets), is_readonly);
        put(*target.h, std::move(components.ids), is_readonly);
        put(*target.b, std::move(components.present), is_readonly);
        put(*target.i, std::move(components.indices), is_readonly);
        put(*target.x, std::move(components.values), is_readonly);
        object.become(std::move(nothing), false);
    });
}

void release_container(GxB_Container_struct *container) noexcept {
    const int arena = container->header_arena;
    free_vectors(*container);
    *reinterpret_cast<volatile Magic *>(container) = Magic::freed;
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
            for (const ComponentName &component : component_names)
                made->*component.member =
                    make_object<Vector>(arenas, builtin_type(component.type), std::uint64_t{0})
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
        if (!is_container(**container)) {
            *container = nullptr;
            return;
        }
        end_loans_of_components(**container); // comes first because it may fail
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
