// cuSPARSE, opened when it is first needed. The prototypes are the toolkit's; nothing is linked.
#pragma once

#include <cusparse.h>

namespace grb::device {

struct Cusparse {
    Cusparse();

    decltype(&cusparseCreate) create = nullptr;
    decltype(&cusparseSetStream) set_stream = nullptr;
    decltype(&cusparseGetErrorString) error_text = nullptr;
    decltype(&cusparseCreateCsr) create_csr = nullptr;
    decltype(&cusparseSpMatSetValues) set_values = nullptr;
    decltype(&cusparseDestroySpMat) destroy_matrix = nullptr;
    decltype(&cusparseCreateDnVec) create_vector = nullptr;
    decltype(&cusparseDestroyDnVec) destroy_vector = nullptr;
    decltype(&cusparseSpMV_bufferSize) workspace = nullptr;
    decltype(&cusparseSpMV_preprocess) preprocess = nullptr;
    decltype(&cusparseSpMV) multiply = nullptr;
    decltype(&cusparseCreateDnMat) create_dense = nullptr;
    decltype(&cusparseDestroyDnMat) destroy_dense = nullptr;
    decltype(&cusparseSpMM_bufferSize) dense_workspace = nullptr;
    decltype(&cusparseSpMM_preprocess) dense_preprocess = nullptr;
    decltype(&cusparseSpMM) dense_multiply = nullptr;

    cusparseHandle_t handle = nullptr; // on the runtime's stream
    const char *absence = nullptr;     // null: it can be used
};

/// Returns the current runtime's cuSPARSE, opened on the first call and never closed.
const Cusparse &cusparse();

} // namespace grb::device
