// The header of narrow domains alone and twice, as C99, and a product of narrow matrices.
#include "graphblast/grx_narrow.h"

#include "graphblast/grx_narrow.h"

#include <stdio.h>

#define CHECK(condition)                                         \
    do {                                                         \
        if (!(condition)) {                                      \
            printf("line %d: %s fails\n", __LINE__, #condition); \
            return 1;                                            \
        }                                                        \
    } while (0)
#define REQUIRE(call) CHECK((call) == GrB_SUCCESS)

int main(void) {
    GrB_Matrix A = NULL;
    const float numbers[2] = {1.5F, -2};
    GrX_BF16_t values[2];
    float wide[2] = {0, 0};
    const GrB_Index rows[2] = {0, 1}, columns[2] = {1, 0};
    GrB_Index n = 2;
    // Valid before GrB_init.
    CHECK(GrX_BF16 != NULL && GrX_FP16 != NULL);
    REQUIRE(GrX_BF16_from_FP32(values, numbers, 2));
    CHECK(values[0].bits == 0x3FC0 && values[1].bits == 0xC000);
    REQUIRE(GrB_init(GrB_NONBLOCKING));
    REQUIRE(GrB_Matrix_new(&A, GrX_BF16, 2, 2));
    REQUIRE(GrX_Matrix_build_BF16(A, rows, columns, values, 2, NULL));
    REQUIRE(GrB_mxm(A, NULL, NULL, GrB_PLUS_TIMES_SEMIRING_FP32, A, A, NULL));
    REQUIRE(GrX_Matrix_extractTuples_BF16(NULL, NULL, values, &n, A));
    REQUIRE(GrX_BF16_to_FP32(wide, values, 2));
    CHECK(n == 2 && wide[0] == -3 && wide[1] == -3);
    REQUIRE(GrB_Matrix_free(&A));
    REQUIRE(GrB_finalize());
    return 0;
}
