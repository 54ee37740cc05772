// Opens cuBLAS and finds its functions.
#include "cuda/plugin/cublas_library.hpp"

#include "cuda/plugin/library.hpp"
#include "cuda/plugin/runtime.hpp"

namespace grb::device {

namespace {

const char *open(Cublas &library) {
    const Library file("cublas");
    if (!file.is_open()) return "cuBLAS (libcublas.so.12 or 13) is not there";
    const auto find = [&file](auto &function, const char *name) {
        return file.find(function, name);
    };
    const bool is_complete =
        find(library.create, "cublasCreate_v2") && find(library.set_stream, "cublasSetStream_v2") &&
        find(library.set_math_mode, "cublasSetMathMode") &&
        find(library.error_text, "cublasGetStatusString") &&
        find(library.sgemm, "cublasSgemm_v2_64") && find(library.dgemm, "cublasDgemm_v2_64");
    if (!is_complete) return "cuBLAS is older than 12.0";
    const CurrentDevice current;
    if (library.create(&library.handle) != CUBLAS_STATUS_SUCCESS ||
        library.set_stream(library.handle, runtime().stream()) != CUBLAS_STATUS_SUCCESS)
        return "cuBLAS does not start";
    return nullptr;
}

} // namespace

Cublas::Cublas() {
    absence = open(*this);
}

const Cublas &cublas() {
    return runtime().own<Cublas>();
}

} // namespace grb::device
