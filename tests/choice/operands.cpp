// Makes operands in each form and moves them to the device.
#include "choice/operands.hpp"

#include "storage/build.hpp"
#include "storage/convert.hpp"

#include <cstring>
#include <stdexcept>

namespace choice_test {

using namespace grb;

namespace {

void send(Array &array, Device &device) {
    if (array.bytes() == 0) return;
    Array there = Array::at(device, array.bytes());
    std::memcpy(there.data_at_for_writing(device), std::as_const(array).data(), array.bytes());
    array = std::move(there);
}

/// Moves a snapshot to the device and leaves nothing on the host.
Ref<Snapshot> sent(Ref<Snapshot> snapshot, Device &device) {
    for (LazyForm<SparseForm> *form :
         {&snapshot->rows_form(), &snapshot->jumbled_rows_form(), &snapshot->columns_form()}) {
        if (!form->is_present()) continue;
        SparseForm &own = form->get();
        for (Array *array : {&own.row_offsets, &own.column_indices, &own.row_ids, &own.values})
            send(*array, device);
    }
    if (snapshot->dense_form().is_present()) {
        send(snapshot->dense_form().get().bits, device);
        send(snapshot->dense_form().get().values, device);
    }
    if (snapshot->balanced_form().is_present()) {
        BalancedForm &own = snapshot->balanced_form().get();
        for (Array *array : {&own.counts, &own.column_indices, &own.values}) send(*array, device);
    }
    return snapshot;
}

/// Makes up to six entries a row, with a longer first row.
Ref<Snapshot> listed(const Type *type, std::uint64_t m, std::uint64_t n, bool is_iso = false) {
    std::vector<std::uint64_t> rows, columns;
    for (std::uint64_t i = 0; i < m; i++) {
        const std::uint64_t length = i == 0 ? (n + 1) / 2 : std::min<std::uint64_t>(n, 6);
        for (std::uint64_t k = 0; k < length; k++) {
            rows.push_back(i);
            columns.push_back((k * (n / length) + i) % n);
        }
    }
    std::vector<double> values(rows.size(), 1);
    for (std::size_t k = 1; k < values.size() && !is_iso; k++)
        values[k] = static_cast<double>(k % 2);
    if (type->code != TypeCode::user) {
        const Ref<Snapshot> made =
            build_snapshot(type, m, n, rows.data(), columns.data(), values.data(),
                           is_iso ? type : builtin_type(TypeCode::fp64), is_iso, rows.size(),
                           find_binary_op(BinaryCode::second, type->code));
        return converted(*made, Format::sparse);
    }
    std::vector<unsigned char> bytes(rows.size() * type->size);
    for (std::size_t k = 0; k < bytes.size(); k++) bytes[k] = static_cast<unsigned char>(k);
    const Ref<Snapshot> made = build_snapshot(type, m, n, rows.data(), columns.data(), bytes.data(),
                                              type, false, rows.size(), nullptr);
    return converted(*made, Format::sparse);
}

Ref<Snapshot> filled(const Type *type, std::uint64_t m, std::uint64_t n, bool is_iso) {
    DenseForm form;
    form.nvals = m * n;
    form.is_iso = is_iso;
    form.values = Array::zeroed((is_iso ? 1 : m * n) * type->size);
    return Snapshot::of_dense(type, m, n, std::move(form));
}

/// Makes a bitmap with three of four bits, whose count the device has not delivered yet.
Ref<Snapshot> counted(const Type *type, std::uint64_t m, std::uint64_t n) {
    DenseForm form;
    form.values = Array::zeroed(m * n * type->size);
    form.bits = Array((m * n + 63) / 64 * 8);
    std::memset(form.bits.data(), 0x77, form.bits.bytes());
    form.nvals = 0;
    form.nvals.expect(1);
    return Snapshot::of_dense(type, m, n, std::move(form));
}

Ref<Snapshot> unsorted(const Type *type, std::uint64_t m, std::uint64_t n) {
    const Ref<Snapshot> rows = listed(type, m, n);
    SparseForm form = rows->rows_form().get();
    form.is_jumbled = true;
    return Snapshot::of_rows(type, m, n, std::move(form));
}

Ref<Snapshot> by_column(const Type *type, std::uint64_t m, std::uint64_t n) {
    const Ref<Snapshot> rows = listed(type, m, n);
    rows->columns();
    return Snapshot::of_columns(type, m, n, SparseForm(rows->columns_form().get()));
}

/// Makes both orientations, with known row lengths.
Ref<Snapshot> known(const Type *type, std::uint64_t m, std::uint64_t n) {
    Ref<Snapshot> rows = listed(type, m, n);
    rows->columns();
    rows->statistics();
    rows->column_statistics();
    return rows;
}

} // namespace

std::vector<Operand> forms_away(const Type *type, std::uint64_t m, std::uint64_t n, Device &device,
                                bool is_small) {
    const At at(device);
    std::vector<Operand> forms;
    const auto add = [&](const char *name, Ref<Snapshot> snapshot) {
        forms.push_back({name, sent(std::move(snapshot), device)});
    };
    add("rows", listed(type, m, n));
    add("counted", counted(type, m, n));
    add("full", filled(type, m, n, false));
    if (is_small) return forms;
    add("known", known(type, m, n));
    add("columns", by_column(type, m, n));
    add("jumbled", unsorted(type, m, n));
    add("hyper", converted(*listed(type, m, n), Format::hypersparse));
    add("bitmap", converted(*listed(type, m, n), Format::bitmap));
    add("one value", filled(type, m, n, true));
    add("empty", Snapshot::empty(type, m, n));
    if (type->code == TypeCode::user) return forms;
    add("iso rows", listed(type, m, n, true));
    if (m > 1) add("balanced", converted(*listed(type, m, n), Format::balanced));
    return forms;
}

Ref<Snapshot> scattered_away(const Type *type, std::uint64_t m, std::uint64_t n, Device &device) {
    const At at(device);
    constexpr std::uint64_t count = 50;
    std::vector<std::uint64_t> rows(count), columns(count);
    std::vector<double> values(count);
    for (std::uint64_t k = 0; k < count; k++) {
        rows[k] = m / count * k;
        columns[k] = n / count * k;
        values[k] = static_cast<double>(k);
    }
    return sent(build_snapshot(type, m, n, rows.data(), columns.data(), values.data(),
                               builtin_type(TypeCode::fp64), false, count, nullptr),
                device);
}

Ref<Snapshot> away(const Type *type, std::uint64_t m, std::uint64_t n, Device &device,
                   const char *form) {
    for (Operand &one : forms_away(type, m, n, device))
        if (one.name == form) return one.snapshot;
    throw std::invalid_argument(form);
}

} // namespace choice_test
