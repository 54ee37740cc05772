// Makes full objects from a caller's array, and takes arrays out of objects.
#include "cuda/library/hand_over.hpp"
#include "capi/arenas.hpp"
#include "capi/lifetime.hpp"
#include "capi/shapes.hpp"
#include "operations/arguments.hpp"
#include "storage/convert.hpp"
#include "storage/hand_over.hpp"

#include <cinttypes>
#include <memory>

using namespace grb;

namespace {

enum class Side { host, device };

/// Arguments of an import.
struct Given {
    const char *name; // of the array
    void **values;
    GrB_Index bytes;
    bool is_iso;
    Side side;
};

/// Returns the bytes of `elements` values. Throws GrB_INVALID_VALUE when the array is shorter or
/// null.
std::size_t checked_bytes(const Given &given, const Type &type, std::uint64_t elements) {
    // An iso object with more positions than a dense form may have would be listed entry by entry.
    if (given.is_iso && elements > largest_dense) throw std::bad_alloc();
    const std::uint64_t count = given.is_iso ? std::min<std::uint64_t>(elements, 1) : elements;
    std::uint64_t needed = 0;
    if (__builtin_mul_overflow(count, type.size, &needed) || given.bytes < needed) {
        throw Error(GrB_INVALID_VALUE,
                    "%s has %" PRIu64 " bytes, %" PRIu64 " values of type %s take %zu each",
                    given.name, given.bytes, count, type_name(&type), type.size);
    }
    if (*given.values == nullptr && needed != 0)
        throw Error(GrB_NULL_POINTER, "*%s is NULL", given.name);
    return needed;
}

/// Makes a Matrix or Vector of a type and sizes.
std::unique_ptr<Matrix> made(const Type &type, GrB_Index nrows, GrB_Index ncols, Matrix *) {
    return make_object<Matrix>(default_arenas(), &type, nrows, ncols);
}
std::unique_ptr<Vector> made(const Type &type, GrB_Index, GrB_Index ncols, Vector *) {
    return make_object<Vector>(default_arenas(), &type, ncols);
}

/// `nrows` is 1 for a vector.
template <class T>
GrB_Info import_values(const char *function, T **handle, GrB_Type domain, GrB_Index nrows,
                       GrB_Index ncols, const Given &given, GrB_Descriptor desc) {
    return guard(function, nullptr, [&] {
        required_pointer(handle, Names<T>::A);
        const Type &type = required(domain, "type");
        required_pointer(given.values, given.name);
        optional(desc, "desc");
        check_dimension("nrows", nrows);
        check_dimension("ncols", ncols);
        const std::size_t bytes = checked_bytes(given, type, element_count(nrows, ncols));
        auto object = made(type, nrows, ncols, static_cast<T *>(nullptr));
        Array values;
        if (*given.values != nullptr) {
            values = given.side == Side::host
                         ? Array::adopt(*given.values, bytes, 0, default_arenas().data)
                         : device::adopted(*given.values, bytes);
        }
        try {
            object->publish(
                object->conformed(full_object(&type, nrows, ncols, values, given.is_iso)));
        } catch (...) {
            // The array stays the caller's.
            if (given.side == Side::device && !values.empty()) device::give_back(values);
            if (!values.empty()) values.give_away();
            throw;
        }
        *given.values = nullptr;
        *handle = object.release();
    });
}

/// Targets of an export; null: not requested.
struct Wanted {
    const char *name, *size_name; // of the array, and of the number of its bytes
    void **values;
    GrB_Index *bytes;
    bool *is_iso;
    Side side;
};

/// Takes the array of a live object and frees the object.
template <class T>
void take(T *object, const Wanted &wanted) {
    object->check_writable();
    Ref<Snapshot> snapshot = object->snapshot_to_hand_out();
    const std::uint64_t nvals = snapshot->nvals(),
                        elements = element_count(object->nrows(), object->ncols());
    if (nvals != elements) {
        throw Error(GrB_INVALID_VALUE, "%s has %" PRIu64 " entries, not all %" PRIu64, Names<T>::A,
                    nvals, elements);
    }
    void *values = nullptr;
    bool is_iso = false;
    if (elements != 0) {
        // Drops the object's reference: if no other object shares the snapshot, this function is
        // its only owner.
        object->publish(Snapshot::empty(object->type(), 0, 0));
        try {
            values = wanted.side == Side::device
                         ? device::take_values(*snapshot)
                         : take_values(*snapshot, wanted.is_iso == nullptr ? nullptr : &is_iso,
                                       default_arenas().data);
        } catch (...) {
            object->publish(std::move(snapshot));
            throw;
        }
    }
    *wanted.values = values;
    *wanted.bytes = (is_iso ? 1 : elements) * object->type()->size;
    if (wanted.is_iso != nullptr) *wanted.is_iso = is_iso;
    snapshot = nullptr; // in a template clang-14 forgets the old value of `= {}`
    destroy(object);
}

/// `describe(object)` fills in the other targets.
template <class T, class Describe>
GrB_Info export_values(const char *function, T **handle, const Wanted &wanted, GrB_Descriptor desc,
                       Describe &&describe) {
    return guard(function, handle == nullptr ? nullptr : *handle, [&] {
        T &object = required_itself(*required_pointer(handle, Names<T>::A), Names<T>::A);
        required_pointer(wanted.values, wanted.name);
        required_pointer(wanted.bytes, wanted.size_name);
        optional(desc, "desc");
        const auto fill = describe(object);
        take(&object, wanted);
        fill();
        *handle = nullptr;
    });
}

/// Fills in no other targets.
constexpr auto nothing_more = [](const auto &) { return [] {}; };

} // namespace

