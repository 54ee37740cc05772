// Import, export, pack and unpack in the layouts of SuiteSparse. FullR and a vector's Full, with
// import and export, are in hand_over.cpp.
#include "capi/arenas.hpp"
#include "capi/gxb_sparsity.hpp"
#include "capi/lifetime.hpp"
#include "capi/shapes.hpp"
#include "objects/layouts.hpp"
#include "operations/arguments.hpp"
#include "suitesparse/GraphBLAS.h"

#include <memory>

using namespace grb;

namespace {

/// A caller's pointer to an array, and the array's name.
template <class T>
struct Slot {
    T **pointer = nullptr;
    const char *name = nullptr;
    bool is_there() const noexcept { return name != nullptr; }
    void require() const {
        if (is_there()) required_pointer(pointer, name);
    }
};

struct Slots {
    LayoutKind kind;
    Slot<GrB_Index> offsets, ids, indices;
    Slot<std::int8_t> present;
    Slot<void> values;

    void require_all() const {
        offsets.require();
        ids.require();
        indices.require();
        present.require();
        values.require();
    }
    char letter() const noexcept { return values.name[0]; }
};

/// Arrays of the caller, with sizes in bytes.
struct GivenLayout {
    Slots slots;
    LayoutArrays arrays; // without the pointers

    LayoutArrays with_pointers() const {
        LayoutArrays all = arrays;
        all.arena = default_arenas().data;
        if (slots.offsets.is_there()) all.offsets = *slots.offsets.pointer;
        if (slots.ids.is_there()) all.ids = *slots.ids.pointer;
        if (slots.indices.is_there()) all.indices = *slots.indices.pointer;
        if (slots.present.is_there()) all.present = *slots.present.pointer;
        all.values = *slots.values.pointer;
        return all;
    }
    void forget() const noexcept {
        if (slots.offsets.is_there()) *slots.offsets.pointer = nullptr;
        if (slots.ids.is_there()) *slots.ids.pointer = nullptr;
        if (slots.indices.is_there()) *slots.indices.pointer = nullptr;
        if (slots.present.is_there()) *slots.present.pointer = nullptr;
        *slots.values.pointer = nullptr;
    }
};

/// Targets for the arrays that are handed out; null: not requested, or not part of this layout.
struct WantedLayout {
    Slots slots;
    GrB_Index *offsets_bytes = nullptr, *ids_bytes = nullptr, *indices_bytes = nullptr,
              *present_bytes = nullptr, *values_bytes = nullptr;
    bool *is_iso = nullptr, *is_jumbled = nullptr;
    GrB_Index *vectors = nullptr, *nvals = nullptr;

