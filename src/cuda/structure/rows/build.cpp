#include "cuda/structure/rows/build.hpp"

#include "cuda/structure/rows/convert.hpp"
#include "cuda/structure/structure_calls.h"
#include "storage/build.hpp"
#include "storage/convert.hpp"

namespace grb::device {

namespace {

constexpr std::uint64_t most_tuples = (std::uint64_t{1} << 32) - 1; // positions take 32 bits

/// A GPU is in use, and so many bytes are worth its time or some are there already.
bool is_wanted(double bytes, bool is_there) noexcept {
    if (mode() == Mode::always) return can_open();
    return is_open() && (is_there || bytes >= smallest_for_opening);
}

/// True when the terms of dup may come in any order, to the bit.
bool is_reorderable(const BinaryOp &dup) noexcept {
    const bool is_floating = dup.xtype->code == TypeCode::fp32 || dup.xtype->code == TypeCode::fp64;
    const bool rounds = dup.code == BinaryCode::plus || dup.code == BinaryCode::times;
    return has_identity(dup) && !(is_floating && rounds);
}

/// Tuples on the device.
struct Tuples {
    std::uint64_t count = 0;
    Array rows, columns, values; // rows empty: all in row 0
    const Type *value_type = nullptr;
    bool is_uniform = false;
    Array iso_value; // in the result's type, if is_uniform
};

/// The sorted way.
class Build {
public:
    Build(const Type *type, std::uint64_t nrows, std::uint64_t ncols, const Tuples &tuples,
          const BinaryOp *duplicate)
        : type_(type), nrows_(nrows), ncols_(ncols), tuples_(tuples), duplicate_(duplicate),
          keeps_iso_(tuples.is_uniform && (duplicate == nullptr || keeps_equal_values(duplicate))) {
    }

    Ref<Snapshot> run() {
        bool is_refused = false;
        BuildCall call{};
        call.count = tuples_.count;
        call.nrows = nrows_;
        call.ncols = ncols_;
        call.rows = tuples_.rows.data_here();
        call.columns = tuples_.columns.data_here();
        call.row_width = call.column_width = 8;
        call.values = tuples_.values.data_here();
        call.type = type_name(tuples_.value_type);
        call.value_size = static_cast<int>(tuples_.value_type->size);
        call.is_iso = tuples_.is_uniform;
        if (duplicate_ != nullptr) {
            call.dup = name_of(*duplicate_);
            call.is_reorderable = is_reorderable(*duplicate_);
        }
        part_.index_width = call.index_width = index_width_for(nrows_, ncols_);
        part_.offset_width = call.offset_width = offset_width_for(call.index_width, call.count);
        call.reserve = &Build::reserve;
        call.reserve_context = this;
        call.is_refused = &is_refused;
        check(gpu::build(&call));
        return is_refused ? nullptr : finish();
    }

private:
    const Type *between() const noexcept {
        return duplicate_ != nullptr ? duplicate_->ztype : tuples_.value_type;
    }

    static Status reserve(void *context, std::uint64_t nvals, void **offsets, void **indices,
                          void **values) {
        return status_of(
            [&] { static_cast<Build *>(context)->allocate(nvals, offsets, indices, values); });
    }

    void allocate(std::uint64_t nvals, void **offsets, void **indices, void **values) {
        allocate_rows(part_, nrows_, nvals, offsets, indices);
        part_.is_iso = keeps_iso_ || (tuples_.is_uniform && nvals == tuples_.count);
        if (part_.is_iso) return;
        part_.values = Array::make_here(nvals * between()->size);
        *values = part_.values.data_here_for_writing();
    }

    Ref<Snapshot> finish() {
        if (part_.is_iso) {
            part_.values = tuples_.iso_value;
            return Snapshot::of_rows(type_, nrows_, ncols_, std::move(part_));
        }
        return device::casted(Snapshot::of_rows(between(), nrows_, ncols_, std::move(part_)),
                              type_);
    }

