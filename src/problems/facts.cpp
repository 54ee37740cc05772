// Collects what estimates read of snapshots, masks and problems.
#include "problems/facts.hpp"

#include "problems/commit.hpp"
#include "problems/structure.hpp"

namespace grb {

void Facts::add(std::uint64_t fact) noexcept {
    first_ = (first_ ^ fact) * 0x9e3779b97f4a7c15;
    first_ ^= first_ >> 32;
    second_ = (second_ + fact) * 0xd6e8feb86659fd93;
    second_ ^= second_ >> 29;
}

void Facts::add_size(double size) noexcept {
    constexpr int bits_below_a_quarter = 50;
    add(std::bit_cast<std::uint64_t>(size) >> bits_below_a_quarter);
}

unsigned Facts::place(const Array &array) const noexcept {
    return array.is_on_host() | 2U * array.is_at(*device_);
}

void Facts::add_form(const LazyForm<SparseForm> &lazy) noexcept {
    if (!lazy.is_present()) return add(std::uint64_t{0});
    const SparseForm &form = lazy.get();
    constexpr int bits_of_place = 2;
    std::uint64_t places = 1;
    for (const Array *const one :
         {&form.row_offsets, &form.column_indices, &form.row_ids, &form.values})
        places = places << bits_of_place | place(*one);
    add(places);
    add(form.is_hyper, form.is_iso, form.index_width == 4, form.offset_width == 4);
}

void Facts::add_state(const Snapshot *state) noexcept {
    if (state == nullptr) return add(std::uint64_t{0});
    add(state->type());
    add(state->nrows());
    add(state->ncols());
    if (state->nrows() == 1)
        add_size(static_cast<double>(state->most_nvals()));
    else
        add(state->most_nvals());
    add(state->knows_nvals(), state->is_known_full(), state->is_known_ascending(),
        state->is_by_column(), state->has_balanced(), is_dense(*state));
    add_form(state->rows_form());
    add_form(state->jumbled_rows_form());
    add_form(state->columns_form());
    if (state->dense_form().is_present()) {
        const DenseForm &form = state->dense_form().get();
        add(form.is_iso, form.bits.empty());
        add(std::uint64_t{4} * place(form.bits) + place(form.values));
    }
    for (const bool of_columns : {false, true}) {
        const Statistics *const known = state->known_statistics(of_columns);
        if (known == nullptr) continue;
        add_size(known->mean);
        add_size(known->deviation);
        add_size(static_cast<double>(known->longest));
        add_size(static_cast<double>(known->most_of_256));
    }
    add(static_cast<std::uint64_t>(state->distribution()));
}

void Facts::add_mask(const MaskInput &mask) noexcept {
    add(2 * static_cast<std::uint64_t>(mask.kind) + mask.is_complemented);
    add_state(mask.snapshot.get());
}

namespace {

void add_semiring(Facts &facts, const Semiring &semiring) noexcept {
    facts.add(semiring.add->op);
    facts.add(semiring.multiply);
}

/// The matrix's entries in the columns that u selects, where a kernel has noted them.
double noted_edges(const MxvProblem &product) noexcept {
    const LazyForm<SparseForm> &columns =
        std::as_const(*product.A).vectors_form(!product.is_transposed);
    return columns.is_present() ? product.u->noted_edges(columns.get().row_offsets.identity()) : -1;
}

bool share_positions(const Snapshot &A, const Snapshot &B) noexcept {
    const LazyForm<SparseForm> &one = A.rows_form(), &other = B.rows_form();
    return one.is_present() && other.is_present() &&
           one.get().column_indices.identity() == other.get().column_indices.identity();
}

} // namespace

bool MxvProblem::add_facts(Facts &facts) const noexcept {
    add_semiring(facts, *semiring);
    facts.add(is_transposed, is_flipped, is_pulled, output != nullptr, output_is_shared);
    facts.add_size(noted_edges(*this));
    return u->knows_nvals();
}

bool MxmProblem::add_facts(Facts &facts) const noexcept {
    add_semiring(facts, *semiring);
    facts.add(is_A_transposed, is_B_transposed);
    facts.add_state(sum_into.get());
    facts.add(narrow_type);
    return B->is_known_full();
}

bool EwiseProblem::add_facts(Facts &facts) const noexcept {
    facts.add(static_cast<const void *>(op));
    facts.add(is_A_transposed, is_B_transposed, output != nullptr, A.get() == B.get(),
              share_positions(*A, *B));
    return true;
}

bool ApplyProblem::add_facts(Facts &facts) const noexcept {
    facts.add(static_cast<const void *>(unary));
    facts.add(static_cast<const void *>(binary));
    facts.add(static_cast<const void *>(index));
    facts.add(static_cast<std::uint64_t>(kind));
    facts.add(is_transposed, is_vector);
    return true;
}

bool SelectProblem::add_facts(Facts &facts) const noexcept {
    facts.add(static_cast<const void *>(index));
    facts.add(is_transposed, is_vector);
    return true;
}

bool ReduceProblem::add_facts(Facts &facts) const noexcept {
    facts.add(static_cast<const void *>(monoid));
    facts.add(is_transposed, to_scalar, sum != nullptr);
    return true;
}

bool AssignProblem::add_facts(Facts &facts) const noexcept {
    facts.add(scalar_type);
    facts.add(ncols);
    facts.add(nrows);
    facts.add(is_transposed, fits_block, output != nullptr);
    return rows.is_all && columns.is_all;
}

bool CommitProblem::add_facts(Facts &facts) const noexcept {
    facts.add(C->type());
    facts.add(accumulator);
    facts.add(is_replace, mask_was_applied, may_write, mask.snapshot.get() == current.get(),
              mask.snapshot.get() == T.get());
    return is_whole() && !has_major();
}

bool ConvertProblem::add_facts(Facts &facts) const noexcept {
    facts.add_state(A.get());
    facts.add(type);
    facts.add(2 * static_cast<std::uint64_t>(format) + is_for_host);
    return true;
}

} // namespace grb
