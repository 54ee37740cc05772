// Partitions and wholes for devices: arrays that are ranges of each other, gathered by their
// readers.
#include "base/array_ranges.hpp"
#include "distributed/dense_partitions.hpp"
#include "distributed/exchange.hpp"
#include "distributed/partitioning.hpp"
#include "storage/convert.hpp"

#include <cstring>

namespace grb {

SparseView offsets_of(const SparseForm &vectors, std::uint64_t count) {
    SparseView view;
    view.nrows = count;
    view.stored_rows = vectors.is_hyper ? vectors.stored_rows : count;
    view.nvals = vectors.nvals;
    view.row_offsets = vectors.row_offsets.data();
    view.row_ids = vectors.is_hyper ? vectors.row_ids.data() : nullptr;
    view.type = builtin_type(TypeCode::boolean); // has no values
    view.offset_width = vectors.offset_width;
    view.index_width = vectors.index_width;
    return view;
}

namespace {

using std::uint64_t;

/// Adds `base` to offsets or indices on the device that holds them, without bringing them to the
/// host.
Array raised(const Array &numbers, int width, uint64_t count, uint64_t base) {
    const std::size_t bytes = count * static_cast<std::size_t>(width);
    if (base == 0 || count == 0) return range_of(numbers, 0, bytes);
    Device *const there = numbers.is_on_host() ? nullptr : device_with(numbers);
    if (there != nullptr && range_functions(*there).raise != nullptr) {
        const At at(*there);
        Array result = Array::at(*there, bytes);
        range_functions(*there).raise(*there, result.data_at_for_writing(*there),
                                      numbers.data_at(*there), count, base, width);
        return result;
    }
    Array result(bytes);
    const auto raise = [&]<class I>(I) {
        const I *const from = numbers.as<I>();
        I *const to = result.as<I>();
        for (uint64_t k = 0; k < count; k++) to[k] = static_cast<I>(from[k] + base);
    };
    width == 4 ? raise(std::uint32_t{}) : raise(uint64_t{});
    return result;
}

using PartitionList = HostVector<Ref<Snapshot>>;

/// True if all partitions share one value; else gathers all values, which are in values(k).
template <class Form, class Count>
bool have_iso_value(const HostVector<Form> &blocks, const Type *type, const Count &count,
                    Array *value) {
    const Array *first = nullptr;
    for (const Form &form : blocks) {
        if (count(form) == 0) continue;
        if (!form.is_iso) return false;
        if (first == nullptr) first = &form.values;
        if (std::memcmp(first->data(), form.values.data(), type->size) != 0) return false;
    }
    if (first != nullptr) *value = *first;
    return first != nullptr;
}

template <class Form>
Array values_of(const Form &form, uint64_t n, const Type *type) {
    return form.is_iso ? expand_values(form.values.data(), type, true, n, type)
                       : range_of(form.values, 0, n * type->size);
}

/// Joins the members' blocks of columns side by side; `bits` per element.
Array beside(const HostVector<Array> &blocks, const Cuts &cuts, uint64_t nrows, std::size_t bits) {
    HostVector<ArrayRange> ranges;
    const std::size_t pitch = cuts.length() * bits / 8;
    for (int k = 0; k < cuts.blocks(); k++) {
        const std::size_t width = cuts.extent(k) * bits / 8;
        if (width == 0) continue;
        ranges.push_back({blocks[static_cast<std::size_t>(k)], 0, cuts.begin(k) * bits / 8, width,
                          nrows, width, pitch});
    }
    return array_of_ranges(ranges, nrows * pitch);
}

/// An empty partition is a list whoever made it; makes it dense, so that the others stay dense.
PartitionList with_dense(const PartitionList &partitions, const Cuts &cuts) {
    PartitionList all = partitions;
    for (int k = 0; k < cuts.blocks(); k++) {
        Ref<Snapshot> &partition = all[static_cast<std::size_t>(k)];
        if (cuts.extent(k) == 0 || is_dense(*partition)) continue;
        const uint64_t elements = partition->nrows() * partition->ncols();
        const std::size_t bytes = elements * partition->type()->size;
        DenseForm form;
        form.bits = Array::zeroed((elements + 63) / 64 * 8);
        // The values of absent entries are undefined.
        form.values = here() != nullptr ? Array::make_here(bytes) : Array::zeroed(bytes);
        partition = Snapshot::of_dense(partition->type(), partition->nrows(), partition->ncols(),
                                       std::move(form));
    }
    return all;
}

Array joined_bits(Group &group, const HostVector<Array> &bits, const Cuts &cuts, Axis axis,
                  uint64_t nrows, uint64_t ncols) {
    const uint64_t vectors = axis == Axis::columns ? nrows : 1; // of each partition, interleaved
    const uint64_t across = axis == Axis::columns ? 1 : ncols;
    bool is_by_words = vectors == 1 || ncols % 64 == 0;
    for (int k = 0; k + 1 < cuts.blocks(); k++)
        is_by_words = is_by_words && cuts.end(k) * across % 64 == 0;
    if (is_by_words) return vectors == 1 ? group.allgatherv(bits) : beside(bits, cuts, nrows, 1);
    Array all = Array::zeroed((nrows * ncols + 63) / 64 * 8);
    for (int k = 0; k < cuts.blocks(); k++) {
        const uint64_t length = cuts.extent(k) * across, begin = cuts.begin(k) * across;
        if (length == 0) continue;
        const auto *const from = bits[static_cast<std::size_t>(k)].as<uint64_t>();
        for (uint64_t major = 0; major < vectors; major++)
            copy_bits(all.as<uint64_t>(), major * ncols + begin, from, major * length, length);
    }
    return all;
}

Ref<Snapshot> join_dense(Group &group, const PartitionList &partitions, Axis axis, const Cuts &cuts,
                         const Type *type, uint64_t nrows, uint64_t ncols) {
    const DensePartitions all_partitions(partitions, cuts);
    const HostVector<DenseForm> &blocks = all_partitions.blocks;
    const HostVector<uint64_t> &elements = all_partitions.elements;
    const auto count = [&](const DenseForm &form) { return all_partitions.count(form); };
    DenseForm whole;
    whole.is_iso = have_iso_value(blocks, type, count, &whole.values);
    if (!whole.is_iso) {
        HostVector<Array> values;
        for (std::size_t k = 0; k < blocks.size(); k++)
            values.push_back(values_of(blocks[k], elements[k], type));
        whole.values = is_across(axis, nrows) ? beside(values, cuts, nrows, 8 * type->size)
                                              : group.allgatherv(values);
    }
    whole.nvals = nrows * ncols;
    uint64_t nvals = 0;
    for (const DenseForm &form : blocks) nvals += form.nvals;
    // Bitmaps may be full by now.
    if (!all_partitions.are_full && nvals != whole.nvals) {
        HostVector<Array> bits;
        for (std::size_t k = 0; k < blocks.size(); k++) {
            const bool is_full = blocks[k].bits.empty() && elements[k] != 0;
            bits.push_back(is_full ? all_bits(elements[k])
                                   : range_of(blocks[k].bits, 0, (elements[k] + 63) / 64 * 8));
        }
        whole.bits = joined_bits(group, bits, cuts, axis, nrows, ncols);
        whole.nvals = nvals;
    }
    return Snapshot::of_dense(type, nrows, ncols, std::move(whole));
}

/// The partitions by rows with indices and offsets of the widths of `whole`, all hypersparse or
/// none.
HostVector<SparseForm> conformed(const PartitionList &partitions, const Type *type,
                                 const SparseForm &whole) {
    HostVector<SparseForm> blocks;
    for (const Ref<Snapshot> &partition : partitions) {
        SparseForm form = partition->share_rows(false);
        const uint64_t nrows = partition->nrows(), ncols = partition->ncols();
        if (whole.is_hyper && !form.is_hyper) form = hyper_form(form, type, nrows, ncols);
        if (form.index_width != whole.index_width || form.offset_width != whole.offset_width)
            form = with_width(view_of(form, type, nrows, ncols), whole.offset_width,
                              whole.index_width);
        blocks.push_back(std::move(form));
    }
    return blocks;
}

Array one_number(uint64_t number, int width) {
    return Array::copy_of(&number, static_cast<std::size_t>(width)); // little-endian
}

Ref<Snapshot> join_lists(Group &group, const PartitionList &partitions, Axis axis, const Cuts &cuts,
                         const Type *type, uint64_t nrows, uint64_t ncols) {
    SparseForm whole;
    whole.index_width = index_width_for(nrows, ncols);
    for (const Ref<Snapshot> &partition : partitions) {
        const SparseForm form = partition->share_rows(false);
        whole.nvals += form.nvals;
        whole.index_width = std::max(whole.index_width, form.index_width);
        whole.is_hyper = whole.is_hyper || (form.is_hyper && axis == Axis::rows);
    }
    whole.offset_width = offset_width_for(whole.index_width, whole.nvals);
    const HostVector<SparseForm> blocks = conformed(partitions, type, whole);
    HostVector<Array> offsets, indices, ids, values;
    uint64_t before = 0;
    for (std::size_t k = 0; k < blocks.size(); k++) {
        const SparseForm &form = blocks[k];
        const uint64_t base = cuts.begin(static_cast<int>(k));
        const uint64_t stored = form.is_hyper ? form.stored_rows : partitions[k]->nrows();
        indices.push_back(raised(form.column_indices, whole.index_width, form.nvals,
                                 axis == Axis::columns ? base : 0));
        if (axis == Axis::rows)
            offsets.push_back(raised(form.row_offsets, whole.offset_width, stored, before));
        if (whole.is_hyper) ids.push_back(raised(form.row_ids, whole.index_width, stored, base));
        before += form.nvals;
        whole.stored_rows += stored;
    }
    offsets.push_back(one_number(whole.nvals, whole.offset_width));
    if (axis == Axis::columns) { // of a single row
        whole.stored_rows = 1;
        offsets.insert(offsets.begin(), one_number(0, whole.offset_width));
    }
    whole.row_offsets = group.allgatherv(offsets);
    whole.column_indices = group.allgatherv(indices);
    if (whole.is_hyper) whole.row_ids = group.allgatherv(ids);
    const auto count = [](const SparseForm &form) { return form.nvals; };
    whole.is_iso = have_iso_value(blocks, type, count, &whole.values);
    if (!whole.is_iso) {
        for (const SparseForm &form : blocks) values.push_back(values_of(form, form.nvals, type));
        whole.values = group.allgatherv(values);
    }
    return Snapshot::of_rows(type, nrows, ncols, std::move(whole));
}

/// Lists partitions that lie across rows, and builds the whole by rows.
Ref<Snapshot> built_across(Group &group, const PartitionList &partitions, const Cuts &cuts,
                           const Type *type, uint64_t nrows, uint64_t ncols) {
    HostVector<Tuples> tuples;
    for (int k = 0; k < cuts.blocks(); k++) {
        tuples.push_back(tuples_of(*partitions[static_cast<std::size_t>(k)]));
        uint64_t *const columns = tuples.back().column();
        for (uint64_t t = 0; t < tuples.back().count; t++) columns[t] += cuts.begin(k);
    }
    return assembled(group, std::move(tuples), type, nrows, ncols);
}

} // namespace

void transfer_here(const Snapshot &snapshot) {
    const auto transfer = [](const Array &array) {
        if (array.bytes() != 0) array.data_here();
    };
    if (snapshot.has_dense()) {
        const DenseForm &form = snapshot.dense_form().get();
        transfer(form.bits);
        if (!form.is_iso) transfer(form.values);
    } else if (snapshot.rows_form().is_present()) {
        const SparseForm &form = snapshot.rows_form().get();
        transfer(form.column_indices);
        if (!form.is_iso) transfer(form.values);
    }
}

Ref<Snapshot> joined_ranges(Group &group, const HostVector<Ref<Snapshot>> &partitions, Axis axis,
                            const Cuts &cuts, const Type *type, uint64_t nrows, uint64_t ncols) {
    bool have_dense = false, are_lists = false, are_empty = true;
    for (int k = 0; k < cuts.blocks(); k++) {
        const Snapshot &partition = *partitions[static_cast<std::size_t>(k)];
        if (cuts.extent(k) == 0) continue;
        are_empty = are_empty && partition.nvals() == 0;
        if (!is_dense(partition) && partition.nvals() == 0) continue;
        (is_dense(partition) ? have_dense : are_lists) = true;
    }
    // An empty result needs no data: no dense form is fetched.
    if (are_empty) return Snapshot::empty(type, nrows, ncols);
    if (have_dense && !are_lists)
        return join_dense(group, with_dense(partitions, cuts), axis, cuts, type, nrows, ncols);
    return is_across(axis, nrows) ? built_across(group, partitions, cuts, type, nrows, ncols)
                                  : join_lists(group, partitions, axis, cuts, type, nrows, ncols);
}

} // namespace grb
