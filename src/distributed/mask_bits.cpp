// Makes structural masks from masks by value, on the devices that hold the values.
#include "distributed/mask_bits.hpp"

#include "base/array_ranges.hpp"
#include "distributed/partitioning.hpp"

namespace grb {

namespace {

/// Writes the bits on the host. Returns the number of bits set.
std::uint64_t true_bits(std::uint64_t *to, const DenseRange &elements) {
    const auto *const bits = elements.bits->as<std::uint64_t>();
    std::uint64_t set = 0;
    const auto mark = [&](const auto &is_true) {
        for (std::uint64_t k = 0; k < elements.count; k++) {
            const std::uint64_t p = elements.begin + k;
            const bool is_there = bits == nullptr || (bits[p / 64] >> (p % 64) & 1) != 0;
            if (!is_there || !is_true(p)) continue;
            to[k / 64] |= std::uint64_t{1} << (k % 64);
            set++;
        }
    };
    if (elements.values == nullptr) {
        mark([](std::uint64_t) { return true; });
        return set;
    }
    dispatch_type(elements.type->code, [&](auto tag) {
        using T = typename decltype(tag)::type;
        const T *const values = elements.values->as<T>();
        mark([values](std::uint64_t p) { return values[p] != T(0); });
    });
    return set;
}

DenseForm form_of(const DenseRange &elements, Device *device) {
    const std::size_t bytes = (elements.count + 63) / 64 * 8;
    constexpr bool is_set = true;
    DenseForm form;
    form.is_iso = true;
    form.values = Array::copy_of(&is_set, sizeof is_set);
    if (device == nullptr) {
        form.bits = Array::zeroed(bytes);
        form.nvals = true_bits(form.bits.as<std::uint64_t>(), elements);
        return form;
    }
    const At at(*device);
    form.bits = Array::at(*device, bytes);
    form.nvals.expect(range_functions(*device).true_bits(
        *device, static_cast<std::uint64_t *>(form.bits.data_at_for_writing(*device)), elements));
    return form;
}

} // namespace

bool is_sent_as_bits(const MaskInput &mask) noexcept {
    if (mask.is_none() || mask.snapshot->nrows() != 1) return false;
    const Snapshot &snapshot = *mask.snapshot;
    if (!is_dense(snapshot) || has_partitioning(snapshot)) return false;
    const DenseForm &form = snapshot.dense_form().get();
    const bool is_value = mask.kind == MaskKind::value;
    if (is_value ? form.is_iso || !is_real_code(snapshot.type()->code) : form.bits.empty())
        return false;
    // The array must be on one device, or on the host, as a whole: else the host would do the work
    // of devices.
    const Array &leading = is_value ? form.values : form.bits;
    const Device *const device = device_with(leading);
    return device != nullptr ? range_functions(*device).true_bits != nullptr : leading.is_on_host();
}

HostVector<MaskInput> masks_as_bits(const MaskInput &mask, const Cuts &cuts) {
    const Snapshot &whole = *mask.snapshot;
    const DenseForm &form = whole.dense_form().get();
    const Array *const values = mask.kind == MaskKind::value ? &form.values : nullptr;
    const Array &leading = values != nullptr ? *values : form.bits;
    Device *const device = device_with(leading);
    const Type *const truth = builtin_type(TypeCode::boolean);
    HostVector<MaskInput> masks(static_cast<std::size_t>(cuts.blocks()));
    for (int k = 0; k < cuts.blocks(); k++) {
        MaskInput &own = masks[static_cast<std::size_t>(k)];
        own.kind = MaskKind::structure;
        own.is_complemented = mask.is_complemented;
        const std::uint64_t count = cuts.extent(k);
        const DenseRange elements{whole.type(), &form.bits, values, cuts.begin(k), count};
        own.snapshot = count == 0 ? Snapshot::empty(truth, 1, 0)
                                  : Snapshot::of_dense(truth, 1, count, form_of(elements, device));
    }
    return masks;
}

} // namespace grb