    const Type *type_;
    std::uint64_t nrows_, ncols_;
    const Tuples &tuples_;
    const BinaryOp *duplicate_;
    bool keeps_iso_;
    SparsePart part_;
};

bool can_combine(const Type *type, const BinaryOp *duplicate) noexcept {
    return refusal_of(type) == nullptr &&
           (duplicate == nullptr || refusal_of(*duplicate) == nullptr);
}

/// Without sorting: into cells, when they are not many more than the tuples.
bool can_scatter(std::uint64_t size, std::uint64_t count, const BinaryOp *duplicate) noexcept {
    return size <= largest_dense && size / 16 <= count + 4096 &&
           (duplicate == nullptr || is_reorderable(*duplicate));
}

Ref<Snapshot> scattered(std::uint64_t size, const EntryValues &I, const Type *index_type,
                        const EntryValues &X, const Type *type, const BinaryOp *duplicate) {
    const Type *const result_type = duplicate != nullptr ? duplicate->ztype : type;
    DensePart part;
    part.is_iso = X.is_iso && (duplicate == nullptr || keeps_equal_values(duplicate));
    part.bits = Array::make_here((size + 63) / 64 * 8);
    bool is_refused = false;
    BuildCellsCall call{};
    call.count = I.count;
    call.cells = size;
    call.indices = I.values.data_here();
    call.index_type = type_name(index_type);
    call.has_one_index = I.is_iso;
    call.tuple_values = X.values.data_here();
    call.type = type_name(type);
    call.value_size = static_cast<int>(type->size);
    call.is_iso = X.is_iso;
    if (duplicate != nullptr) call.dup = name_of(*duplicate);
    if (part.is_iso) {
        part.values = cast_through(result_type, nullptr, X.values.data(), type);
    } else {
        part.values = Array::make_here((size * result_type->size + 3) / 4 * 4);
        call.values = part.values.data_here_for_writing();
    }
    call.bits = static_cast<std::uint64_t *>(part.bits.data_here_for_writing());
    std::uint64_t nvals = 0;
    call.nvals = &nvals;
    call.is_refused = &is_refused;
    check(gpu::build_cells(&call));
    if (is_refused) return nullptr;
    part.nvals = nvals;
    if (part.nvals == size) part.bits = Array();
    return Snapshot::of_dense(result_type, 1, size, std::move(part));
}

} // namespace

Ref<Snapshot> built(const Type *type, std::uint64_t nrows, std::uint64_t ncols,
                    const std::uint64_t *rows, const std::uint64_t *columns, const void *X,
                    const Type *value_type, bool is_uniform, const Array &iso_value,
                    std::uint64_t n, const BinaryOp *duplicate) {
    const std::size_t index_bytes = n * sizeof(std::uint64_t);
    if (n > most_tuples || should_be_hyper(nrows, n) || refusal_of(type) != nullptr ||
        !can_combine(value_type, duplicate) ||
        !is_wanted(static_cast<double>(n) * static_cast<double>(16 + value_type->size), false)) {
        return nullptr;
    }
    try {
        Tuples tuples;
        tuples.count = n;
        // A vector's positions are its columns.
        const bool is_vector = columns == nullptr;
        if (!is_vector) tuples.rows = uploaded(rows, index_bytes);
        tuples.columns = uploaded(is_vector ? rows : columns, index_bytes);
        tuples.values = uploaded(X, (is_uniform ? 1 : n) * value_type->size);
        tuples.value_type = value_type;
        tuples.is_uniform = is_uniform;
        tuples.iso_value = iso_value;
        return Build(type, nrows, ncols, tuples, duplicate).run();
    } catch (const Failure &) {
        return nullptr;
    }
}

Ref<Snapshot> built(std::uint64_t size, const Snapshot &I, const Snapshot &X,
                    const BinaryOp *duplicate) {
    const std::uint64_t n = I.nvals();
    const double bytes =
        static_cast<double>(n) * static_cast<double>(I.type()->size + X.type()->size);
    const bool is_there = !I.is_on_host() || !X.is_on_host();
    if (n == 0 || n > most_tuples || !can_combine(X.type(), duplicate) ||
        !is_wanted(bytes, is_there)) {
        return nullptr;
    }
    try {
        const EntryValues indices = entry_values(I), values = entry_values(X);
        if (can_scatter(size, n, duplicate))
            return scattered(size, indices, I.type(), values, X.type(), duplicate);
        const Type *const wide = builtin_type(TypeCode::uint64);
        Tuples tuples;
        tuples.count = n;
        tuples.columns = I.type() == wide && !indices.is_iso
                             ? indices.values
                             : cast_array(indices.values, indices.is_iso, {}, n, I.type(), wide);
        tuples.values = values.values;
        tuples.value_type = X.type();
        tuples.is_uniform = values.is_iso;
        const Type *const result_type = duplicate != nullptr ? duplicate->ztype : X.type();
        if (values.is_iso)
            tuples.iso_value = cast_through(result_type, nullptr, values.values.data(), X.type());
        return Build(result_type, 1, size, tuples, duplicate).run();
    } catch (const Failure &) {
        return nullptr;
    }
}

} // namespace grb::device
