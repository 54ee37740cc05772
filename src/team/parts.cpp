// Keeps partitions with a snapshot, and gathers partitions into a whole.
#include "team/parts.hpp"

#include "storage/convert.hpp"
#include "storage/snapshot_arrays.hpp"
#include "team/cell_pieces.hpp"

#include <cstring>

namespace grb {

Parts::Parts(const Snapshot &whole, const Cuts &cuts, HostVector<Ref<Snapshot>> pieces)
    : cuts_(cuts), pieces_(std::move(pieces)) {
    for (const auto *part : {&whole.rows_part(), &whole.jumbled_rows_part(), &whole.columns_part()})
        if (part->is_present()) held_.push_back(part->get().values);
    if (whole.dense_part().is_present()) held_.push_back(whole.dense_part().get().values);
    if (whole.balanced_part().is_present()) held_.push_back(whole.balanced_part().get().values);
}

std::size_t Parts::bytes() const noexcept {
    std::size_t bytes = sizeof(Parts);
    for (const Ref<Snapshot> &piece : pieces_)
        if (piece) bytes += piece->bytes();
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
               (static_cast<std::size_t>(cuts.parts()) + 1) * sizeof(std::uint64_t);
    }
    const Cuts cuts;
};
/// Distinguishes the cuts of devices, which are aligned, from others, which may not be.
AttachmentKey key_of_made(Axis axis, int parts) noexcept {
    constexpr std::uint64_t places_bit = std::uint64_t{1} << 32;
    return {axis == Axis::columns,
            static_cast<std::uint64_t>(parts) | (is_among_devices() ? places_bit : 0), nullptr};
}

using Pieces = HostVector<Ref<Snapshot>>;

/// True if every nonempty partition is dense; then the whole is dense too.
bool have_cells(const Pieces &pieces, const Cuts &cuts) noexcept {
    bool any = false;
    for (int part = 0; part < cuts.parts(); part++) {
        if (cuts.extent(part) == 0) continue;
        if (!is_dense(*pieces[static_cast<std::size_t>(part)])) return false;
        any = true;
    }
    return any;
}

/// The first bytes of an array, which may be longer than its user needs.
Array used(const Array &array, std::size_t bytes) {
    return array.bytes() == bytes ? array : Array::copy_of(array.data(), bytes);
}

/// Joins the values: one value if all partitions share it, else all values.
template <class Part, class Count>
void join_values(Team &team, const HostVector<Part> &parts, const Type *type, const Count &count,
                 Part &whole) {
    const Array *first = nullptr;
    whole.is_iso = true;
    for (const Part &part : parts) {
        if (count(part) == 0) continue;
        whole.is_iso = whole.is_iso && part.is_iso;
        if (first == nullptr) first = &part.values;
        if (whole.is_iso) // the value that all share
            whole.is_iso = std::memcmp(first->data(), part.values.data(), type->size) == 0;
    }
    whole.is_iso = whole.is_iso && first != nullptr;
    if (whole.is_iso) {
        whole.values = *first;
        return;
    }
    HostVector<Array> values;
    for (const Part &part : parts) {
        const std::uint64_t n = count(part);
        values.push_back(part.is_iso ? expand_values(part.values.data(), type, true, n, type)
                                     : used(part.values, n * type->size));
    }
    whole.values = team.allgatherv(values);
}

