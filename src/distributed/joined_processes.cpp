// Joins the partitions of processes into a whole.
#include "base/process_group.hpp"
#include "distributed/distributed_matrix.hpp"
#include "storage/convert.hpp"

#include <cstring>

namespace grb {

namespace {

using PartitionList = HostVector<Ref<Snapshot>>;

/// The facts about a partition that all members know.
struct Head {
    std::uint64_t nvals = 0;
    std::uint32_t index_width = 4;
    bool counts = false; // takes part in the test for one common value
    bool is_iso = false, is_hyper = false, is_full = true;
};

/// The heads of all members, with the value of each iso partition.
class Heads {
public:
    /// own(member): returns the head, and the value of an iso partition.
    template <class Own>
    Heads(Group &group, const Type *type, const Own &own) : size_(sizeof(Head) + type->size) {
        HostVector<Array> notes(static_cast<std::size_t>(group.size()));
        group.each([&](int member) {
            Array note = Array::zeroed(size_);
            const Array *value = nullptr;
            const Head head = own(member, value);
            std::memcpy(note.data(), &head, sizeof head);
            if (head.is_iso && value != nullptr)
                std::memcpy(note.as<unsigned char>() + sizeof head, value->data(), type->size);
            notes[static_cast<std::size_t>(member)] = std::move(note);
            return head.nvals;
        });
        all_ = group.allgatherv(notes);
    }
    Head operator[](std::size_t member) const {
        Head head;
        std::memcpy(&head, all_.as<unsigned char>() + member * size_, sizeof head);
        return head;
    }
    const void *value(std::size_t member) const {
        return all_.as<unsigned char>() + member * size_ + sizeof(Head);
    }
    std::size_t count() const noexcept { return all_.bytes() / size_; }
    /// The number of entries before each partition, and of all.
    HostVector<std::uint64_t> first() const {
        HostVector<std::uint64_t> sums{0};
        for (std::size_t member = 0; member < count(); member++)
            sums.push_back(sums.back() + (*this)[member].nvals);
        return sums;
    }
    /// The value that all entries of all partitions share, or null.
    const void *only_value() const {
        const void *first = nullptr;
        for (std::size_t member = 0; member < count(); member++) {
            const Head head = (*this)[member];
            if (!head.counts) continue;
            if (!head.is_iso) return nullptr;
            if (first == nullptr) first = value(member);
            if (std::memcmp(first, value(member), size_ - sizeof(Head)) != 0) return nullptr;
        }
        return first;
    }

private:
    const std::size_t size_;
    Array all_;
};

std::size_t own_member() noexcept {
    return static_cast<std::size_t>(process_group()->rank);
}

/// True if every nonempty partition is dense; then the whole is dense too.
bool have_dense(Group &group, const PartitionList &partitions, const Cuts &cuts) {
    const HostVector<std::uint64_t> are_dense = group.each([&](int member) -> std::uint64_t {
        return cuts.extent(member) == 0 || is_dense(*partitions[static_cast<std::size_t>(member)]);
    });
    return cuts.length() != 0 &&
           std::find(are_dense.begin(), are_dense.end(), 0) == are_dense.end();
}

/// The first bytes of an array, which may be longer than its user needs.
Array used(const Array &array, std::size_t bytes) {
    return array.bytes() == bytes ? array : Array::copy_of(array.data(), bytes);
}

/// Joins the values: one value if all partitions share it, else all values. count(member): their
/// number. Returns the values of this process's partition.
template <class Form, class Count>
Array join_values(Group &group, const HostVector<Form> &blocks, const Heads &heads,
                  const Type *type, const Count &count, Form &whole, bool is_distributed = false) {
    if (const void *const value = heads.only_value()) {
        whole.is_iso = true;
        whole.values = Array::copy_of(value, type->size);
        return whole.values;
    }
    HostVector<Array> values(blocks.size());
    group.each([&](int member) {
        const Form &block = blocks[static_cast<std::size_t>(member)];
        const std::uint64_t n = count(member);
        Array &own = values[static_cast<std::size_t>(member)];
        own = block.is_iso ? expand_values(block.values.data(), type, true, n, type)
                           : used(block.values, n * type->size);
        if (is_distributed)
            whole.values = distributed_array(part_of_entries(own, heads.first(), type->size));
        return n;
    });
    if (!is_distributed) whole.values = group.allgatherv(values);
    return values[own_member()];
}

Ref<Snapshot> join_dense(Group &group, const PartitionList &partitions, Axis axis, const Cuts &cuts,
                         const Type *type, std::uint64_t nrows, std::uint64_t ncols) {
    const std::uint64_t across = axis == Axis::rows ? ncols : nrows;
    const auto elements = [&](int member) { return cuts.extent(member) * across; };
    HostVector<DenseForm> blocks(partitions.size());
    const Heads heads(group, type, [&](int member, const Array *&value) {
        Head head;
        if (cuts.extent(member) == 0) return head;
        DenseForm &block = blocks[static_cast<std::size_t>(member)];
        block = partitions[static_cast<std::size_t>(member)]->share_dense();
        head.nvals = block.nvals;
        head.counts = true;
        head.is_iso = block.is_iso;
        head.is_full = block.bits.empty();
        value = &block.values;
        return head;
    });
    DenseForm whole;
    join_values(group, blocks, heads, type, elements, whole);
    std::uint64_t nvals = 0;
    bool is_full = true;
    for (std::size_t k = 0; k < heads.count(); k++) {
        nvals += heads[k].nvals;
        is_full = is_full && heads[k].is_full;
    }
    whole.nvals = nvals;
    if (is_full) return Snapshot::of_dense(type, nrows, ncols, std::move(whole));
    HostVector<Array> bits(blocks.size());
    group.each([&](int member) {
        const std::uint64_t n = elements(member);
        const Array &own = blocks[static_cast<std::size_t>(member)].bits;
        bits[static_cast<std::size_t>(member)] =
            own.empty() && n != 0 ? all_bits(n) : used(own, (n + 63) / 64 * 8);
        return n;
    });
    const Array all = group.allgatherv(bits);
    whole.bits = Array::zeroed((nrows * ncols + 63) / 64 * 8);
    std::uint64_t at = 0, word = 0;
    for (int block = 0; block < cuts.blocks(); block++) {
        copy_bits(whole.bits.as<std::uint64_t>(), at, all.as<std::uint64_t>(), word * 64,
                  elements(block));
        at += elements(block);
        word += (elements(block) + 63) / 64;
    }
    return Snapshot::of_dense(type, nrows, ncols, std::move(whole));
}

/// Adds `base` to each of `count` numbers of 4 or 8 bytes, and appends `last` if it is given.
Array raised(const Array &numbers, int width, std::uint64_t count, std::uint64_t base,
             const std::uint64_t *last = nullptr) {
    const std::uint64_t more = last != nullptr ? 1 : 0;
    const std::size_t bytes = (count + more) * static_cast<std::size_t>(width);
    if (base == 0 && more == 0 && numbers.bytes() == bytes) return numbers;
    Array result(bytes);
    const auto raise = [&]<class I>(I) {
        const I *const from = numbers.as<I>();
        I *const to = result.as<I>();
        for (std::uint64_t k = 0; k < count; k++) to[k] = static_cast<I>(from[k] + base);
        if (last != nullptr) to[count] = static_cast<I>(*last);
    };
    if (width == 4) {
        raise(std::uint32_t{});
    } else {
        raise(std::uint64_t{});
    }
    return result;
}

/// The offsets of one row.
Array offsets_of_row(std::uint64_t nvals, int width) {
    const std::uint64_t zero = 0;
    return raised(raised(Array(0), width, 0, 0, &zero), width, 1, 0, &nvals);
}

/// A partition by rows with indices and offsets of the widths of `whole`, hypersparse if that is.
SparseForm conformed(SparseForm block, const Snapshot &partition, const SparseForm &whole) {
    const Type *const type = partition.type();
    const std::uint64_t nrows = partition.nrows(), ncols = partition.ncols();
    if (whole.is_hyper && !block.is_hyper) block = hyper_form(block, type, nrows, ncols);
    if (block.index_width != whole.index_width || block.offset_width != whole.offset_width)
        block =
            with_width(view_of(block, type, nrows, ncols), whole.offset_width, whole.index_width);
    return block;
}

Ref<Snapshot> join_lists(Group &group, PartitionList &partitions, Axis axis, const Cuts &cuts,
                         const Type *type, std::uint64_t nrows, std::uint64_t ncols) {
    HostVector<SparseForm> blocks(partitions.size());
    const Heads heads(group, type, [&](int member, const Array *&value) {
        SparseForm &block = blocks[static_cast<std::size_t>(member)];
        block = partitions[static_cast<std::size_t>(member)]->share_rows(false);
        Head head;
        head.nvals = block.nvals;
        head.index_width = static_cast<std::uint32_t>(block.index_width);
        head.counts = block.nvals != 0;
        head.is_iso = block.is_iso;
        head.is_hyper = block.is_hyper;
        value = &block.values;
        return head;
    });
    SparseForm whole;
    whole.index_width = index_width_for(nrows, ncols);
    HostVector<std::uint64_t> before(blocks.size(), 0);
    for (std::size_t k = 0; k < blocks.size(); k++) {
        before[k] = whole.nvals;
        whole.nvals += heads[k].nvals;
        whole.index_width = std::max(whole.index_width, static_cast<int>(heads[k].index_width));
        whole.is_hyper = whole.is_hyper || (heads[k].is_hyper && axis == Axis::rows);
    }
    whole.offset_width = offset_width_for(whole.index_width, whole.nvals);
    const bool is_distributed = axis == Axis::rows && is_to_be_distributed(nrows, whole.nvals);
    HostVector<Array> offsets(blocks.size()), indices(blocks.size()), ids(blocks.size());
    group.each([&](int member) {
        const auto k = static_cast<std::size_t>(member);
        SparseForm &block = blocks[k];
        block = conformed(std::move(block), *partitions[k], whole);
        const std::uint64_t base = cuts.begin(member);
        const bool is_last = k + 1 == blocks.size();
        indices[k] = raised(block.column_indices, whole.index_width, block.nvals,
                            axis == Axis::columns ? base : 0);
        if (is_distributed)
            whole.column_indices = distributed_array(part_of_entries(
                indices[k], heads.first(), static_cast<std::size_t>(whole.index_width)));
        offsets[k] = raised(block.row_offsets, whole.offset_width, block.stored_rows, before[k],
                            is_last ? &whole.nvals : nullptr);
        if (whole.is_hyper)
            ids[k] = raised(block.row_ids, whole.index_width, block.stored_rows, base);
        return block.nvals;
    });
    whole.row_offsets = axis == Axis::columns ? offsets_of_row(whole.nvals, whole.offset_width)
                                              : group.allgatherv(offsets);
    whole.stored_rows =
        whole.row_offsets.bytes() / static_cast<std::size_t>(whole.offset_width) - 1;
    if (!is_distributed) whole.column_indices = group.allgatherv(indices);
    if (whole.is_hyper) whole.row_ids = group.allgatherv(ids);
    const auto count = [&](int member) { return heads[static_cast<std::size_t>(member)].nvals; };
    const Array values = join_values(group, blocks, heads, type, count, whole, is_distributed);
    if (is_distributed)
        group.each([&](int member) {
            const auto k = static_cast<std::size_t>(member);
            SparseForm &block = blocks[k];
            block.column_indices = indices[k];
            block.values = values;
            block.is_iso = whole.is_iso && block.nvals != 0;
            partitions[k] = Snapshot::of_rows(type, cuts.extent(member), ncols, std::move(block));
            return partitions[k]->nvals();
        });
    return Snapshot::of_rows(type, nrows, ncols, std::move(whole));
}

} // namespace

Ref<Snapshot> joined_processes(Group &group, PartitionList &partitions, Axis axis, const Cuts &cuts,
                               const Type *type, std::uint64_t nrows, std::uint64_t ncols) {
    if (have_dense(group, partitions, cuts))
        return join_dense(group, partitions, axis, cuts, type, nrows, ncols);
    const Ref<Snapshot> whole = join_lists(group, partitions, axis, cuts, type, nrows, ncols);
    group.each([&](int) -> std::uint64_t {
        if (is_distributed(*whole)) enlist(whole);
        return whole->nvals();
    });
    return whole;
}

} // namespace grb
