// cuBLAS, opened when it is first needed. The prototypes are the toolkit's; nothing is linked.
#pragma once

#include <cublas_v2.h>
#include <mutex>

namespace grb::device {

struct Cublas {
    Cublas();

    decltype(&cublasCreate_v2) create = nullptr;
    decltype(&cublasSetStream_v2) set_stream = nullptr;
    decltype(&cublasSetMathMode) set_math_mode = nullptr;
    decltype(&cublasGetStatusString) error_text = nullptr;
    decltype(&cublasSgemm_v2_64) sgemm = nullptr;
    decltype(&cublasDgemm_v2_64) dgemm = nullptr;

    cublasHandle_t handle = nullptr; // on the runtime's stream
    const char *absence = nullptr;   // null: it can be used
    mutable std::mutex mutex;        // of the handle
};

/// Returns the current runtime's cuBLAS, opened on the first call and never closed.
const Cublas &cublas();

} // namespace grb::device
