// Maxk of the C API: the largest entries of each row.
#include "operations/maxk.hpp"
#include "capi/guard.hpp"

using namespace grb;

GrB_Info GrX_Matrix_maxk(GrB_Matrix C, GrB_Matrix A, GrB_Index k, const GrB_Descriptor desc) {
    return guard(__func__, C, [&] {
        Matrix &output = required(C, "C");
        const Matrix &input = required(A, "A");
        maxk(output, input, k, optional(desc, "desc"));
    });
}
