// GrB_Matrix_deserialize: the bytes as they are, then with right checksums, then with right tables,
// then as a blob of SuiteSparse's.
#include "fuzz/blob.h"
#include "fuzz/walk.h"

#include <algorithm>
#include <memory>

namespace fuzz {

namespace {

/// Deserialises from memory of exactly the blob's size. The bounds on memory in
/// docs/internals/serialization.md must hold.
GrB_Info deserialize(GrB_Matrix *A, GrB_Type type, const Bytes &blob) {
    const std::unique_ptr<unsigned char[]> exact(new unsigned char[blob.size()]);
    std::copy(blob.begin(), blob.end(), exact.get());
    *A = nullptr;
    const Peak peak;
    const GrB_Info info = GrB_Matrix_deserialize(A, type, exact.get(), blob.size());
    constexpr std::size_t fixed = std::size_t{1} << 20, chunk = std::size_t{1} << 18;
    FUZZ_CHECK(peak.bytes() <=
               fixed + (is_suitesparse(blob) ? blob.size() : blob.size() / 30 + 1) * chunk);
    FUZZ_CHECK(info == GrB_SUCCESS || info == GrB_INVALID_OBJECT || info == GrB_DOMAIN_MISMATCH);
    FUZZ_CHECK((*A != nullptr) == (info == GrB_SUCCESS));
    return info;
}

/// A blob with values of a user-defined type.
void attempt_user_type(const Bytes &blob) {
    constexpr std::uint64_t largest = 4096;
    const std::uint64_t size = value_size(blob);
    if (size > largest) return;
    GrB_Type type = nullptr;
    FUZZ_REQUIRE(GrB_Type_new(&type, size));
    GrB_Matrix A = nullptr;
    const GrB_Info info = deserialize(&A, type, blob);
    FUZZ_CHECK(info != GrB_DOMAIN_MISMATCH);
    if (info == GrB_SUCCESS) {
        walk(A, user_domain(type, size));
        FUZZ_REQUIRE(GrB_Matrix_free(&A));
    }
    FUZZ_REQUIRE(GrB_Type_free(&type));
}

void attempt(const Bytes &blob) {
    GrB_Matrix A = nullptr, B = nullptr;
    const GrB_Info info = deserialize(&A, nullptr, blob);
    if (info == GrB_DOMAIN_MISMATCH) attempt_user_type(blob);
    if (info != GrB_SUCCESS) return;
    std::int32_t code = -1;
    FUZZ_REQUIRE(GrB_Matrix_get_INT32(A, &code, GrB_EL_TYPE_CODE));
    if (code > GrB_FP64_CODE) { // complex or narrow: the walk knows the domains of the C API
        GrB_Index nvals = 0;
        FUZZ_REQUIRE(GrB_Matrix_wait(A, GrB_MATERIALIZE));
        FUZZ_REQUIRE(GrB_Matrix_nvals(&nvals, A));
        FUZZ_CHECK(deserialize(&B, GrB_INT32, blob) == GrB_DOMAIN_MISMATCH);
        FUZZ_REQUIRE(GrB_Matrix_free(&A));
        return;
    }
    const Domain domain = builtin_domain_of(code);
    FUZZ_CHECK(deserialize(&B, code == GrB_INT32_CODE ? GrB_FP64 : GrB_INT32, blob) ==
               GrB_DOMAIN_MISMATCH);
    FUZZ_CHECK(deserialize(&B, domain.type, blob) == GrB_SUCCESS);
    FUZZ_REQUIRE(GrB_Matrix_free(&B));
    walk(A, domain);
    FUZZ_REQUIRE(GrB_Matrix_free(&A));
}

} // namespace

} // namespace fuzz

int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    using namespace fuzz;
    Bytes blob(data, data + size);
    attempt(blob);
    const Bytes plain = rebuilt(blob);
    if (!plain.empty()) attempt(plain);
    if (!is_suitesparse(blob)) attempt(as_suitesparse(blob));
    sign(blob);
    if (!std::equal(blob.begin(), blob.end(), data)) attempt(blob);
    return 0;
}
