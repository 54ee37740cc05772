// Assigns one value to an output that nobody shares: two variants, without a result for a commit.
#include "costs/rates.hpp"
#include "cpu/common/masked_entries.hpp"
#include "cpu/common/search_ahead.hpp"
#include "dispatch/in_place.hpp"
#include "dispatch/variant.hpp"
#include "objects/container.hpp"
#include "problems/output.hpp"
#include "problems/problems.hpp"
#include "storage/chunks.hpp"
#include "storage/convert.hpp"
#include "storage/full_iso.hpp"

#include <cstring>

namespace grb {

namespace {

/// One thread does the work: with more positions several are quicker.
constexpr std::uint64_t most_positions = 1 << 14;
/// Values of a list are copied one by one.
constexpr std::uint64_t most_listed_values = 256;
constexpr std::size_t widest = 16;
constexpr Capabilities in_place{.writes_output = true};

Cost value_cost(const AssignProblem &) {
    return {rates().call_seconds / 2};
}

/// Problems that both variants refuse.
const char *refuses_any(const AssignProblem &problem) {
    if (problem.output == nullptr) return "the result is wanted";
    if (problem.A) return "not a scalar";
    if (!problem.rows.is_all || !problem.columns.is_all) return "only a region";
    if (problem.output->accumulator != nullptr) return "an accumulator";
    return may_write_in_place(*problem.output->C) ? nullptr : "the output may not be written";
}

// Value: replaces the value of an iso C.

const char *value_refuses(const AssignProblem &problem) {
    if (const char *const refusal = refuses_any(problem)) return refusal;
    if (!problem.mask.is_none()) return "a mask";
    const Snapshot *const C = problem.output->C->unshared();
    return C != nullptr && is_dense(*C) && is_full_iso(*C) ? nullptr
                                                           : "the output is shared or not iso";
}
Ref<Snapshot> value_run(const AssignProblem &problem) {
    Container &C = *problem.output->C;
    Snapshot &own = C.unshared_for_writing();
    cast_values(own.dense_form().get().values.data(), C.type(), problem.scalar, problem.scalar_type,
                1);
    own.keep_dense_alone();
    return {};
}

// Mask: assigns at the positions that a mask lists.

Cost mask_cost(const AssignProblem &problem) {
    const auto positions = static_cast<double>(problem.mask.snapshot->most_nvals());
    return {rates().call_seconds / 2 + positions / rates().scatters_cached};
}

/// Is null when the mask lists none, too many, or not on the host.
const SparseForm *positions_of(const MaskInput &mask) noexcept {
    if (mask.is_none() || mask.is_complemented) return nullptr;
    const Snapshot &M = *mask.snapshot;
    if (M.nrows() != 1 || !M.rows_form().is_present()) return nullptr;
    const SparseForm &list = M.rows_form().get();
    if (list.nvals > most_positions || !list.column_indices.is_on_host()) return nullptr;
    return mask.kind == MaskKind::structure || list.values.is_on_host() ? &list : nullptr;
}

/// The scalar as a value of the output.
struct OwnScalar {
    alignas(widest) unsigned char bytes[widest];
    explicit OwnScalar(const AssignProblem &problem) {
        cast_values(bytes, problem.output->C->type(), problem.scalar, problem.scalar_type, 1);
    }
};

/// True when the positions of `list` can be added to those of C, which is a small list too.
bool takes_positions(const Snapshot &C, const SparseForm &list, const AssignProblem &problem) {
    if (problem.mask.kind != MaskKind::structure) return false;
    if (!C.rows_form().is_present() || C.is_by_column() || C.has_balanced()) return false;
    const SparseForm &own = C.rows_form().get();
    const std::uint64_t most = own.is_iso ? most_positions : most_listed_values;
    if (own.nvals == 0 || std::max(own.nvals, list.nvals) > most ||
        own.index_width != list.index_width || own.offset_width != own.index_width)
        return false;
    return !own.is_iso ||
           std::memcmp(own.values.data(), OwnScalar(problem).bytes, C.type()->size) == 0;
}

const char *mask_refuses(const AssignProblem &problem) {
    if (const char *const refusal = refuses_any(problem)) return refusal;
    const Output &output = *problem.output;
    const SparseForm *const list = positions_of(problem.mask);
    if (list == nullptr) return "the mask does not list a few positions";
    if (output.is_replace) return "replaces";
    if (output.C->type()->size > widest) return "a wide type";
    const Snapshot *const C = output.C->unshared();
    if (C == nullptr) return "the output is shared";
    if (is_dense(*C)) return C->dense_form().get().is_iso ? "the output is iso" : nullptr;
    return takes_positions(*C, *list, problem) ? nullptr : "the output is no small list";
}

/// Sets the values and presence bits of the elements at these positions.
template <class Index>
void set_elements(DenseForm &dense, const Index *positions, std::uint64_t n, const void *value,
                  std::size_t size) {
    constexpr std::uint64_t ahead = 16;
    auto *const values = dense.values.as<unsigned char>();
    dispatch_size(size, [&](auto plain) {
        constexpr bool is_any = std::is_same_v<decltype(plain), AnySize>;
        const std::size_t bytes = is_any ? size : sizeof plain;
        for (std::uint64_t k = 0; k < n; k++) {
            if (k + ahead < n) __builtin_prefetch(values + positions[k + ahead] * bytes, 1);
            if constexpr (is_any) {
                std::memcpy(values + positions[k] * bytes, value, bytes);
            } else {
                std::memcpy(values + positions[k] * bytes, value, sizeof plain);
            }
        }
    });
    if (dense.bits.empty()) return;
    auto *const bits = dense.bits.as<std::uint64_t>();
    std::uint64_t fresh = 0;
    for (std::uint64_t k = 0; k < n; k++) {
        std::uint64_t &word = bits[positions[k] / 64];
        const std::uint64_t shift = positions[k] % 64;
        fresh += ~(word >> shift) & 1;
        word |= std::uint64_t{1} << shift;
    }
    dense.nvals += fresh;
}

/// Sets the elements at the positions whose values in the list are true.
template <class Index>
void set_true_elements(DenseForm &dense, const Index *positions, const SparseView &list,
                       const void *value, std::size_t size) {
    for (std::uint64_t begin = 0; begin < list.nvals; begin += truth_batch) {
        const std::uint64_t n = std::min(truth_batch, list.nvals - begin);
        unsigned char truth[truth_batch];
        set_truth(truth, list, begin, n);
        Index kept[truth_batch];
        std::uint64_t count = 0;
        for (std::uint64_t k = 0; k < n; k++) {
            kept[count] = positions[begin + k];
            count += truth[k] != 0 ? 1 : 0;
        }
        set_elements(dense, kept, count, value, size);
    }
}

template <class Index>
void set_positions(DenseForm &dense, const MaskInput &mask, const void *value, std::size_t size) {
    const SparseView list = mask.snapshot->rows();
    const auto *const positions = static_cast<const Index *>(list.column_indices);
    if (mask.kind == MaskKind::structure) {
        set_elements(dense, positions, list.nvals, value, size);
    } else {
        set_true_elements(dense, positions, list, value, size);
    }
}

/// Counts the positions that are in either of two ascending lists.
template <class Index>
std::uint64_t union_count(const Index *a, std::uint64_t na, const Index *b, std::uint64_t nb) {
    std::uint64_t common = 0;
    for (std::uint64_t i = 0, j = 0; i < na && j < nb;) {
        const Index x = a[i], y = b[j];
        common += x == y;
        i += x <= y;
        j += y <= x;
    }
    return na + nb - common;
}

template <class Index>
Index *copy_run(Index *to, const Index *from, const Index *end) noexcept {
    if (from != end) std::memcpy(to, from, static_cast<std::size_t>(end - from) * sizeof(Index));
    return to + (end - from);
}

/// Lists the positions in either of two ascending lists; returns the end. Between two of a much
/// shorter b, those of a are copied at once.
template <class Index>
Index *unite(const Index *a, const Index *a_end, const Index *b, const Index *b_end, Index *to) {
    constexpr std::ptrdiff_t run = 8;
    if ((a_end - a) / run > b_end - b) {
        for (; b != b_end; b++) {
            const Index *const next = search_ahead(a, a_end, *b, false);
            to = copy_run(to, a, next);
            *to++ = *b;
            a = next != a_end && *next == *b ? next + 1 : next;
        }
        return copy_run(to, a, a_end);
    }
    while (a != a_end && b != b_end) {
        const Index x = *a, y = *b;
        *to++ = std::min(x, y);
        a += x <= y ? 1 : 0;
        b += y <= x ? 1 : 0;
    }
    return copy_run(copy_run(to, a, a_end), b, b_end);
}

/// The entries of `old` with the value at the positions of `list`: `n` in all.
template <class Index>
SparseForm with_positions(const SparseForm &old, const SparseForm &list, std::uint64_t n,
                          const void *value, std::size_t size) {
    SparseForm form = vector_list(Array::of<Index>(n), n, sizeof(Index));
    form.values = Array(n * size);
    const auto *a = old.column_indices.as<Index>(), *b = list.column_indices.as<Index>();
    auto *positions = form.column_indices.as<Index>();
    for (std::uint64_t i = 0, j = 0, k = 0; k < n; k++) {
        const bool is_set = j < list.nvals && (i == old.nvals || b[j] <= a[i]);
        positions[k] = is_set ? b[j] : a[i];
        std::memcpy(form.values.as<unsigned char>() + k * size,
                    is_set ? value : old.values.as<unsigned char>() + i * size, size);
        i += i < old.nvals && a[i] == positions[k];
        j += is_set;
    }
    return form;
}

template <class Index>
void add_positions(Container &C, const Snapshot &own, const SparseForm &list, const void *value) {
    const SparseForm &old = own.rows_form().get();
    const auto *const a = old.column_indices.as<Index>(), *const b =
                                                              list.column_indices.as<Index>();
    SparseForm form;
    if (old.is_iso) {
        Array positions = Array::of<Index>(old.nvals + list.nvals);
        auto *const first = positions.as<Index>();
        const auto n =
            static_cast<std::uint64_t>(unite(a, a + old.nvals, b, b + list.nvals, first) - first);
        if (n == old.nvals) return;
        positions.shrink(n * sizeof(Index));
        form = vector_list(std::move(positions), n, sizeof(Index));
        form.is_iso = true;
        form.values = old.values;
    } else {
        const std::uint64_t n = union_count(a, old.nvals, b, list.nvals);
        form = with_positions<Index>(old, list, n, value, C.type()->size);
    }
    C.publish(C.conformed(Snapshot::of_rows(C.type(), 1, own.ncols(), std::move(form))));
}

Ref<Snapshot> mask_run(const AssignProblem &problem) {
    Container &C = *problem.output->C;
    const SparseForm &list = *positions_of(problem.mask);
    const OwnScalar value(problem);
    Snapshot &own = C.unshared_for_writing();
    if (!is_dense(own)) {
        if (list.index_width == 4) {
            add_positions<std::uint32_t>(C, own, list, value.bytes);
        } else {
            add_positions<std::uint64_t>(C, own, list, value.bytes);
        }
        return {};
    }
    DenseForm &dense = own.dense_form().get();
    if (list.index_width == 4) {
        set_positions<std::uint32_t>(dense, problem.mask, value.bytes, C.type()->size);
    } else {
        set_positions<std::uint64_t>(dense, problem.mask, value.bytes, C.type()->size);
    }
    const bool is_full = dense.nvals == element_count(own.nrows(), own.ncols());
    if (is_full && C.options().format != Format::bitmap) dense.bits = Array();
    own.keep_dense_alone();
    return {};
}

} // namespace

/// C = s, where C is full, iso and unshared: s replaces its value. O(1).
/// Refused: a mask, a region, an accumulator, a device or process group that may have the output.
extern const Variant<AssignProblem> assign_value_in_place = {"cpu/assign_value_in_place", in_place,
                                                             value_refuses, value_cost, value_run};
/// w⟨m⟩ = s for a mask that lists at most 2^14 positions, where w is unshared and dense, or a list
/// of as many entries, 256 unless it is iso: then the mask is structural. Work O(positions), and
/// O(entries) of a list. When memory is short, w stays unchanged.
/// Refused: other masks, replace, a region, an accumulator, values of over 16 bytes, an iso w but
/// for a list of the same value, a device or process group that may have the output.
extern const Variant<AssignProblem> assign_mask_in_place = {"cpu/assign_mask_in_place", in_place,
                                                            mask_refuses, mask_cost, mask_run};

} // namespace grb
