// Iterators. They walk a sparse or hypersparse copy with 64-bit positions, by row or by column.
// Over all entries of an object that SuiteSparse would store as a bitmap, they walk a dense copy.
// Iterators on the same state of an object share the copy.
#include "capi/algebra.hpp"
#include "capi/guard.hpp"
#include "capi/gxb_sparsity.hpp"
#include "capi/headerless.hpp"
#include "capi/interposed.hpp"
#include "capi/iterator_layouts.hpp"
#include "capi/iterator_track.hpp"
#include "capi/values.hpp"
#include "objects/layouts.hpp"
#include "suitesparse/GraphBLAS.h"

#include <algorithm>
#include <mutex>

using namespace grb;

namespace {

using Path = IteratorPath;
using Track = IteratorTrack;

std::mutex mutex_;

Track *tracks_ = nullptr; // in use, under mutex_

/// The object behind a GxB_Iterator.
struct Iterator : IteratorFront {
    // Copies of the tail's fields for the functions below, which do not know the tail's layout.
    const std::int64_t *Ap = nullptr, *Ah = nullptr, *Ai = nullptr;
    const std::int8_t *Ab = nullptr;
    const void *Ax = nullptr;
    std::size_t type_size = 0;
    int A_sparsity = GxB_SPARSE;
    bool iso = false, by_col = false;
    Track *track = nullptr;
    int arena = 0; // arena of the iterator
};
static_assert(offsetof(IteratorFront, anvec) == offsetof(GB_Iterator_opaque, anvec));
static_assert(offsetof(IteratorFront, tail) + offsetof(IteratorTail10, iso) == 148 &&
              offsetof(IteratorFront, tail) + offsetof(IteratorTail9, iso) == 124);
static_assert(sizeof(GB_Iterator_opaque) == (GRAPHBLAST_SUITESPARSE_VERSION >= 10 ? 152 : 128));

Iterator &own(GxB_Iterator iterator) noexcept {
    return *reinterpret_cast<Iterator *>(iterator);
}

/// True when this is an iterator; it must not be NULL.
bool is_iterator(GxB_Iterator iterator) noexcept {
    Magic begin;
    std::memcpy(&begin, iterator, sizeof begin);
    return !is_mark(begin) && iterator->header_size == iterator_mark;
}

Iterator &required_iterator(GxB_Iterator iterator) {
    required_pointer(iterator, "iterator");
    require_no_object(iterator, "iterator");
    if (!is_iterator(iterator)) throw_uninitialised("iterator", Magic::freed);
    return own(iterator);
}

Track *acquire(const Ref<Snapshot> &snapshot, Path path) {
    const std::lock_guard<std::mutex> lock(mutex_);
    Track *track = tracks_;
    while (track != nullptr &&
           (track->snapshot.get() != snapshot.get() || !(track->path == path))) {
        track = track->next;
    }
    if (track == nullptr) {
        track = new Track(snapshot, path);
        track->next = std::exchange(tracks_, track);
    }
    track->iterators++;
    return track;
}

void let_go(Track *track) noexcept {
    if (track == nullptr) return;
    {
        const std::lock_guard<std::mutex> lock(mutex_);
        if (--track->iterators != 0) return;
        Track **link = &tracks_;
        while (*link != track) link = &(*link)->next;
        *link = track->next;
    }
    delete track;
}

void lay_out(Iterator &it, int version) noexcept {
    if (version >= 10) {
        it.tail.of10 = {nullptr, it.Ap, nullptr,      it.Ah,         nullptr, it.Ai,
                        it.Ab,   it.Ax, it.type_size, it.A_sparsity, it.iso,  it.by_col};
    } else {
        it.tail.of9 = {it.Ap,        it.Ah,         it.Ab,  it.Ai,    it.Ax,
                       it.type_size, it.A_sparsity, it.iso, it.by_col};
    }
}

/// Moves to the very first position, before any seek.
void describe(Iterator &iterator, const Track &track, const Container &object) {
    const bool by_column = track.path.by_column, by_element = track.path.by_element;
    iterator.pstart = iterator.pend = iterator.p = iterator.k = 0;
    iterator.avlen = static_cast<std::int64_t>(by_column ? object.nrows() : object.ncols());
    iterator.avdim = static_cast<std::int64_t>(by_column ? object.ncols() : object.nrows());
    iterator.type_size = object.type()->size;
    iterator.by_col = by_column;
    const SparseForm &form = track.form;
    iterator.Ap = by_element ? nullptr : form.row_offsets.as<std::int64_t>();
    iterator.Ah = !by_element && form.is_hyper ? form.row_ids.as<std::int64_t>() : nullptr;
    iterator.Ab = by_element ? track.present.as<std::int8_t>() : nullptr;
    iterator.Ai = by_element ? nullptr : form.column_indices.as<std::int64_t>();
    iterator.Ax = by_element ? track.values.data() : form.values.data();
    iterator.iso = by_element ? track.is_iso : form.is_iso;
    iterator.anvec = by_element ? iterator.avdim : static_cast<std::int64_t>(form.stored_rows);
    iterator.pmax =
        by_element ? iterator.avlen * iterator.avdim : static_cast<std::int64_t>(form.nvals);
    iterator.A_sparsity = by_element ? GxB_BITMAP : form.is_hyper ? GxB_HYPERSPARSE : GxB_SPARSE;
    lay_out(iterator, GxB_IMPLEMENTATION_MAJOR);
}

void attach(Iterator &target, const Container &object, Path path) {
    Track *const track = acquire(object.snapshot(), path);
    try {
        describe(target, *track, object);
    } catch (...) {
        let_go(track);
        throw;
    }
    let_go(std::exchange(target.track, track));
}

/// True when positions count as in SuiteSparse's bitmap; a bitmap that is too large for this
/// library counts its entries.
bool is_numbered_by_element(const Container &object) {
    return sparsity_of(object) == GxB_BITMAP && object.snapshot()->can_be_dense();
}

GrB_Info exhaust(Iterator &iterator) noexcept {
    iterator.pstart = iterator.pend = iterator.p = 0;
    iterator.k = iterator.anvec;
    return GxB_EXHAUSTED;
}

/// Moves to the beginning of the k-th stored vector.
GrB_Info enter(Iterator &iterator, std::int64_t k) noexcept {
    if (k >= iterator.anvec) return exhaust(iterator);
    iterator.k = k;
    iterator.pstart = iterator.p = iterator.Ap[k];
    iterator.pend = iterator.Ap[k + 1];
    return iterator.p < iterator.pend ? GrB_SUCCESS : GrB_NO_VALUE;
}

GrB_Info next_major(GxB_Iterator iterator) noexcept {
    return enter(own(iterator), iterator->k + 1);
}

GrB_Info next_in_major(GxB_Iterator iterator) noexcept {
    // The iterator stays at the end of a vector, also after further calls.
    iterator->p = std::min(iterator->p + 1, iterator->pend);
    return iterator->p < iterator->pend ? GrB_SUCCESS : GrB_NO_VALUE;
}

GrB_Index major_of(GxB_Iterator iterator) noexcept {
    if (iterator->k >= iterator->anvec) return static_cast<GrB_Index>(iterator->avdim);
    return static_cast<GrB_Index>(own(iterator).Ah != nullptr ? own(iterator).Ah[iterator->k]
                                                              : iterator->k);
}

GrB_Index position_of(GxB_Iterator iterator) noexcept {
    return static_cast<GrB_Index>(own(iterator).Ai != nullptr ? own(iterator).Ai[iterator->p]
                                                              : iterator->p - iterator->pstart);
}

/// Moves to entry p of all entries, and to its vector.
GrB_Info seek_entry(GxB_Iterator iterator, GrB_Index p) noexcept {
    const std::int64_t *const Ap = own(iterator).Ap;
    if (p >= static_cast<GrB_Index>(iterator->pmax)) {
        exhaust(own(iterator));
        iterator->p = iterator->pmax;
        return GxB_EXHAUSTED;
    }
    const auto wanted = static_cast<std::int64_t>(p);
    enter(own(iterator), std::upper_bound(Ap, Ap + iterator->anvec + 1, wanted) - Ap - 1);
    iterator->p = wanted;
    return GrB_SUCCESS;
}

/// Moves to the first entry at or after dense position p.
GrB_Info seek_element(GxB_Iterator iterator, GrB_Index p) noexcept {
    const auto count = static_cast<GrB_Index>(iterator->pmax);
    while (p < count && own(iterator).Ab[p] == 0) p++;
    if (p >= count) {
        exhaust(own(iterator));
        iterator->p = iterator->pmax;
        return GxB_EXHAUSTED;
    }
    iterator->p = static_cast<std::int64_t>(p);
    iterator->k = iterator->p / iterator->avlen;
    iterator->pstart = iterator->k * iterator->avlen;
    iterator->pend = iterator->pstart + iterator->avlen;
    return GrB_SUCCESS;
}

GrB_Info seek_number(GxB_Iterator iterator, GrB_Index p) noexcept {
    return own(iterator).Ab != nullptr ? seek_element(iterator, p) : seek_entry(iterator, p);
}

GrB_Info next_entry(GxB_Iterator iterator) noexcept {
    if (++iterator->p < iterator->pend && own(iterator).Ab == nullptr) return GrB_SUCCESS;
    return seek_number(iterator, static_cast<GrB_Index>(iterator->p));
}

template <class T>
T value_of(GxB_Iterator iterator) noexcept {
    return static_cast<const T *>(own(iterator).Ax)[own(iterator).iso ? 0 : iterator->p];
}

} // namespace

