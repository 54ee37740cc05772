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

void prepare_update(DenseForm &form, const Type *type, std::uint64_t elements, const void *value,
                    bool has_removals) {
    Array bits, values; // replacements; empty: the old array will do
    if (form.bits.empty()) {
        if (has_removals) bits = all_bits(elements);
    } else if (!form.bits.is_unique()) {
        bits = Array::copy_of(read(form.bits), form.bits.bytes());
    }
    const bool must_expand =
        value != nullptr && form.is_iso && std::memcmp(read(form.values), value, type->size) != 0;
    if (must_expand) {
        values = expand_values(read(form.values), type, true, elements, type);
    } else if (value != nullptr && !form.is_iso && !form.values.is_unique()) {
        values = Array::copy_of(read(form.values), form.values.bytes());
    }
    if (!bits.empty()) form.bits = std::move(bits);
    if (!values.empty()) form.values = std::move(values);
    form.is_iso = form.is_iso && !must_expand;
    // Fetches the arrays that the update writes: the update itself must not fail.
    form.bits.data();
    if (value != nullptr && !form.is_iso) form.values.data();
}

void prepare_update(DenseForm &form, const Type *type, std::uint64_t elements,
                    const PendingUpdates &pending) {
    bool has_removals = false;
    const void *value = nullptr;
    for (std::size_t k = 0; k < pending.size(); k++) {
        has_removals |= pending[k].is_removal;
        if (pending[k].is_removal) continue;
        const void *candidate = pending.value_of(pending[k]);
        const bool equals_iso =
            form.is_iso && std::memcmp(read(form.values), candidate, type->size) == 0;
        if (value == nullptr || !equals_iso) value = candidate;
    }
    prepare_update(form, type, elements, value, has_removals);
}

void apply_updates(DenseForm &form, const Type *type, std::uint64_t ncols,
                   const PendingUpdates &pending) noexcept {
    for (std::size_t k = 0; k < pending.size(); k++) {
        const PendingUpdates::Update &update = pending[k];
        const std::uint64_t element = update.row * ncols + update.column;
        if (update.is_removal) {
            remove_dense_element(form, element);
        } else {
            set_dense_element(form, type, element, pending.value_of(update));
        }
    }
}

double expected_expansion(const Snapshot &snapshot) noexcept {
    constexpr double a_lot = 16e3;
    if (!is_dense(snapshot) || !snapshot.is_iso()) return 0;
    const double bytes = static_cast<double>(element_count(snapshot.nrows(), snapshot.ncols())) *
                         static_cast<double>(snapshot.type()->size);
    return bytes < a_lot ? 0 : bytes;
}

bool set_dense_element(DenseForm &form, const Type *type, std::uint64_t element,
                       const void *value) noexcept {
    if (!form.is_iso)
        std::memcpy(form.values.as<unsigned char>() + element * type->size, value, type->size);
    if (form.bits.empty()) return false;
    std::uint64_t &word = form.bits.as<std::uint64_t>()[element / 64];
    const std::uint64_t bit = std::uint64_t{1} << (element % 64);
    if ((word & bit) != 0) return false;
    word |= bit;
    form.nvals++;
    return true;
}

bool remove_dense_element(DenseForm &form, std::uint64_t element) noexcept {
    std::uint64_t &word = form.bits.as<std::uint64_t>()[element / 64];
    const std::uint64_t bit = std::uint64_t{1} << (element % 64);
    if ((word & bit) == 0) return false;
    word &= ~bit;
    form.nvals--;
    return true;
}

} // namespace grb
