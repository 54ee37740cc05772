// Makes the arrays of a sparse form from sorted tuples.
#pragma once

#include "algebra/operators.hpp"
#include "storage/snapshot.hpp"
#include "storage/tuple_sort.hpp"

namespace grb {

/// Finds the distinct positions among sorted tuples; then makes the pattern and the values. Chunks
/// begin at distinct positions, so that no duplicate crosses from one to the next.
class TuplePattern {
public:
    explicit TuplePattern(const SortedTuples &tuples);
    std::uint64_t nvals() const noexcept { return nvals_; }
    bool has_duplicates() const noexcept { return nvals_ != tuples_.size(); }
    /// Lowest input position of a tuple that repeats an earlier one.
    std::uint64_t first_duplicate() const noexcept { return first_duplicate_; }

    /// Makes everything but the values, standard or hypersparse as the rows demand.
    SparseForm make_form(std::uint64_t nrows, int index_width) const;
    /// Sets out[k] = (to) X[position of the k-th tuple]; only without duplicates.
    void gather(void *out, const Type *to, const void *X, const Type *from) const;
    /// Sets out[k] = X[p0] ⊙ X[p1] ⊙ ..., in input order, in the type of ⊙.
    void combine(void *out, const BinaryOp *duplicate, const void *X, const Type *from) const;

private:
    struct Chunk {
        std::uint64_t begin = 0, end = 0;             // tuples
        std::uint64_t first_value = 0, first_row = 0; // counts of the chunks before
    };
    void count(Chunk &chunk, std::uint64_t &first_duplicate) const;
    bool count_in_order(Chunk &chunk) const;
    template <class O, class I>
    void fill(SparseForm &form) const;
    template <class O, class I>
    void fill_in_order(const Chunk &chunk, O *offsets, I *columns, I *row_ids) const;

    const SortedTuples &tuples_;
    int threads_;
    HostVector<Chunk> chunks_;
    std::uint64_t nvals_ = 0, stored_rows_ = 0, first_duplicate_ = UINT64_MAX;
};

} // namespace grb
