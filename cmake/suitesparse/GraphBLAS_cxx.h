/** \file
    GraphBLAS_cxx.h: what C++ programs written for SuiteSparse:GraphBLAS's own header rely on beyond its C. Part of the installed
    <suitesparse/GraphBLAS.h>, which includes it last.

    - From version 10 on its fields, descriptor values, modes and levels are ints. Here they are enumerations, as the C API
      has them; C++ does not convert one into another. So each function that takes one has a form that takes an int.
    - Its iterators give their values in place (macros), so that a complex number may be read as std::complex by a cast of the
      reference. */

#ifndef GRAPHBLAST_SUITESPARSE_CXX_H
#define GRAPHBLAST_SUITESPARSE_CXX_H

#if defined(__cplusplus)

// Also where a program includes the header inside of extern "C".
extern "C++" {

// clang-format off

/** A value as something that has an address, until the end of the expression.
    \param[in] value  what an iterator gives.
    \return the same. */
template <class T>
inline T &GxB_kept_(T &&value) noexcept { return value; }
#define GxB_Iterator_get_FC32(iterator) GxB_kept_(GxB_Iterator_get_FC32(iterator))
#define GxB_Iterator_get_FC64(iterator) GxB_kept_(GxB_Iterator_get_FC64(iterator))

#if GRAPHBLAST_SUITESPARSE_VERSION >= 10

#define GXB_NUMBERS_(Kind) \
    /** GrB_##Kind##_get_Scalar of a number.
        \param[in] object,value,field  as there.
        \return as there. */ \
    inline GrB_Info GrB_##Kind##_get_Scalar(GrB_##Kind object, GrB_Scalar value, int field) { \
        return GrB_##Kind##_get_Scalar(object, value, static_cast<GrB_Field>(field)); \
    } \
    /** GrB_##Kind##_get_String of a number.
        \param[in] object,value,field  as there.
        \return as there. */ \
    inline GrB_Info GrB_##Kind##_get_String(GrB_##Kind object, char *value, int field) { \
        return GrB_##Kind##_get_String(object, value, static_cast<GrB_Field>(field)); \
    } \
    /** GrB_##Kind##_get_INT32 of a number.
        \param[in] object,value,field  as there.
        \return as there. */ \
    inline GrB_Info GrB_##Kind##_get_INT32(GrB_##Kind object, int32_t *value, int field) { \
        return GrB_##Kind##_get_INT32(object, value, static_cast<GrB_Field>(field)); \
    } \
    /** GrB_##Kind##_get_SIZE of a number.
        \param[in] object,value,field  as there.
        \return as there. */ \
    inline GrB_Info GrB_##Kind##_get_SIZE(GrB_##Kind object, size_t *value, int field) { \
        return GrB_##Kind##_get_SIZE(object, value, static_cast<GrB_Field>(field)); \
    } \
    /** GrB_##Kind##_get_VOID of a number.
        \param[in] object,value,field  as there.
        \return as there. */ \
    inline GrB_Info GrB_##Kind##_get_VOID(GrB_##Kind object, void *value, int field) { \
        return GrB_##Kind##_get_VOID(object, value, static_cast<GrB_Field>(field)); \
    } \
    /** GrB_##Kind##_set_Scalar of a number.
        \param[in] object,value,field  as there.
        \return as there. */ \
    inline GrB_Info GrB_##Kind##_set_Scalar(GrB_##Kind object, GrB_Scalar value, int field) { \
        return GrB_##Kind##_set_Scalar(object, value, static_cast<GrB_Field>(field)); \
    } \
    /** GrB_##Kind##_set_String of a number.
        \param[in] object,value,field  as there.
        \return as there. */ \
    inline GrB_Info GrB_##Kind##_set_String(GrB_##Kind object, const char *value, int field) { \
        return GrB_##Kind##_set_String(object, value, static_cast<GrB_Field>(field)); \
    } \
    /** GrB_##Kind##_set_INT32 of a number.
        \param[in] object,value,field  as there.
        \return as there. */ \
    inline GrB_Info GrB_##Kind##_set_INT32(GrB_##Kind object, int32_t value, int field) { \
        return GrB_##Kind##_set_INT32(object, value, static_cast<GrB_Field>(field)); \
    } \
    /** GrB_##Kind##_set_VOID of a number.
        \param[in] object,value,field,size  as there.
        \return as there. */ \
    inline GrB_Info GrB_##Kind##_set_VOID(GrB_##Kind object, const void *value, int field, size_t size) { \
        return GrB_##Kind##_set_VOID(object, value, static_cast<GrB_Field>(field), size); \
    }
