// Defines handle cases of constructors, queries, elements, tuples, and functions of every object.
#include "api/handle_cases.h"
#include "graphblast/grx_narrow.h"

namespace api {

namespace {

GrB_Index count_;
GrB_Index positions_[64];
Pair values_[64];
const GrB_Index some_positions_[] = {0, 1};

template <class Handle>
Handle *handle_target() {
    static Handle target;
    return &target;
}

void unary(void *, const void *) {}
void binary(void *, const void *, const void *) {}
void index_unary(void *, const void *, GrB_Index, GrB_Index, const void *) {}

} // namespace

void add_algebra(HandleCases &cases, World &world) {
    HANDLES(GrB_Type_new, "type,size", handle_target<GrB_Type>(), std::size_t{8});
    HANDLES(GrB_UnaryOp_new, "op,function,ztype,xtype", handle_target<GrB_UnaryOp>(), &unary,
            GrB_FP64, GrB_FP64);
    HANDLES(GrB_BinaryOp_new, "op,function,ztype,xtype,ytype", handle_target<GrB_BinaryOp>(),
            &binary, GrB_FP64, GrB_FP64, GrB_FP64);
    HANDLES(GrB_IndexUnaryOp_new, "op,function,ztype,xtype,ytype",
            handle_target<GrB_IndexUnaryOp>(), &index_unary, GrB_FP64, GrB_FP64, GrB_FP64);
    HANDLES(GrB_Semiring_new, "semiring,add,multiply", handle_target<GrB_Semiring>(), world.monoid,
            GrB_TIMES_FP64);
    HANDLES(GrB_Descriptor_new, "descriptor", handle_target<GrB_Descriptor>());
    HANDLES(GrB_Descriptor_set, "descriptor,field,value", Keeper(world.desc), GrB_OUTP,
            GrB_REPLACE);
#define ROW(P, T, type)                                                                           \
    HANDLES(P##_Monoid_new_##T, "monoid,op,identity", handle_target<GrB_Monoid>(), P##_FIRST_##T, \
            type{});
    FOR_PREFIXED_TYPES(ROW)
#undef ROW
    HANDLES(GrB_Monoid_new_UDT, "monoid,op,identity", handle_target<GrB_Monoid>(), world.pair_plus,
            static_cast<const void *>(values_));
}

void add_objects(HandleCases &cases, World &world) {
    HANDLES(GrB_Scalar_new, "s,type", handle_target<GrB_Scalar>(), GrB_FP64);
    HANDLES(GrB_Scalar_dup, "s,t", handle_target<GrB_Scalar>(), Keeper(world.s));
    HANDLES(GrB_Scalar_clear, "s", Keeper(world.s));
    HANDLES(GrB_Scalar_nvals, "nvals,s", &count_, Keeper(world.s));
    HANDLES(GrB_Vector_new, "w,type,size", handle_target<GrB_Vector>(), GrB_FP64, GrB_Index{3});
    HANDLES(GrB_Vector_dup, "w,u", handle_target<GrB_Vector>(), Keeper(world.u));
    HANDLES(GrB_Vector_clear, "w", Keeper(world.w));
    HANDLES(GrB_Vector_resize, "w,size", Keeper(world.w), GrB_Index{3});
    HANDLES(GrB_Vector_size, "n,u", &count_, Keeper(world.u));
    HANDLES(GrB_Vector_nvals, "nvals,u", &count_, Keeper(world.u));
    HANDLES(GrB_Vector_removeElement, "w,i", Keeper(world.w), GrB_Index{0});
    HANDLES(GrB_Matrix_new, "C,type,nrows,ncols", handle_target<GrB_Matrix>(), GrB_FP64,
            GrB_Index{3}, GrB_Index{3});
    HANDLES(GrB_Matrix_dup, "C,A", handle_target<GrB_Matrix>(), Keeper(world.A));
    HANDLES(GrB_Matrix_diag, "C,v,k", handle_target<GrB_Matrix>(), Keeper(world.v),
            std::int64_t{1});
    HANDLES(GrB_Matrix_clear, "C", Keeper(world.C));
    HANDLES(GrB_Matrix_resize, "C,nrows,ncols", Keeper(world.C), GrB_Index{3}, GrB_Index{3});
    HANDLES(GrB_Matrix_nrows, "nrows,A", &count_, Keeper(world.A));
    HANDLES(GrB_Matrix_ncols, "ncols,A", &count_, Keeper(world.A));
    HANDLES(GrB_Matrix_nvals, "nvals,A", &count_, Keeper(world.A));
    HANDLES(GrB_Matrix_removeElement, "C,i,j", Keeper(world.C), GrB_Index{0}, GrB_Index{0});

    static const char *text;
#define ROW(Kind, object)                                                       \
    HANDLES(GrB_##Kind##_wait, "object,mode", Keeper(object), GrB_MATERIALIZE); \
    HANDLES(GrB_##Kind##_error, "text,object", &text, object);
    ROW(Type, world.pair)
    ROW(UnaryOp, world.negate)
    ROW(BinaryOp, world.minus)
    ROW(IndexUnaryOp, world.shifted)
    ROW(Monoid, world.monoid)
    ROW(Semiring, world.semiring)
    ROW(Descriptor, world.desc)
    ROW(Scalar, world.s)
    ROW(Vector, world.u)
    ROW(Matrix, world.A)
#undef ROW
}

/// Adds get and set; where no object keeps the text, as for the library, `keeper` leaves the handle
/// plain.
void add_fields(HandleCases &cases, World &world) {
    static char string[1024];
    static std::int32_t number;
    static std::size_t size;
    void *const bytes = values_;
    const void *const given = values_;
#define ROW(Kind, keeper, object)                                                              \
    HANDLES(GrB_##Kind##_get_Scalar, "object,value,field", object, Keeper(world.s),            \
            GrB_EL_TYPE_CODE);                                                                 \
    HANDLES(GrB_##Kind##_get_String, "object,value,field", keeper(object), string, GrB_NAME);  \
    HANDLES(GrB_##Kind##_get_INT32, "object,value,field", keeper(object), &number,             \
            GrB_EL_TYPE_CODE);                                                                 \
    HANDLES(GrB_##Kind##_get_SIZE, "object,value,field", keeper(object), &size, GrB_NAME);     \
    HANDLES(GrB_##Kind##_get_VOID, "object,value,field", keeper(object), bytes, GrB_NAME);     \
    HANDLES(GrB_##Kind##_set_Scalar, "object,value,field", keeper(object), world.pair_s,       \
            GrB_OUTP_FIELD);                                                                   \
    HANDLES(GrB_##Kind##_set_String, "object,value,field", keeper(object), "", GrB_NAME);      \
    HANDLES(GrB_##Kind##_set_INT32, "object,value,field", keeper(object), 0, GrB_OUTP_FIELD);  \
    HANDLES(GrB_##Kind##_set_VOID, "object,value,field,size", keeper(object), given, GrB_NAME, \
            std::size_t{8});
    ROW(Global, , GrB_GLOBAL)
    ROW(Type, Keeper, world.pair)
    ROW(UnaryOp, Keeper, world.negate)
    ROW(BinaryOp, Keeper, world.minus)
    ROW(IndexUnaryOp, Keeper, world.shifted)
    ROW(Monoid, Keeper, world.monoid)
    ROW(Semiring, Keeper, world.semiring)
    ROW(Descriptor, Keeper, world.desc)
    ROW(Scalar, Keeper, world.none)
    ROW(Vector, Keeper, world.u)
    ROW(Matrix, Keeper, world.A)
#undef ROW
}

void add_exchange(HandleCases &cases, World &world) {
    static GrB_Index lengths[3];
    for (GrB_Index &length : lengths) length = 64; // the capacity of positions_ and values_
    static GrB_Format format;
    const GrB_Index n = 2;
#define ROW(P, T, object, matrix, in, out)                                                        \
    HANDLES(                                                                                      \
        P##_Matrix_import_##T,                                                                    \
        "A,domain,nrows,ncols,offsets,indices,values,offsets_len,indices_len,values_len,format",  \
        handle_target<GrB_Matrix>(), object, n, n, some_positions_, some_positions_, in, n, n, n, \
        GrB_COO_FORMAT);                                                                          \
    HANDLES(P##_Matrix_export_##T,                                                                \
            "offsets,indices,values,offsets_len,indices_len,values_len,format,A", positions_,     \
            positions_, out, &lengths[0], &lengths[1], &lengths[2], GrB_CSR_FORMAT,               \
            Keeper(matrix));
#define TYPED(P, T, type)                                                \
    ROW(P, T, P##_##T, world.A, reinterpret_cast<const type *>(values_), \
        reinterpret_cast<type *>(values_))
    FOR_PREFIXED_TYPES(TYPED)
    TYPED(GrX, BF16, GrX_BF16_t)
    TYPED(GrX, FP16, GrX_FP16_t)
    ROW(GrB, UDT, world.pair, world.pair_A, static_cast<const void *>(values_),
        static_cast<void *>(values_))
#undef TYPED
#undef ROW
    // None of these calls reads the array.
    static GrB_Matrix matrix;
    static GrB_Vector vector;
    static void *array;
    static GrB_Index rows, columns;
    static bool is_iso;
    matrix = world.A;
    vector = world.pair_u;
    array = values_;
#define ROW(side)                                                                                  \
    HANDLES(GrX_Matrix_import_##side, "A,type,nrows,ncols,values,values_size,desc",                \
            handle_target<GrB_Matrix>(), GrB_FP64, n, n, &array, GrB_Index{1}, Maybe(world.desc)); \
    HANDLES(GrX_Vector_import_##side, "u,type,size,values,values_size,desc",                       \
            handle_target<GrB_Vector>(), GrB_FP64, n, &array, GrB_Index{1}, Maybe(world.desc));    \
    HANDLES(GrX_Matrix_export_##side, "A,values,values_size,desc", &matrix, &array, &count_,       \
            Maybe(world.desc));                                                                    \
    HANDLES(GrX_Vector_export_##side, "u,values,values_size,desc", &vector, &array, &count_,       \
            Maybe(world.desc));
    ROW(full)
    ROW(device)
#undef ROW
    HANDLES(GxB_Matrix_import_FullR, "A,type,nrows,ncols,Ax,Ax_size,iso,desc",
            handle_target<GrB_Matrix>(), GrB_FP64, n, n, &array, GrB_Index{1}, false,
            Maybe(world.desc));
    HANDLES(GxB_Vector_import_Full, "u,type,n,vx,vx_size,iso,desc", handle_target<GrB_Vector>(),
            GrB_FP64, n, &array, GrB_Index{1}, false, Maybe(world.desc));
    HANDLES(GxB_Matrix_export_FullR, "A,type,nrows,ncols,Ax,Ax_size,iso,desc", &matrix,
            handle_target<GrB_Type>(), &rows, &columns, &array, &count_, Any(&is_iso),
            Maybe(world.desc));
    HANDLES(GxB_Vector_export_Full, "u,type,n,vx,vx_size,iso,desc", &vector,
            handle_target<GrB_Type>(), &rows, &array, &count_, Any(&is_iso), Maybe(world.desc));
    HANDLES(GrB_Matrix_exportSize, "offsets_len,indices_len,values_len,format,A", &lengths[0],
            &lengths[1], &lengths[2], GrB_CSR_FORMAT, Keeper(world.A));
    HANDLES(GrB_Matrix_exportHint, "format,A", &format, Keeper(world.A));
    HANDLES(GrB_Matrix_serializeSize, "size,A", &count_, Keeper(world.A));
    HANDLES(GrB_Matrix_serialize, "blob,size,A", static_cast<void *>(values_), &count_,
            Keeper(world.A));
    HANDLES(GrB_Matrix_deserialize, "C,type,blob,size", handle_target<GrB_Matrix>(),
            Maybe(world.pair), static_cast<const void *>(values_), GrB_Index{64});
}

void add_elements(HandleCases &cases, World &world) {
    count_ = 64; // the capacity of positions_ and values_
    const GrB_Index n = 2;
#define ROW(P, T, type)                                                                      \
    HANDLES(P##_Scalar_setElement_##T, "s,value", Keeper(world.s), type{});                  \
    HANDLES(P##_Scalar_extractElement_##T, "value,s", reinterpret_cast<type *>(values_),     \
            Keeper(world.s));                                                                \
    HANDLES(P##_Vector_setElement_##T, "w,value,i", Keeper(world.w), type{}, n);             \
    HANDLES(P##_Matrix_setElement_##T, "C,value,i,j", Keeper(world.C), type{}, n, n);        \
    HANDLES(P##_Vector_extractElement_##T, "value,u,i", reinterpret_cast<type *>(values_),   \
            Keeper(world.u), n);                                                             \
    HANDLES(P##_Matrix_extractElement_##T, "value,A,i,j", reinterpret_cast<type *>(values_), \
            Keeper(world.A), n, n);
    FOR_PREFIXED_TYPES(ROW)
#undef ROW
#define ROW(P, T, type)                                                                           \
    HANDLES(P##_Vector_build_##T, "w,indices,values,nvals,dup", Keeper(world.w), some_positions_, \
            reinterpret_cast<const type *>(values_), n, Maybe(GrB_PLUS_FP64));                    \
    HANDLES(P##_Matrix_build_##T, "C,rows,columns,values,nvals,dup", Keeper(world.C),             \
            some_positions_, some_positions_, reinterpret_cast<const type *>(values_), n,         \
            Maybe(GrB_PLUS_FP64));                                                                \
    HANDLES(P##_Vector_extractTuples_##T, "indices,values,nvals,u", Any(positions_),              \
            Any(reinterpret_cast<type *>(values_)), &count_, Keeper(world.u));                    \
    HANDLES(P##_Matrix_extractTuples_##T, "rows,columns,values,nvals,A", Any(positions_),         \
            Any(positions_), Any(reinterpret_cast<type *>(values_)), &count_, Keeper(world.A));
    FOR_PREFIXED_TYPES(ROW)
    ROW(GrX, BF16, GrX_BF16_t)
    ROW(GrX, FP16, GrX_FP16_t)
#undef ROW
    void *const target = values_;
    const void *const given = values_;
    HANDLES(GrB_Scalar_setElement_UDT, "s,value", Keeper(world.pair_s), given);
    HANDLES(GrB_Scalar_extractElement_UDT, "value,s", target, Keeper(world.pair_s));
    HANDLES(GrB_Vector_setElement_UDT, "w,the value,i", Keeper(world.pair_w), given, n);
    HANDLES(GrB_Vector_setElement_Scalar, "w,the value,i", Keeper(world.w), world.s, n);
    HANDLES(GrB_Matrix_setElement_UDT, "C,the value,i,j", Keeper(world.pair_A), given, n, n);
    HANDLES(GrB_Matrix_setElement_Scalar, "C,the value,i,j", Keeper(world.C), world.s, n, n);
    HANDLES(GrB_Vector_extractElement_UDT, "value,u,i", target, Keeper(world.pair_u), n);
    HANDLES(GrB_Vector_extractElement_Scalar, "x,u,i", Keeper(world.s), world.u, n);
    HANDLES(GrB_Matrix_extractElement_UDT, "value,A,i,j", target, Keeper(world.pair_A), n, n);
    HANDLES(GrB_Matrix_extractElement_Scalar, "x,A,i,j", Keeper(world.s), world.A, n, n);
    HANDLES(GrB_Vector_build_UDT, "w,indices,values,nvals,dup", Keeper(world.pair_w),
            some_positions_, given, n, Maybe(world.pair_plus));
    HANDLES(GrB_Matrix_build_UDT, "C,rows,columns,values,nvals,dup", Keeper(world.pair_A),
            some_positions_, some_positions_, given, n, Maybe(world.pair_plus));
    HANDLES(GrB_Vector_extractTuples_UDT, "indices,values,nvals,u", Any(positions_), Any(target),
            &count_, Keeper(world.pair_u));
    HANDLES(GrB_Matrix_extractTuples_UDT, "rows,columns,values,nvals,A", Any(positions_),
            Any(positions_), Any(target), &count_, Keeper(world.pair_A));
}

} // namespace api
