// Makes snapshots from the arrays of imports.
#include "objects/layouts.hpp"

#include "base/parallel.hpp"
#include "objects/form_checks.hpp"
#include "storage/convert.hpp"

#include <cinttypes>

namespace grb {

namespace {

/// An array of the caller's, which remains the caller's until keep().
class Lent {
public:
    Lent(void *pointer, std::uint64_t bytes, std::uint64_t capacity, int arena)
        : array_(pointer != nullptr ? Array::adopt(pointer, bytes, capacity, arena) : Array(0)),
          is_lent_(pointer != nullptr) {}
    /// Nothing else holds the array at this point.
    ~Lent() {
        if (is_lent_) array_.give_away();
    }
    Lent(const Lent &) = delete;
    Lent &operator=(const Lent &) = delete;
    const Array &array() const noexcept { return array_; }
    void keep() noexcept { is_lent_ = false; }

private:
    Array array_;
    bool is_lent_;
};

/// The sizes of the layout's vectors.
struct VectorSizes {
    std::uint64_t count, length;
};

class Reader {
public:
    Reader(const Container &target, LayoutKind kind, const LayoutArrays &given, bool checks_all,
           char letter)
        : target_(target), kind_(kind), given_(given), checks_all_(checks_all), letter_(letter),
          vector_sizes_(kind.by_column ? VectorSizes{target.ncols(), target.nrows()}
                                       : VectorSizes{target.nrows(), target.ncols()}) {}

    Ref<Snapshot> sparse() const;
    Ref<Snapshot> dense() const;

private:
    void check(char array, const void *pointer, std::uint64_t bytes, std::uint64_t count,
               std::uint64_t size) const;
    std::uint64_t checked_nvals() const;
    Ref<Snapshot> as_wanted(Ref<Snapshot> snapshot) const;

