// Updates the bits and values of a dense form in place.
#include "storage/dense_update.hpp"

#include "storage/convert.hpp"

namespace grb {

namespace {

/// Reads an array: a copy on the device stays.
const void *read(const Array &array) {
    return array.data();
}

} // namespace

void prepare_update(DensePart &part, const Type *type, std::uint64_t cells, const void *value,
                    bool has_removals) {
    Array bits, values; // replacements; empty: the old array will do
    if (part.bits.empty()) {
        if (has_removals) bits = all_bits(cells);
    } else if (!part.bits.is_unique()) {
        bits = Array::copy_of(read(part.bits), part.bits.bytes());
    }
    const bool must_expand =
        value != nullptr && part.is_iso && std::memcmp(read(part.values), value, type->size) != 0;
    if (must_expand) {
        values = expand_values(read(part.values), type, true, cells, type);
    } else if (value != nullptr && !part.is_iso && !part.values.is_unique()) {
        values = Array::copy_of(read(part.values), part.values.bytes());
    }
    if (!bits.empty()) part.bits = std::move(bits);
    if (!values.empty()) part.values = std::move(values);
    part.is_iso = part.is_iso && !must_expand;
    // Fetches the arrays that the update writes: the update itself must not fail.
    part.bits.data();
    if (value != nullptr && !part.is_iso) part.values.data();
}

void prepare_update(DensePart &part, const Type *type, std::uint64_t cells,
                    const PendingUpdates &pending) {
    bool has_removals = false;
    const void *value = nullptr;
    for (std::size_t k = 0; k < pending.size(); k++) {
        has_removals |= pending[k].is_removal;
        if (pending[k].is_removal) continue;
        const void *candidate = pending.value_of(pending[k]);
        const bool equals_iso =
            part.is_iso && std::memcmp(read(part.values), candidate, type->size) == 0;
        if (value == nullptr || !equals_iso) value = candidate;
    }
    prepare_update(part, type, cells, value, has_removals);
}

void apply_updates(DensePart &part, const Type *type, std::uint64_t ncols,
                   const PendingUpdates &pending) noexcept {
    for (std::size_t k = 0; k < pending.size(); k++) {
        const PendingUpdates::Update &update = pending[k];
        const std::uint64_t cell = update.row * ncols + update.column;
        if (update.is_removal) {
            remove_cell(part, cell);
        } else {
            set_cell(part, type, cell, pending.value_of(update));
        }
    }
}

double expected_spread(const Snapshot &snapshot) noexcept {
    constexpr double a_lot = 16e3;
    if (!is_dense(snapshot) || !snapshot.is_iso()) return 0;
    const double bytes = static_cast<double>(cell_count(snapshot.nrows(), snapshot.ncols())) *
                         static_cast<double>(snapshot.type()->size);
    return bytes < a_lot ? 0 : bytes;
}

bool set_cell(DensePart &part, const Type *type, std::uint64_t cell, const void *value) noexcept {
    if (!part.is_iso)
        std::memcpy(part.values.as<unsigned char>() + cell * type->size, value, type->size);
    if (part.bits.empty()) return false;
    std::uint64_t &word = part.bits.as<std::uint64_t>()[cell / 64];
    const std::uint64_t bit = std::uint64_t{1} << (cell % 64);
    if ((word & bit) != 0) return false;
    word |= bit;
    part.nvals++;
    return true;
}

bool remove_cell(DensePart &part, std::uint64_t cell) noexcept {
    std::uint64_t &word = part.bits.as<std::uint64_t>()[cell / 64];
    const std::uint64_t bit = std::uint64_t{1} << (cell % 64);
    if ((word & bit) == 0) return false;
    word &= ~bit;
    part.nvals--;
    return true;
}

} // namespace grb
