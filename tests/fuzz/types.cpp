// Makes the table of the built-in types, and the domain of a user-defined type.
#include "fuzz/types.h"

#include <cstring>

namespace fuzz {

#define FUZZ_DOMAIN(T, ctype)                                                                     \
    Domain{GrB_##T,                                                                               \
           GrB_##T##_CODE,                                                                        \
           sizeof(ctype),                                                                         \
           [](GrB_Matrix *A, GrB_Type domain, GrB_Index nrows, GrB_Index ncols,                   \
              const GrB_Index *offsets, const GrB_Index *indices, const void *values,             \
              GrB_Index n1, GrB_Index n2, GrB_Index n3, GrB_Format format) {                      \
               return GrB_Matrix_import_##T(A, domain, nrows, ncols, offsets, indices,            \
                                            static_cast<const ctype *>(values), n1, n2, n3,       \
                                            format);                                              \
           },                                                                                     \
           [](GrB_Index *i, GrB_Index *j, void *values, GrB_Index *n, GrB_Matrix A) {             \
               return GrB_Matrix_extractTuples_##T(i, j, static_cast<ctype *>(values), n, A);     \
           },                                                                                     \
           [](GrB_Index *offsets, GrB_Index *indices, void *values, GrB_Index *n1, GrB_Index *n2, \
              GrB_Index *n3, GrB_Format format, GrB_Matrix A) {                                   \
               return GrB_Matrix_export_##T(offsets, indices, static_cast<ctype *>(values), n1,   \
                                            n2, n3, format, A);                                   \
           },                                                                                     \
           [](GrB_Matrix A, const void *value, GrB_Index i, GrB_Index j) {                        \
               ctype copy;                                                                        \
               std::memcpy(&copy, value, sizeof copy);                                            \
               return GrB_Matrix_setElement_##T(A, copy, i, j);                                   \
           }},

Domain builtin_domain(int k) {
    static const Domain domains[] = {FUZZ_TYPES(FUZZ_DOMAIN)};
    static_assert(sizeof domains == builtin_domains * sizeof(Domain));
    return domains[k];
}

Domain builtin_domain_of(std::int32_t code) {
    for (int k = 0; k < builtin_domains; k++) {
        if (builtin_domain(k).code == code) return builtin_domain(k);
    }
    fail(__FILE__, __LINE__, "the type code is a built-in one");
}

Domain user_domain(GrB_Type type, std::size_t size) {
    return {type,
            GrB_UDT_CODE,
            size,
            GrB_Matrix_import_UDT,
            GrB_Matrix_extractTuples_UDT,
            GrB_Matrix_export_UDT,
            [](GrB_Matrix A, const void *value, GrB_Index i, GrB_Index j) {
                return GrB_Matrix_setElement_UDT(A, const_cast<void *>(value), i, j);
            }};
}

} // namespace fuzz