    void require_all() const {
        slots.require_all();
        if (slots.offsets.is_there()) required_pointer(offsets_bytes, "Ap_size");
        if (slots.ids.is_there()) {
            required_pointer(ids_bytes, "Ah_size");
            required_pointer(vectors, "nvec");
        }
        if (slots.indices.is_there()) required_pointer(indices_bytes, "Ai_size");
        if (slots.present.is_there()) required_pointer(present_bytes, "Ab_size");
        required_pointer(values_bytes, "Ax_size");
        if (slots.present.is_there() || slots.kind.layout == Layout::list)
            required_pointer(nvals, "nvals");
    }
    template <class T>
    static void put(const Slot<T> &slot, void *array, GrB_Index *size, std::uint64_t bytes) {
        if (!slot.is_there()) return;
        *slot.pointer = static_cast<T *>(array);
        *size = bytes;
    }
    void fill(const LayoutArrays &taken) const {
        put(slots.offsets, taken.offsets, offsets_bytes, taken.offsets_bytes);
        put(slots.ids, taken.ids, ids_bytes, taken.ids_bytes);
        put(slots.indices, taken.indices, indices_bytes, taken.indices_bytes);
        put(slots.present, taken.present, present_bytes, taken.present_bytes);
        *slots.values.pointer = taken.values;
        *values_bytes = taken.values_bytes;
        if (is_iso != nullptr) *is_iso = taken.is_iso;
        if (is_jumbled != nullptr) *is_jumbled = taken.is_jumbled;
        if (vectors != nullptr) *vectors = taken.vectors;
        if (nvals != nullptr) *nvals = taken.nvals;
    }
};

/// Moves the arrays into the object. No later step can fail.
template <class T>
void put_in(T &object, const GivenLayout &given, const Descriptor *desc) {
    object.check_writable();
    const LayoutKind kind = given.slots.kind;
    object.publish(made_of_arrays(object, kind, given.with_pointers(),
                                  desc != nullptr && desc->checks_imports, given.slots.letter()));
    object.note_given(sparsity_of(kind.layout));
    if (!object.is_vector()) object.options().by_column = kind.by_column ? 1 : 0;
    given.forget();
}

template <class T>
GrB_Info pack(const char *function, T *handle, const GivenLayout &given, GrB_Descriptor desc) {
    return guard(function, handle, [&] {
        T &object = required_itself(handle, Names<T>::A);
        given.slots.require_all();
        put_in(object, given, optional(desc, "desc"));
    });
}

std::unique_ptr<Matrix> made(const Type &type, GrB_Index nrows, GrB_Index ncols, Matrix *) {
    return make_object<Matrix>(default_arenas(), &type, nrows, ncols);
}
std::unique_ptr<Vector> made(const Type &type, GrB_Index, GrB_Index n, Vector *) {
    return make_object<Vector>(default_arenas(), &type, n);
}

/// `nrows` is 1 for a vector.
template <class T>
GrB_Info import(const char *function, T **handle, GrB_Type type, GrB_Index nrows, GrB_Index ncols,
                const GivenLayout &given, GrB_Descriptor desc) {
    return guard(function, nullptr, [&] {
        required_pointer(handle, Names<T>::A);
        required(type, "type");
        given.slots.require_all();
        optional(desc, "desc");
        check_dimension("nrows", nrows);
        check_dimension("ncols", ncols);
        auto object = made(*type, nrows, ncols, static_cast<T *>(nullptr));
        put_in(*object, given, desc);
        *handle = object.release();
    });
}

/// Takes the arrays out of an object, which is empty afterwards. They are in the data arena of the
/// context, which becomes the object's. When this throws, the object is unchanged.
template <class T>
LayoutArrays taken_out(T &object, const WantedLayout &wanted) {
    object.check_writable();
    Ref<Snapshot> snapshot = object.snapshot_to_hand_out();
    Ref<Snapshot> nothing = Snapshot::empty(object.type(), object.nrows(), object.ncols());
    const int arena = default_arenas().data, old_arena = object.header.data_arena;
    // Drops the object's reference: if no other object shares the snapshot, this function is its
    // only owner.
    object.header.data_arena = static_cast<std::uint8_t>(arena);
    object.publish(std::move(nothing));
    try {
        return take_arrays(*snapshot, wanted.slots.kind,
                           {wanted.is_iso != nullptr, wanted.is_jumbled != nullptr}, arena);
    } catch (...) {
        object.header.data_arena = static_cast<std::uint8_t>(old_arena);
        object.publish(std::move(snapshot));
        throw;
    }
}

template <class T>
GrB_Info unpack(const char *function, T *handle, const WantedLayout &wanted, GrB_Descriptor desc) {
    return guard(function, handle, [&] {
        T &object = required_itself(handle, Names<T>::A);
        wanted.require_all();
        optional(desc, "desc");
        wanted.fill(taken_out(object, wanted));
        if (!object.is_vector()) object.options().by_column = wanted.slots.kind.by_column ? 1 : 0;
    });
}

/// `nrows` is null for a vector, whose size is `ncols`.
template <class T>
GrB_Info export_object(const char *function, T **handle, GrB_Type *type, GrB_Index *nrows,
                       GrB_Index *ncols, const WantedLayout &wanted, GrB_Descriptor desc) {
    return guard(function, handle == nullptr ? nullptr : *handle, [&] {
        T &object = required_itself(*required_pointer(handle, Names<T>::A), Names<T>::A);
        required_pointer(type, "type");
        if (!object.is_vector()) required_pointer(nrows, "nrows");
        required_pointer(ncols, object.is_vector() ? "n" : "ncols");
        wanted.require_all();
        optional(desc, "desc");
        wanted.fill(taken_out(object, wanted));
        *type = const_cast<Type *>(object.type());
        if (nrows != nullptr) *nrows = object.nrows();
        *ncols = object.ncols();
        destroy(&object);
        *handle = nullptr;
    });
}

// These make a GivenLayout and a WantedLayout from the arguments of each layout.
LayoutArrays sizes_of_list(GrB_Index indices, GrB_Index values, bool iso, GrB_Index nvals,
                           bool jumbled) noexcept {
    LayoutArrays arrays;
    arrays.indices_bytes = indices;
    arrays.values_bytes = values;
    arrays.is_iso = iso;
    arrays.is_jumbled = jumbled;
    arrays.nvals = nvals;
    return arrays;
}

GivenLayout given_compressed(bool by_column, GXB_COMPRESSED_IN_) noexcept {
    LayoutArrays arrays = sizes_of_list(Ai_size, Ax_size, iso, 0, jumbled);
    arrays.offsets_bytes = Ap_size;
    return {{{Layout::compressed, by_column}, {Ap, "Ap"}, {}, {Ai, "Ai"}, {}, {Ax, "Ax"}}, arrays};
}

GivenLayout given_hyper(bool by_column, GXB_HYPER_IN_) noexcept {
    LayoutArrays arrays = sizes_of_list(Ai_size, Ax_size, iso, 0, jumbled);
    arrays.offsets_bytes = Ap_size;
    arrays.ids_bytes = Ah_size;
    arrays.vectors = nvec;
    return {{{Layout::hyper, by_column}, {Ap, "Ap"}, {Ah, "Ah"}, {Ai, "Ai"}, {}, {Ax, "Ax"}},
            arrays};
}

GivenLayout given_bitmap(bool by_column, GXB_BITMAP_IN_) noexcept {
    LayoutArrays arrays = sizes_of_list(0, Ax_size, iso, nvals, false);
    arrays.present_bytes = Ab_size;
    return {{{Layout::bitmap, by_column}, {}, {}, {}, {Ab, "Ab"}, {Ax, "Ax"}}, arrays};
}

GivenLayout given_full(bool by_column, GXB_FULL_IN_) noexcept {
    return {{{Layout::full, by_column}, {}, {}, {}, {}, {Ax, "Ax"}},
            sizes_of_list(0, Ax_size, iso, 0, false)};
}

GivenLayout given_list(bool, GXB_LIST_IN_) noexcept {
    return {{{Layout::list, false}, {}, {}, {vi, "vi"}, {}, {vx, "vx"}},
            sizes_of_list(vi_size, vx_size, iso, nvals, jumbled)};
}

WantedLayout wanted_compressed(bool by_column, GXB_COMPRESSED_OUT_) noexcept {
    WantedLayout wanted{
        {{Layout::compressed, by_column}, {Ap, "Ap"}, {}, {Ai, "Ai"}, {}, {Ax, "Ax"}}};
    wanted.offsets_bytes = Ap_size;
    wanted.indices_bytes = Ai_size;
    wanted.values_bytes = Ax_size;
    wanted.is_iso = iso;
    wanted.is_jumbled = jumbled;
    return wanted;
}

WantedLayout wanted_hyper(bool by_column, GXB_HYPER_OUT_) noexcept {
    WantedLayout wanted =
        wanted_compressed(by_column, Ap, Ai, Ax, Ap_size, Ai_size, Ax_size, iso, jumbled);
    wanted.slots.kind.layout = Layout::hyper;
    wanted.slots.ids = {Ah, "Ah"};
    wanted.ids_bytes = Ah_size;
    wanted.vectors = nvec;
    return wanted;
}

WantedLayout wanted_full(bool by_column, GXB_FULL_OUT_) noexcept {
    WantedLayout wanted{{{Layout::full, by_column}, {}, {}, {}, {}, {Ax, "Ax"}}};
    wanted.values_bytes = Ax_size;
    wanted.is_iso = iso;
    return wanted;
}

WantedLayout wanted_bitmap(bool by_column, GXB_BITMAP_OUT_) noexcept {
    WantedLayout wanted = wanted_full(by_column, Ax, Ax_size, iso);
    wanted.slots.kind.layout = Layout::bitmap;
    wanted.slots.present = {Ab, "Ab"};
    wanted.present_bytes = Ab_size;
    wanted.nvals = nvals;
    return wanted;
}

WantedLayout wanted_list(bool, GXB_LIST_OUT_) noexcept {
    WantedLayout wanted{{{Layout::list, false}, {}, {}, {vi, "vi"}, {}, {vx, "vx"}}};
    wanted.indices_bytes = vi_size;
    wanted.values_bytes = vx_size;
    wanted.is_iso = iso;
    wanted.nvals = nvals;
    wanted.is_jumbled = jumbled;
    return wanted;
}

} // namespace

