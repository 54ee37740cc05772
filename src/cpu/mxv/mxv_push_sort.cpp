// Pushes a matrix-vector product by sorting its products by destination.
#include "base/parallel.hpp"
#include "cpu/common/mask_cursor.hpp"
#include "cpu/mxv/mxv_cost.hpp"
#include "cpu/mxv/mxv_products.hpp"
#include "cpu/mxv/mxv_pull.hpp"
#include "cpu/mxv/mxv_push.hpp"
#include "storage/convert.hpp"
#include "storage/tuple_sort.hpp"

#include <bit>

namespace grb {

namespace {

/// Key of product k of `entries`, which sorts by destination, then by k.
struct PackedKeys {
    using Key = PackedTuple;
    int position_bits;
    explicit PackedKeys(std::uint64_t entries)
        : position_bits(static_cast<int>(std::bit_width(entries))) {}
    int low() const noexcept { return position_bits; }
    Key make(std::uint64_t destination, std::uint64_t k) const noexcept {
        return {destination << position_bits | k};
    }
    std::uint64_t destination(const Key &key) const noexcept { return key.word >> position_bits; }
    std::uint64_t position(const Key &key) const noexcept {
        return key.word & ((std::uint64_t{1} << position_bits) - 1);
    }
};
/// Keys for destinations and positions that do not fit one word together.
struct PairedKeys {
    using Key = PairedTuple;
    explicit PairedKeys(std::uint64_t) {}
    int low() const noexcept { return 0; }
    Key make(std::uint64_t destination, std::uint64_t k) const noexcept { return {destination, k}; }
    std::uint64_t destination(const Key &key) const noexcept { return key.word; }
    std::uint64_t position(const Key &key) const noexcept { return key.position; }
};

/// Writes the destinations of all products, and with `values` the products themselves.
template <class Keys>
void expand(const PushInput &input, const Keys &form, typename Keys::Key *keys,
            unsigned char *values) {
    const std::size_t size = input.binding.size;
    dispatch_widths(input.A, [&](const auto &A) {
        std::uint64_t next = 0;
        if (values == nullptr) {
            for_each_column(input, A, 0, input.u.nvals,
                            [&](std::uint64_t, std::uint64_t begin, std::uint64_t end) {
                                for (std::uint64_t p = begin; p < end; p++, next++)
                                    keys[next] = form.make(A.column_indices[p], next);
                            });
            return;
        }
        ProductBatch products(input.binding);
        const auto *u = static_cast<const unsigned char *>(input.binding.u_values.values);
        std::size_t count = 0;
        const auto flush = [&] {
            if (count != 0)
                std::memcpy(values + (next - count) * size, products.compute(count), count * size);
            count = 0;
        };
        for_each_column(
            input, A, 0, input.u.nvals,
            [&](std::uint64_t q, std::uint64_t begin, std::uint64_t end) {
                while (begin < end) {
                    const auto length =
                        std::min<std::uint64_t>(end - begin, products.capacity() - count);
                    if (products.needs_a())
                        std::memcpy(products.a(count), A.value(begin), length * products.a_size());
                    if (products.needs_u())
                        fill_values(products.u(count), u + q * products.u_size(), length,
                                    products.u_size());
                    for (std::uint64_t p = begin; p < begin + length; p++, next++)
                        keys[next] = form.make(A.column_indices[p], next);
                    begin += length;
                    count += length;
                    if (count == products.capacity()) flush();
                }
            });
        flush();
    });
}

/// First phase: the products of all entries, and their keys, sorted by destination.
template <class Keys>
struct SortedProducts {
    using Key = typename Keys::Key;
    const Keys form;
    const std::uint64_t count;
    Array key_bytes, value_bytes;
    Key *const keys;
    unsigned char *const values; // in the order before sorting; null: a pattern

    SortedProducts(const PushInput &input, std::uint64_t entries, std::uint64_t destinations)
        : form(entries), count(entries), key_bytes(entries * sizeof(Key)),
          value_bytes(input.binding.tier == Tier::pattern ? Array()
                                                          : Array(entries * input.binding.size)),
          keys(key_bytes.as<Key>()), values(value_bytes.as<unsigned char>()) {
        expand(input, form, keys, values);
        Array scratch(entries * sizeof(Key));
        sort_tuples(keys, scratch.as<Key>(), entries, form.low(),
                    form.low() + static_cast<int>(std::bit_width(destinations - 1)),
                    threads_for(static_cast<double>(entries) * 10));
    }
    SortedProducts(const SortedProducts &) = delete;
    SortedProducts &operator=(const SortedProducts &) = delete;

