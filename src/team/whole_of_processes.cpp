// Joins the partitions of processes into a whole.
#include "base/process_team.hpp"
#include "storage/convert.hpp"
#include "team/parts.hpp"

#include <cstring>

namespace grb {

namespace {

using Pieces = HostVector<Ref<Snapshot>>;

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
    Heads(Team &team, const Type *type, const Own &own) : size_(sizeof(Head) + type->size) {
        HostVector<Array> notes(static_cast<std::size_t>(team.size()));
        team.each([&](int member) {
            Array note = Array::zeroed(size_);
            const Array *value = nullptr;
            const Head head = own(member, value);
            std::memcpy(note.data(), &head, sizeof head);
            if (head.is_iso && value != nullptr)
                std::memcpy(note.as<unsigned char>() + sizeof head, value->data(), type->size);
            notes[static_cast<std::size_t>(member)] = std::move(note);
            return head.nvals;
        });
        all_ = team.allgatherv(notes);
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

/// True if every nonempty partition is dense; then the whole is dense too.
bool have_cells(Team &team, const Pieces &pieces, const Cuts &cuts) {
    const HostVector<std::uint64_t> are_cells = team.each([&](int member) -> std::uint64_t {
        return cuts.extent(member) == 0 || is_dense(*pieces[static_cast<std::size_t>(member)]);
    });
    return cuts.length() != 0 &&
           std::find(are_cells.begin(), are_cells.end(), 0) == are_cells.end();
}

/// The first bytes of an array, which may be longer than its user needs.
Array used(const Array &array, std::size_t bytes) {
    return array.bytes() == bytes ? array : Array::copy_of(array.data(), bytes);
}

/// Joins the values: one value if all partitions share it, else all values. count(member): their
/// number.
template <class Part, class Count>
void join_values(Team &team, const HostVector<Part> &parts, const Heads &heads, const Type *type,
                 const Count &count, Part &whole) {
    if (const void *const value = heads.only_value()) {
        whole.is_iso = true;
        whole.values = Array::copy_of(value, type->size);
        return;
    }
    HostVector<Array> values(parts.size());
    team.each([&](int member) {
        const Part &part = parts[static_cast<std::size_t>(member)];
        const std::uint64_t n = count(member);
        values[static_cast<std::size_t>(member)] =
            part.is_iso ? expand_values(part.values.data(), type, true, n, type)
                        : used(part.values, n * type->size);
        return n;
    });
    whole.values = team.allgatherv(values);
}

Ref<Snapshot> join_cells(Team &team, const Pieces &pieces, Axis axis, const Cuts &cuts,
                         const Type *type, std::uint64_t nrows, std::uint64_t ncols) {
    const std::uint64_t across = axis == Axis::rows ? ncols : nrows;
    const auto cells = [&](int member) { return cuts.extent(member) * across; };
    HostVector<DensePart> parts(pieces.size());
    const Heads heads(team, type, [&](int member, const Array *&value) {
        Head head;
        if (cuts.extent(member) == 0) return head;
        DensePart &part = parts[static_cast<std::size_t>(member)];
        part = pieces[static_cast<std::size_t>(member)]->share_dense();
        head.nvals = part.nvals;
        head.counts = true;
        head.is_iso = part.is_iso;
        head.is_full = part.bits.empty();
        value = &part.values;
        return head;
    });
    DensePart whole;
    join_values(team, parts, heads, type, cells, whole);
    std::uint64_t nvals = 0;
    bool is_full = true;
    for (std::size_t k = 0; k < heads.count(); k++) {
        nvals += heads[k].nvals;
        is_full = is_full && heads[k].is_full;
    }
    whole.nvals = nvals;
    if (is_full) return Snapshot::of_dense(type, nrows, ncols, std::move(whole));
    HostVector<Array> bits(parts.size());
    team.each([&](int member) {
        const std::uint64_t n = cells(member);
        const Array &own = parts[static_cast<std::size_t>(member)].bits;
        bits[static_cast<std::size_t>(member)] =
            own.empty() && n != 0 ? all_bits(n) : used(own, (n + 63) / 64 * 8);
        return n;
    });
    const Array all = team.allgatherv(bits);
    whole.bits = Array::zeroed((nrows * ncols + 63) / 64 * 8);
    std::uint64_t at = 0, word = 0;
    for (int part = 0; part < cuts.parts(); part++) {
        copy_bits(whole.bits.as<std::uint64_t>(), at, all.as<std::uint64_t>(), word * 64,
                  cells(part));
        at += cells(part);
        word += (cells(part) + 63) / 64;
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
SparsePart alike(SparsePart part, const Snapshot &piece, const SparsePart &whole) {
    const Type *const type = piece.type();
    const std::uint64_t nrows = piece.nrows(), ncols = piece.ncols();
    if (whole.is_hyper && !part.is_hyper) part = hyper_part(part, type, nrows, ncols);
    if (part.index_width != whole.index_width || part.offset_width != whole.offset_width)
        part = with_width(view_of(part, type, nrows, ncols), whole.offset_width, whole.index_width);
    return part;
}

Ref<Snapshot> join_lists(Team &team, const Pieces &pieces, Axis axis, const Cuts &cuts,
                         const Type *type, std::uint64_t nrows, std::uint64_t ncols) {
    HostVector<SparsePart> parts(pieces.size());
    const Heads heads(team, type, [&](int member, const Array *&value) {
        SparsePart &part = parts[static_cast<std::size_t>(member)];
        part = pieces[static_cast<std::size_t>(member)]->share_rows(false);
        Head head;
        head.nvals = part.nvals;
        head.index_width = static_cast<std::uint32_t>(part.index_width);
        head.counts = part.nvals != 0;
        head.is_iso = part.is_iso;
        head.is_hyper = part.is_hyper;
        value = &part.values;
        return head;
    });
    SparsePart whole;
    whole.index_width = index_width_for(nrows, ncols);
    HostVector<std::uint64_t> before(parts.size(), 0);
    for (std::size_t k = 0; k < parts.size(); k++) {
        before[k] = whole.nvals;
        whole.nvals += heads[k].nvals;
        whole.index_width = std::max(whole.index_width, static_cast<int>(heads[k].index_width));
        whole.is_hyper = whole.is_hyper || (heads[k].is_hyper && axis == Axis::rows);
    }
    whole.offset_width = offset_width_for(whole.index_width, whole.nvals);
    HostVector<Array> offsets(parts.size()), indices(parts.size()), ids(parts.size());
    team.each([&](int member) {
        const auto k = static_cast<std::size_t>(member);
        SparsePart &part = parts[k];
        part = alike(std::move(part), *pieces[k], whole);
        const std::uint64_t base = cuts.begin(member);
        const bool is_last = k + 1 == parts.size();
        indices[k] = raised(part.column_indices, whole.index_width, part.nvals,
                            axis == Axis::columns ? base : 0);
        offsets[k] = raised(part.row_offsets, whole.offset_width, part.stored_rows, before[k],
                            is_last ? &whole.nvals : nullptr);
        if (whole.is_hyper)
            ids[k] = raised(part.row_ids, whole.index_width, part.stored_rows, base);
        return part.nvals;
    });
    whole.row_offsets = axis == Axis::columns ? offsets_of_row(whole.nvals, whole.offset_width)
                                              : team.allgatherv(offsets);
    whole.stored_rows =
        whole.row_offsets.bytes() / static_cast<std::size_t>(whole.offset_width) - 1;
    whole.column_indices = team.allgatherv(indices);
    if (whole.is_hyper) whole.row_ids = team.allgatherv(ids);
    const auto count = [&](int member) { return heads[static_cast<std::size_t>(member)].nvals; };
    join_values(team, parts, heads, type, count, whole);
    return Snapshot::of_rows(type, nrows, ncols, std::move(whole));
}

} // namespace

Ref<Snapshot> whole_of_processes(Team &team, const Pieces &pieces, Axis axis, const Cuts &cuts,
                                 const Type *type, std::uint64_t nrows, std::uint64_t ncols) {
    return have_cells(team, pieces, cuts)
               ? join_cells(team, pieces, axis, cuts, type, nrows, ncols)
               : join_lists(team, pieces, axis, cuts, type, nrows, ncols);
}

} // namespace grb
