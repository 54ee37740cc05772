// The kinds of work, one function for each, and the operands that they share.
#include "threads/work.h"

namespace threads {

namespace {

constexpr GrB_Index size = 300, entries = 6000;

Contents product_with_transpose(const Shared &shared) {
    OwnedVector w;
    demand(GrB_Vector_new(w.out(), GrB_FP64, size));
    demand(GrB_mxv(w, nullptr, nullptr, GrB_PLUS_TIMES_SEMIRING_FP64, shared.A, shared.u,
                   GrB_DESC_T0));
    return contents(w);
}

Contents product(const Shared &shared) {
    OwnedVector w;
    demand(GrB_Vector_new(w.out(), GrB_FP64, size));
    demand(GrB_mxv(w, nullptr, nullptr, GrB_MIN_PLUS_SEMIRING_FP64, shared.A, shared.dense_u,
                   nullptr));
    return contents(w);
}

Contents square(const Shared &shared) {
    OwnedMatrix C;
    demand(GrB_Matrix_new(C.out(), GrB_FP64, size, size));
    demand(GrB_mxm(C, shared.J, nullptr, GrB_PLUS_TIMES_SEMIRING_FP64, shared.A, shared.A,
                   GrB_DESC_S));
    return contents(C);
}

Contents transposed(const Shared &shared) {
    OwnedMatrix C;
    demand(GrB_Matrix_new(C.out(), GrB_FP64, size, size));
    demand(GrB_transpose(C, nullptr, nullptr, shared.A, nullptr));
    return contents(C);
}

Contents sum(const Shared &shared) {
    OwnedMatrix C;
    demand(GrB_Matrix_new(C.out(), GrB_FP64, size, size));
    demand(GrB_Matrix_eWiseAdd_BinaryOp(C, nullptr, nullptr, GrB_PLUS_FP64, shared.J, shared.B,
                                        GrB_DESC_T1));
    return contents(C);
}

Contents column_sums(const Shared &shared) {
    OwnedVector w;
    demand(GrB_Vector_new(w.out(), GrB_FP64, size));
    demand(
        GrB_Matrix_reduce_Monoid(w, nullptr, nullptr, GrB_PLUS_MONOID_FP64, shared.J, GrB_DESC_T0));
    return contents(w);
}

Contents elements(const Shared &shared) {
    Contents all;
    for (GrB_Index i = 0; i < size; i += 7) {
        double value = -1;
        const GrB_Info info = GrB_Matrix_extractElement_FP64(&value, shared.J, i, (3 * i) % size);
        if (info != GrB_NO_VALUE) demand(info);
        all.push_back(value);
    }
    GrB_Index nvals = 0;
    demand(GrB_Matrix_nvals(&nvals, shared.B));
    all.push_back(static_cast<double>(nvals));
    return all;
}

Contents lower_part(const Shared &shared) {
    OwnedMatrix C, copy;
    demand(GrB_Matrix_dup(copy.out(), shared.A));
    demand(GrB_Matrix_setElement_FP64(copy, 9, 5, 1)); // the copy parts from A
    demand(GrB_Matrix_new(C.out(), GrB_FP64, size, size));
    demand(GrB_Matrix_select_INT64(C, shared.B, nullptr, GrB_TRIL, copy, 0, GrB_DESC_SC));
    return contents(C);
}

} // namespace

Shared::Shared(unsigned seed)
    : A(random_matrix(size, size, entries, seed)), B(random_matrix(size, size, entries, seed + 1)),
      u(strided_vector(size, 7)), dense_u(strided_vector(size, 1)) {
    demand(GrB_Matrix_set_INT32(B, GrX_BITMAP, static_cast<GrB_Field>(GrX_FORMAT)));
    const OwnedMatrix X(random_matrix(size, size, size, seed + 2));
    demand(GrB_Matrix_new(J.out(), GrB_FP64, size, size));
    demand(GrB_mxm(J, nullptr, nullptr, GrB_PLUS_TIMES_SEMIRING_FP64, X, A, nullptr));
    demand(GrB_Matrix_wait(J, GrB_COMPLETE));
}

const Work all_work[thread_count] = {
    {"product with the transpose", product_with_transpose},
    {"product", product},
    {"masked square", square},
    {"transpose", transposed},
    {"sum with a transpose", sum},
    {"sums of columns", column_sums},
    {"elements", elements},
    {"lower part of a copy", lower_part},
};

} // namespace threads
