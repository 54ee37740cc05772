// A C++ program written for SuiteSparse:GraphBLAS's own header: fields, modes and levels are ints
// from version 10 on, iterators give complex numbers in place in both versions, and the header is
// included inside of extern "C".
#include <complex>
#include <cstdio>
#include <cstdlib>

extern "C" {
#include <GraphBLAS.h>
}

namespace {

void check(GrB_Info info, int line) {
    if (info == GrB_SUCCESS) return;
    std::fprintf(stderr, "line %d: %d\n", line, static_cast<int>(info));
    std::exit(1);
}
#define CHECK(call) check(call, __LINE__)
#define EXPECT(claim) check((claim) ? GrB_SUCCESS : GrB_PANIC, __LINE__)

#if GxB_IMPLEMENTATION_MAJOR >= 10
/// A wrapper with plain numbers, as bindings have it.
struct Matrix {
    GrB_Matrix handle = nullptr;
    void set(int value, int field) const { CHECK(GrB_Matrix_set_INT32(handle, value, field)); }
    int get(int field) const {
        int32_t value = -1;
        CHECK(GrB_Matrix_get_INT32(handle, &value, field));
        return value;
    }
};

void use_numbers() {
    const int mode = GrB_NONBLOCKING, wait = GrB_MATERIALIZE, level = GxB_SILENT;
    CHECK(GrB_init(mode));
    Matrix A;
    CHECK(GrB_Matrix_new(&A.handle, GrB_FP64, 3, 3));
    A.set(GxB_SPARSE, GxB_SPARSITY_CONTROL);
    EXPECT(A.get(GxB_SPARSITY_CONTROL) == GxB_SPARSE);
    A.set(GrB_COLMAJOR, GrB_STORAGE_ORIENTATION_HINT);
    EXPECT(A.get(GrB_STORAGE_ORIENTATION_HINT) == GrB_COLMAJOR);
    CHECK(GrB_Matrix_wait(A.handle, wait));
    CHECK(GxB_Matrix_fprint(A.handle, "A", level, stdout));
    int format = -1;
    CHECK(GrB_Matrix_exportHint(&format, A.handle));
    GrB_Index lengths[3] = {0, 0, 0};
    CHECK(GrB_Matrix_exportSize(&lengths[0], &lengths[1], &lengths[2], format, A.handle));
    GrB_Descriptor desc = nullptr;
    CHECK(GrB_Descriptor_new(&desc));
    const int field = GrB_MASK, value = GrB_COMP;
    CHECK(GrB_Descriptor_set(desc, field, value));
    CHECK(GrB_Descriptor_set(desc, GrB_OUTP, GrB_REPLACE)); // enumerators as before
    // An enumerator of another kind becomes an int.
    CHECK(GrB_Descriptor_set_INT32(desc, GxB_COMPRESSION_LZ4, GxB_COMPRESSION));
    int32_t number = -1;
    CHECK(GrB_Descriptor_get_INT32(desc, &number, GxB_COMPRESSION));
    EXPECT(number == GxB_COMPRESSION_LZ4);
    int version = -1, major = GrB_LIBRARY_VER_MAJOR;
    CHECK(GrB_Global_get_INT32(GrB_GLOBAL, &version, major));
    EXPECT(version == GxB_IMPLEMENTATION_MAJOR);
    char name[256];
    const int name_field = GrB_NAME;
    CHECK(GrB_Type_get_String(GrB_FP64, name, name_field));
    EXPECT(name[0] == 'G');
    EXPECT(GrB_Matrix_get_INT32(A.handle, &number, 123456) == GrB_INVALID_VALUE);
    CHECK(GrB_Descriptor_free(&desc));
    CHECK(GrB_Matrix_free(&A.handle));
}
#else
void use_numbers() {
    CHECK(GrB_init(GrB_NONBLOCKING));
}
#endif

void read_complex_numbers() {
    GrB_Matrix A = nullptr;
    GxB_Iterator iterator = nullptr;
    CHECK(GrB_Matrix_new(&A, GxB_FC64, 2, 2));
    CHECK(GxB_Matrix_setElement_FC64(A, GxB_CMPLX(1.5, -2), 0, 1));
    CHECK(GrB_Matrix_wait(A, GrB_MATERIALIZE));
    CHECK(GxB_Iterator_new(&iterator));
    CHECK(GxB_Matrix_Iterator_attach(iterator, A, nullptr));
    CHECK(GxB_Matrix_Iterator_seek(iterator, 0));
    const std::complex<double> value =
        reinterpret_cast<std::complex<double> &>(GxB_Iterator_get_FC64(iterator));
    EXPECT(value == std::complex<double>(1.5, -2));
    CHECK(GxB_Iterator_free(&iterator));
    CHECK(GrB_Matrix_free(&A));
}

} // namespace

int main() {
    use_numbers();
    read_complex_numbers();
    CHECK(GrB_finalize());
    return 0;
}
