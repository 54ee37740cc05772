// Opens cuSPARSE and finds its functions.
#include "cuda/plugin/cusparse_library.hpp"

#include "cuda/plugin/library.hpp"
#include "cuda/plugin/runtime.hpp"

namespace grb::device {

namespace {

const char *open(Cusparse &library) {
    const Library file("cusparse");
    if (!file.is_open()) return "cuSPARSE (libcusparse.so.12 or 13) is not there";
    const auto find = [&file](auto &function, const char *name) {
        return file.find(function, name);
    };
    const bool is_complete = find(library.create, "cusparseCreate") &&
                             find(library.set_stream, "cusparseSetStream") &&
                             find(library.error_text, "cusparseGetErrorString") &&
                             find(library.create_csr, "cusparseCreateCsr") &&
                             find(library.set_values, "cusparseSpMatSetValues") &&
                             find(library.destroy_matrix, "cusparseDestroySpMat") &&
                             find(library.create_vector, "cusparseCreateDnVec") &&
                             find(library.destroy_vector, "cusparseDestroyDnVec") &&
                             find(library.workspace, "cusparseSpMV_bufferSize") &&
                             find(library.preprocess, "cusparseSpMV_preprocess") &&
                             find(library.multiply, "cusparseSpMV") &&
                             find(library.create_dense, "cusparseCreateDnMat") &&
                             find(library.destroy_dense, "cusparseDestroyDnMat") &&
                             find(library.dense_workspace, "cusparseSpMM_bufferSize") &&
                             find(library.dense_preprocess, "cusparseSpMM_preprocess") &&
                             find(library.dense_multiply, "cusparseSpMM");
    if (!is_complete) return "cuSPARSE is older than 12.4";
    const CurrentDevice current;
    if (library.create(&library.handle) != CUSPARSE_STATUS_SUCCESS ||
        library.set_stream(library.handle, runtime().stream()) != CUSPARSE_STATUS_SUCCESS)
        return "cuSPARSE does not start";
    return nullptr;
}

} // namespace

Cusparse::Cusparse() {
    absence = open(*this);
}

const Cusparse &cusparse() {
    return runtime().own<Cusparse>();
}

} // namespace grb::device
