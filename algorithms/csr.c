/* Copies a matrix's pattern, and its values, to plain arrays. */
#include "csr.h"
#include "errors.h"

#include <stdbool.h>
#include <stdlib.h>

GrB_Info gba_csr_of(Csr *rows, GrB_Matrix A) {
    GrB_Info info = GrB_SUCCESS;
    GrB_Matrix pattern = NULL;
    GrB_Index nrows = 0, ncols = 0, n_offsets = 0, n_columns = 0, n_values = 0;
    bool *values = NULL;
    *rows = (Csr){0, NULL, NULL};

    TRY(GrB_Matrix_nrows(&nrows, A));
    TRY(GrB_Matrix_ncols(&ncols, A));
    TRY(GrB_Matrix_new(&pattern, GrB_BOOL, nrows, ncols));
    TRY(GrB_apply(pattern, NULL, NULL, GrB_ONEB_BOOL, A, true, NULL));
    TRY(GrB_Matrix_exportSize(&n_offsets, &n_columns, &n_values, GrB_CSR_FORMAT, pattern));
    rows->n = nrows;
    rows->offsets = malloc(n_offsets * sizeof *rows->offsets);
    rows->columns = malloc((n_columns + 1) * sizeof *rows->columns);
    values = malloc((n_values + 1) * sizeof *values);
    if (rows->offsets == NULL || rows->columns == NULL || values == NULL) {
        info = gba_no_memory();
        goto done;
    }
    TRY(GrB_Matrix_export(rows->offsets, rows->columns, values, &n_offsets, &n_columns, &n_values,
                          GrB_CSR_FORMAT, pattern));
done:
    free(values);
    GrB_free(&pattern);
    if (info < GrB_SUCCESS) gba_csr_free(rows);
    return info;
}

GrB_Info gba_weighted_csr_of(Csr *rows, double **values, GrB_Matrix A) {
    GrB_Info info = GrB_SUCCESS;
    GrB_Matrix weights = NULL;
    GrB_Index nrows = 0, ncols = 0, n_offsets = 0, n_columns = 0, n_values = 0;
    *rows = (Csr){0, NULL, NULL};
    *values = NULL;

    TRY(GrB_Matrix_nrows(&nrows, A));
    TRY(GrB_Matrix_ncols(&ncols, A));
    TRY(GrB_Matrix_new(&weights, GrB_FP64, nrows, ncols));
    TRY(GrB_apply(weights, NULL, NULL, GrB_IDENTITY_FP64, A, NULL));
    TRY(GrB_Matrix_exportSize(&n_offsets, &n_columns, &n_values, GrB_CSR_FORMAT, weights));
    rows->n = nrows;
    rows->offsets = malloc(n_offsets * sizeof *rows->offsets);
    rows->columns = malloc((n_columns + 1) * sizeof *rows->columns);
    *values = malloc((n_values + 1) * sizeof **values);
    if (rows->offsets == NULL || rows->columns == NULL || *values == NULL) {
        info = gba_no_memory();
        goto done;
    }
    TRY(GrB_Matrix_export(rows->offsets, rows->columns, *values, &n_offsets, &n_columns, &n_values,
                          GrB_CSR_FORMAT, weights));
done:
    GrB_free(&weights);
    if (info < GrB_SUCCESS) {
        gba_csr_free(rows);
        free(*values);
        *values = NULL;
    }
    return info;
}

void gba_csr_free(Csr *rows) {
    free(rows->offsets);
    free(rows->columns);
    *rows = (Csr){0, NULL, NULL};
}