#define GRB_DEFINE(side, where)                                                                    \
    GrB_Info GrX_Matrix_import_##side(GrB_Matrix *A, GrB_Type type, GrB_Index nrows,               \
                                      GrB_Index ncols, void **values, GrB_Index values_size,       \
                                      const GrB_Descriptor desc) {                                 \
        return import_values(__func__, A, type, nrows, ncols,                                      \
                             {"values", values, values_size, false, where}, desc);                 \
    }                                                                                              \
    GrB_Info GrX_Vector_import_##side(GrB_Vector *u, GrB_Type type, GrB_Index size, void **values, \
                                      GrB_Index values_size, const GrB_Descriptor desc) {          \
        return import_values(__func__, u, type, 1, size,                                           \
                             {"values", values, values_size, false, where}, desc);                 \
    }                                                                                              \
    GrB_Info GrX_Matrix_export_##side(GrB_Matrix *A, void **values, GrB_Index *values_size,        \
                                      const GrB_Descriptor desc) {                                 \
        return export_values(__func__, A,                                                          \
                             {"values", "values_size", values, values_size, nullptr, where}, desc, \
                             nothing_more);                                                        \
    }                                                                                              \
    GrB_Info GrX_Vector_export_##side(GrB_Vector *u, void **values, GrB_Index *values_size,        \
                                      const GrB_Descriptor desc) {                                 \
        return export_values(__func__, u,                                                          \
                             {"values", "values_size", values, values_size, nullptr, where}, desc, \
                             nothing_more);                                                        \
    }
GRB_DEFINE(full, Side::host)
GRB_DEFINE(device, Side::device)
#undef GRB_DEFINE

GrB_Info GxB_Matrix_import_FullR(GrB_Matrix *A, GrB_Type type, GrB_Index nrows, GrB_Index ncols,
                                 void **Ax, GrB_Index Ax_size, bool iso,
                                 const GrB_Descriptor desc) {
    return import_values(__func__, A, type, nrows, ncols, {"Ax", Ax, Ax_size, iso, Side::host},
                         desc);
}

GrB_Info GxB_Vector_import_Full(GrB_Vector *u, GrB_Type type, GrB_Index n, void **vx,
                                GrB_Index vx_size, bool iso, const GrB_Descriptor desc) {
    return import_values(__func__, u, type, 1, n, {"vx", vx, vx_size, iso, Side::host}, desc);
}

GrB_Info GxB_Matrix_export_FullR(GrB_Matrix *A, GrB_Type *type, GrB_Index *nrows, GrB_Index *ncols,
                                 void **Ax, GrB_Index *Ax_size, bool *iso,
                                 const GrB_Descriptor desc) {
    return export_values(__func__, A, {"Ax", "Ax_size", Ax, Ax_size, iso, Side::host}, desc,
                         [&](const Matrix &matrix) {
                             required_pointer(type, "type");
                             required_pointer(nrows, "nrows");
                             required_pointer(ncols, "ncols");
                             return
                                 [=, kind = matrix.type(), m = matrix.nrows(), n = matrix.ncols()] {
                                     *type = const_cast<GrB_Type>(kind);
                                     *nrows = m;
                                     *ncols = n;
                                 };
                         });
}

GrB_Info GxB_Vector_export_Full(GrB_Vector *u, GrB_Type *type, GrB_Index *n, void **vx,
                                GrB_Index *vx_size, bool *iso, const GrB_Descriptor desc) {
    return export_values(__func__, u, {"vx", "vx_size", vx, vx_size, iso, Side::host}, desc,
                         [&](const Vector &vector) {
                             required_pointer(type, "type");
                             required_pointer(n, "n");
                             return [=, kind = vector.type(), size = vector.ncols()] {
                                 *type = const_cast<GrB_Type>(kind);
                                 *n = size;
                             };
                         });
}