GXB_NUMBERS_(Global)
GXB_NUMBERS_(Type)
GXB_NUMBERS_(UnaryOp)
GXB_NUMBERS_(BinaryOp)
GXB_NUMBERS_(IndexUnaryOp)
GXB_NUMBERS_(Monoid)
GXB_NUMBERS_(Semiring)
GXB_NUMBERS_(Descriptor)
GXB_NUMBERS_(Scalar)
GXB_NUMBERS_(Vector)
GXB_NUMBERS_(Matrix)
#undef GXB_NUMBERS_

#define GXB_NUMBERS_(Kind) \
    /** GrB_##Kind##_wait of a number.
        \param[in] object,mode  as there.
        \return as there. */ \
    inline GrB_Info GrB_##Kind##_wait(GrB_##Kind object, int mode) { \
        return GrB_##Kind##_wait(object, static_cast<GrB_WaitMode>(mode)); \
    } \
    /** GxB_##Kind##_fprint of a number.
        \param[in] object,name,level,file  as there.
        \return as there. */ \
    inline GrB_Info GxB_##Kind##_fprint(GrB_##Kind object, const char *name, int level, FILE *file) { \
        return GxB_##Kind##_fprint(object, name, static_cast<GxB_Print_Level>(level), file); \
    }
GXB_NUMBERS_(Type)
GXB_NUMBERS_(UnaryOp)
GXB_NUMBERS_(BinaryOp)
GXB_NUMBERS_(IndexUnaryOp)
GXB_NUMBERS_(Monoid)
GXB_NUMBERS_(Semiring)
GXB_NUMBERS_(Descriptor)
GXB_NUMBERS_(Scalar)
GXB_NUMBERS_(Vector)
GXB_NUMBERS_(Matrix)
#undef GXB_NUMBERS_

/** GrB_init of a number.
    \param[in] mode  a GrB_Mode.
    \return as there. */
inline GrB_Info GrB_init(int mode) { return GrB_init(static_cast<GrB_Mode>(mode)); }
/** GxB_init of a number.
    \param[in] mode  a GrB_Mode.
    \param[in] m,c,r,f  the functions, as there.
    \return as there. */
inline GrB_Info GxB_init(int mode, void *(*m)(size_t), void *(*c)(size_t, size_t), void *(*r)(void *, size_t),
                         void (*f)(void *)) {
    return GxB_init(static_cast<GrB_Mode>(mode), m, c, r, f);
}
/** GrB_Descriptor_set of numbers.
    \param[in] desc,field,value  as there.
    \return as there. */
inline GrB_Info GrB_Descriptor_set(GrB_Descriptor desc, int field, int value) {
    return GrB_Descriptor_set(desc, static_cast<GrB_Desc_Field>(field), static_cast<GrB_Desc_Value>(value));
}
/** GrB_Matrix_exportHint into a number.
    \param[out] format  not NULL; a GrB_Format.
    \param[in] A  the matrix.
    \return as there. */
inline GrB_Info GrB_Matrix_exportHint(int *format, GrB_Matrix A) {
    GrB_Format hint = GrB_CSR_FORMAT;
    const GrB_Info info = GrB_Matrix_exportHint(format == NULL ? static_cast<GrB_Format *>(NULL) : &hint, A);
    if (info == GrB_SUCCESS) *format = hint;
    return info;
}
/** GrB_Matrix_exportSize of a number.
    \param[out] offsets_len,indices_len,values_len  as there.
    \param[in] format  a GrB_Format.
    \param[in] A  the matrix.
    \return as there. */
inline GrB_Info GrB_Matrix_exportSize(GrB_Index *offsets_len, GrB_Index *indices_len, GrB_Index *values_len, int format,
                                      GrB_Matrix A) {
    return GrB_Matrix_exportSize(offsets_len, indices_len, values_len, static_cast<GrB_Format>(format), A);
}

#endif

// clang-format on

} // extern "C++"

#endif

#endif