#define GRB_ARGUMENTS_compressed_ Ap, Ai, Ax, Ap_size, Ai_size, Ax_size, iso, jumbled
#define GRB_ARGUMENTS_hyper_ Ap, Ah, Ai, Ax, Ap_size, Ah_size, Ai_size, Ax_size, iso, nvec, jumbled
#define GRB_ARGUMENTS_bitmap_ Ab, Ax, Ab_size, Ax_size, iso, nvals
#define GRB_ARGUMENTS_full_ Ax, Ax_size, iso
#define GRB_ARGUMENTS_list_ vi, vx, vi_size, vx_size, iso, nvals, jumbled

#define GRB_DEFINE_PACK(Kind, Layout, layout, by_column, in, out)                                  \
    GrB_Info GxB_##Kind##_pack_##Layout(GrB_##Kind object, in, const GrB_Descriptor desc) {        \
        return pack(__func__, object, given_##layout(by_column, GRB_ARGUMENTS_##layout##_), desc); \
    }                                                                                              \
    GrB_Info GxB_##Kind##_unpack_##Layout(GrB_##Kind object, out, const GrB_Descriptor desc) {     \
        return unpack(__func__, object, wanted_##layout(by_column, GRB_ARGUMENTS_##layout##_),     \
                      desc);                                                                       \
    }
