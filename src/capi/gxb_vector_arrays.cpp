// Vectors loaded from and unloaded to arrays.
#include "base/loans.hpp"
#include "capi/arenas.hpp"
#include "capi/conform.hpp"
#include "capi/lifetime.hpp"
#include "capi/shapes.hpp"
#include "cuda/library/hand_over.hpp"
#include "objects/form_checks.hpp"
#include "objects/loading.hpp"
#include "storage/convert.hpp"
#include "storage/hand_over.hpp"
#include "suitesparse/GraphBLAS.h"

#include <cinttypes>

using namespace grb;

namespace {

struct Unloaded {
    void *values = nullptr;
    std::uint64_t bytes = 0;
    int arena = 0;
};

/// The meaning of an array's `handling`.
struct Handling {
    int arena;
    bool is_readonly;
};

Handling understood(int handling) {
    const bool is_readonly = handling >= GxB_IS_READONLY;
    const int arena = handling - (is_readonly ? static_cast<int>(GxB_IS_READONLY) : GrB_DEFAULT);
    static_assert(memory_of_device == GrX_DEVICE_MEMORY);
    if (arena_functions(arena) == nullptr && !(is_readonly && arena == memory_of_device)) {
        throw Error(GrB_INVALID_VALUE,
                    "handling is %d, neither GrB_DEFAULT nor GxB_IS_READONLY plus an arena",
                    handling);
    }
    return {arena, is_readonly};
}

/// True when the caller's array has a value for each entry of the vector; else it was part of a
/// container of another format.
bool is_all_lent(const Snapshot &snapshot) noexcept {
    return has_loans(snapshot) && (!snapshot.dense_form().get().is_iso || snapshot.ncols() == 1);
}

/// Returns the caller's array.
Unloaded lent_values(const Snapshot &snapshot) {
    const Array &values = snapshot.dense_form().get().values;
    const bool is_away = values.arena() == memory_of_device;
    const void *const array = is_away ? values.data_here() : values.data();
    return {const_cast<void *>(array), values.capacity(), values.arena()};
}

/// Copies a value for each entry into memory of its own.
Array copied_values(const Snapshot &snapshot) {
    const DenseView view = snapshot.dense();
    return expand_values(view.values, view.type, view.is_iso, snapshot.ncols(), view.type);
}

/// Returns the array of a full vector in its data arena, or a copy when it is shared. The snapshot
/// must not be used afterwards.
Unloaded own_values(Snapshot &snapshot, int arena) {
    std::uint64_t bytes = snapshot.ncols() * snapshot.type()->size;
    snapshot.dense();
    const DenseForm &form = snapshot.dense_form().get();
    // The snapshot's attachments may share its array.
    if (snapshot.is_unique()) snapshot.attachments().clear();
    if (snapshot.is_unique() && form.values.is_unique() && !form.is_iso &&
        form.values.arena() == arena)
        bytes = std::max<std::uint64_t>(bytes, form.values.capacity());
    return {take_values(snapshot, nullptr, arena), bytes, arena};
}

} // namespace

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
        const bool is_away = arena == memory_of_device && n != 0;
        if (is_away) device::check_lent(*X, bytes);
        const Array there = is_away ? Array::lend(*X, bytes, X_size, arena) : Array();
        if (settings != nullptr && settings->checks_imports)
            check_values("X", is_away ? there.data() : *X, &domain, n);
        vector.end_loans();
        if (n == 0) {
            vector.become(Snapshot::empty(&domain, 1, 0), is_readonly);
            if (!is_readonly) release_in(arena, *X);
        } else {
            Array values = is_away       ? there
                           : is_readonly ? Array::lend(*X, bytes, X_size, arena)
                                         : Array::adopt(*X, bytes, X_size, arena);
            try {
                vector.become(full_object(&domain, 1, n, values, false), is_readonly);
            } catch (...) {
                if (!is_readonly) values.give_away(); // the array stays the caller's
                throw;
            }
        }
        if (!is_readonly) *X = nullptr;
        conform(vector);
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
        Ref<Snapshot> snapshot = vector.snapshot_to_hand_out();
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