void grb::lay_out_iterator(GxB_Iterator iterator, int version) noexcept {
    lay_out(own(iterator), version);
}

namespace {

GrB_Info new_iterator(const char *function, GxB_Iterator *iterator, HeaderArena arena) {
    return guard(function, nullptr, [&] {
        required_pointer(iterator, "iterator");
        const int number = arena.checked();
        auto *const made = ::new (allocate_in(number, sizeof(Iterator))) Iterator{};
        made->header_size = iterator_mark;
        made->arena = number;
        *iterator = reinterpret_cast<GxB_Iterator>(made);
    });
}

GrB_Info attach_matrix(const char *function, GxB_Iterator iterator, GrB_Matrix A, int format,
                       GrB_Descriptor desc) {
    return guard(function, A, [&] {
        Iterator &target = required_iterator(iterator);
        const Matrix &matrix = required(A, "A");
        optional(desc, "desc");
        const bool over_all = format == GxB_NO_FORMAT;
        attach(target, matrix,
               {over_all ? is_by_column(matrix) : format == GxB_BY_COL,
                over_all && is_numbered_by_element(matrix)});
    });
}

} // namespace

GrB_Info GxB_Iterator_new(GxB_Iterator *iterator) {
    return new_iterator(__func__, iterator, HeaderArena::usual());
}
GrB_Info GxB_Iterator_new_arena(GxB_Iterator *iterator, const int header_arena) {
    return new_iterator(__func__, iterator, HeaderArena::given(header_arena));
}

