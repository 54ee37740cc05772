// suitesparse/GraphBLAS.h alone and twice; as C99, which has no polymorphic names.
#include "suitesparse/GraphBLAS.h"

#include "suitesparse/GraphBLAS.h"

#if __STDC_VERSION__ < 201112L && (defined(GxB_set) || defined(GxB_print) || defined(GxB_select))
#error "the polymorphic names need C11"
#endif

int main(void) {
    int32_t version[3] = {0, 0, 0};
    if (GrB_init(GrB_NONBLOCKING) != GrB_SUCCESS) return 1;
    if (GxB_Global_Option_get(GxB_LIBRARY_VERSION, version) != GrB_SUCCESS) return 2;
    if (GxB_VERSION(version[0], version[1], version[2]) != GxB_IMPLEMENTATION) return 3;
    return GrB_finalize() == GrB_SUCCESS ? 0 : 4;
}
