// Problems of every operation whose floating-point results show the order of addition.
#pragma once

#include "GraphBLAS.h"

#include <map>
#include <string>
#include <vector>

namespace grb::fuzz {

/// Number of rows of most operands, and of columns of `broad`.
inline constexpr GrB_Index repeated_size = 3000, broad_columns = 40;

struct Operands {
    GrB_Matrix A{}, B{}, ones{}, factor{}; // factor: 30 x 30
    GrB_Matrix tall{}, broad{}, thin{};    // full, 5, 40 columns and one
    GrB_Matrix pruned{};                   // broad, row-balanced
    GrB_Matrix product{}, transpose{}, row_subset{}, narrow{}, wide{}, flat{}, square{}, kron{};
    GrB_Matrix column{};
    GrB_Vector full{}, bitmap{}, sparse{}, half{}, iso{}, list_mask{}, bitmap_mask{}, w{};
    GrB_Vector few{}; // some entries of sparse
    std::vector<GrB_Index> positions, range;

    Operands();
    ~Operands();
    Operands(const Operands &) = delete;
    Operands &operator=(const Operands &) = delete;

    /// Makes new outputs.
    void clear();
    /// The bytes of everything that a problem may have written.
    std::string bytes();

private:
    struct Output {
        GrB_Matrix *object;
        GrB_Index nrows, ncols;
    };
    std::vector<Output> outputs();
};

using RepeatedCall = GrB_Info (*)(Operands &);

/// The problems by operation; each variant of the registry takes at least one of its operation.
const std::map<std::string, std::vector<RepeatedCall>> &repeated_problems();
/// The problems of operations that move entries without computing on them.
const std::map<std::string, std::vector<RepeatedCall>> &repeated_structure_problems();
/// The problems of products.
std::vector<RepeatedCall> repeated_mxv();
std::vector<RepeatedCall> repeated_mxm();
/// The problems of the commit, on objects of 3000 rows.
std::vector<RepeatedCall> repeated_commits();

std::vector<RepeatedCall> repeated_ewise_add();
std::vector<RepeatedCall> repeated_ewise_mult();
/// Makes w full, with a different value at each position.
void fill_w(Operands &o);

} // namespace grb::fuzz