#define GRB_DEFINE(Layout, layout, by_column, in, out)                                      \
    GrB_Info GxB_Matrix_import_##Layout(GrB_Matrix *A, GrB_Type type, GrB_Index nrows,      \
                                        GrB_Index ncols, in, const GrB_Descriptor desc) {   \
        return import(__func__, A, type, nrows, ncols,                                      \
                      given_##layout(by_column, GRB_ARGUMENTS_##layout##_), desc);          \
    }                                                                                       \
    GrB_Info GxB_Matrix_export_##Layout(GrB_Matrix *A, GrB_Type *type, GrB_Index *nrows,    \
                                        GrB_Index *ncols, out, const GrB_Descriptor desc) { \
        return export_object(__func__, A, type, nrows, ncols,                               \
                             wanted_##layout(by_column, GRB_ARGUMENTS_##layout##_), desc);  \
    }
GRB_DEFINE(CSR, compressed, false, GXB_COMPRESSED_IN_, GXB_COMPRESSED_OUT_)
GRB_DEFINE_PACK(Matrix, CSR, compressed, false, GXB_COMPRESSED_IN_, GXB_COMPRESSED_OUT_)
GRB_DEFINE(CSC, compressed, true, GXB_COMPRESSED_IN_, GXB_COMPRESSED_OUT_)
GRB_DEFINE_PACK(Matrix, CSC, compressed, true, GXB_COMPRESSED_IN_, GXB_COMPRESSED_OUT_)
GRB_DEFINE(HyperCSR, hyper, false, GXB_HYPER_IN_, GXB_HYPER_OUT_)
GRB_DEFINE_PACK(Matrix, HyperCSR, hyper, false, GXB_HYPER_IN_, GXB_HYPER_OUT_)
GRB_DEFINE(HyperCSC, hyper, true, GXB_HYPER_IN_, GXB_HYPER_OUT_)
GRB_DEFINE_PACK(Matrix, HyperCSC, hyper, true, GXB_HYPER_IN_, GXB_HYPER_OUT_)
GRB_DEFINE(BitmapR, bitmap, false, GXB_BITMAP_IN_, GXB_BITMAP_OUT_)
GRB_DEFINE_PACK(Matrix, BitmapR, bitmap, false, GXB_BITMAP_IN_, GXB_BITMAP_OUT_)
GRB_DEFINE(BitmapC, bitmap, true, GXB_BITMAP_IN_, GXB_BITMAP_OUT_)
GRB_DEFINE_PACK(Matrix, BitmapC, bitmap, true, GXB_BITMAP_IN_, GXB_BITMAP_OUT_)
GRB_DEFINE(FullC, full, true, GXB_FULL_IN_, GXB_FULL_OUT_)
GRB_DEFINE_PACK(Matrix, FullC, full, true, GXB_FULL_IN_, GXB_FULL_OUT_)
GRB_DEFINE_PACK(Matrix, FullR, full, false, GXB_FULL_IN_, GXB_FULL_OUT_)
#undef GRB_DEFINE

#define GRB_DEFINE(Layout, layout, in, out)                                                      \
    GrB_Info GxB_Vector_import_##Layout(GrB_Vector *v, GrB_Type type, GrB_Index n, in,           \
                                        const GrB_Descriptor desc) {                             \
        return import(__func__, v, type, 1, n, given_##layout(false, GRB_ARGUMENTS_##layout##_), \
                      desc);                                                                     \
    }                                                                                            \
    GrB_Info GxB_Vector_export_##Layout(GrB_Vector *v, GrB_Type *type, GrB_Index *n, out,        \
                                        const GrB_Descriptor desc) {                             \
        return export_object(__func__, v, type, nullptr, n,                                      \
                             wanted_##layout(false, GRB_ARGUMENTS_##layout##_), desc);           \
    }
GRB_DEFINE(CSC, list, GXB_LIST_IN_, GXB_LIST_OUT_)
GRB_DEFINE_PACK(Vector, CSC, list, false, GXB_LIST_IN_, GXB_LIST_OUT_)
GRB_DEFINE(Bitmap, bitmap, GXB_BITMAP_IN_, GXB_BITMAP_OUT_)
GRB_DEFINE_PACK(Vector, Bitmap, bitmap, false, GXB_BITMAP_IN_, GXB_BITMAP_OUT_)
GRB_DEFINE_PACK(Vector, Full, full, false, GXB_FULL_IN_, GXB_FULL_OUT_)
#undef GRB_DEFINE
#undef GRB_DEFINE_PACK

GrB_Info GxB_unpack_HyperHash(GrB_Matrix A, GrB_Matrix *Y, const GrB_Descriptor desc) {
    return guard(__func__, A, [&] {
        required(A, "A");
        required_pointer(Y, "Y");
        optional(desc, "desc");
        *Y = nullptr;
    });
}

GrB_Info GxB_pack_HyperHash(GrB_Matrix A, GrB_Matrix *Y, const GrB_Descriptor desc) {
    return guard(__func__, A, [&] {
        required(A, "A");
        optional(desc, "desc");
        if (Y == nullptr || *Y == nullptr) return;
        destroy(&required_itself(*Y, "Y"));
        *Y = nullptr;
    });
}
