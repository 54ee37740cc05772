// Assigns one value to an output that nobody shares: two variants, without a result for a commit.
#include "costs/rates.hpp"
#include "dispatch/in_place.hpp"
#include "dispatch/variant.hpp"
#include "objects/container.hpp"
#include "problems/output.hpp"
#include "problems/problems.hpp"
#include "storage/full_iso.hpp"

#include <cstring>

namespace grb {

namespace {

constexpr std::uint64_t most_positions = 256;
constexpr std::size_t widest = 16;
constexpr Capabilities in_place{.writes_output = true};

Cost cost(const AssignProblem &) {
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

// Mask: assigns at the positions that a structural mask lists.

/// Is null when the mask lists none, too many, or not on the host.
const SparseForm *positions_of(const MaskInput &mask) noexcept {
    if (mask.kind != MaskKind::structure || mask.is_complemented) return nullptr;
    const Snapshot &M = *mask.snapshot;
    if (M.nrows() != 1 || !M.rows_form().is_present()) return nullptr;
    const SparseForm &list = M.rows_form().get();
    return list.nvals <= most_positions && list.column_indices.is_on_host() ? &list : nullptr;
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
    if (!C.rows_form().is_present() || C.is_by_column() || C.has_balanced()) return false;
    const SparseForm &own = C.rows_form().get();
    if (own.nvals == 0 || own.nvals > most_positions || own.index_width != list.index_width ||
        own.offset_width != own.index_width)
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
    auto *const values = dense.values.as<unsigned char>();
    for (std::uint64_t k = 0; k < n; k++) std::memcpy(values + positions[k] * size, value, size);
    if (dense.bits.empty()) return;
    auto *const bits = dense.bits.as<std::uint64_t>();
    std::uint64_t fresh = 0;
    for (std::uint64_t k = 0; k < n; k++) {
        std::uint64_t &word = bits[positions[k] / 64];
        const std::uint64_t bit = std::uint64_t{1} << (positions[k] % 64);
        fresh += (word & bit) == 0;
        word |= bit;
    }
    dense.nvals += fresh;
}

void set_positions(DenseForm &dense, const SparseForm &list, const void *value, std::size_t size) {
    if (list.index_width == 4) {
        set_elements(dense, list.column_indices.as<std::uint32_t>(), list.nvals, value, size);
    } else {
        set_elements(dense, list.column_indices.as<std::uint64_t>(), list.nvals, value, size);
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

/// The entries of `old` with the value at the positions of `list`: `n` in all. An iso list stays
/// iso.
template <class Index>
SparseForm with_positions(const SparseForm &old, const SparseForm &list, std::uint64_t n,
                          const void *value, std::size_t size) {
    SparseForm form;
    form.nvals = n;
    form.stored_rows = 1;
    form.index_width = form.offset_width = sizeof(Index);
    form.row_offsets = Array::of<Index>(2);
    form.row_offsets.as<Index>()[0] = 0;
    form.row_offsets.as<Index>()[1] = static_cast<Index>(n);
    form.column_indices = Array::of<Index>(n);
    form.is_iso = old.is_iso;
    form.values = old.is_iso ? old.values : Array(n * size);
    const auto *a = old.column_indices.as<Index>(), *b = list.column_indices.as<Index>();
    auto *positions = form.column_indices.as<Index>();
    for (std::uint64_t i = 0, j = 0, k = 0; k < n; k++) {
        const bool is_set = j < list.nvals && (i == old.nvals || b[j] <= a[i]);
        positions[k] = is_set ? b[j] : a[i];
        if (!old.is_iso) {
            std::memcpy(form.values.as<unsigned char>() + k * size,
                        is_set ? value : old.values.as<unsigned char>() + i * size, size);
        }
        i += i < old.nvals && a[i] == positions[k];
        j += is_set;
    }
    return form;
}

template <class Index>
void add_positions(Container &C, const Snapshot &own, const SparseForm &list, const void *value) {
    const SparseForm &old = own.rows_form().get();
    const std::uint64_t n = union_count(old.column_indices.as<Index>(), old.nvals,
                                        list.column_indices.as<Index>(), list.nvals);
    if (old.is_iso && n == old.nvals) return;
    SparseForm form = with_positions<Index>(old, list, n, value, C.type()->size);
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
    set_positions(dense, list, value.bytes, C.type()->size);
    const bool is_full = dense.nvals == element_count(own.nrows(), own.ncols());
    if (is_full && C.options().format != Format::bitmap) dense.bits = Array();
    own.keep_dense_alone();
    return {};
}

} // namespace

/// C = s, where C is full, iso and unshared: s replaces its value. O(1).
/// Refused: a mask, a region, an accumulator, a device or process group that may have the output.
extern const Variant<AssignProblem> assign_value_in_place = {"cpu/assign_value_in_place", in_place,
                                                             value_refuses, cost, value_run};
/// w⟨m⟩ = s for a structural mask of at most 256 positions, where w is unshared and dense, or a
/// list of at most 256 entries. Work O(positions), and O(entries) of a list. When memory is short,
/// w stays unchanged.
/// Refused: other masks, replace, a region, an accumulator, values of over 16 bytes, an iso w but
/// for a list of the same value, a device or process group that may have the output.
extern const Variant<AssignProblem> assign_mask_in_place = {"cpu/assign_mask_in_place", in_place,
                                                            mask_refuses, cost, mask_run};

} // namespace grb
