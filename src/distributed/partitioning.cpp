// Keeps partitions with a snapshot, and gathers partitions into a whole.
#include "distributed/partitioning.hpp"

#include "distributed/dense_partitions.hpp"
#include "distributed/distributed_matrix.hpp"
#include "storage/convert.hpp"
#include "storage/snapshot_arrays.hpp"

#include <cstring>

namespace grb {

Partitioning::Partitioning(const Snapshot &whole, const Cuts &cuts,
                           HostVector<Ref<Snapshot>> partitions)
    : cuts_(cuts), partitions_(std::move(partitions)) {
    // Nobody writes in place into a distributed matrix.
    if (is_distributed(whole)) return;
    for (const auto *form : {&whole.rows_form(), &whole.jumbled_rows_form(), &whole.columns_form()})
        if (form->is_present()) held_.push_back(form->get().values);
    if (whole.dense_form().is_present()) held_.push_back(whole.dense_form().get().values);
    if (whole.balanced_form().is_present()) held_.push_back(whole.balanced_form().get().values);
}

std::size_t Partitioning::bytes() const noexcept {
    std::size_t bytes = sizeof(Partitioning);
    for (const Ref<Snapshot> &partition : partitions_)
        if (partition) bytes += partition->bytes();
    return bytes;
}

namespace {

AttachmentKey key_of(Axis axis, const Cuts &cuts) noexcept {
    return {axis == Axis::columns, cuts.hash(), nullptr};
}

/// The cuts of a snapshot that the members which made it have chosen.
class MadeCuts final : public Attachment {
public:
    static constexpr char tag[] = "cuts";
    explicit MadeCuts(const Cuts &its) : cuts(its) {}
    std::size_t bytes() const noexcept override {
        return sizeof(MadeCuts) +
               (static_cast<std::size_t>(cuts.blocks()) + 1) * sizeof(std::uint64_t);
    }
    const Cuts cuts;
};
/// Distinguishes the cuts of devices, which are aligned, from others, which may not be.
AttachmentKey key_of_made(Axis axis, int blocks) noexcept {
    constexpr std::uint64_t devices_bit = std::uint64_t{1} << 32;
    return {axis == Axis::columns,
            static_cast<std::uint64_t>(blocks) | (is_among_devices() ? devices_bit : 0), nullptr};
}

using PartitionList = HostVector<Ref<Snapshot>>;

/// True if every nonempty partition is dense; then the whole is dense too.
bool have_dense(const PartitionList &partitions, const Cuts &cuts) noexcept {
    bool any = false;
    for (int block = 0; block < cuts.blocks(); block++) {
        if (cuts.extent(block) == 0) continue;
        if (!is_dense(*partitions[static_cast<std::size_t>(block)])) return false;
        any = true;
    }
    return any;
}

/// The first bytes of an array, which may be longer than its user needs.
Array used(const Array &array, std::size_t bytes) {
    return array.bytes() == bytes ? array : Array::copy_of(array.data(), bytes);
}

/// Joins the values: one value if all partitions share it, else all values.
template <class Form, class Count>
void join_values(Group &group, const HostVector<Form> &blocks, const Type *type, const Count &count,
                 Form &whole) {
    const Array *first = nullptr;
    whole.is_iso = true;
    for (const Form &block : blocks) {
        if (count(block) == 0) continue;
        whole.is_iso = whole.is_iso && block.is_iso;
        if (first == nullptr) first = &block.values;
        if (whole.is_iso) // the value that all share
            whole.is_iso = std::memcmp(first->data(), block.values.data(), type->size) == 0;
    }
    whole.is_iso = whole.is_iso && first != nullptr;
    if (whole.is_iso) {
        whole.values = *first;
        return;
    }
    HostVector<Array> values;
    for (const Form &block : blocks) {
        const std::uint64_t n = count(block);
        values.push_back(block.is_iso ? expand_values(block.values.data(), type, true, n, type)
                                      : used(block.values, n * type->size));
    }
    whole.values = group.allgatherv(values);
}

Ref<Snapshot> join_dense(Group &group, const PartitionList &partitions, const Cuts &cuts,
                         const Type *type, std::uint64_t nrows, std::uint64_t ncols) {
    const DensePartitions all_partitions(partitions, cuts);
    const HostVector<DenseForm> &blocks = all_partitions.blocks;
    const HostVector<std::uint64_t> &elements = all_partitions.elements;
    const auto count = [&](const DenseForm &block) { return all_partitions.count(block); };
    DenseForm whole;
    join_values(group, blocks, type, count, whole);
    whole.nvals = nrows * ncols;
    if (!all_partitions.are_full) {
        std::uint64_t nvals = 0, at = 0, word = 0;
        HostVector<Array> bits;
        for (std::size_t k = 0; k < blocks.size(); k++) {
            const bool is_full = blocks[k].bits.empty() && elements[k] != 0;
            bits.push_back(is_full ? all_bits(elements[k])
                                   : used(blocks[k].bits, (elements[k] + 63) / 64 * 8));
            nvals += blocks[k].nvals;
        }
        const Array all = group.allgatherv(bits);
        whole.bits = Array::zeroed((nrows * ncols + 63) / 64 * 8);
        for (std::size_t k = 0; k < blocks.size(); k++) {
            copy_bits(whole.bits.as<std::uint64_t>(), at, all.as<std::uint64_t>(), word * 64,
                      elements[k]);
            at += elements[k];
            word += bits[k].bytes() / 8;
        }
        whole.nvals = nvals;
    }
    return Snapshot::of_dense(type, nrows, ncols, std::move(whole));
}

/// Adds `base` to each of `count` numbers of 4 or 8 bytes.
Array raised(const Array &numbers, int width, std::uint64_t count, std::uint64_t base) {
    if (base == 0 && numbers.bytes() == count * static_cast<std::size_t>(width)) return numbers;
    Array result(count * static_cast<std::size_t>(width));
    const auto raise = [&]<class I>(I) {
        const I *const from = numbers.as<I>();
        I *const to = result.as<I>();
        for (std::uint64_t k = 0; k < count; k++) to[k] = static_cast<I>(from[k] + base);
    };
    if (width == 4) {
        raise(std::uint32_t{});
    } else {
        raise(std::uint64_t{});
    }
    return result;
}

Array one_number(std::uint64_t number, int width) {
    Array array(static_cast<std::size_t>(width));
    if (width == 4) {
        *array.as<std::uint32_t>() = static_cast<std::uint32_t>(number);
    } else {
        *array.as<std::uint64_t>() = number;
    }
    return array;
}

/// The partitions by rows with indices and offsets of the widths of `whole`, all hypersparse or
/// none.
HostVector<SparseForm> conformed(const PartitionList &partitions, const Type *type,
                                 const SparseForm &whole) {
    HostVector<SparseForm> blocks;
    for (const Ref<Snapshot> &partition : partitions) {
        SparseForm block = partition->share_rows(false);
        const std::uint64_t nrows = partition->nrows(), ncols = partition->ncols();
        if (whole.is_hyper && !block.is_hyper) block = hyper_form(block, type, nrows, ncols);
        const SparseView view = view_of(block, type, nrows, ncols);
        if (block.index_width != whole.index_width || block.offset_width != whole.offset_width)
            block = with_width(view, whole.offset_width, whole.index_width);
        blocks.push_back(std::move(block));
    }
    return blocks;
}

Ref<Snapshot> join_lists(Group &group, const PartitionList &partitions, Axis axis, const Cuts &cuts,
                         const Type *type, std::uint64_t nrows, std::uint64_t ncols) {
    SparseForm whole;
    whole.index_width = index_width_for(nrows, ncols);
    for (const Ref<Snapshot> &partition : partitions) {
        const SparseForm block = partition->share_rows(false);
        whole.nvals += block.nvals;
        whole.index_width = std::max(whole.index_width, block.index_width);
        whole.is_hyper = whole.is_hyper || (block.is_hyper && axis == Axis::rows);
    }
    whole.offset_width = offset_width_for(whole.index_width, whole.nvals);
    const HostVector<SparseForm> blocks = conformed(partitions, type, whole);
    HostVector<Array> offsets, indices, ids;
    std::uint64_t before = 0;
    for (std::size_t k = 0; k < blocks.size(); k++) {
        const SparseForm &block = blocks[k];
        const std::uint64_t base = cuts.begin(static_cast<int>(k));
        indices.push_back(raised(block.column_indices, whole.index_width, block.nvals,
                                 axis == Axis::columns ? base : 0));
        offsets.push_back(raised(block.row_offsets, whole.offset_width, block.stored_rows, before));
        if (whole.is_hyper)
            ids.push_back(raised(block.row_ids, whole.index_width, block.stored_rows, base));
        before += block.nvals;
        whole.stored_rows += block.stored_rows;
    }
    offsets.push_back(one_number(whole.nvals, whole.offset_width));
    if (axis == Axis::columns) { // of a single row
        whole.stored_rows = 1;
        offsets = {one_number(0, whole.offset_width), offsets.back()};
    }
    whole.row_offsets = group.allgatherv(offsets);
    whole.column_indices = group.allgatherv(indices);
    if (whole.is_hyper) whole.row_ids = group.allgatherv(ids);
    join_values(
        group, blocks, type, [](const SparseForm &block) { return block.nvals; }, whole);
    return Snapshot::of_rows(type, nrows, ncols, std::move(whole));
}

Ref<const Partitioning> cut(const Snapshot &whole, Axis axis, const Cuts &cuts) {
    PartitionList partitions(static_cast<std::size_t>(cuts.blocks()));
    // The other cuts of a distributed matrix are made by prepare_partitions().
    const bool is_own = axis == Axis::rows && is_distributed(whole);
    for (int block = 0; block < cuts.blocks(); block++)
        if (is_own && has_member(block))
            partitions[static_cast<std::size_t>(block)] = rows_of_parts(whole, cuts);
        else if (has_member(block))
            partitions[static_cast<std::size_t>(block)] =
                slice(whole, axis, cuts.begin(block), cuts.end(block));
    return Ref<const Partitioning>::share(
        make_ref<Partitioning>(whole, cuts, std::move(partitions)).get());
}

} // namespace

/// In a hypersparse matrix only the stored rows or columns have weight.
Cuts cuts_by_entries(const SparseForm &block, std::uint64_t count, int blocks) {
    return dispatch_widths(offsets_of(block, count), [&](const auto &vectors) {
        return Cuts(count, blocks, [&](std::uint64_t i) {
            const auto *const ids = vectors.row_ids;
            const std::uint64_t k =
                ids == nullptr ? i
                               : static_cast<std::uint64_t>(
                                     std::lower_bound(ids, ids + vectors.stored_rows, i) - ids);
            return vectors.row_offsets[k] + row_weight * k;
        });
    });
}

Cuts own_cuts(const Snapshot &whole, Axis axis, int blocks) {
    const Ref<const MadeCuts> made = whole.attachments().find<MadeCuts>(key_of_made(axis, blocks));
    if (axis == Axis::columns && is_distributed(whole)) {
        if (all_have(static_cast<bool>(made))) return made->cuts;
        const Cuts cuts = cuts_by_columns(whole);
        whole.attachments().keep<MadeCuts>(key_of_made(axis, blocks), make_ref<MadeCuts>(cuts));
        return cuts;
    }
    if (made) return made->cuts;
    if (is_distributed(whole)) return cuts_of_parts(whole);
    if (is_dense(whole) || whole.nrows() == 1) return Cuts(length_of(whole, axis), blocks);
    const bool by_columns = axis == Axis::columns;
    const Cuts cuts =
        cuts_by_entries(whole.sparse_form(by_columns), length_of(whole, axis), blocks);
    // Keeps the cuts: the offsets may not be on the host, and are fetched once.
    if (is_among_devices())
        whole.attachments().keep<MadeCuts>(key_of_made(axis, blocks), make_ref<MadeCuts>(cuts));
    return cuts;
}

void keep_partitions(const Snapshot &whole, Axis axis, const Cuts &cuts,
                     HostVector<Ref<Snapshot>> partitions) {
    whole.attachments().keep<MadeCuts>(key_of_made(axis, cuts.blocks()), make_ref<MadeCuts>(cuts));
    whole.attachments().keep<Partitioning>(
        key_of(axis, cuts), make_ref<Partitioning>(whole, cuts, std::move(partitions)));
}

Ref<const Partitioning> partitioning_of(const Snapshot &whole, Axis axis, const Cuts &cuts) {
    Ref<const Partitioning> kept = whole.attachments().get_or_make<Partitioning>(
        key_of(axis, cuts), [&] { return cut(whole, axis, cuts); });
    // Partitions stay where they are: later problems led by this operand follow its cuts.
    if (is_among_devices())
        whole.attachments().keep<MadeCuts>(key_of_made(axis, cuts.blocks()),
                                           make_ref<MadeCuts>(cuts));
    return kept->cuts() == cuts ? kept : cut(whole, axis, cuts);
}

void prepare_partitions(const Snapshot &whole, Axis axis, const Cuts &cuts) {
    if (!is_distributed(whole) ||
        (axis == Axis::rows && cuts == own_cuts(whole, axis, cuts.blocks()))) {
        partitioning_of(whole, axis, cuts);
        return;
    }
    // After a failure some process may lack what others have kept.
    const Ref<const Partitioning> kept = whole.attachments().find<Partitioning>(key_of(axis, cuts));
    if (all_have(static_cast<bool>(kept))) return;
    PartitionList partitions(static_cast<std::size_t>(cuts.blocks()));
    partitions[static_cast<std::size_t>(process_group()->rank)] =
        moved_partition(whole, axis, cuts);
    whole.attachments().keep<Partitioning>(
        key_of(axis, cuts), make_ref<Partitioning>(whole, cuts, std::move(partitions)));
}

Ref<Snapshot> joined(Group &group, HostVector<Ref<Snapshot>> partitions, Axis axis,
                     const Cuts &cuts, const Type *type, std::uint64_t nrows, std::uint64_t ncols) {
    Ref<Snapshot> whole = process_group() != nullptr
                              ? joined_processes(group, partitions, axis, cuts, type, nrows, ncols)
                          : is_among_devices() || is_across(axis, nrows)
                              ? joined_ranges(group, partitions, axis, cuts, type, nrows, ncols)
                          : have_dense(partitions, cuts)
                              ? join_dense(group, partitions, cuts, type, nrows, ncols)
                              : join_lists(group, partitions, axis, cuts, type, nrows, ncols);
    keep_partitions(*whole, axis, cuts, std::move(partitions));
    return whole;
}

} // namespace grb