GrB_Info GxB_Iterator_free(GxB_Iterator *iterator) {
    if (iterator == nullptr || *iterator == nullptr) return GrB_SUCCESS;
    const GxB_Iterator given = std::exchange(*iterator, nullptr);
    if (!is_iterator(given)) return GrB_SUCCESS;
    Iterator *const made = &own(given);
    let_go(made->track);
    *reinterpret_cast<volatile Magic *>(made) = Magic::freed;
    release_in(made->arena, made);
    return GrB_SUCCESS;
}

GrB_Info GB_Iterator_attach(GxB_Iterator iterator, GrB_Matrix A, GxB_Format_Value format,
                            GrB_Descriptor desc) {
    return attach_matrix(__func__, iterator, A, number_of(format), desc);
}

GrB_Info GB_Iterator_rc_seek(GxB_Iterator iterator, GrB_Index j, bool jth_vector) {
    if (iterator == nullptr) return GrB_NULL_POINTER;
    const std::int64_t *const Ah = own(iterator).Ah;
    if (j >= static_cast<GrB_Index>(jth_vector ? iterator->anvec : iterator->avdim))
        return exhaust(own(iterator));
    const auto wanted = static_cast<std::int64_t>(j);
    if (jth_vector || Ah == nullptr) return enter(own(iterator), wanted);
    return enter(own(iterator), std::lower_bound(Ah, Ah + iterator->anvec, wanted) - Ah);
}

/// The copy by row or by column is never a bitmap: every position up to pend holds an entry.
GrB_Info GB_Iterator_rc_bitmap_next(GxB_Iterator iterator) {
    if (iterator == nullptr) return GrB_NULL_POINTER;
    return iterator->p < iterator->pend ? GrB_SUCCESS : GrB_NO_VALUE;
}

