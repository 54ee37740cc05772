// The operations and methods that random cases call.
#pragma once

#include "oracle/terms.h"

namespace grb::oracle {

struct Operation {
    const char *name;
    bool allows_long_dimensions; // 2^33 and more: results stay small
    void (*run)(Case &);
};

/// Case n calls the operation n modulo their number.
const std::vector<Operation> &operations();

const Binary &choose_binary(Case &c, bool for_union);
const Monoid &choose_monoid(Case &c);
const Semiring &choose_semiring(Case &c);
/// rows x columns, or the other way round where the descriptor transposes.
Operand *matrix_operand(Case &c, const std::string &name, int type, Index nrows, Index ncols,
                        bool is_transposed);
/// A matrix or vector, in most cases the former.
inline bool chooses_vector(Case &c) {
    return c.rng.chance(35);
}

void run_mxm(Case &c);
void run_mxv(Case &c);
void run_vxm(Case &c);
void run_kronecker(Case &c);
void run_ewise_add(Case &c);
void run_ewise_mult(Case &c);
void run_transpose(Case &c);
void run_apply(Case &c);
void run_apply_bound(Case &c);
void run_apply_index(Case &c);
void run_select(Case &c);
void run_assign(Case &c);
void run_assign_scalar(Case &c);
void run_assign_row_or_column(Case &c);
void run_extract(Case &c);
void run_reduce(Case &c);
void run_reduce_rows(Case &c);
void run_build(Case &c);
void run_shape(Case &c);
void run_elements(Case &c);
void run_exchange(Case &c);

} // namespace grb::oracle
