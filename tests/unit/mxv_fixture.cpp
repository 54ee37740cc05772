// Builds operands in a given storage and computes the expected product entry by entry.
#include "mxv_fixture.hpp"

#include <cstring>

namespace mxv_test {

using namespace grb;

namespace {

void put_index(Array &array, std::size_t k, std::uint64_t index, int width) {
    if (width == 4) {
        array.as<std::uint32_t>()[k] = static_cast<std::uint32_t>(index);
    } else {
        array.as<std::uint64_t>()[k] = index;
    }
}

SparseForm make_form(const Type *type, std::uint64_t nrows, const Entries &entries,
                     const Storage &storage) {
    SparseForm stored;
    stored.index_width = storage.index_width;
    stored.offset_width = storage.offset_width != 0 ? storage.offset_width : storage.index_width;
    stored.is_hyper = storage.is_hyper;
    stored.is_iso = storage.is_iso && !entries.empty();
    stored.nvals = entries.size();
    std::vector<std::uint64_t> rows, ends;
    for (const auto &[position, value] : entries) {
        if (rows.empty() || rows.back() != position.first) {
            rows.push_back(position.first);
            ends.push_back(ends.empty() ? 0 : ends.back());
        }
        ends.back()++;
    }
    const auto width = static_cast<std::size_t>(storage.index_width);
    stored.stored_rows = storage.is_hyper ? rows.size() : nrows;
    stored.row_offsets =
        Array((stored.stored_rows + 1) * static_cast<std::size_t>(stored.offset_width));
    put_index(stored.row_offsets, 0, 0, stored.offset_width);
    if (storage.is_hyper) {
        stored.row_ids = Array(rows.size() * width);
        for (std::size_t k = 0; k < rows.size(); k++) {
            put_index(stored.row_ids, k, rows[k], storage.index_width);
            put_index(stored.row_offsets, k + 1, ends[k], stored.offset_width);
        }
    } else {
        std::size_t next = 0;
        for (std::uint64_t row = 0; row < nrows; row++) {
            if (next < rows.size() && rows[next] == row) next++;
            put_index(stored.row_offsets, row + 1, next == 0 ? 0 : ends[next - 1],
                      stored.offset_width);
        }
    }
    stored.column_indices = Array(entries.size() * width);
    stored.values = Array((stored.is_iso ? 1 : entries.size()) * type->size);
    std::size_t k = 0;
    for (const auto &[position, value] : entries) {
        put_index(stored.column_indices, k, position.second, storage.index_width);
        if (k == 0 || !stored.is_iso) {
            std::memcpy(stored.values.as<unsigned char>() + k * type->size, value.data(),
                        type->size);
        }
        k++;
    }
    return stored;
}

bool mask_allows(const MaskInput &mask, std::uint64_t i, const Entries &entries) {
    if (mask.is_none()) return true;
    const auto found = entries.find({0, i});
    const bool is_true_there =
        found != entries.end() &&
        (mask.kind == MaskKind::structure || is_true(found->second.data(), mask.snapshot->type()));
    return is_true_there != mask.is_complemented;
}

} // namespace

Ref<Snapshot> make_matrix(const Type *type, std::uint64_t nrows, std::uint64_t ncols,
                          const Entries &entries, const Storage &storage) {
    return Snapshot::of_rows(type, nrows, ncols, make_form(type, nrows, entries, storage));
}

Ref<Snapshot> make_vector(const Type *type, std::uint64_t size, const Entries &entries,
                          VectorForm form, const Storage &storage) {
    if (form == VectorForm::sparse) {
        Storage plain = storage;
        plain.is_hyper = false;
        return Snapshot::of_rows(type, 1, size, make_form(type, 1, entries, plain));
    }
    DenseForm stored;
    stored.nvals = entries.size();
    stored.is_iso = storage.is_iso && !entries.empty();
    if (entries.size() != size) stored.bits = Array::zeroed((size + 63) / 64 * 8);
    stored.values = Array::zeroed((stored.is_iso ? 1 : size) * type->size);
    for (const auto &[position, value] : entries) {
        const std::uint64_t i = position.second;
        if (!stored.bits.empty())
            stored.bits.as<std::uint64_t>()[i / 64] |= std::uint64_t{1} << (i % 64);
        std::memcpy(stored.values.as<unsigned char>() + (stored.is_iso ? 0 : i * type->size),
                    value.data(), type->size);
    }
    return Snapshot::of_dense(type, 1, size, std::move(stored));
}

Entries entries_of(const Snapshot &snapshot) {
    Entries entries;
    const std::size_t size = snapshot.type()->size;
    if (snapshot.has_dense()) {
        const DenseView view = snapshot.dense();
        for (std::uint64_t p = 0; p < view.nrows * view.ncols; p++) {
            if (view.has(p))
                entries[{p / view.ncols, p % view.ncols}] =
                    Bytes(view.value(p), view.value(p) + size);
        }
        return entries;
    }
    dispatch_widths(snapshot.rows(), [&](const auto &rows) {
        for (std::uint64_t k = 0; k < rows.stored_rows; k++) {
            for (std::uint64_t p = rows.row_offsets[k]; p < rows.row_offsets[k + 1]; p++) {
                entries[{rows.row_id(k), rows.column_indices[p]}] =
                    Bytes(rows.value(p), rows.value(p) + size);
            }
        }
    });
    return entries;
}

Bytes small_value(const Type *type, int number) {
    Bytes bytes(type->size);
    const std::int32_t value = number;
    cast_values(bytes.data(), type, &value, builtin_type(TypeCode::int32), 1);
    return bytes;
}

OwnedSemiring::OwnedSemiring(BinaryCode add, BinaryCode multiply, TypeCode type) {
    monoid.header.magic = Magic::monoid;
    semiring.header.magic = Magic::semiring;
    semiring.multiply = find_binary_op(multiply, type);
    monoid.op = find_binary_op(add, semiring.multiply->ztype->code);
    monoid.name = semiring.name = "";
    semiring.add = &monoid;
}

Entries expected_product(const MxvProblem &problem) {
    const Entries A = entries_of(*problem.A), u = entries_of(*problem.u);
    const Entries mask = problem.mask.is_none() ? Entries{} : entries_of(*problem.mask.snapshot);
    const Type *type = problem.result_type();
    const BinaryOp &add = *problem.semiring->add->op;
    const BoundBinary multiply(problem.semiring->multiply, type, problem.A->type(),
                               problem.u->type(), problem.is_flipped);
    Entries result;
    for (const auto &[position, a] : A) {
        const std::uint64_t i = problem.is_transposed ? position.second : position.first;
        const std::uint64_t j = problem.is_transposed ? position.first : position.second;
        const auto x = u.find({0, j});
        if (x == u.end() || !mask_allows(problem.mask, i, mask)) continue;
        Bytes product(type->size);
        multiply(product.data(), a.data(), x->second.data(), 1);
        const auto [sum, is_new] = result.try_emplace({0, i}, product);
        if (!is_new) add.reduce(&add, sum->second.data(), product.data(), 1);
    }
    return result;
}

} // namespace mxv_test