#if GRAPHBLAST_SUITESPARSE_VERSION >= 10
GrB_Info GB_Vector_Iterator_bitmap_seek(GxB_Iterator iterator) {
#else
GrB_Info GB_Vector_Iterator_bitmap_seek(GxB_Iterator iterator, GrB_Index) {
#endif
    if (iterator == nullptr) return GrB_NULL_POINTER;
    if (own(iterator).Ab != nullptr)
        return seek_element(iterator, static_cast<GrB_Index>(iterator->p));
    return iterator->p < iterator->pmax ? GrB_SUCCESS : GxB_EXHAUSTED;
}

#define GRB_DEFINE(major, Major, Other, format)                                          \
    GrB_Info GxB_##major##Iterator_attach(GxB_Iterator iterator, GrB_Matrix A,           \
                                          GrB_Descriptor desc) {                         \
        return attach_matrix(__func__, iterator, A, format, desc);                       \
    }                                                                                    \
    GrB_Index GxB_##major##Iterator_kount(GxB_Iterator iterator) {                       \
        return static_cast<GrB_Index>(iterator->anvec);                                  \
    }                                                                                    \
    GrB_Info GxB_##major##Iterator_seek##Major(GxB_Iterator iterator, GrB_Index major) { \
        return GB_Iterator_rc_seek(iterator, major, false);                              \
    }                                                                                    \
    GrB_Info GxB_##major##Iterator_kseek(GxB_Iterator iterator, GrB_Index k) {           \
        return GB_Iterator_rc_seek(iterator, k, true);                                   \
    }                                                                                    \
    GrB_Info GxB_##major##Iterator_next##Major(GxB_Iterator iterator) {                  \
        return iterator == nullptr ? GrB_NULL_POINTER : next_major(iterator);            \
    }                                                                                    \
    GrB_Info GxB_##major##Iterator_next##Other(GxB_Iterator iterator) {                  \
        return iterator == nullptr ? GrB_NULL_POINTER : next_in_major(iterator);         \
    }                                                                                    \
    GrB_Index GxB_##major##Iterator_get##Major##Index(GxB_Iterator iterator) {           \
        return major_of(iterator);                                                       \
    }                                                                                    \
    GrB_Index GxB_##major##Iterator_get##Other##Index(GxB_Iterator iterator) {           \
        return position_of(iterator);                                                    \
    }
GRB_DEFINE(row, Row, Col, GxB_BY_ROW)
GRB_DEFINE(col, Col, Row, GxB_BY_COL)
#undef GRB_DEFINE

GrB_Info GxB_Matrix_Iterator_attach(GxB_Iterator iterator, GrB_Matrix A, GrB_Descriptor desc) {
    return attach_matrix(__func__, iterator, A, GxB_NO_FORMAT, desc);
}

GrB_Info GxB_Vector_Iterator_attach(GxB_Iterator iterator, GrB_Vector v, GrB_Descriptor desc) {
    return guard(__func__, v, [&] {
        Iterator &target = required_iterator(iterator);
        const Vector &vector = required(v, "v");
        optional(desc, "desc");
        attach(target, vector, {false, is_numbered_by_element(vector)});
    });
}

#define GRB_DEFINE(Kind)                                                          \
    GrB_Index GxB_##Kind##_Iterator_getpmax(GxB_Iterator iterator) {              \
        return static_cast<GrB_Index>(iterator->pmax);                            \
    }                                                                             \
    GrB_Info GxB_##Kind##_Iterator_seek(GxB_Iterator iterator, GrB_Index p) {     \
        return iterator == nullptr ? GrB_NULL_POINTER : seek_number(iterator, p); \
    }                                                                             \
    GrB_Info GxB_##Kind##_Iterator_next(GxB_Iterator iterator) {                  \
        return iterator == nullptr ? GrB_NULL_POINTER : next_entry(iterator);     \
    }                                                                             \
    GrB_Index GxB_##Kind##_Iterator_getp(GxB_Iterator iterator) {                 \
        return static_cast<GrB_Index>(iterator->p);                               \
    }
GRB_DEFINE(Matrix)
GRB_DEFINE(Vector)
#undef GRB_DEFINE

void GxB_Matrix_Iterator_getIndex(GxB_Iterator iterator, GrB_Index *row, GrB_Index *col) {
    *row = own(iterator).by_col ? position_of(iterator) : major_of(iterator);
    *col = own(iterator).by_col ? major_of(iterator) : position_of(iterator);
}

GrB_Index GxB_Vector_Iterator_getIndex(GxB_Iterator iterator) {
    return position_of(iterator);
}

#define GRB_DEFINE(P, T, type)                         \
    type GxB_Iterator_get_##T(GxB_Iterator iterator) { \
        return value_of<type>(iterator);               \
    }
GRB_PREFIXED_TYPES(GRB_DEFINE)
#undef GRB_DEFINE

void GxB_Iterator_get_UDT(GxB_Iterator iterator, void *value) {
    const std::size_t size = own(iterator).type_size;
    const std::size_t k = own(iterator).iso ? 0 : static_cast<std::size_t>(iterator->p);
    std::memcpy(value, static_cast<const unsigned char *>(own(iterator).Ax) + k * size, size);
}
