// Distributes the rows of a matrix over the processes of a group, and finds its entries there.
#include "distributed/distributed_matrix.hpp"

#include "base/error.hpp"
#include "base/process_group.hpp"
#include "distributed/processes.hpp"
#include "objects/overwrite.hpp"
#include "storage/maker.hpp"

#include <cstring>
#include <mutex>

namespace grb {

namespace {

constexpr char nobody_sends[] = "a process needs entries that no other one sends";

constexpr std::uint64_t usually_copied = 4096;
std::uint64_t most_copied = usually_copied;

/// Links the distributed matrices to a list. One thread at a time makes calls of a group, but any
/// may free a matrix.
class Enlisted final : public Attachment {
public:
    static constexpr char tag[] = "distributed";
    explicit Enlisted(Snapshot &matrix) : matrix_(matrix) {
        const std::lock_guard<std::mutex> guard(mutex_);
        next_ = std::exchange(first(), this);
        if (next_ != nullptr) next_->before_ = this;
    }
    ~Enlisted() override {
        const std::lock_guard<std::mutex> guard(mutex_);
        (before_ != nullptr ? before_->next_ : first()) = next_;
        if (next_ != nullptr) next_->before_ = before_;
    }
    std::size_t bytes() const noexcept override { return sizeof(Enlisted); }

