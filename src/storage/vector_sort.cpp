// Sorts each row or column by merging.
#include "storage/vector_sort.hpp"

#include "base/parallel.hpp"
#include "storage/convert.hpp"

namespace grb {

namespace {

/// True when value a comes before value b, given their positions in an array.
class Order {
public:
    Order(const BinaryOp *op, const void *keys)
        : op_(op), keys_(static_cast<const unsigned char *>(keys)) {}
    bool operator()(std::uint64_t a, std::uint64_t b) const {
        const std::size_t size = op_->xtype->size;
        bool answer = false;
        op_->batch(op_, &answer, keys_ + a * size, keys_ + b * size, 1, Broadcast::none);
        return answer;
    }

private:
    const BinaryOp *op_;
    const unsigned char *keys_;
};

/// Merges both halves of [begin, end); equal entries come from the first half first.
void merge_halves(const std::uint64_t *from, std::uint64_t *to, std::uint64_t begin,
                  std::uint64_t middle, std::uint64_t end, const Order &before) {
    std::uint64_t left = begin, right = middle;
    for (std::uint64_t k = begin; k < end; k++) {
        const bool takes_right = left == middle || (right < end && before(from[right], from[left]));
        to[k] = takes_right ? from[right++] : from[left++];
    }
}

/// Sorts by merging, which ends in order and in bounds even when the operator contradicts itself.
void sort_one_vector(std::uint64_t *order, std::uint64_t *other, std::uint64_t begin,
                     std::uint64_t end, const Order &before) {
    std::uint64_t *from = order, *to = other;
    for (std::uint64_t width = 1; width < end - begin; width *= 2) {
        for (std::uint64_t first = begin; first < end; first += 2 * width) {
            merge_halves(from, to, first, std::min(first + width, end),
                         std::min(first + 2 * width, end), before);
        }
        std::swap(from, to);
    }
    if (from != order) std::memcpy(order + begin, from + begin, (end - begin) * sizeof *order);
}

} // namespace

SortedVectors sort_vectors(const Snapshot &A, const BinaryOp *comes_before, bool by_column) {
    const SparseForm &form = A.sparse_form(by_column);
    const SparseView view = by_column ? A.columns() : A.rows();
    const Array keys =
        expand_values(view.values, view.type, view.is_iso, view.nvals, comes_before->xtype);
    const Order before(comes_before, keys.data());
    Array order_array = Array::of<std::uint64_t>(view.nvals);
    Array other_array = Array::of<std::uint64_t>(view.nvals);
    auto *order = order_array.as<std::uint64_t>(), *other = other_array.as<std::uint64_t>();

    SparseForm values, positions;
    values.stored_rows = view.stored_rows;
    values.nvals = view.nvals;
    values.row_offsets = form.row_offsets;
    values.row_ids = form.row_ids;
    values.offset_width = view.offset_width;
    values.index_width = view.index_width;
    values.is_hyper = form.is_hyper;
    values.column_indices = Array(view.nvals * static_cast<std::size_t>(view.index_width));
    positions = values; // the two share the pattern
    positions.values = Array::of<std::int64_t>(view.nvals);
    auto *old_columns = positions.values.as<std::int64_t>();
    dispatch_widths(view, [&](const auto &vectors) {
        using Index = typename std::decay_t<decltype(vectors)>::Index;
        auto *indices = values.column_indices.template as<Index>();
        const double work = 20 * static_cast<double>(vectors.nvals) /
                            static_cast<double>(std::max<std::uint64_t>(vectors.stored_rows, 1));
        parallel_ranges(vectors.stored_rows, work, [&](std::uint64_t begin, std::uint64_t end) {
            for (std::uint64_t row = begin; row < end; row++) {
                const std::uint64_t first = vectors.row_offsets[row],
                                    last = vectors.row_offsets[row + 1];
                for (std::uint64_t p = first; p < last; p++) order[p] = p;
                sort_one_vector(order, other, first, last, before);
                for (std::uint64_t p = first; p < last; p++) {
                    indices[p] = static_cast<Index>(p - first);
                    old_columns[p] = static_cast<std::int64_t>(vectors.column_indices[order[p]]);
                }
            }
        });
    });
    values.is_iso = view.is_iso;
    if (view.is_iso) {
        values.values = form.values;
    } else {
        values.values = Array(view.nvals * view.type->size);
        gather_values(values.values.data(), view.values, order, 8, view.nvals, view.type->size);
    }
    const auto made = [&](const Type *type, SparseForm &&vectors) {
        return by_column ? Snapshot::of_columns(type, A.nrows(), A.ncols(), std::move(vectors))
                         : Snapshot::of_rows(type, A.nrows(), A.ncols(), std::move(vectors));
    };
    return {made(A.type(), std::move(values)),
            made(builtin_type(TypeCode::int64), std::move(positions))};
}

} // namespace grb