Ref<Snapshot> join_cells(Team &team, const Pieces &pieces, const Cuts &cuts, const Type *type,
                         std::uint64_t nrows, std::uint64_t ncols) {
    const CellPieces all_pieces(pieces, cuts);
    const HostVector<DensePart> &parts = all_pieces.parts;
    const HostVector<std::uint64_t> &cells = all_pieces.cells;
    const auto count = [&](const DensePart &part) { return all_pieces.count(part); };
    DensePart whole;
    join_values(team, parts, type, count, whole);
    whole.nvals = nrows * ncols;
    if (!all_pieces.are_full) {
        std::uint64_t nvals = 0, at = 0, word = 0;
        HostVector<Array> bits;
        for (std::size_t k = 0; k < parts.size(); k++) {
            const bool is_full = parts[k].bits.empty() && cells[k] != 0;
            bits.push_back(is_full ? all_bits(cells[k])
                                   : used(parts[k].bits, (cells[k] + 63) / 64 * 8));
            nvals += parts[k].nvals;
        }
        const Array all = team.allgatherv(bits);
        whole.bits = Array::zeroed((nrows * ncols + 63) / 64 * 8);
        for (std::size_t k = 0; k < parts.size(); k++) {
            copy_bits(whole.bits.as<std::uint64_t>(), at, all.as<std::uint64_t>(), word * 64,
                      cells[k]);
            at += cells[k];
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
HostVector<SparsePart> alike(const Pieces &pieces, const Type *type, const SparsePart &whole) {
    HostVector<SparsePart> parts;
    for (const Ref<Snapshot> &piece : pieces) {
        SparsePart part = piece->share_rows(false);
        const std::uint64_t nrows = piece->nrows(), ncols = piece->ncols();
        if (whole.is_hyper && !part.is_hyper) part = hyper_part(part, type, nrows, ncols);
        const SparseView view = view_of(part, type, nrows, ncols);
        if (part.index_width != whole.index_width || part.offset_width != whole.offset_width)
            part = with_width(view, whole.offset_width, whole.index_width);
        parts.push_back(std::move(part));
    }
    return parts;
}

Ref<Snapshot> join_lists(Team &team, const Pieces &pieces, Axis axis, const Cuts &cuts,
                         const Type *type, std::uint64_t nrows, std::uint64_t ncols) {
    SparsePart whole;
    whole.index_width = index_width_for(nrows, ncols);
    for (const Ref<Snapshot> &piece : pieces) {
        const SparsePart part = piece->share_rows(false);
        whole.nvals += part.nvals;
        whole.index_width = std::max(whole.index_width, part.index_width);
        whole.is_hyper = whole.is_hyper || (part.is_hyper && axis == Axis::rows);
    }
    whole.offset_width = offset_width_for(whole.index_width, whole.nvals);
    const HostVector<SparsePart> parts = alike(pieces, type, whole);
    HostVector<Array> offsets, indices, ids;
    std::uint64_t before = 0;
    for (std::size_t k = 0; k < parts.size(); k++) {
        const SparsePart &part = parts[k];
        const std::uint64_t base = cuts.begin(static_cast<int>(k));
        indices.push_back(raised(part.column_indices, whole.index_width, part.nvals,
                                 axis == Axis::columns ? base : 0));
        offsets.push_back(raised(part.row_offsets, whole.offset_width, part.stored_rows, before));
        if (whole.is_hyper)
            ids.push_back(raised(part.row_ids, whole.index_width, part.stored_rows, base));
        before += part.nvals;
        whole.stored_rows += part.stored_rows;
    }
    offsets.push_back(one_number(whole.nvals, whole.offset_width));
    if (axis == Axis::columns) { // of a single row
        whole.stored_rows = 1;
        offsets = {one_number(0, whole.offset_width), offsets.back()};
    }
    whole.row_offsets = team.allgatherv(offsets);
    whole.column_indices = team.allgatherv(indices);
    if (whole.is_hyper) whole.row_ids = team.allgatherv(ids);
    join_values(
        team, parts, type, [](const SparsePart &part) { return part.nvals; }, whole);
    return Snapshot::of_rows(type, nrows, ncols, std::move(whole));
}

Ref<const Parts> cut(const Snapshot &whole, Axis axis, const Cuts &cuts) {
    Pieces pieces(static_cast<std::size_t>(cuts.parts()));
    for (int part = 0; part < cuts.parts(); part++)
        if (has_member(part))
            pieces[static_cast<std::size_t>(part)] =
                slice(whole, axis, cuts.begin(part), cuts.end(part));
    return Ref<const Parts>::share(make_ref<Parts>(whole, cuts, std::move(pieces)).get());
}

} // namespace

/// In a hypersparse matrix only the stored rows or columns have weight.
Cuts cuts_by_entries(const SparsePart &part, std::uint64_t count, int parts) {
    return dispatch_widths(offsets_of(part, count), [&](const auto &lines) {
        return Cuts(count, parts, [&](std::uint64_t i) {
            const auto *const ids = lines.row_ids;
            const std::uint64_t k =
                ids == nullptr ? i
                               : static_cast<std::uint64_t>(
                                     std::lower_bound(ids, ids + lines.stored_rows, i) - ids);
            return lines.row_offsets[k] + row_weight * k;
        });
    });
}

Cuts own_cuts(const Snapshot &whole, Axis axis, int parts) {
    const Ref<const MadeCuts> made = whole.attachments().find<MadeCuts>(key_of_made(axis, parts));
    if (made) return made->cuts;
    if (is_dense(whole) || whole.nrows() == 1) return Cuts(length_of(whole, axis), parts);
    const bool by_columns = axis == Axis::columns;
    const Cuts cuts = cuts_by_entries(whole.sparse_part(by_columns), length_of(whole, axis), parts);
    // Keeps the cuts: the offsets may not be on the host, and are fetched once.
    if (is_among_devices())
        whole.attachments().keep<MadeCuts>(key_of_made(axis, parts), make_ref<MadeCuts>(cuts));
    return cuts;
}

Ref<const Parts> parts_of(const Snapshot &whole, Axis axis, const Cuts &cuts) {
    Ref<const Parts> kept = whole.attachments().get_or_make<Parts>(
        key_of(axis, cuts), [&] { return cut(whole, axis, cuts); });
    // Partitions stay where they are: later problems led by this operand follow its cuts.
    if (is_among_devices())
        whole.attachments().keep<MadeCuts>(key_of_made(axis, cuts.parts()),
                                           make_ref<MadeCuts>(cuts));
    return kept->cuts() == cuts ? kept : cut(whole, axis, cuts);
}

Ref<Snapshot> joined(Team &team, HostVector<Ref<Snapshot>> pieces, Axis axis, const Cuts &cuts,
                     const Type *type, std::uint64_t nrows, std::uint64_t ncols) {
    Ref<Snapshot> whole =
        process_team() != nullptr ? whole_of_processes(team, pieces, axis, cuts, type, nrows, ncols)
        : is_among_devices() || is_across(axis, nrows)
            ? whole_of_ranges(team, pieces, axis, cuts, type, nrows, ncols)
        : have_cells(pieces, cuts) ? join_cells(team, pieces, cuts, type, nrows, ncols)
                                   : join_lists(team, pieces, axis, cuts, type, nrows, ncols);
    whole->attachments().keep<MadeCuts>(key_of_made(axis, cuts.parts()), make_ref<MadeCuts>(cuts));
    whole->attachments().keep<Parts>(key_of(axis, cuts),
                                     make_ref<Parts>(*whole, cuts, std::move(pieces)));
    return whole;
}

} // namespace grb