    /// Drops the forms that were made of gathered entries.
    static void drop_made_forms() noexcept {
        const std::lock_guard<std::mutex> guard(mutex_);
        for (Enlisted *one = first(); one != nullptr; one = one->next_) {
            LazyForm<SparseForm> &columns = one->matrix_.columns_form();
            if (columns.is_present() && !is_distributed(columns.get().column_indices))
                columns.drop();
            one->matrix_.dense_form().drop();
        }
    }

private:
    static Enlisted *&first() noexcept {
        static Enlisted *first = nullptr;
        return first;
    }
    static constinit std::mutex mutex_;
    Snapshot &matrix_;
    Enlisted *before_ = nullptr, *next_ = nullptr;
};
constinit std::mutex Enlisted::mutex_;

int own_rank() noexcept {
    return process_group()->rank;
}

/// The number of entries in the rows before row i.
template <class Rows>
std::uint64_t entries_before(const Rows &rows, std::uint64_t i) {
    if (rows.row_ids == nullptr) return rows.row_offsets[i];
    const auto *const past = rows.row_ids + rows.stored_rows;
    return rows.row_offsets[std::lower_bound(rows.row_ids, past, i) - rows.row_ids];
}

/// Distributes the values of a matrix that has the positions of another one.
Ref<Snapshot> with_own_values(Ref<Snapshot> matrix) {
    const SparseForm &shared = matrix->rows_form().get();
    if (!shared.is_iso && !is_distributed(shared.values)) {
        const Ref<Snapshot> own = rows_of_parts(*matrix, cuts_of_parts(*matrix));
        const std::size_t index_size = static_cast<std::size_t>(shared.index_width),
                          size = matrix->type()->size;
        OwnPart part{own->rows_form().get().values, own_part_of(shared.column_indices).bounds};
        for (std::size_t &bound : part.bounds) bound = bound / index_size * size;
        SparseForm form = shared;
        form.values = distributed_array(std::move(part));
        matrix =
            Snapshot::of_rows(matrix->type(), matrix->nrows(), matrix->ncols(), std::move(form));
    }
    enlist(matrix);
    return matrix;
}

/// All processes have the whole matrix; afterwards each has its rows.
Ref<Snapshot> distribute(Ref<Snapshot> whole) {
    if (group_context().is_inside || is_dense(*whole) || whole->has_balanced() ||
        !is_to_be_distributed(whole->nrows(), whole->nvals()))
        return whole;
    if (is_distributed(*whole)) return with_own_values(std::move(whole));
    const ProcessGroup &group = *process_group();
    const Type *const type = whole->type();
    const std::uint64_t nrows = whole->nrows(), ncols = whole->ncols();
    const Cuts cuts = own_cuts(*whole, Axis::rows, group.size);
    const Ref<Snapshot> own =
        slice(*whole, Axis::rows, cuts.begin(group.rank), cuts.end(group.rank));
    SparseForm form = whole->share_rows(false);
    const SparseForm part = own->share_rows(false);
    HostVector<std::uint64_t> first;
    dispatch_widths(view_of(form, type, nrows, ncols), [&](const auto &rows) {
        for (int block = 0; block <= cuts.blocks(); block++)
            first.push_back(
                entries_before(rows, block == cuts.blocks() ? nrows : cuts.begin(block)));
    });
    form.column_indices = distributed_array(
        part_of_entries(part.column_indices, first, static_cast<std::size_t>(form.index_width)));
    if (!form.is_iso)
        form.values = distributed_array(part_of_entries(part.values, first, type->size));
    Ref<Snapshot> result = Snapshot::of_rows(type, nrows, ncols, std::move(form));
    HostVector<Ref<Snapshot>> partitions(static_cast<std::size_t>(group.size));
    partitions[static_cast<std::size_t>(group.rank)] = own;
    keep_partitions(*result, Axis::rows, cuts, std::move(partitions));
    result->note_distribution(whole->distribution());
    enlist(result);
    return result;
}

Ref<Snapshot> updated(const Snapshot &matrix, const PendingUpdates &updates) {
    const InsideGroup inside;
    Group &group = *processes();
    const Type *const type = matrix.type();
    HostVector<Ref<Snapshot>> partitions(static_cast<std::size_t>(group.size()));
    group.each([&](int member) {
        const Cuts cuts = own_cuts(matrix, Axis::rows, group.size());
        const std::uint64_t begin = cuts.begin(member), end = cuts.end(member);
        PendingUpdates own(type->size);
        own.lose_count();
        for (const std::uint32_t k : updates.sorted()) {
            const PendingUpdates::Update &update = updates[k];
            if (update.row < begin || update.row >= end) continue;
            if (update.is_removal != 0) {
                own.remove(update.row - begin, update.column, false);
            } else {
                own.set(update.row - begin, update.column, updates.value_of(update), false);
            }
        }
        Ref<Snapshot> &partition = partitions[static_cast<std::size_t>(member)];
        partition = own_rows(matrix);
        if (!own.empty()) partition = maker().updated(*partition, own, false);
        return partition->nvals();
    });
    const Cuts cuts = own_cuts(matrix, Axis::rows, group.size());
    return joined(group, std::move(partitions), Axis::rows, cuts, type, matrix.nrows(),
                  matrix.ncols());
}

bool find_entry(const Snapshot &matrix, std::uint64_t row, std::uint64_t column, void *value) {
    const std::size_t size = matrix.type()->size;
    int owner = 0;
    Array found;
    processes()->each([&](int member) -> std::uint64_t {
        const Cuts cuts = own_cuts(matrix, Axis::rows, process_group()->size);
        owner = cuts.owner(row);
        if (member != owner) return 0;
        found = Array::zeroed(1 + size);
        const SparseView view = own_rows(matrix)->rows();
        std::uint64_t p = 0;
        if (!find_position(view, row - cuts.begin(owner), column, p)) return 0;
        *found.as<unsigned char>() = 1;
        std::memcpy(found.as<unsigned char>() + 1,
                    static_cast<const unsigned char *>(view.values) + (view.is_iso ? 0 : p * size),
                    size);
        return 1;
    });
    const Array told = processes()->broadcast(found, owner);
    if (*told.as<unsigned char>() == 0) return false;
    std::memcpy(value, told.as<unsigned char>() + 1, size);
    return true;
}

constexpr Distribution functions = {&distribute, &updated, &find_entry};

} // namespace

std::uint64_t most_copied_entries() noexcept {
    return most_copied;
}
void set_most_copied_entries(std::uint64_t entries) noexcept {
    most_copied = entries;
}
void reset_most_copied_entries() noexcept {
    most_copied = usually_copied;
}

void enlist(const Ref<Snapshot> &matrix) {
    matrix->attachments().keep<Enlisted>({false, 0, nullptr}, make_ref<Enlisted>(*matrix));
}

void drop_gathered_forms() noexcept {
    Enlisted::drop_made_forms();
    drop_gathered_copies();
}

const Distribution &distribution_of_rows() noexcept {
    return functions;
}

OwnPart part_of_entries(const Array &own, std::span<const std::uint64_t> first, std::size_t size) {
    OwnPart part{own, {}};
    for (const std::uint64_t one : first) part.bounds.push_back(one * size);
    return part;
}

Cuts cuts_of_parts(const Snapshot &matrix) {
    const SparseForm &form = matrix.rows_form().get();
    const HostVector<std::size_t> &bounds = own_part_of(form.column_indices).bounds;
    return dispatch_widths(offsets_of(form, matrix.nrows()), [&](const auto &rows) {
        HostVector<std::uint64_t> lengths;
        std::uint64_t before = 0;
        for (std::size_t block = 1; block < bounds.size(); block++) {
            const std::uint64_t entries =
                bounds[block] / static_cast<std::size_t>(form.index_width);
            const auto k = static_cast<std::uint64_t>(
                std::lower_bound(rows.row_offsets, rows.row_offsets + rows.stored_rows, entries) -
                rows.row_offsets);
            const bool is_last = block + 1 == bounds.size() || k == rows.stored_rows;
            const std::uint64_t end = is_last ? matrix.nrows() : rows.row_id(k);
            lengths.push_back(end - before);
            before = end;
        }
        return Cuts(std::span<const std::uint64_t>(lengths));
    });
}

void require_all_members() {
    if (group_context().member >= 0) throw Error(GrB_PANIC, nobody_sends);
}

bool all_have(bool own) {
    const HostVector<std::uint64_t> answers =
        processes()->each([own](int) -> std::uint64_t { return own ? 1 : 0; });
    return std::find(answers.begin(), answers.end(), 0) == answers.end();
}

Ref<Snapshot> rows_of_parts(const Snapshot &matrix, const Cuts &cuts) {
    const SparseForm &form = matrix.rows_form().get();
    const std::uint64_t begin = cuts.begin(own_rank()), end = cuts.end(own_rank());
    SparseForm own;
    const auto slice_offsets = [&](const auto &rows) {
        using O = typename std::decay_t<decltype(rows)>::Offset;
        using I = typename std::decay_t<decltype(rows)>::Index;
        const I *const ids = rows.row_ids;
        std::uint64_t k = begin, stop = end;
        if (ids != nullptr) {
            k = static_cast<std::uint64_t>(std::lower_bound(ids, ids + rows.stored_rows, begin) -
                                           ids);
            stop = static_cast<std::uint64_t>(std::lower_bound(ids, ids + rows.stored_rows, end) -
                                              ids);
            own.row_ids = Array::of<I>(stop - k);
            for (std::uint64_t row = k; row < stop; row++)
                own.row_ids.as<I>()[row - k] = static_cast<I>(ids[row] - begin);
        }
        own.stored_rows = stop - k;
        own.nvals = rows.row_offsets[stop] - rows.row_offsets[k];
        own.row_offsets = Array::of<O>(own.stored_rows + 1);
        for (std::uint64_t row = k; row <= stop; row++)
            own.row_offsets.as<O>()[row - k] =
                static_cast<O>(rows.row_offsets[row] - rows.row_offsets[k]);
        return std::uint64_t{rows.row_offsets[k]};
    };
    const std::uint64_t first = dispatch_widths(offsets_of(form, matrix.nrows()), slice_offsets);
    const OwnPart &part = own_part_of(form.column_indices);
    const auto index_size = static_cast<std::size_t>(form.index_width);
    if (part.own.bytes() != own.nvals * index_size ||
        part.bounds[static_cast<std::size_t>(own_rank())] != first * index_size)
        throw Error(GrB_PANIC, nobody_sends);
    own.offset_width = form.offset_width;
    own.index_width = form.index_width;
    own.is_hyper = form.is_hyper;
    own.is_jumbled = form.is_jumbled;
    own.is_iso = form.is_iso && own.nvals != 0;
    own.column_indices = part.own;
    const std::size_t size = matrix.type()->size;
    if (form.is_iso) {
        own.values = form.values;
    } else if (is_distributed(form.values)) {
        own.values = own_part_of(form.values).own;
    } else {
        own.values =
            Array::copy_of(form.values.as<unsigned char>() + first * size, own.nvals * size);
    }
    return Snapshot::of_rows(matrix.type(), end - begin, matrix.ncols(), std::move(own));
}

Ref<Snapshot> own_rows(const Snapshot &matrix) {
    const Cuts cuts = own_cuts(matrix, Axis::rows, process_group()->size);
    return (*partitioning_of(matrix, Axis::rows, cuts))[own_rank()];
}

Ref<Snapshot> rows_of(const Snapshot &matrix, int owner) {
    Group &group = *processes();
    const Cuts cuts = own_cuts(matrix, Axis::rows, group.size());
    const Ref<Snapshot> own = own_rank() == owner ? own_rows(matrix) : Ref<Snapshot>();
    SparseForm form;
    if (own) form = own->share_rows(false);
    // Numbers that the owner's part alone has.
    std::uint64_t head[4] = {form.stored_rows, form.nvals, form.is_hyper,
                             static_cast<std::uint64_t>(form.offset_width)};
    const Array told = group.broadcast(own ? Array::copy_of(head, sizeof head) : Array(), owner);
    std::memcpy(head, told.data(), sizeof head);
    const SparseForm &whole = matrix.rows_form().get();
    form.stored_rows = head[0];
    form.nvals = head[1];
    form.is_hyper = head[2] != 0;
    form.offset_width = static_cast<int>(head[3]);
    form.index_width = whole.index_width;
    form.is_iso = whole.is_iso && form.nvals != 0;
    for (Array SparseForm::*array : {&SparseForm::row_offsets, &SparseForm::column_indices})
        form.*array = group.broadcast(form.*array, owner);
    if (form.is_hyper) form.row_ids = group.broadcast(form.row_ids, owner);
    form.values = whole.is_iso ? whole.values : group.broadcast(form.values, owner);
    return Snapshot::of_rows(matrix.type(), cuts.extent(owner), matrix.ncols(), std::move(form));
}

} // namespace grb
