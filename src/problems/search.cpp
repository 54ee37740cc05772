// The lists of a search, and the states that its vectors get.
#include "problems/search.hpp"

#include "algebra/batch.hpp"
#include "objects/container.hpp"

namespace grb {

SearchTurns::SearchTurns() = default;
SearchTurns::~SearchTurns() = default;

void SearchTurns::reserve(std::uint32_t capacity, bool is_on_device) {
    const std::size_t counts[] = {capacity, calls.has_parents ? capacity : 0, end_count};
    Array *const arrays[] = {&positions, &parents, &ends};
    for (int k = 0; k < 3; k++) {
        const std::size_t bytes = counts[k] * sizeof(std::uint32_t);
        *arrays[k] = bytes == 0 ? Array() : is_on_device ? Array::make_here(bytes) : Array(bytes);
    }
}

void SearchTurns::clear() noexcept {
    for (Array *const one : {&positions, &parents, &ends}) *one = Array();
    turns = asked = 0;
}

Ref<Snapshot> frontier_of(const SearchTurns &search, Array positions, Array values) {
    const Type *const type = search.calls.frontier->type();
    const std::uint64_t count = search.end_of(search.asked) - search.begin_of(search.asked),
                        size = search.calls.frontier->ncols();
    if (count == 0) return Snapshot::empty(type, 1, size);
    SparseForm list;
    list.stored_rows = 1;
    list.nvals = count;
    list.row_offsets = Array::zeroed(2 * sizeof(std::uint32_t));
    list.row_offsets.as<std::uint32_t>()[1] = static_cast<std::uint32_t>(count);
    list.column_indices = std::move(positions);
    list.values = std::move(values);
    list.is_jumbled = count > 1;
    if (!search.calls.has_parents) {
        const bool one = true;
        list.is_iso = true;
        list.values = Array(type->size);
        cast_values(list.values.data(), type, &one, builtin_type(TypeCode::boolean), 1);
    }
    return Snapshot::of_rows(type, 1, size, std::move(list));
}

void finish_search_set(Container &C, std::uint64_t added) noexcept {
    Snapshot &own = C.unshared_for_writing();
    DenseForm &form = own.dense_form().get();
    if (!form.bits.empty()) {
        form.nvals += added;
        if (form.nvals == own.ncols() && C.options().format != Format::bitmap) form.bits = Array();
    }
    own.keep_dense_alone();
}

} // namespace grb
