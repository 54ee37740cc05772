// Makes the operands in each storage and reads their contents.
#include "faults/world.h"

namespace faults {

namespace {

void negate_double(void *z, const void *x) {
    *static_cast<double *>(z) = -*static_cast<const double *>(x);
}
double of(const void *x) {
    return static_cast<const Big *>(x)->value;
}
void put(void *z, double value) {
    *static_cast<Big *>(z) = Big(value);
}
void negate_big(void *z, const void *x) {
    put(z, -of(x));
}
void add_big(void *z, const void *x, const void *y) {
    put(z, of(x) + of(y));
}
void multiply_big(void *z, const void *x, const void *y) {
    put(z, of(x) * of(y));
}
void shift_big(void *z, const void *x, GrB_Index i, GrB_Index j, const void *y) {
    put(z, of(x) + static_cast<double>(10 * i + j) + of(y));
}
void is_big_right_of(void *z, const void *, GrB_Index, GrB_Index j, const void *y) {
    const bool result = static_cast<double>(j) > of(y);
    *static_cast<bool *>(z) = result;
}

bool is_present(Storage storage, GrB_Index i, GrB_Index j) {
    return storage == Storage::full || (i * 5 + j * 3) % 7 < 3;
}
constexpr double iso_value = 2;
double value_at(Storage storage, GrB_Index i, GrB_Index j) {
    return storage == Storage::iso ? iso_value : static_cast<double>((i * 7 + j * 4) % 9) - 3;
}
/// These entries arrive after the others when updates are to be pending.
bool comes_late(GrB_Index i, GrB_Index j) {
    return (i + j) % 3 == 0;
}

void store_matrix(GrB_Matrix A, double value, GrB_Index i, GrB_Index j, bool is_big) {
    if (!is_big) return require(GrB_Matrix_setElement_FP64(A, value, i, j));
    const Big wide(value);
    require(GrB_Matrix_setElement_UDT(A, &wide, i, j));
}
void store_vector(GrB_Vector u, double value, GrB_Index i, bool is_big) {
    if (!is_big) return require(GrB_Vector_setElement_FP64(u, value, i));
    const Big wide(value);
    require(GrB_Vector_setElement_UDT(u, &wide, i));
}

void set(GrB_Matrix A, GrX_Format format) {
    require(GrB_Matrix_set_INT32(A, format, static_cast<GrB_Field>(GrX_FORMAT)));
}
void set(GrB_Vector u, GrX_Format format) {
    require(GrB_Vector_set_INT32(u, format, static_cast<GrB_Field>(GrX_FORMAT)));
}

/// Assigns all entries at once to an empty object, which stores their value once.
void make_iso(GrB_Matrix A, bool is_big) {
    const Big wide(iso_value);
    GrB_Index m = 0, n = 0;
    require(GrB_Matrix_nrows(&m, A));
    require(GrB_Matrix_ncols(&n, A));
    GrB_Matrix pattern = nullptr;
    require(GrB_Matrix_dup(&pattern, A));
    require(GrB_Matrix_clear(A));
    require(is_big ? GrB_Matrix_assign_UDT(A, pattern, nullptr, &wide, GrB_ALL, m, GrB_ALL, n,
                                           GrB_DESC_S)
                   : GrB_Matrix_assign_FP64(A, pattern, nullptr, iso_value, GrB_ALL, m, GrB_ALL, n,
                                            GrB_DESC_S));
    require(GrB_Matrix_free(&pattern));
}
void make_iso(GrB_Vector u, bool is_big) {
    const Big wide(iso_value);
    GrB_Index n = 0;
    require(GrB_Vector_size(&n, u));
    GrB_Vector pattern = nullptr;
    require(GrB_Vector_dup(&pattern, u));
    require(GrB_Vector_clear(u));
    require(is_big
                ? GrB_Vector_assign_UDT(u, pattern, nullptr, &wide, GrB_ALL, n, GrB_DESC_S)
                : GrB_Vector_assign_FP64(u, pattern, nullptr, iso_value, GrB_ALL, n, GrB_DESC_S));
    require(GrB_Vector_free(&pattern));
}

void apply_storage(GrB_Matrix A, Storage storage, bool is_big) {
    if (storage == Storage::sparse || storage == Storage::by_column || storage == Storage::wide ||
        storage == Storage::both_orientations || storage == Storage::iso) {
        set(A, GrX_SPARSE);
    }
    switch (storage) {
    case Storage::by_column:
        return require(GrB_Matrix_set_INT32(A, 2, static_cast<GrB_Field>(GrX_ORIENTATIONS)));
    case Storage::both_orientations:
        return require(GrB_Matrix_set_INT32(A, 3, static_cast<GrB_Field>(GrX_ORIENTATIONS)));
    case Storage::wide:
        return require(GrB_Matrix_set_INT32(A, 64, static_cast<GrB_Field>(GrX_INDEX_WIDTH)));
    case Storage::hypersparse:
        return set(A, GrX_HYPERSPARSE);
    case Storage::bitmap:
        return set(A, GrX_BITMAP);
    case Storage::full:
        return set(A, GrX_FULL);
    case Storage::balanced:
        return set(A, GrX_BALANCED);
    case Storage::iso:
        return make_iso(A, is_big);
    default:
        return;
    }
}
void apply_storage(GrB_Vector u, Storage storage, bool is_big) {
    switch (storage) {
    case Storage::wide:
        return require(GrB_Vector_set_INT32(u, 64, static_cast<GrB_Field>(GrX_INDEX_WIDTH)));
    case Storage::bitmap:
        return set(u, GrX_BITMAP);
    case Storage::full:
        return set(u, GrX_FULL);
    case Storage::iso:
        return make_iso(u, is_big);
    default:
        return;
    }
}

GrB_Matrix matrix(Storage storage, GrB_Type type, GrB_Index nrows, GrB_Index ncols,
                  bool is_big = false) {
    GrB_Matrix A = nullptr;
    require(GrB_Matrix_new(&A, type, nrows, ncols));
    const auto put_entries = [&](bool late) {
        for (GrB_Index i = 0; i < nrows; i++) {
            for (GrB_Index j = 0; j < ncols; j++) {
                if (is_present(storage, i, j) && comes_late(i, j) == late)
                    store_matrix(A, value_at(storage, i, j), i, j, is_big);
            }
        }
    };
    put_entries(false);
    if (storage == Storage::pending) {
        store_matrix(A, 1, nrows - 1, ncols - 1, is_big);
        require(GrB_Matrix_wait(A, GrB_MATERIALIZE));
        require(GrB_Matrix_removeElement(A, nrows - 1, ncols - 1));
        put_entries(true);
        return A;
    }
    put_entries(true);
    require(GrB_Matrix_wait(A, GrB_MATERIALIZE));
    apply_storage(A, storage, is_big);
    return A;
}

GrB_Vector vector(Storage storage, GrB_Type type, GrB_Index size, bool is_big = false) {
    GrB_Vector u = nullptr;
    require(GrB_Vector_new(&u, type, size));
    const auto put_entries = [&](bool late) {
        for (GrB_Index i = 0; i < size; i++) {
            if (is_present(storage, i, 1) && comes_late(i, 1) == late)
                store_vector(u, value_at(storage, i, 1), i, is_big);
        }
    };
    put_entries(false);
    if (storage == Storage::pending) {
        require(GrB_Vector_wait(u, GrB_MATERIALIZE));
        put_entries(true);
        return u;
    }
    put_entries(true);
    require(GrB_Vector_wait(u, GrB_MATERIALIZE));
    apply_storage(u, storage, is_big);
    return u;
}

} // namespace

void require(GrB_Info info) {
    ASSERT_EQ(info, GrB_SUCCESS);
}

const char *name_of(Storage storage) {
    static constexpr const char *names[] = {
        "as made", "sparse", "by column", "both orientations", "hypersparse", "bitmap",
        "wide",    "full",   "iso",       "pending",           "balanced"};
    return names[static_cast<int>(storage)];
}

Big::Big(double x) : value(x), ballast{} {
    ballast[79] = x + 1;
}

World::World(Storage storage)
    : first(400, 77), second(400, 77), third(400, 77), values(400, 77), big_values(60, Big(77)),
      blob(30000, 77) {
    A = matrix(storage, GrB_FP64, 12, 14);
    B = matrix(storage, GrB_FP64, 14, 10);
    C = matrix(storage, GrB_FP64, 12, 10);
    D = matrix(storage, GrB_FP64, 12, 14);
    S = matrix(storage, GrB_FP64, 12, 12);
    K = matrix(storage, GrB_FP64, 3, 2);
    L = matrix(storage, GrB_FP64, 4, 5);
    integers = matrix(storage, GrB_INT32, 12, 10);
    mask_A = matrix(storage, GrB_BOOL, 12, 14);
    mask_B = matrix(storage, GrB_BOOL, 14, 10);
    mask_C = matrix(storage, GrB_BOOL, 12, 10);
    mask_S = matrix(storage, GrB_BOOL, 12, 12);
    require(GrB_Matrix_new(&empty, GrB_FP64, 12, 10));
    u = vector(storage, GrB_FP64, 14);
    v = vector(storage, GrB_FP64, 14);
    w = vector(storage, GrB_FP64, 12);
    mask_u = vector(storage, GrB_BOOL, 14);
    mask_w = vector(storage, GrB_BOOL, 12);
    require(GrB_Vector_new(&empty_w, GrB_FP64, 12));
    require(GrB_Vector_new(&positions, GrB_INT64, 12));
    for (GrB_Index i = 0; i < 12; i++)
        require(GrB_Vector_setElement_FP64(positions, static_cast<double>(11 - i), i));
    if (storage != Storage::iso) apply_storage(positions, storage, false);
    require(GrB_Scalar_new(&s, GrB_FP64));
    require(GrB_Scalar_setElement_FP64(s, 3));
    require(GrB_Scalar_new(&none, GrB_FP64));

    require(GrB_Type_new(&big, sizeof(Big)));
    big_A = matrix(storage, big, 6, 5, true);
    big_B = matrix(storage, big, 5, 4, true);
    big_C = matrix(storage, big, 6, 4, true);
    big_S = matrix(storage, big, 6, 6, true);
    big_one_by_one = matrix(storage, big, 1, 1, true);
    big_u = vector(storage, big, 5, true);
    big_w = vector(storage, big, 6, true);
    require(GrB_Matrix_new(&big_empty, big, 6, 4));
    require(GrB_Vector_new(&big_empty_w, big, 6));
    require(GrB_Scalar_new(&big_s, big));
    const Big three(3), zero(0);
    require(GrB_Scalar_setElement_UDT(big_s, &three));
    require(GrB_UnaryOp_new(&big_negate, negate_big, big, big));
    require(GrB_BinaryOp_new(&big_plus, add_big, big, big, big));
    require(GrB_BinaryOp_new(&big_times, multiply_big, big, big, big));
    require(GrB_IndexUnaryOp_new(&big_shift, shift_big, big, big, big));
    require(GrB_IndexUnaryOp_new(&big_is_right_of, is_big_right_of, GrB_BOOL, big, big));
    require(GrB_Monoid_new_UDT(&big_monoid, big_plus, &zero));
    require(GrB_Semiring_new(&big_semiring, big_monoid, big_times));
    require(GrB_UnaryOp_new(&negate, negate_double, GrB_FP64, GrB_FP64));
    require(GrB_Descriptor_new(&desc));
}

World::~World() {
    for (GrB_Matrix *object : {&A,         &B,          &C,      &D,      &S,      &K,
                               &L,         &integers,   &mask_A, &mask_B, &mask_C, &mask_S,
                               &empty,     &big_A,      &big_B,  &big_C,  &big_S,  &big_one_by_one,
                               &big_empty, &made_matrix}) {
        require(GrB_Matrix_free(object));
    }
    for (GrB_Vector *object : {&u, &v, &w, &mask_u, &mask_w, &empty_w, &positions, &big_u, &big_w,
                               &big_empty_w, &made_vector}) {
        require(GrB_Vector_free(object));
    }
    for (GrB_Scalar *object : {&s, &none, &big_s, &made_scalar}) require(GrB_Scalar_free(object));
    for (GrB_Semiring *object : {&big_semiring, &made_semiring}) require(GrB_Semiring_free(object));
    for (GrB_Monoid *object : {&big_monoid, &made_monoid}) require(GrB_Monoid_free(object));
    for (GrB_UnaryOp *object : {&big_negate, &negate, &made_unary})
        require(GrB_UnaryOp_free(object));
    for (GrB_BinaryOp *object : {&big_plus, &big_times, &made_binary})
        require(GrB_BinaryOp_free(object));
    for (GrB_IndexUnaryOp *object : {&big_shift, &big_is_right_of, &made_index})
        require(GrB_IndexUnaryOp_free(object));
    for (GrB_Descriptor *object : {&desc, &made_descriptor}) require(GrB_Descriptor_free(object));
    for (GrB_Type *object : {&big, &made_type}) require(GrB_Type_free(object));
}

GrB_Info World::late_error() const {
    GrB_Info first = GrB_SUCCESS;
    for (GrB_Vector object : {u, v, w, mask_u, mask_w, empty_w, positions, made_vector}) {
        const GrB_Info info =
            object != nullptr ? GrB_Vector_wait(object, GrB_COMPLETE) : GrB_SUCCESS;
        if (first == GrB_SUCCESS) first = info;
    }
    return first;
}

void World::move_to_device() {
    for (GrB_Matrix object : {A, B, C, D, S, K, L})
        require(GrB_Matrix_apply(object, nullptr, nullptr, GrB_IDENTITY_FP64, object, nullptr));
    for (GrB_Matrix object : {mask_A, mask_B, mask_C, mask_S})
        require(GrB_Matrix_apply(object, nullptr, nullptr, GrB_IDENTITY_BOOL, object, nullptr));
    for (GrB_Vector object : {u, v, w})
        require(GrB_Vector_apply(object, nullptr, nullptr, GrB_IDENTITY_FP64, object, nullptr));
    for (GrB_Vector object : {mask_u, mask_w})
        require(GrB_Vector_apply(object, nullptr, nullptr, GrB_IDENTITY_BOOL, object, nullptr));
}

} // namespace faults
