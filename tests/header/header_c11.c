// The header alone, before anything else, and twice; as C11.
#include "GraphBLAS.h"

#include "GraphBLAS.h"

#include <stdio.h>

#if GRB_VERSION != 2 || GRB_SUBVERSION != 1
#error "the header is of another version"
#endif

#if !defined(GrB_Matrix_build) || !defined(GrB_Matrix_export) ||                                  \
    !defined(GrB_Matrix_extractElement) || !defined(GrB_Matrix_extractTuples) ||                  \
    !defined(GrB_Matrix_import) || !defined(GrB_Matrix_setElement) || !defined(GrB_Monoid_new) || \
    !defined(GrB_Scalar_extractElement) || !defined(GrB_Scalar_setElement) ||                     \
    !defined(GrB_Vector_build) || !defined(GrB_Vector_extractElement) ||                          \
    !defined(GrB_Vector_extractTuples) || !defined(GrB_Vector_setElement) ||                      \
    !defined(GrB_apply) || !defined(GrB_assign) || !defined(GrB_eWiseAdd) ||                      \
    !defined(GrB_eWiseMult) || !defined(GrB_error) || !defined(GrB_extract) ||                    \
    !defined(GrB_free) || !defined(GrB_get) || !defined(GrB_kronecker) || !defined(GrB_reduce) || \
    !defined(GrB_select) || !defined(GrB_set) || !defined(GrB_wait)
#error "a polymorphic name is missing"
#endif

#if defined(GRB_PUBLIC_) || defined(GRB_OBJECT_) || defined(GRB_PER_TYPE_) || \
    defined(GRB_DECLARE_) || defined(GRB_MATRIX_OUT_) || defined(GRB_VECTOR_OUT_)
#error "a macro that only declares is still defined"
#endif

_Static_assert(sizeof(GrB_Index) == 8, "GrB_Index has 64 bits");
_Static_assert(GrB_INDEX_MAX == 0x0fffffffffffffff, "GrB_INDEX_MAX is 2^60 - 1");
_Static_assert(sizeof(GrB_Info) == sizeof(int) && sizeof(GrB_Field) == sizeof(int),
               "enumerations are passed as int");

int main(void) {
    unsigned int version = 0, subversion = 0;
    GrB_Info info = GrB_getVersion(&version, &subversion);
    if (info != GrB_SUCCESS || version != GRB_VERSION || subversion != GRB_SUBVERSION) {
        printf("GrB_getVersion: code %d, version %u.%u\n", (int)info, version, subversion);
        return 1;
    }
    return 0;
}