    std::uint64_t destination(std::uint64_t k) const noexcept { return form.destination(keys[k]); }
    /// Returns the end of the run of keys with the destination of key `begin`.
    std::uint64_t run_end(std::uint64_t begin) const noexcept {
        std::uint64_t end = begin + 1;
        while (end < count && destination(end) == destination(begin)) end++;
        return end;
    }
    /// Copies the product of key k, `size` bytes.
    void copy_value(std::uint64_t k, std::size_t size, unsigned char *to) const noexcept {
        std::memcpy(to, values + form.position(keys[k]) * size, size);
    }
};

/// Adds the products of keys [begin, end) to `total`, in batches.
template <class Keys>
void add_run(const SortedProducts<Keys> &products, const MxvBinding &binding, std::uint64_t begin,
             std::uint64_t end, unsigned char *batch, unsigned char *total) {
    const std::size_t size = binding.size;
    const BinaryOp &add = *binding.add->op;
    products.copy_value(begin, size, total);
    for (std::uint64_t k = begin + 1; k < end;) {
        const std::uint64_t length = std::min<std::uint64_t>(end - k, batch_length(size));
        for (std::uint64_t slot = 0; slot < length; slot++, k++)
            products.copy_value(k, size, batch + slot * size);
        add.reduce(&add, total, batch, length);
    }
}

/// Second phase: adds up the runs that the mask allows into `sums`. Their destinations overwrite
/// the first keys, one per run, so that writes never pass reads. Returns the number of runs.
template <class Keys>
std::uint64_t add_runs(const SortedProducts<Keys> &products, const MxvProblem &problem,
                       const MxvBinding &binding, unsigned char *sums) {
    const MaskView mask = problem.mask.view();
    MaskCursor cursor(mask);
    cursor.begin_row(0);
    const std::size_t size = binding.size;
    Array batch(products.values == nullptr ? 0 : batch_length(size) * size);
    std::uint64_t nvals = 0;
    for (std::uint64_t begin = 0, end = 0; begin < products.count; begin = end) {
        const std::uint64_t destination = products.destination(begin);
        end = products.run_end(begin);
        if (!cursor.allows(destination)) continue;
        if (products.values != nullptr)
            add_run(products, binding, begin, end, batch.as<unsigned char>(), sums + nvals * size);
        products.keys[nvals++] = products.form.make(destination, 0);
    }
    return nvals;
}

/// Third phase: makes the column indices of the result from the first `nvals` keys.
template <class Keys>
Array result_indices(const SortedProducts<Keys> &products, std::uint64_t nvals, int index_width) {
    Array indices(nvals * static_cast<std::size_t>(index_width));
    if (index_width == 4) {
        auto *const to = indices.as<std::uint32_t>();
        for (std::uint64_t k = 0; k < nvals; k++)
            to[k] = static_cast<std::uint32_t>(products.destination(k));
    } else {
        auto *const to = indices.as<std::uint64_t>();
        for (std::uint64_t k = 0; k < nvals; k++) to[k] = products.destination(k);
    }
    return indices;
}

template <class Keys>
Ref<Snapshot> push(const MxvProblem &problem, const PushInput &input, std::uint64_t entries) {
    const MxvBinding &binding = input.binding;
    const bool is_pattern = binding.tier == Tier::pattern;
    Array sums(is_pattern ? 0 : entries * binding.size);
    const SortedProducts<Keys> products(input, entries, problem.m());
    const std::uint64_t nvals = add_runs(products, problem, binding, sums.as<unsigned char>());
    if (nvals == 0) return Snapshot::empty(binding.type, 1, problem.m());

    SparseForm form;
    form.stored_rows = 1;
    form.nvals = nvals;
    form.index_width = index_width_for(1, problem.m());
    form.offset_width = offset_width_for(form.index_width, nvals);
    form.row_offsets = vector_offsets(nvals, form.offset_width);
    form.column_indices = result_indices(products, nvals, form.index_width);
    form.is_iso = is_pattern;
    form.values = is_pattern ? binding.product : std::move(sums);
    if (!is_pattern) form.values.shrink(nvals * binding.size);
    return Snapshot::of_rows(binding.type, 1, problem.m(), std::move(form));
}

/// w = A ⊕.⊗ u, push: sorts the products of the columns that u selects by destination, and reduces
/// them run by run. No memory in proportion to a dimension: the variant for 2^60 rows. Accepts
/// everything.
/// A by columns (standard, hypersparse), any index width, u sparse, any mask (tested before a run
/// is reduced), w sparse and sorted. Work O(entries) per radix digit, scratch entries · (16..32 + 2
/// values) bytes. One thread expands, all sort. Deterministic: w(i) is added up in the order of u.
/// After Yang 2019, Algorithms 5 and 6; without values only keys are sorted.
Ref<Snapshot> run(const MxvProblem &problem) {
    if (problem.u->nvals() == 0 || problem.A->nvals() == 0) {
        return Snapshot::empty(problem.result_type(), 1, problem.m());
    }
    const PushInput input(problem);
    const std::uint64_t entries = input.count_entries();
    if (entries == 0) return Snapshot::empty(problem.result_type(), 1, problem.m());
    const bool fits = std::bit_width(problem.m() - 1) + std::bit_width(entries) <= 64;
    return fits ? push<PackedKeys>(problem, input, entries)
                : push<PairedKeys>(problem, input, entries);
}

const char *refuses(const MxvProblem &) noexcept {
    return nullptr;
}

} // namespace

extern const Variant<MxvProblem> mxv_push_sort = {"cpu/mxv_push_sort",
                                                  {.fuses_mask = true, .form = Form::sparse},
                                                  &refuses,
                                                  &push_sort_cost,
                                                  &run};

} // namespace grb
