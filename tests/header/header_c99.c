// The header alone and twice; as C99, which has no polymorphic names.
#include "GraphBLAS.h"

#include "GraphBLAS.h"

#include <stdio.h>

#if __STDC_VERSION__ < 201112L && (defined(GrB_apply) || defined(GrB_free) || defined(GrB_set))
#error "the polymorphic names need C11"
#endif

int main(void) {
    unsigned int version = 0, subversion = 0;
    GrB_Info info = GrB_getVersion(&version, &subversion);
    if (info != GrB_SUCCESS || version != GRB_VERSION || subversion != GRB_SUBVERSION) {
        printf("GrB_getVersion: code %d, version %u.%u\n", (int)info, version, subversion);
        return 1;
    }
    return 0;
}
