// Names, arrays and sizes of operands for the plugin.
#include "cuda/library/operands.hpp"

#include "base/device_memory.hpp"
#include "costs/device_rates.hpp"
#include "cuda/library/missing.hpp"
#include "cuda/structure/structure_calls.h"
#include "cuda/structure/variants/convert.hpp"
#include "cuda/structure/variants/formats.hpp"
#include "cuda/structure/variants/transpose.hpp"
#include "dispatch/compare.hpp"
#include "dispatch/context.hpp"

#include <cstring>

namespace grb::device {

const char *cpp_type_name(const Type *type) {
    if (!is_builtin(type)) return user_name(*type);
#define GRB_NAME(code, P, SUFFIX, c_type, T, ...) , #T
    static constexpr const char *names[] = {nullptr GRB_BUILTIN_TYPES(GRB_NAME)};
#undef GRB_NAME
    return names[static_cast<int>(type->code)];
}

namespace {

template <class Code>
const char *functor_of(Code code) {
    const char *name = functor_name(code);
    if (name == nullptr) throw Failure(Status::unsupported);
    return name;
}

} // namespace

BinaryName name_of(const BinaryOp &op) {
    if (op.code == BinaryCode::user) return {user_name(op), cpp_type_name(op.xtype)};
    // For ANY, min is correct: the smaller of two values is one of them.
    if (op.code == BinaryCode::any && is_real_code(op.xtype->code))
        return {op.xtype->code == TypeCode::boolean ? "Lor" : "Min", cpp_type_name(op.xtype)};
    return {functor_of(op.code), cpp_type_name(op.xtype)};
}

BinaryName name_of(const UnaryOp &op) {
    if (op.code == UnaryCode::user) return {user_name(op), cpp_type_name(op.xtype)};
    return {functor_of(op.code), cpp_type_name(op.xtype)};
}

BinaryName name_of(const IndexUnaryOp &op) {
    if (op.code == IndexUnaryCode::user) return {user_name(op), cpp_type_name(op.xtype)};
    static constexpr const char *functors[] = {
        nullptr, "RowIndex", "ColIndex", "DiagIndex", "Tril", "Triu", "Diag", "Offdiag", "Colle",
        "Colgt", "Rowle",    "Rowgt",    "Eq",        "Ne",   "Lt",   "Le",   "Gt",      "Ge"};
    const bool is_test = op.code >= IndexUnaryCode::tril && op.code <= IndexUnaryCode::rowgt;
    return {functors[static_cast<int>(op.code)], is_test ? nullptr : cpp_type_name(op.ttype)};
}

bool has_identity(const BinaryOp &op) noexcept {
    if (!is_real_code(op.xtype->code)) return false;
    switch (op.code) {
    case BinaryCode::plus:
    case BinaryCode::times:
    case BinaryCode::min:
    case BinaryCode::max:
    case BinaryCode::lxnor:
    case BinaryCode::bor:
    case BinaryCode::band:
    case BinaryCode::bxor:
    case BinaryCode::bxnor:
    case BinaryCode::any:
        return true;
    case BinaryCode::lor:
    case BinaryCode::land:
    case BinaryCode::lxor:
    case BinaryCode::eq:
    case BinaryCode::ne:
        return op.xtype->code == TypeCode::boolean;
    default:
        return false;
    }
}

namespace {

bool is_on_device_as_dense(const Snapshot &snapshot) noexcept {
    return sparse_form(snapshot) == nullptr && refusal_of(snapshot.type()) == nullptr &&
           snapshot.nvals() != 0 && !snapshot.is_on_host();
}

} // namespace

SparseArrays sparse_arrays(const Snapshot &snapshot, bool transposed) {
    if (!transposed && !snapshot.rows_form().is_present() && is_on_device_as_dense(snapshot)) {
        const_cast<Snapshot &>(snapshot).rows_form().get_or_make(
            [&snapshot] { return listed(snapshot); });
    }
    const SparseForm &form = snapshot.sparse_form(transposed);
    const std::uint64_t rows = transposed ? snapshot.ncols() : snapshot.nrows();
    return {{form.is_hyper ? form.stored_rows : rows,
             transposed ? snapshot.nrows() : snapshot.ncols(), form.nvals,
             form.row_offsets.data_here(), form.column_indices.data_here(),
             form.values.data_here()},
            form.offset_width,
            form.index_width,
            cpp_type_name(snapshot.type()),
            form.is_iso};
}

const char *refuses_widths(const Snapshot &A, bool transposed) noexcept {
    const LazyForm<SparseForm> &own = A.vectors_form(transposed);
    // A form made from another form has its widths.
    const SparseForm *form = own.is_present() ? &own.get() : sparse_form(A);
    return form != nullptr && form->offset_width != form->index_width
               ? "offsets and indices of different widths"
               : nullptr;
}

SparseArrays pattern_arrays(const SparseForm &form, std::uint64_t nrows, std::uint64_t ncols) {
    return {{nrows, ncols, form.nvals, form.row_offsets.data_here(),
             form.column_indices.data_here(), nullptr},
            form.offset_width,
            form.index_width,
            nullptr,
            form.is_iso};
}

DenseArrays dense_arrays(const Snapshot &snapshot) {
    return dense_arrays(snapshot, dense_operand_form(snapshot));
}

DenseArrays dense_arrays(const Snapshot &snapshot, const DenseForm &form) {
    return {element_count(snapshot.nrows(), snapshot.ncols()),
            static_cast<const std::uint64_t *>(form.bits.data_here()), form.values.data_here(),
            cpp_type_name(snapshot.type()), form.is_iso};
}

MaskBits mask_bits(const MaskInput &mask, std::uint64_t elements, Array &owned) {
    if (mask.is_none()) return {{nullptr, ~std::uint64_t{0}}, nullptr, nullptr};
    const std::uint64_t flip = mask.is_complemented ? ~std::uint64_t{0} : 0;
    const Snapshot &snapshot = *mask.snapshot;
    const bool is_structural = mask.kind == MaskKind::structure;
    MaskBitsCall call{};
    call.is_structural = is_structural;
    call.elements = elements;
    SparseArrays sparse;
    DenseArrays dense;
    if (snapshot.has_dense()) {
        dense = dense_arrays(snapshot);
        if (is_structural && dense.bits != nullptr) {
            owned = snapshot.dense_form().get().bits;
            return {{dense.bits, flip}, nullptr, nullptr};
        }
        if (is_structural) return {{nullptr, ~flip}, nullptr, nullptr};
        call.dense = &dense;
    } else {
        sparse = sparse_arrays(snapshot, false);
        call.sparse = &sparse;
    }
    owned = Array::make_here((elements + 63) / 64 * 8);
    call.bits = static_cast<std::uint64_t *>(owned.data_here_for_writing());
    check(gpu::mask_bits(&call));
    return {{call.bits, flip}, nullptr, nullptr};
}

bool mask_values(const MaskInput &mask, MaskBits *bits) {
    if (mask.kind != MaskKind::value || !mask.snapshot->has_dense()) return false;
    const DenseForm &form = mask.snapshot->dense_form().get();
    if (!form.bits.empty() || form.is_iso || !form.values.is_here()) return false;
    if (!is_builtin(mask.snapshot->type())) return false;
    const char *type = cpp_type_name(mask.snapshot->type());
    *bits = {
        {nullptr, mask.is_complemented ? ~std::uint64_t{0} : 0}, form.values.data_here(), type};
    return true;
}

double missing_bytes(const Snapshot &snapshot, bool wants_sparse, bool transposed) noexcept {
    if (!wants_sparse) {
        if (!snapshot.has_dense() && snapshot.nrows() == 1) return missing_dense_bytes(snapshot);
        if (!snapshot.has_dense())
            return static_cast<double>(snapshot.nrows()) * static_cast<double>(snapshot.ncols()) *
                   static_cast<double>(snapshot.type()->size);
        const DenseForm &form = snapshot.dense_form().get();
        return missing(form.bits) + missing(form.values);
    }
    const LazyForm<SparseForm> &lazy = snapshot.vectors_form(transposed);
    if (!lazy.is_present()) {
        return can_transpose_there(snapshot, transposed)
                   ? transposition_seconds(snapshot) * rates().upload_bytes
                   : static_cast<double>(snapshot.bytes());
    }
    const SparseForm &form = lazy.get();
    return missing(form.row_offsets) + missing(form.column_indices) + missing(form.values);
}

double bytes_to_hold(const Snapshot &A, bool transposed) noexcept {
    const LazyForm<SparseForm> &lazy = A.vectors_form(transposed);
    if (!lazy.is_present()) return missing_bytes(A, true, transposed);
    const SparseForm &form = lazy.get();
    const auto held = [](const Array &array) {
        return array.is_on_host() ? static_cast<double>(array.bytes()) : missing(array);
    };
    return held(form.row_offsets) + held(form.column_indices) + held(form.values);
}

void avoid_overflow(Cost &cost, double bytes) noexcept {
    const Device *const device = here();
    if (device != nullptr && bytes > room_at(*device) && cost.seconds < host_penalty)
        cost.seconds += host_penalty;
}

void add_missing_operand(Cost &cost, const Snapshot &A, bool transposed) noexcept {
    const double missing = missing_bytes(A, true, transposed);
    if (missing == 0) return;
    avoid_overflow(cost, missing);
    cost.missing_seconds = missing / rates().upload_bytes;
    cost.missing_in = &A;
    cost.missing_item = SnapshotItem::device;
}

const char *refuses_device(Operation operation, double bytes) noexcept {
    if (mode() == Mode::off) return "GPU switched off";
    const char *forced = context().has_rules() ? context().forced(operation) : nullptr;
    const bool is_forced = forced != nullptr && std::strncmp(forced, "cuda/", 5) == 0;
    if (!is_forced && mode() != Mode::always && !is_worth_opening(bytes))
        return "too small for a GPU so far";
    return absence_so_far();
}

} // namespace grb::device