    const Container &target_;
    const LayoutKind kind_;
    const LayoutArrays &given_;
    const bool checks_all_;
    const char letter_;
    const VectorSizes vector_sizes_;
};

/// Checks that an array holds `count` elements of `size` bytes.
void Reader::check(char array, const void *pointer, std::uint64_t bytes, std::uint64_t count,
                   std::uint64_t size) const {
    std::uint64_t needed;
    if (__builtin_mul_overflow(count, size, &needed) || bytes < needed) {
        throw Error(GrB_INVALID_VALUE,
                    "%c%c has %" PRIu64 " bytes, %" PRIu64 " elements of %" PRIu64
                    " bytes are needed",
                    letter_, array, bytes, count, size);
    }
    if (needed != 0 && pointer == nullptr)
        throw Error(GrB_NULL_POINTER, "*%c%c is NULL", letter_, array);
}

/// Returns the number of entries, after the lengths of all arrays have been checked.
std::uint64_t Reader::checked_nvals() const {
    std::uint64_t nvals = given_.nvals;
    if (kind_.layout != Layout::list) {
        const bool is_hyper = kind_.layout == Layout::hyper;
        const std::uint64_t vectors = is_hyper ? given_.vectors : vector_sizes_.count;
        if (vectors > vector_sizes_.count) {
            throw Error(GrB_INVALID_VALUE,
                        "nvec is %" PRIu64 ", more than the %" PRIu64 " vectors there are", vectors,
                        vector_sizes_.count);
        }
        check('p', given_.offsets, given_.offsets_bytes, vectors + 1, 8);
        if (is_hyper) check('h', given_.ids, given_.ids_bytes, vectors, 8);
        const auto *offsets = static_cast<const std::uint64_t *>(given_.offsets);
        if (offsets[0] != 0) {
            throw Error(GrB_INVALID_VALUE, "%cp[0] is %" PRIu64 ", not 0", letter_, offsets[0]);
        }
        nvals = offsets[vectors];
    }
    check('i', given_.indices, given_.indices_bytes, nvals, 8);
    check('x', given_.values, given_.values_bytes,
          given_.is_iso ? std::min<std::uint64_t>(nvals, 1) : nvals, target_.type()->size);
    return nvals;
}

/// Keeps the layout of a given array, unless the user asked for a format.
Ref<Snapshot> Reader::as_wanted(Ref<Snapshot> snapshot) const {
    const StorageOptions &options = target_.options();
    const bool is_free = options.format == Format::automatic && options.index_width == 0 &&
                         options.orientations == 0;
    return is_free ? std::move(snapshot) : target_.conformed(std::move(snapshot));
}

Ref<Snapshot> Reader::sparse() const {
    const Type *const type = target_.type();
    const std::uint64_t nvals = checked_nvals();
    const std::uint64_t vectors =
                            kind_.layout == Layout::hyper ? given_.vectors : vector_sizes_.count,
                        stored = given_.is_iso ? std::min<std::uint64_t>(nvals, 1) : nvals;
    Lent offsets(given_.offsets, (vectors + 1) * 8, given_.offsets_bytes, given_.arena),
        ids(given_.ids, vectors * 8, given_.ids_bytes, given_.arena),
        indices(given_.indices, nvals * 8, given_.indices_bytes, given_.arena),
        values(given_.values, stored * type->size, given_.values_bytes, given_.arena);
    Ref<Snapshot> snapshot;
    {
        SparseForm form;
        form.is_hyper = kind_.layout == Layout::hyper;
        form.stored_rows = vectors;
        form.nvals = nvals;
        form.offset_width = form.index_width = 8;
        form.is_iso = given_.is_iso && nvals != 0;
        form.is_jumbled = given_.is_jumbled && nvals != 0;
        form.row_offsets = offsets.array();
        if (kind_.layout == Layout::list) {
            const std::uint64_t ends[] = {0, nvals};
            form.row_offsets = Array::copy_of(ends, sizeof ends);
        }
        form.column_indices = indices.array();
        if (form.is_hyper) form.row_ids = ids.array();
        form.values = values.array();
        if (checks_all_) {
            const char prefix[] = {letter_, 0};
            check_sparse(prefix, form, type, vector_sizes_.count, vector_sizes_.length);
        }
        snapshot =
            kind_.by_column
                ? Snapshot::of_columns(type, target_.nrows(), target_.ncols(), std::move(form))
                : Snapshot::of_rows(type, target_.nrows(), target_.ncols(), std::move(form));
    }
    snapshot = as_wanted(std::move(snapshot));
    for (Lent *lent : {&offsets, &ids, &indices, &values}) lent->keep();
    return snapshot;
}

Ref<Snapshot> Reader::dense() const {
    const Type *const type = target_.type();
    const std::uint64_t nrows = target_.nrows(), ncols = target_.ncols(),
                        elements = element_count(nrows, ncols);
    // An iso matrix with more positions than a dense form may have would be listed entry by entry.
    if (given_.is_iso && elements > largest_dense) throw std::bad_alloc();
    const std::uint64_t stored = given_.is_iso ? std::min<std::uint64_t>(elements, 1) : elements;
    const bool is_bitmap = kind_.layout == Layout::bitmap;
    if (is_bitmap) check('b', given_.present, given_.present_bytes, elements, 1);
    check('x', given_.values, given_.values_bytes, stored, type->size);
    Lent present(given_.present, elements, given_.present_bytes, given_.arena),
        values(given_.values, stored * type->size, given_.values_bytes, given_.arena);
    Ref<Snapshot> snapshot = Snapshot::empty(type, nrows, ncols);
    if (elements != 0) {
        DenseForm form;
        form.nvals = is_bitmap ? given_.nvals : elements;
        if (is_bitmap) {
            std::uint64_t marked = 0;
            form.bits = bits_of_bytes(given_.present, elements, marked);
            if (marked != given_.nvals) {
                throw Error(GrB_INVALID_VALUE,
                            "nvals is %" PRIu64 ", %cb marks %" PRIu64 " entries", given_.nvals,
                            letter_, marked);
            }
        }
        if (form.nvals == elements) form.bits = Array();
        form.values = values.array();
        form.is_iso = given_.is_iso;
        // A single row or column has the same order by row and by column.
        if (kind_.by_column && nrows > 1 && ncols > 1)
            form = transpose_dense(form, type, ncols, nrows);
        snapshot = as_wanted(Snapshot::of_dense(type, nrows, ncols, std::move(form)));
    }
    present.keep();
    values.keep();
    return snapshot;
}

} // namespace

Array bits_of_bytes(const void *bytes, std::uint64_t elements, std::uint64_t &count) {
    const auto *present = static_cast<const std::int8_t *>(bytes);
    const std::uint64_t words = (elements + 63) / 64;
    Array array = Array::of<std::uint64_t>(words);
    auto *bits = array.as<std::uint64_t>();
    std::atomic<std::uint64_t> marked{0};
    parallel_ranges(words, 40, [&](std::uint64_t begin, std::uint64_t end) {
        std::uint64_t own = 0;
        for (std::uint64_t word = begin; word < end; word++) {
            std::uint64_t set = 0;
            const std::uint64_t first = word * 64, last = std::min(first + 64, elements);
            for (std::uint64_t element = first; element < last; element++)
                set |= std::uint64_t{present[element] != 0} << (element - first);
            bits[word] = set;
            own += static_cast<std::uint64_t>(__builtin_popcountll(set));
        }
        marked += own;
    });
    count = marked;
    return array;
}

Ref<Snapshot> made_of_arrays(const Container &target, LayoutKind kind, const LayoutArrays &given,
                             bool checks_all, char letter) {
    const Reader reader(target, kind, given, checks_all, letter);
    return kind.layout == Layout::bitmap || kind.layout == Layout::full ? reader.dense()
                                                                        : reader.sparse();
}

} // namespace grb
