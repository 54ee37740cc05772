/// GraphBLAS.h: the GraphBLAS C API 2.1, as GraphBLAST implements it, for C (from C99) and C++.
///
/// Chapters
///    1  Version, plain types and enumerations
///    2  Opaque handles
///    3  Predefined objects
///    4  Context
///    5  Algebra: types, operators, monoids, semirings, descriptors
///    6  Scalar
///    7  Vector
///    8  Matrix
///    9  Import, export and serialization
///   10  Operations
///   11  Any object: free, wait, error, get, set
///   12  Polymorphic names (C11)
///   13  Extensions of GraphBLAST (GrX_)
///
/// Conventions, said once
/// - Every function returns a GrB_Info; results go through the leading pointer arguments. The text
///   of the last failure is kept on the output object (GrB_error).
/// - Codes that any function may return are not repeated below: GrB_SUCCESS; GrB_NULL_POINTER (a
///   pointer or handle that must not be NULL is); GrB_UNINITIALIZED_OBJECT (what a handle refers to
///   was freed or never made); GrB_INVALID_OBJECT (an earlier failure left it unusable);
///   GrB_INVALID_VALUE (an enumeration has no such constant); GrB_OUT_OF_MEMORY; GrB_PANIC (no
///   GrB_init, or an internal error); GrB_NOT_IMPLEMENTED (the text on the object says what is missing).
/// - A failed call leaves its outputs as they were, unless with GrB_OUT_OF_MEMORY or GrB_PANIC.
/// - Typed families end in the name of a domain: _BOOL, _INT8 ... _FP64 take the C type, _UDT an
///   untyped pointer to a value of a user-defined type, _Scalar a GrB_Scalar. Built-in domains are
///   cast into each other as C does (details: docs/guide/numerics.md); user-defined types never are.
/// - Names: w, u, v vectors; C, A, B matrices; m x n their shapes; i, j zero-based positions.

#ifndef GRAPHBLAS_H
#define GRAPHBLAS_H

#include <stddef.h>
#include <stdint.h>
#ifndef __cplusplus
#include <stdbool.h>
#endif

#ifdef __cplusplus
extern "C" {
#endif

// Macros that end in '_' belong to this header. Those that only declare are undefined at its end.
#if defined(__GNUC__)
#define GRB_PUBLIC_ __attribute__((visibility("default")))
#else
#define GRB_PUBLIC_
#endif
#define GRB_FUNCTION_ GRB_PUBLIC_ GrB_Info

// clang-format off

//==================================================================================================
// 1  Version, plain types and enumerations
//==================================================================================================

#define GRB_VERSION 2
#define GRB_SUBVERSION 1

/// A position or a count. Positions are at most GrB_INDEX_MAX, dimensions one more.
typedef uint64_t GrB_Index;
#define GrB_INDEX_MAX (((GrB_Index)(1ULL << 60)) - 1)

/// No object: an absent mask, accumulator, descriptor or duplicate operator.
#define GrB_NULL NULL
/// The value of a handle that has been freed.
#define GrB_INVALID_HANDLE NULL

typedef enum {
    GrB_SUCCESS = 0,
    GrB_NO_VALUE = 1, ///< nothing is stored at that position; not an error
    GxB_EXHAUSTED = 7089, ///< an iterator has come to the end; not an error
    // errors of the caller: nothing was changed
    GrB_UNINITIALIZED_OBJECT = -1,
    GrB_NULL_POINTER = -2,
    GrB_INVALID_VALUE = -3,
    GrB_INVALID_INDEX = -4,
    GrB_DOMAIN_MISMATCH = -5,
    GrB_DIMENSION_MISMATCH = -6,
    GrB_OUTPUT_NOT_EMPTY = -7,
    GrB_NOT_IMPLEMENTED = -8,
    GrB_ALREADY_SET = -9,
    // errors while running
    GrB_PANIC = -101,
    GrB_OUT_OF_MEMORY = -102,
    GrB_INSUFFICIENT_SPACE = -103,
    GrB_INVALID_OBJECT = -104,
    GrB_INDEX_OUT_OF_BOUNDS = -105,
    GrB_EMPTY_OBJECT = -106
} GrB_Info;

/// Whether a call may leave work for later (GrB_init).
typedef enum {
    GrB_NONBLOCKING = 0,
    GrB_BLOCKING = 1,
    GxB_BLOCKING_GPU = 7098,   ///< as GrB_BLOCKING: the GPU is used where that pays in any mode
    GxB_NONBLOCKING_GPU = 7099 ///< as GrB_NONBLOCKING
} GrB_Mode;

/// How far GrB_wait goes: COMPLETE makes the object usable by another thread, MATERIALIZE also
/// guarantees that no later call reports an error of work done before.
typedef enum {
    GrB_COMPLETE = 0,
    GrB_MATERIALIZE = 1
} GrB_WaitMode;

/// The fields that GrB_Descriptor_set knows.
typedef enum {
    GrB_OUTP = 0, ///< the output: GrB_DEFAULT or GrB_REPLACE
    GrB_MASK = 1, ///< the mask: GrB_DEFAULT, GrB_STRUCTURE, GrB_COMP or GrB_COMP_STRUCTURE
    GrB_INP0 = 2, ///< the first matrix operand: GrB_DEFAULT or GrB_TRAN
    GrB_INP1 = 3, ///< the second matrix operand: GrB_DEFAULT or GrB_TRAN
    GxB_AxB_METHOD = 7090,  ///< a hint that is kept: GrB_DEFAULT or GxB_AxB_...
    GxB_SORT = 7091,        ///< a hint that is kept: 0, or sort the result
    GxB_COMPRESSION = 7092, ///< of GxB_*_serialize: see GxB_COMPRESSION_...
    GxB_IMPORT = 7093,      ///< of GxB_*_import and _pack: GrB_DEFAULT, or GxB_SECURE_IMPORT
    GrX_MAXK = 8014 ///< the order of GrX_Matrix_maxk: GrB_DEFAULT or GrX_MAXK_ABS
} GrB_Desc_Field;

typedef enum {
    GrB_DEFAULT = 0,
    GrB_REPLACE = 1,       ///< clear the output before the masked result is written
    GrB_COMP = 2,          ///< the mask lets through where it is false or absent
    GrB_TRAN = 3,          ///< use the transpose
    GrB_STRUCTURE = 4,     ///< an entry of the mask lets through whatever its value
    GrB_COMP_STRUCTURE = 6, ///< both: through where the mask has no entry
    GxB_DEFAULT = 0,
    GxB_SECURE_IMPORT = 7080, ///< GxB_IMPORT: the arrays are checked
    GxB_AxB_GUSTAVSON = 7081, ///< GxB_AxB_METHOD: hints that change nothing
    GxB_AxB_DOT = 7083,
    GxB_AxB_HASH = 7084,
    GxB_AxB_SAXPY = 7085,
    GrX_MAXK_ABS = 8000     ///< GrX_Matrix_maxk orders by magnitude
} GrB_Desc_Value;

/// The layouts of GrB_Matrix_import and GrB_Matrix_export.
typedef enum {
    GrB_CSR_FORMAT = 0,
    GrB_CSC_FORMAT = 1,
    GrB_COO_FORMAT = 2
} GrB_Format;

/// What GrB_EL_TYPE_CODE and its relatives answer.
typedef enum {
    GrB_UDT_CODE = 0,
    GrB_BOOL_CODE = 1,
    GrB_INT8_CODE = 2,
    GrB_UINT8_CODE = 3,
    GrB_INT16_CODE = 4,
    GrB_UINT16_CODE = 5,
    GrB_INT32_CODE = 6,
    GrB_UINT32_CODE = 7,
    GrB_INT64_CODE = 8,
    GrB_UINT64_CODE = 9,
    GrB_FP32_CODE = 10,
    GrB_FP64_CODE = 11,
    GxB_FC32_CODE = 7070, ///< the complex types: graphblast/gxb_complex.h
    GxB_FC64_CODE = 7071
} GrB_Type_Code;

/// The values of GrB_STORAGE_ORIENTATION_HINT.
typedef enum {
    GrB_ROWMAJOR = 0,
    GrB_COLMAJOR = 1,
    GrB_BOTH = 2,
    GrB_UNKNOWN = 3
} GrB_Orientation;

/// The fields of GrB_get and GrB_set; the comment names the objects, the type, and W if settable.
typedef enum {
    GrB_OUTP_FIELD = 0, ///< Descriptor; INT32 (GrB_Desc_Value); W
    GrB_MASK_FIELD = 1, ///< Descriptor; INT32 (GrB_Desc_Value); W
    GrB_INP0_FIELD = 2, ///< Descriptor; INT32 (GrB_Desc_Value); W
    GrB_INP1_FIELD = 3, ///< Descriptor; INT32 (GrB_Desc_Value); W
    GrB_NAME = 10,                     ///< every object; String; W (types and operators: once)
    GrB_LIBRARY_VER_MAJOR = 11,        ///< Global; INT32
    GrB_LIBRARY_VER_MINOR = 12,        ///< Global; INT32
    GrB_LIBRARY_VER_PATCH = 13,        ///< Global; INT32
    GrB_API_VER_MAJOR = 14,            ///< Global; INT32
    GrB_API_VER_MINOR = 15,            ///< Global; INT32
    GrB_API_VER_PATCH = 16,            ///< Global; INT32
    GrB_BLOCKING_MODE = 17,            ///< Global; INT32 (GrB_Mode)
    GrB_STORAGE_ORIENTATION_HINT = 100, ///< Global, containers; INT32 (GrB_Orientation); W
    GrB_EL_TYPE_CODE = 102,            ///< Type, Matrix, Vector, Scalar; INT32 (GrB_Type_Code)
    GrB_INP0_TYPE_CODE = 103,          ///< operators, Monoid, Semiring; INT32 (GrB_Type_Code)
    GrB_INP1_TYPE_CODE = 104,          ///< operators, Monoid, Semiring; INT32 (GrB_Type_Code)
    GrB_OUTP_TYPE_CODE = 105,          ///< operators, Monoid, Semiring; INT32 (GrB_Type_Code)
    GrB_EL_TYPE_STRING = 106,          ///< Type, Matrix, Vector, Scalar; String
    GrB_INP0_TYPE_STRING = 107,        ///< operators, Monoid, Semiring; String
    GrB_INP1_TYPE_STRING = 108,        ///< operators, Monoid, Semiring; String
    GrB_OUTP_TYPE_STRING = 109,        ///< operators, Monoid, Semiring; String
    GrB_SIZE = 110,                    ///< Type; SIZE
    // Extensions of SuiteSparse:GraphBLAS; docs/guide/compatibility.md says what they do here.
    GxB_HYPER_SWITCH = 7000,   ///< Global, Matrix; FP64; W
    GxB_BITMAP_SWITCH = 7001,  ///< Matrix, Vector; FP64; W; Global: 8 of FP64; W
    GxB_FORMAT = 7002,         ///< Global, Matrix, Vector; INT32 (GxB_Format_Value); W
    GxB_MODE = 7003,           ///< Global; INT32 (GrB_Mode)
    GxB_LIBRARY_NAME = 7004,   ///< Global; String, as the rest up to GxB_LIBRARY_LICENSE but the version
    GxB_LIBRARY_VERSION = 7005, ///< Global; 3 of INT32
    GxB_LIBRARY_DATE = 7006,
    GxB_LIBRARY_ABOUT = 7007,
    GxB_LIBRARY_URL = 7008,
    GxB_LIBRARY_LICENSE = 7009,
    GxB_LIBRARY_COMPILE_DATE = 7010,
    GxB_LIBRARY_COMPILE_TIME = 7011,
    GxB_API_VERSION = 7012, ///< Global; 3 of INT32
    GxB_API_DATE = 7013,
    GxB_API_ABOUT = 7014,
    GxB_API_URL = 7015,
    GxB_COMPILER_VERSION = 7016, ///< Global; 3 of INT32
    GxB_COMPILER_NAME = 7017,
    GxB_LIBRARY_OPENMP = 7018, ///< Global; INT32: 1
    GxB_BURBLE = 7019,         ///< Global; INT32: 1 writes the line of GrX_LOG's "pick" for each choice; W
    GxB_PRINTF = 7020,         ///< Global; FUNCTION; W; what GxB_*_fprint without a file calls
    GxB_FLUSH = 7021,          ///< Global; FUNCTION; W
    GxB_MEMORY_POOL = 7022,    ///< Global; 64 of INT64; W; a hint that is kept
    GxB_PRINT_1BASED = 7023,   ///< Global; INT32: 1 counts positions from 1 in what is printed; W
    GxB_JIT_C_COMPILER_NAME = 7024, ///< Global; String; W; kept, as are the other settings of a JIT
    GxB_JIT_C_COMPILER_FLAGS = 7025,
    GxB_JIT_C_LINKER_FLAGS = 7026,
    GxB_JIT_C_LIBRARIES = 7027,
    GxB_JIT_C_PREFACE = 7028,
    GxB_JIT_C_CONTROL = 7029, ///< Global; INT32 (GxB_JIT_Control); W
    GxB_JIT_CACHE_PATH = 7030,
    GxB_JIT_C_CMAKE_LIBS = 7031,
    GxB_JIT_USE_CMAKE = 7032, ///< Global; INT32; W
    GxB_JIT_ERROR_LOG = 7033,
    GxB_SPARSITY_STATUS = 7034,  ///< Matrix, Vector; INT32: one of GxB_SPARSE ...
    GxB_IS_HYPER = 7035,         ///< Matrix; INT32
    GxB_SPARSITY_CONTROL = 7036, ///< Matrix, Vector; INT32: a sum of GxB_SPARSE ...; W; a hint that is kept
    GxB_MALLOC_FUNCTION = 7037,  ///< Global; FUNCTION
    GxB_CALLOC_FUNCTION = 7038,
    GxB_REALLOC_FUNCTION = 7039,
    GxB_FREE_FUNCTION = 7040,
    GxB_MONOID_IDENTITY = 7043,   ///< Monoid; Scalar, VOID
    GxB_MONOID_TERMINAL = 7044,   ///< Monoid; Scalar, VOID; GrB_NO_VALUE: none
    GxB_MONOID_OPERATOR = 7045,   ///< Monoid; VOID (a GrB_BinaryOp)
    GxB_SEMIRING_MONOID = 7046,   ///< Semiring; VOID (a GrB_Monoid)
    GxB_SEMIRING_MULTIPLY = 7047, ///< Semiring; VOID (a GrB_BinaryOp)
    GxB_HYPER_HASH = 7048,        ///< Global, Matrix; INT32; W; a hint that is kept
    GxB_GLOBAL_CHUNK = 7087,      ///< Global; FP64; W; a hint that is kept
    GxB_GLOBAL_GPU_ID = 7088,     ///< Global; INT32; W; a hint that is kept
    GxB_CONTEXT_NTHREADS = 7086,  ///< GxB_Context; INT32; W
    GxB_CONTEXT_CHUNK = 7087,     ///< GxB_Context; FP64; W; a hint that is kept
    GxB_CONTEXT_GPU_ID = 7088,    ///< GxB_Context; INT32; W; a hint that is kept
    GxB_JIT_CUDA_PREFACE = 7100,
    // Extensions of GraphBLAST; chapter 13 says what they mean.
    GxB_JIT_C_NAME = 7041,
    GxB_JIT_C_DEFINITION = 7042,
    GxB_GLOBAL_NTHREADS = 7086,
    GxB_NTHREADS = 7086,
    GrX_FORMAT = 8000,
    GrX_FORMAT_STATUS = 8001,
    GrX_INDEX_WIDTH = 8002,
    GrX_FORCE = 8003,
    GrX_SKIP = 8004,
    GrX_LOG = 8005,
    GrX_DETERMINISTIC = 8006,
    GrX_ORIENTATIONS = 8007,
    GrX_LAST_VARIANT = 8008,
    GrX_PICKS = 8009,
    GrX_BYTES = 8010,
    GrX_COMPRESSION = 8011,
    GrX_DEVICE = 8012,
    GrX_DEVICE_NAME = 8013,
    GrX_MAXK_FIELD = 8014, ///< Descriptor; INT32 (GrB_Desc_Value); W
    GrX_TF32 = 8020
} GrB_Field;

//==================================================================================================
// 2  Opaque handles
//==================================================================================================

/// A handle is one pointer. It is copied by assignment, compared by ==, and freed once (GrB_free).
typedef struct GrB_Type_opaque *GrB_Type;
typedef struct GrB_UnaryOp_opaque *GrB_UnaryOp;
typedef struct GrB_BinaryOp_opaque *GrB_BinaryOp;
typedef struct GrB_IndexUnaryOp_opaque *GrB_IndexUnaryOp;
typedef struct GrB_Monoid_opaque *GrB_Monoid;
typedef struct GrB_Semiring_opaque *GrB_Semiring;
typedef struct GrB_Descriptor_opaque *GrB_Descriptor;
typedef struct GrB_Scalar_opaque *GrB_Scalar;
typedef struct GrB_Vector_opaque *GrB_Vector;
typedef struct GrB_Matrix_opaque *GrB_Matrix;
typedef struct GrB_Global_opaque *GrB_Global;

/// User-defined functions: z = f(x), z = f(x, y), z = f(x, i, j, y). They run on several threads at
/// once, must not call GraphBLAS, and must accept that z is the address of x or y.
typedef void (*GxB_unary_function)(void *z, const void *x);
typedef void (*GxB_binary_function)(void *z, const void *x, const void *y);
typedef void (*GxB_index_unary_function)(void *z, const void *x, GrB_Index i, GrB_Index j,
                                         const void *y);

//==================================================================================================
// 3  Predefined objects
//==================================================================================================

// Valid, comparable and constant from the start of the program; freeing one does nothing.
#define GRB_OBJECT_(kind, name) GRB_PUBLIC_ extern kind name;
#define GRB_SIGNED_(kind, stem) \
    GRB_OBJECT_(kind, stem##_INT8) GRB_OBJECT_(kind, stem##_INT16) \
    GRB_OBJECT_(kind, stem##_INT32) GRB_OBJECT_(kind, stem##_INT64)
#define GRB_UNSIGNED_(kind, stem) \
    GRB_OBJECT_(kind, stem##_UINT8) GRB_OBJECT_(kind, stem##_UINT16) \
    GRB_OBJECT_(kind, stem##_UINT32) GRB_OBJECT_(kind, stem##_UINT64)
#define GRB_INTEGERS_(kind, stem) GRB_SIGNED_(kind, stem) GRB_UNSIGNED_(kind, stem)
#define GRB_NUMBERS_(kind, stem) \
    GRB_INTEGERS_(kind, stem) GRB_OBJECT_(kind, stem##_FP32) GRB_OBJECT_(kind, stem##_FP64)
#define GRB_DOMAINS_(kind, stem) GRB_OBJECT_(kind, stem##_BOOL) GRB_NUMBERS_(kind, stem)

/// Every position, in order, in place of an index list; the count beside it is then not read.
GRB_PUBLIC_ extern const GrB_Index *GrB_ALL;
/// The library itself, as the object of GrB_get and GrB_set.
GRB_PUBLIC_ extern const GrB_Global GrB_GLOBAL;

/// The 11 built-in domains: GrB_BOOL, GrB_INT8 ... GrB_UINT64, GrB_FP32, GrB_FP64.
GRB_DOMAINS_(GrB_Type, GrB)

/// Unary operators z = f(x) on one domain.
GRB_DOMAINS_(GrB_UnaryOp, GrB_IDENTITY) ///< x
GRB_DOMAINS_(GrB_UnaryOp, GrB_ABS)      ///< |x|
GRB_DOMAINS_(GrB_UnaryOp, GrB_AINV)     ///< -x
GRB_DOMAINS_(GrB_UnaryOp, GrB_MINV)     ///< 1 / x
GRB_INTEGERS_(GrB_UnaryOp, GrB_BNOT)    ///< ~x
GRB_OBJECT_(GrB_UnaryOp, GrB_LNOT)      ///< !x on GrB_BOOL

/// Binary operators z = f(x, y) on one domain; comparisons yield GrB_BOOL.
GRB_DOMAINS_(GrB_BinaryOp, GrB_FIRST)   ///< x
GRB_DOMAINS_(GrB_BinaryOp, GrB_SECOND)  ///< y
GRB_DOMAINS_(GrB_BinaryOp, GrB_ONEB)    ///< 1
GRB_DOMAINS_(GrB_BinaryOp, GrB_MIN)
GRB_DOMAINS_(GrB_BinaryOp, GrB_MAX)
GRB_DOMAINS_(GrB_BinaryOp, GrB_PLUS)
GRB_DOMAINS_(GrB_BinaryOp, GrB_MINUS)
GRB_DOMAINS_(GrB_BinaryOp, GrB_TIMES)
GRB_DOMAINS_(GrB_BinaryOp, GrB_DIV)     ///< x / y; 5/0 = max, -7/0 = min, 0/0 = 0 for integers
GRB_DOMAINS_(GrB_BinaryOp, GrB_EQ)
GRB_DOMAINS_(GrB_BinaryOp, GrB_NE)
GRB_DOMAINS_(GrB_BinaryOp, GrB_GT)
GRB_DOMAINS_(GrB_BinaryOp, GrB_LT)
GRB_DOMAINS_(GrB_BinaryOp, GrB_GE)
GRB_DOMAINS_(GrB_BinaryOp, GrB_LE)
GRB_INTEGERS_(GrB_BinaryOp, GrB_BOR)
GRB_INTEGERS_(GrB_BinaryOp, GrB_BAND)
GRB_INTEGERS_(GrB_BinaryOp, GrB_BXOR)
GRB_INTEGERS_(GrB_BinaryOp, GrB_BXNOR)
GRB_OBJECT_(GrB_BinaryOp, GrB_LOR)      ///< on GrB_BOOL, as are the next three
GRB_OBJECT_(GrB_BinaryOp, GrB_LAND)
GRB_OBJECT_(GrB_BinaryOp, GrB_LXOR)
GRB_OBJECT_(GrB_BinaryOp, GrB_LXNOR)

/// Index-unary operators z = f(x, i, j, y) for an entry x at (i, j) and a parameter y.
/// Positions shifted by y (GrB_INT32 or GrB_INT64):
GRB_OBJECT_(GrB_IndexUnaryOp, GrB_ROWINDEX_INT32)  ///< i + y
GRB_OBJECT_(GrB_IndexUnaryOp, GrB_ROWINDEX_INT64)
GRB_OBJECT_(GrB_IndexUnaryOp, GrB_COLINDEX_INT32)  ///< j + y
GRB_OBJECT_(GrB_IndexUnaryOp, GrB_COLINDEX_INT64)
GRB_OBJECT_(GrB_IndexUnaryOp, GrB_DIAGINDEX_INT32) ///< j - i + y
GRB_OBJECT_(GrB_IndexUnaryOp, GrB_DIAGINDEX_INT64)
/// Tests of the position against y (GrB_INT64), for GrB_select:
GRB_OBJECT_(GrB_IndexUnaryOp, GrB_TRIL)            ///< j <= i + y
GRB_OBJECT_(GrB_IndexUnaryOp, GrB_TRIU)            ///< j >= i + y
GRB_OBJECT_(GrB_IndexUnaryOp, GrB_DIAG)            ///< j == i + y
GRB_OBJECT_(GrB_IndexUnaryOp, GrB_OFFDIAG)         ///< j != i + y
GRB_OBJECT_(GrB_IndexUnaryOp, GrB_COLLE)           ///< j <= y
GRB_OBJECT_(GrB_IndexUnaryOp, GrB_COLGT)           ///< j > y
GRB_OBJECT_(GrB_IndexUnaryOp, GrB_ROWLE)           ///< i <= y
GRB_OBJECT_(GrB_IndexUnaryOp, GrB_ROWGT)           ///< i > y
/// Tests of the value against y (same domain), for GrB_select:
GRB_DOMAINS_(GrB_IndexUnaryOp, GrB_VALUEEQ)
GRB_DOMAINS_(GrB_IndexUnaryOp, GrB_VALUENE)
GRB_DOMAINS_(GrB_IndexUnaryOp, GrB_VALUELT)
GRB_DOMAINS_(GrB_IndexUnaryOp, GrB_VALUELE)
GRB_DOMAINS_(GrB_IndexUnaryOp, GrB_VALUEGT)
GRB_DOMAINS_(GrB_IndexUnaryOp, GrB_VALUEGE)

/// Monoids: the operator with its identity.
GRB_NUMBERS_(GrB_Monoid, GrB_PLUS_MONOID)
GRB_NUMBERS_(GrB_Monoid, GrB_TIMES_MONOID)
GRB_NUMBERS_(GrB_Monoid, GrB_MIN_MONOID)
GRB_NUMBERS_(GrB_Monoid, GrB_MAX_MONOID)
GRB_OBJECT_(GrB_Monoid, GrB_LOR_MONOID_BOOL)
GRB_OBJECT_(GrB_Monoid, GrB_LAND_MONOID_BOOL)
GRB_OBJECT_(GrB_Monoid, GrB_LXOR_MONOID_BOOL)
GRB_OBJECT_(GrB_Monoid, GrB_LXNOR_MONOID_BOOL)

/// Semirings: GrB_<add>_<multiply>_SEMIRING_<domain>.
GRB_NUMBERS_(GrB_Semiring, GrB_PLUS_TIMES_SEMIRING)
GRB_NUMBERS_(GrB_Semiring, GrB_PLUS_MIN_SEMIRING)
GRB_NUMBERS_(GrB_Semiring, GrB_MIN_PLUS_SEMIRING)
GRB_NUMBERS_(GrB_Semiring, GrB_MIN_TIMES_SEMIRING)
GRB_NUMBERS_(GrB_Semiring, GrB_MIN_FIRST_SEMIRING)
GRB_NUMBERS_(GrB_Semiring, GrB_MIN_SECOND_SEMIRING)
GRB_NUMBERS_(GrB_Semiring, GrB_MIN_MAX_SEMIRING)
GRB_NUMBERS_(GrB_Semiring, GrB_MAX_PLUS_SEMIRING)
GRB_NUMBERS_(GrB_Semiring, GrB_MAX_TIMES_SEMIRING)
GRB_NUMBERS_(GrB_Semiring, GrB_MAX_FIRST_SEMIRING)
GRB_NUMBERS_(GrB_Semiring, GrB_MAX_SECOND_SEMIRING)
GRB_NUMBERS_(GrB_Semiring, GrB_MAX_MIN_SEMIRING)
GRB_OBJECT_(GrB_Semiring, GrB_LOR_LAND_SEMIRING_BOOL)
GRB_OBJECT_(GrB_Semiring, GrB_LAND_LOR_SEMIRING_BOOL)
GRB_OBJECT_(GrB_Semiring, GrB_LXOR_LAND_SEMIRING_BOOL)
GRB_OBJECT_(GrB_Semiring, GrB_LXNOR_LOR_SEMIRING_BOOL)

/// Descriptors: R replace the output, S mask by structure, C complement the mask, T0 and T1
/// transpose the first and the second matrix. All 31 combinations except the empty one (GrB_NULL).
#define GRB_TRANSPOSES_(stem) \
    GRB_OBJECT_(GrB_Descriptor, stem##T0) GRB_OBJECT_(GrB_Descriptor, stem##T1) \
    GRB_OBJECT_(GrB_Descriptor, stem##T0T1)
GRB_TRANSPOSES_(GrB_DESC_)
GRB_OBJECT_(GrB_Descriptor, GrB_DESC_C) GRB_TRANSPOSES_(GrB_DESC_C)
GRB_OBJECT_(GrB_Descriptor, GrB_DESC_S) GRB_TRANSPOSES_(GrB_DESC_S)
GRB_OBJECT_(GrB_Descriptor, GrB_DESC_SC) GRB_TRANSPOSES_(GrB_DESC_SC)
GRB_OBJECT_(GrB_Descriptor, GrB_DESC_R) GRB_TRANSPOSES_(GrB_DESC_R)
GRB_OBJECT_(GrB_Descriptor, GrB_DESC_RC) GRB_TRANSPOSES_(GrB_DESC_RC)
GRB_OBJECT_(GrB_Descriptor, GrB_DESC_RS) GRB_TRANSPOSES_(GrB_DESC_RS)
GRB_OBJECT_(GrB_Descriptor, GrB_DESC_RSC) GRB_TRANSPOSES_(GrB_DESC_RSC)

//==================================================================================================
// 4  Context
//==================================================================================================

/// Starts the library, once per process; settings from the environment are read here. A second call
/// returns GrB_INVALID_VALUE.
/// mode  GrB_BLOCKING or GrB_NONBLOCKING.
GRB_FUNCTION_ GrB_init(GrB_Mode mode);

/// Ends the library. Objects that were not freed must not be used afterwards. Where it has ended, or was
/// never started, nothing happens.
GRB_FUNCTION_ GrB_finalize(void);

/// The version of the API: 2 and 1. May be called before GrB_init.
/// version, subversion  out, not NULL.
GRB_FUNCTION_ GrB_getVersion(unsigned int *version, unsigned int *subversion);

//==================================================================================================
// 5  Algebra: types, operators, monoids, semirings, descriptors
//==================================================================================================

// Declares one function per C type: declare(SUFFIX, c_type).
#define GRB_PER_TYPE_(declare) \
    declare(BOOL, bool) \
    declare(INT8, int8_t) declare(UINT8, uint8_t) \
    declare(INT16, int16_t) declare(UINT16, uint16_t) \
    declare(INT32, int32_t) declare(UINT32, uint32_t) \
    declare(INT64, int64_t) declare(UINT64, uint64_t) \
    declare(FP32, float) declare(FP64, double)

/// A user-defined type: values of the given size, moved as bytes.
/// type          out, not NULL.
/// sizeof_ctype  size in bytes, at least 1.
GRB_FUNCTION_ GrB_Type_new(GrB_Type *type, size_t sizeof_ctype);

/// Operators from functions: z = f(x), z = f(x, y), z = f(x, i, j, y).
/// op                   out, not NULL.
/// function             not NULL; see chapter 2.
/// ztype, xtype, ytype  the domains of the result and the operands; built-in or user-defined.
GRB_FUNCTION_ GrB_UnaryOp_new(GrB_UnaryOp *op, GxB_unary_function function, GrB_Type ztype,
                              GrB_Type xtype);
GRB_FUNCTION_ GrB_BinaryOp_new(GrB_BinaryOp *op, GxB_binary_function function, GrB_Type ztype,
                               GrB_Type xtype, GrB_Type ytype);
GRB_FUNCTION_ GrB_IndexUnaryOp_new(GrB_IndexUnaryOp *op, GxB_index_unary_function function,
                                   GrB_Type ztype, GrB_Type xtype, GrB_Type ytype);

/// A monoid: an associative operator on one domain, and its identity.
/// monoid    out, not NULL.
/// op        all three domains equal.
/// identity  of the operator's domain; _UDT: pointer to a value of it, copied.
/// GrB_DOMAIN_MISMATCH: the operator's domains differ from each other or from the identity's.
#define GRB_DECLARE_(T, type) \
    GRB_FUNCTION_ GrB_Monoid_new_##T(GrB_Monoid *monoid, GrB_BinaryOp op, type identity);
GRB_PER_TYPE_(GRB_DECLARE_)
#undef GRB_DECLARE_
GRB_FUNCTION_ GrB_Monoid_new_UDT(GrB_Monoid *monoid, GrB_BinaryOp op, const void *identity);

/// A semiring. The result domain of multiply must be the domain of add, else GrB_DOMAIN_MISMATCH.
/// semiring  out, not NULL. It refers to both parts, which must stay as long as it is used.
GRB_FUNCTION_ GrB_Semiring_new(GrB_Semiring *semiring, GrB_Monoid add, GrB_BinaryOp multiply);

/// A descriptor with all fields GrB_DEFAULT; its fields are set one by one.
/// descriptor  out, not NULL; for _set not a predefined one.
/// value       one that the field knows (GrB_Desc_Field), else GrB_INVALID_VALUE. GrB_COMP and
///             GrB_STRUCTURE set one after the other on GrB_MASK add up.
GRB_FUNCTION_ GrB_Descriptor_new(GrB_Descriptor *descriptor);
GRB_FUNCTION_ GrB_Descriptor_set(GrB_Descriptor descriptor, GrB_Desc_Field field,
                                 GrB_Desc_Value value);

//==================================================================================================
// 6  Scalar
//==================================================================================================

/// Life cycle of a scalar: empty, or one value of its domain.
/// s      out (new, dup): not NULL; in/out (clear).
/// t      the scalar copied.
/// nvals  out, not NULL: 0 or 1.
GRB_FUNCTION_ GrB_Scalar_new(GrB_Scalar *s, GrB_Type type);
GRB_FUNCTION_ GrB_Scalar_dup(GrB_Scalar *s, const GrB_Scalar t);
GRB_FUNCTION_ GrB_Scalar_clear(GrB_Scalar s);
GRB_FUNCTION_ GrB_Scalar_nvals(GrB_Index *nvals, const GrB_Scalar s);

/// s = value; value = s.
/// value  the value, cast to or from the domain of s; _UDT: pointer to it. Extracting from an empty
///        scalar returns GrB_NO_VALUE and leaves *value as it was.
/// GrB_DOMAIN_MISMATCH: the domains cannot be cast.
#define GRB_DECLARE_(T, type) \
    GRB_FUNCTION_ GrB_Scalar_setElement_##T(GrB_Scalar s, type value); \
    GRB_FUNCTION_ GrB_Scalar_extractElement_##T(type *value, const GrB_Scalar s);
GRB_PER_TYPE_(GRB_DECLARE_)
#undef GRB_DECLARE_
GRB_FUNCTION_ GrB_Scalar_setElement_UDT(GrB_Scalar s, const void *value);
GRB_FUNCTION_ GrB_Scalar_extractElement_UDT(void *value, const GrB_Scalar s);

//==================================================================================================
// 7  Vector
//==================================================================================================

/// Life cycle of a vector of n positions.
/// w         out (new, dup): not NULL; in/out (clear: no entries, same size; resize: entries at or
///           beyond size are dropped).
/// size      0 to GrB_INDEX_MAX + 1, else GrB_INVALID_VALUE.
/// n, nvals  out, not NULL: positions; entries.
GRB_FUNCTION_ GrB_Vector_new(GrB_Vector *w, GrB_Type type, GrB_Index size);
GRB_FUNCTION_ GrB_Vector_dup(GrB_Vector *w, const GrB_Vector u);
GRB_FUNCTION_ GrB_Vector_clear(GrB_Vector w);
GRB_FUNCTION_ GrB_Vector_resize(GrB_Vector w, GrB_Index size);
GRB_FUNCTION_ GrB_Vector_size(GrB_Index *n, const GrB_Vector u);
GRB_FUNCTION_ GrB_Vector_nvals(GrB_Index *nvals, const GrB_Vector u);

/// Removes the entry at position i, if there is one. GrB_INVALID_INDEX: i is not below the size.
GRB_FUNCTION_ GrB_Vector_removeElement(GrB_Vector w, GrB_Index i);

/// w(indices[k]) = values[k] for k in 0 ... nvals - 1, into an empty vector.
/// indices, values  in, nvals each, in any order; may be NULL when nvals is 0.
/// dup              joins the values of a repeated position, in the order given; GrB_NULL: a repeat
///                  is an error (GrB_INVALID_VALUE).
/// GrB_OUTPUT_NOT_EMPTY: w has entries. GrB_INDEX_OUT_OF_BOUNDS: a position is not below the size.
/// GrB_DOMAIN_MISMATCH: values or dup do not fit the domain of w.
///
/// w(i) = value. GrB_INVALID_INDEX: i is not below the size. _Scalar: an empty scalar removes w(i).
/// value = u(i). GrB_NO_VALUE and *value untouched where there is no entry; _Scalar: it is emptied.
/// value, x  cast to or from the vector's domain, else GrB_DOMAIN_MISMATCH.
///
/// All entries in ascending position.
/// indices, values  out, room for *nvals each; either may be NULL: then it is not written.
/// nvals            in: the room; out: the number of entries. GrB_INSUFFICIENT_SPACE: too little.
#define GRB_DECLARE_(T, type) \
    GRB_FUNCTION_ GrB_Vector_build_##T(GrB_Vector w, const GrB_Index *indices, \
        const type *values, GrB_Index nvals, const GrB_BinaryOp dup); \
    GRB_FUNCTION_ GrB_Vector_setElement_##T(GrB_Vector w, type value, GrB_Index i); \
    GRB_FUNCTION_ GrB_Vector_extractElement_##T(type *value, const GrB_Vector u, GrB_Index i); \
    GRB_FUNCTION_ GrB_Vector_extractTuples_##T(GrB_Index *indices, type *values, \
        GrB_Index *nvals, const GrB_Vector u);
GRB_PER_TYPE_(GRB_DECLARE_)
#undef GRB_DECLARE_
GRB_FUNCTION_ GrB_Vector_build_UDT(GrB_Vector w, const GrB_Index *indices, const void *values,
                                   GrB_Index nvals, const GrB_BinaryOp dup);
GRB_FUNCTION_ GrB_Vector_setElement_UDT(GrB_Vector w, const void *value, GrB_Index i);
GRB_FUNCTION_ GrB_Vector_setElement_Scalar(GrB_Vector w, const GrB_Scalar x, GrB_Index i);
GRB_FUNCTION_ GrB_Vector_extractElement_UDT(void *value, const GrB_Vector u, GrB_Index i);
GRB_FUNCTION_ GrB_Vector_extractElement_Scalar(GrB_Scalar x, const GrB_Vector u, GrB_Index i);
GRB_FUNCTION_ GrB_Vector_extractTuples_UDT(GrB_Index *indices, void *values, GrB_Index *nvals,
                                           const GrB_Vector u);

//==================================================================================================
// 8  Matrix
//==================================================================================================

/// Life cycle of an m x n matrix.
/// C             out (new, dup, diag): not NULL; in/out (clear: no entries, same shape; resize:
///               entries outside the new shape are dropped).
/// nrows, ncols  0 to GrB_INDEX_MAX + 1, else GrB_INVALID_VALUE; as pointers: out, not NULL.
/// v, k          diag: the square matrix with v(i) at (i, i + k), or at (i - k, i) for negative k;
///               it has size + |k| rows, or GrB_INVALID_VALUE when that is too many.
GRB_FUNCTION_ GrB_Matrix_new(GrB_Matrix *C, GrB_Type type, GrB_Index nrows, GrB_Index ncols);
GRB_FUNCTION_ GrB_Matrix_dup(GrB_Matrix *C, const GrB_Matrix A);
GRB_FUNCTION_ GrB_Matrix_diag(GrB_Matrix *C, const GrB_Vector v, int64_t k);
GRB_FUNCTION_ GrB_Matrix_clear(GrB_Matrix C);
GRB_FUNCTION_ GrB_Matrix_resize(GrB_Matrix C, GrB_Index nrows, GrB_Index ncols);
GRB_FUNCTION_ GrB_Matrix_nrows(GrB_Index *nrows, const GrB_Matrix A);
GRB_FUNCTION_ GrB_Matrix_ncols(GrB_Index *ncols, const GrB_Matrix A);
GRB_FUNCTION_ GrB_Matrix_nvals(GrB_Index *nvals, const GrB_Matrix A);

/// Removes the entry at (i, j), if there is one. GrB_INVALID_INDEX: (i, j) is outside the shape.
GRB_FUNCTION_ GrB_Matrix_removeElement(GrB_Matrix C, GrB_Index i, GrB_Index j);

/// C(rows[k], columns[k]) = values[k]; C(i, j) = value; value = A(i, j); all entries as tuples, in
/// no promised order. Arguments and codes as for vectors, with two index lists; extractTuples does
/// not write a list that is NULL.
#define GRB_DECLARE_(T, type) \
    GRB_FUNCTION_ GrB_Matrix_build_##T(GrB_Matrix C, const GrB_Index *rows, \
        const GrB_Index *columns, const type *values, GrB_Index nvals, const GrB_BinaryOp dup); \
    GRB_FUNCTION_ GrB_Matrix_setElement_##T(GrB_Matrix C, type value, GrB_Index i, GrB_Index j); \
    GRB_FUNCTION_ GrB_Matrix_extractElement_##T(type *value, const GrB_Matrix A, GrB_Index i, \
        GrB_Index j); \
    GRB_FUNCTION_ GrB_Matrix_extractTuples_##T(GrB_Index *rows, GrB_Index *columns, type *values, \
        GrB_Index *nvals, const GrB_Matrix A);
GRB_PER_TYPE_(GRB_DECLARE_)
#undef GRB_DECLARE_
GRB_FUNCTION_ GrB_Matrix_build_UDT(GrB_Matrix C, const GrB_Index *rows, const GrB_Index *columns,
                                   const void *values, GrB_Index nvals, const GrB_BinaryOp dup);
GRB_FUNCTION_ GrB_Matrix_setElement_UDT(GrB_Matrix C, const void *value, GrB_Index i, GrB_Index j);
GRB_FUNCTION_ GrB_Matrix_setElement_Scalar(GrB_Matrix C, const GrB_Scalar x, GrB_Index i,
                                           GrB_Index j);
GRB_FUNCTION_ GrB_Matrix_extractElement_UDT(void *value, const GrB_Matrix A, GrB_Index i,
                                            GrB_Index j);
GRB_FUNCTION_ GrB_Matrix_extractElement_Scalar(GrB_Scalar x, const GrB_Matrix A, GrB_Index i,
                                               GrB_Index j);
GRB_FUNCTION_ GrB_Matrix_extractTuples_UDT(GrB_Index *rows, GrB_Index *columns, void *values,
                                           GrB_Index *nvals, const GrB_Matrix A);

//==================================================================================================
// 9  Import, export and serialization
//==================================================================================================

/// A matrix from arrays that the caller keeps, and arrays filled from a matrix.
/// offsets      CSR: nrows + 1 row offsets; CSC: ncols + 1 column offsets; COO: column indices.
/// indices      CSR: column indices; CSC: row indices; COO: row indices.
/// values       one per entry, of exactly the domain of the matrix, else GrB_DOMAIN_MISMATCH.
/// *_len        the number of elements of each array; export: in the room, out what was written;
///              GrB_INSUFFICIENT_SPACE: too little.
/// GrB_INDEX_OUT_OF_BOUNDS, GrB_INVALID_VALUE: the arrays do not describe such a matrix.
#define GRB_DECLARE_(T, type) \
    GRB_FUNCTION_ GrB_Matrix_import_##T(GrB_Matrix *A, GrB_Type domain, GrB_Index nrows, \
        GrB_Index ncols, const GrB_Index *offsets, const GrB_Index *indices, const type *values, \
        GrB_Index offsets_len, GrB_Index indices_len, GrB_Index values_len, GrB_Format format); \
    GRB_FUNCTION_ GrB_Matrix_export_##T(GrB_Index *offsets, GrB_Index *indices, type *values, \
        GrB_Index *offsets_len, GrB_Index *indices_len, GrB_Index *values_len, \
        GrB_Format format, GrB_Matrix A);
GRB_PER_TYPE_(GRB_DECLARE_)
#undef GRB_DECLARE_
GRB_FUNCTION_ GrB_Matrix_import_UDT(GrB_Matrix *A, GrB_Type domain, GrB_Index nrows,
                                    GrB_Index ncols, const GrB_Index *offsets,
                                    const GrB_Index *indices, const void *values,
                                    GrB_Index offsets_len, GrB_Index indices_len,
                                    GrB_Index values_len, GrB_Format format);
GRB_FUNCTION_ GrB_Matrix_export_UDT(GrB_Index *offsets, GrB_Index *indices, void *values,
                                    GrB_Index *offsets_len, GrB_Index *indices_len,
                                    GrB_Index *values_len, GrB_Format format, GrB_Matrix A);

/// The lengths that an export in this format needs (out, not NULL), and the cheapest format.
GRB_FUNCTION_ GrB_Matrix_exportSize(GrB_Index *offsets_len, GrB_Index *indices_len,
                                    GrB_Index *values_len, GrB_Format format, GrB_Matrix A);
GRB_FUNCTION_ GrB_Matrix_exportHint(GrB_Format *format, GrB_Matrix A);

/// A matrix as one block of bytes, and back.
/// blob  out: room for *size bytes; in (deserialize): size bytes that serialize wrote.
/// size  serializeSize: out, an upper bound; serialize: in the room, out the bytes written;
///       GrB_INSUFFICIENT_SPACE: too little.
/// type  the domain; GrB_NULL: as stored (built-in domains only).
GRB_FUNCTION_ GrB_Matrix_serializeSize(GrB_Index *size, GrB_Matrix A);
GRB_FUNCTION_ GrB_Matrix_serialize(void *blob, GrB_Index *size, GrB_Matrix A);
GRB_FUNCTION_ GrB_Matrix_deserialize(GrB_Matrix *C, GrB_Type type, const void *blob,
                                     GrB_Index size);

//==================================================================================================
// 10  Operations
//==================================================================================================

// Every operation computes a result T and then C<Mask, replace> = C accum T:
//   C, w, c     in/out, not NULL; its domain receives the result by a cast. It may be any of the
//               inputs and the mask.
//   Mask, mask  the shape of the output; GrB_NULL: every position is written. Any domain that casts
//               to GrB_BOOL; by descriptor: structure only, complemented.
//   accum       joins the old entry (left) with the new one (right); GrB_NULL: the new replaces.
//   desc        transposes, mask and replace (chapter 3); GrB_NULL: all defaults.
// With (A)^T0 the first matrix is meant after GrB_INP0, with (B)^T1 the second after GrB_INP1.
// GrB_DIMENSION_MISMATCH: the shapes do not fit, after transposing. GrB_DOMAIN_MISMATCH: a domain
// cannot be cast to the operator's, the accumulator's or the output's.

#define GRB_MATRIX_OUT_ GrB_Matrix C, const GrB_Matrix Mask, const GrB_BinaryOp accum
#define GRB_VECTOR_OUT_ GrB_Vector w, const GrB_Vector mask, const GrB_BinaryOp accum

/// C = A * B (m x k by k x n); w = A * u (A m x n, u of size n); w^T = u^T * A (u of size m).
/// mxm: T0 on A, T1 on B; mxv: T0 on A; vxm: T1 on A.
GRB_FUNCTION_ GrB_mxm(GRB_MATRIX_OUT_, const GrB_Semiring semiring, const GrB_Matrix A,
                      const GrB_Matrix B, const GrB_Descriptor desc);
GRB_FUNCTION_ GrB_mxv(GRB_VECTOR_OUT_, const GrB_Semiring semiring, const GrB_Matrix A,
                      const GrB_Vector u, const GrB_Descriptor desc);
GRB_FUNCTION_ GrB_vxm(GRB_VECTOR_OUT_, const GrB_Semiring semiring, const GrB_Vector u,
                      const GrB_Matrix A, const GrB_Descriptor desc);

/// Element by element. eWiseAdd: the union of the entries, where only one operand has an entry it
/// is taken as it is. eWiseMult: the intersection. Monoid: its operator; Semiring: for eWiseAdd the
/// operator of its monoid, for eWiseMult its multiplication. All shapes equal, after T0 and T1.
#define GRB_DECLARE_(method, Kind) \
    GRB_FUNCTION_ GrB_Vector_##method##_##Kind(GRB_VECTOR_OUT_, const GrB_##Kind op, \
        const GrB_Vector u, const GrB_Vector v, const GrB_Descriptor desc); \
    GRB_FUNCTION_ GrB_Matrix_##method##_##Kind(GRB_MATRIX_OUT_, const GrB_##Kind op, \
        const GrB_Matrix A, const GrB_Matrix B, const GrB_Descriptor desc);
GRB_DECLARE_(eWiseAdd, BinaryOp)
GRB_DECLARE_(eWiseAdd, Monoid)
GRB_DECLARE_(eWiseAdd, Semiring)
GRB_DECLARE_(eWiseMult, BinaryOp)
GRB_DECLARE_(eWiseMult, Monoid)
GRB_DECLARE_(eWiseMult, Semiring)
#undef GRB_DECLARE_

/// C = A kron B: (m p) x (n q) for A m x n and B p x q, after T0 and T1.
#define GRB_DECLARE_(Kind) \
    GRB_FUNCTION_ GrB_Matrix_kronecker_##Kind(GRB_MATRIX_OUT_, const GrB_##Kind op, \
        const GrB_Matrix A, const GrB_Matrix B, const GrB_Descriptor desc);
GRB_DECLARE_(BinaryOp)
GRB_DECLARE_(Monoid)
GRB_DECLARE_(Semiring)
#undef GRB_DECLARE_

/// w = u(indices); C = A(rows, columns) of shape nrows x ncols, after T0; w = A(rows, j), a column.
/// indices, rows, columns  nindices, nrows, ncols positions, repeats allowed; or GrB_ALL.
/// GrB_INDEX_OUT_OF_BOUNDS: a listed position is outside. GrB_INVALID_INDEX: j is.
GRB_FUNCTION_ GrB_Vector_extract(GRB_VECTOR_OUT_, const GrB_Vector u, const GrB_Index *indices,
                                 GrB_Index nindices, const GrB_Descriptor desc);
GRB_FUNCTION_ GrB_Matrix_extract(GRB_MATRIX_OUT_, const GrB_Matrix A, const GrB_Index *rows,
                                 GrB_Index nrows, const GrB_Index *columns, GrB_Index ncols,
                                 const GrB_Descriptor desc);
GRB_FUNCTION_ GrB_Col_extract(GRB_VECTOR_OUT_, const GrB_Matrix A, const GrB_Index *rows,
                              GrB_Index nrows, GrB_Index j, const GrB_Descriptor desc);

/// w(indices) = u; C(rows, columns) = A, after T0; C(rows, j) = u; C(i, columns) = u. Positions
/// outside the lists keep their entries (unless mask and replace remove them); the mask has the
/// shape of the whole output, for Col and Row that of the one column or row.
/// indices, rows, columns  nindices, nrows, ncols positions without repeats; or GrB_ALL.
/// GrB_INDEX_OUT_OF_BOUNDS: a listed position is outside. GrB_INVALID_INDEX: i or j is.
GRB_FUNCTION_ GrB_Vector_assign(GRB_VECTOR_OUT_, const GrB_Vector u, const GrB_Index *indices,
                                GrB_Index nindices, const GrB_Descriptor desc);
GRB_FUNCTION_ GrB_Matrix_assign(GRB_MATRIX_OUT_, const GrB_Matrix A, const GrB_Index *rows,
                                GrB_Index nrows, const GrB_Index *columns, GrB_Index ncols,
                                const GrB_Descriptor desc);
GRB_FUNCTION_ GrB_Col_assign(GrB_Matrix C, const GrB_Vector mask, const GrB_BinaryOp accum,
                             const GrB_Vector u, const GrB_Index *rows, GrB_Index nrows,
                             GrB_Index j, const GrB_Descriptor desc);
GRB_FUNCTION_ GrB_Row_assign(GrB_Matrix C, const GrB_Vector mask, const GrB_BinaryOp accum,
                             const GrB_Vector u, GrB_Index i, const GrB_Index *columns,
                             GrB_Index ncols, const GrB_Descriptor desc);

/// w(indices) = value; C(rows, columns) = value, at every listed position the mask lets through.
/// value  cast to the domain of the output; _UDT: pointer to it; _Scalar: an empty one removes.
#define GRB_DECLARE_(T, type) \
    GRB_FUNCTION_ GrB_Vector_assign_##T(GRB_VECTOR_OUT_, type value, const GrB_Index *indices, \
        GrB_Index nindices, const GrB_Descriptor desc); \
    GRB_FUNCTION_ GrB_Matrix_assign_##T(GRB_MATRIX_OUT_, type value, const GrB_Index *rows, \
        GrB_Index nrows, const GrB_Index *columns, GrB_Index ncols, const GrB_Descriptor desc);
GRB_PER_TYPE_(GRB_DECLARE_)
GRB_DECLARE_(UDT, const void *)
GRB_DECLARE_(Scalar, const GrB_Scalar)
#undef GRB_DECLARE_

/// w = op(u); C = op(A), after T0: the operator on every entry.
GRB_FUNCTION_ GrB_Vector_apply(GRB_VECTOR_OUT_, const GrB_UnaryOp op, const GrB_Vector u,
                               const GrB_Descriptor desc);
GRB_FUNCTION_ GrB_Matrix_apply(GRB_MATRIX_OUT_, const GrB_UnaryOp op, const GrB_Matrix A,
                               const GrB_Descriptor desc);

/// BinaryOp1st: w(i) = op(x, u(i)); BinaryOp2nd: w(i) = op(u(i), y).
/// IndexOp: w(i) = op(u(i), i, 0, y); select: w(i) = u(i) where op(u(i), i, 0, y) is true.
/// For matrices the same at (i, j), after T0 (BinaryOp1st: T1): the index operators see positions
/// of the transposed matrix.
/// x, y  cast to the operator's domain; _UDT: pointer to it; _Scalar: empty gives GrB_EMPTY_OBJECT.
#define GRB_DECLARE_(T, type) \
    GRB_FUNCTION_ GrB_Vector_apply_BinaryOp1st_##T(GRB_VECTOR_OUT_, const GrB_BinaryOp op, \
        type x, const GrB_Vector u, const GrB_Descriptor desc); \
    GRB_FUNCTION_ GrB_Vector_apply_BinaryOp2nd_##T(GRB_VECTOR_OUT_, const GrB_BinaryOp op, \
        const GrB_Vector u, type y, const GrB_Descriptor desc); \
    GRB_FUNCTION_ GrB_Vector_apply_IndexOp_##T(GRB_VECTOR_OUT_, const GrB_IndexUnaryOp op, \
        const GrB_Vector u, type y, const GrB_Descriptor desc); \
    GRB_FUNCTION_ GrB_Vector_select_##T(GRB_VECTOR_OUT_, const GrB_IndexUnaryOp op, \
        const GrB_Vector u, type y, const GrB_Descriptor desc); \
    GRB_FUNCTION_ GrB_Matrix_apply_BinaryOp1st_##T(GRB_MATRIX_OUT_, const GrB_BinaryOp op, \
        type x, const GrB_Matrix A, const GrB_Descriptor desc); \
    GRB_FUNCTION_ GrB_Matrix_apply_BinaryOp2nd_##T(GRB_MATRIX_OUT_, const GrB_BinaryOp op, \
        const GrB_Matrix A, type y, const GrB_Descriptor desc); \
    GRB_FUNCTION_ GrB_Matrix_apply_IndexOp_##T(GRB_MATRIX_OUT_, const GrB_IndexUnaryOp op, \
        const GrB_Matrix A, type y, const GrB_Descriptor desc); \
    GRB_FUNCTION_ GrB_Matrix_select_##T(GRB_MATRIX_OUT_, const GrB_IndexUnaryOp op, \
        const GrB_Matrix A, type y, const GrB_Descriptor desc);
GRB_PER_TYPE_(GRB_DECLARE_)
GRB_DECLARE_(UDT, const void *)
GRB_DECLARE_(Scalar, const GrB_Scalar)
#undef GRB_DECLARE_

/// w(i) = the sum over row i of A, after T0; rows without entries give none. BinaryOp: its three
/// domains must be equal; it is taken to be associative and commutative.
GRB_FUNCTION_ GrB_Matrix_reduce_Monoid(GRB_VECTOR_OUT_, const GrB_Monoid monoid,
                                       const GrB_Matrix A, const GrB_Descriptor desc);
GRB_FUNCTION_ GrB_Matrix_reduce_BinaryOp(GRB_VECTOR_OUT_, const GrB_BinaryOp op,
                                         const GrB_Matrix A, const GrB_Descriptor desc);

/// c = c accum the sum of all entries. The sum of none is the identity; for a GrB_Scalar there is
/// then no sum: it is emptied, or with accum left as it is.
/// c      in/out, not NULL; read only when accum is given.
/// accum  may be GrB_NULL. desc is not read.
#define GRB_DECLARE_(T, type) \
    GRB_FUNCTION_ GrB_Vector_reduce_##T(type *c, const GrB_BinaryOp accum, \
        const GrB_Monoid monoid, const GrB_Vector u, const GrB_Descriptor desc); \
    GRB_FUNCTION_ GrB_Matrix_reduce_##T(type *c, const GrB_BinaryOp accum, \
        const GrB_Monoid monoid, const GrB_Matrix A, const GrB_Descriptor desc);
GRB_PER_TYPE_(GRB_DECLARE_)
GRB_DECLARE_(UDT, void)
#undef GRB_DECLARE_
GRB_FUNCTION_ GrB_Vector_reduce_Monoid_Scalar(GrB_Scalar c, const GrB_BinaryOp accum,
                                              const GrB_Monoid monoid, const GrB_Vector u,
                                              const GrB_Descriptor desc);
GRB_FUNCTION_ GrB_Vector_reduce_BinaryOp_Scalar(GrB_Scalar c, const GrB_BinaryOp accum,
                                                const GrB_BinaryOp op, const GrB_Vector u,
                                                const GrB_Descriptor desc);
GRB_FUNCTION_ GrB_Matrix_reduce_Monoid_Scalar(GrB_Scalar c, const GrB_BinaryOp accum,
                                              const GrB_Monoid monoid, const GrB_Matrix A,
                                              const GrB_Descriptor desc);
GRB_FUNCTION_ GrB_Matrix_reduce_BinaryOp_Scalar(GrB_Scalar c, const GrB_BinaryOp accum,
                                                const GrB_BinaryOp op, const GrB_Matrix A,
                                                const GrB_Descriptor desc);

/// C = A^T; with GrB_INP0 transposed, C = A.
GRB_FUNCTION_ GrB_transpose(GRB_MATRIX_OUT_, const GrB_Matrix A, const GrB_Descriptor desc);

//==================================================================================================
// 11  Any object: free, wait, error, get, set
//==================================================================================================

/// free: releases the object and sets the handle to GrB_INVALID_HANDLE; NULL in it does nothing.
/// object  in/out; NULL does nothing either; predefined objects stay.
///
/// wait: finishes what earlier calls left undone (GrB_WaitMode).
///
/// error: the text of the last failure of a call that had this object as its output, or that had no
/// object as its output and read this one.
/// text  out, not NULL; "" if there was none; valid until the next call on the object.
#define GRB_DECLARE_(Kind) \
    GRB_FUNCTION_ GrB_##Kind##_free(GrB_##Kind *object); \
    GRB_FUNCTION_ GrB_##Kind##_wait(GrB_##Kind object, GrB_WaitMode mode); \
    GRB_FUNCTION_ GrB_##Kind##_error(const char **text, const GrB_##Kind object);
GRB_DECLARE_(Type)
GRB_DECLARE_(UnaryOp)
GRB_DECLARE_(BinaryOp)
GRB_DECLARE_(IndexUnaryOp)
GRB_DECLARE_(Monoid)
GRB_DECLARE_(Semiring)
GRB_DECLARE_(Descriptor)
GRB_DECLARE_(Scalar)
GRB_DECLARE_(Vector)
GRB_DECLARE_(Matrix)
#undef GRB_DECLARE_

/// get: the value of a field (GrB_Field says which objects have it, and its type).
/// value  out, not NULL. Scalar: any domain that the field's type casts to. String: room for the
///        text and its final 0, as many bytes as _get_SIZE answers for the same field.
///
/// set: changes a field. GrB_ALREADY_SET: it can be set once and was.
/// value  copied; Scalar: not empty, else GrB_EMPTY_OBJECT; VOID: size bytes.
/// Both: GrB_INVALID_VALUE when the object has no such field, or the field is of another type.
#define GRB_DECLARE_(Kind) \
    GRB_FUNCTION_ GrB_##Kind##_get_Scalar(GrB_##Kind object, GrB_Scalar value, GrB_Field field); \
    GRB_FUNCTION_ GrB_##Kind##_get_String(GrB_##Kind object, char *value, GrB_Field field); \
    GRB_FUNCTION_ GrB_##Kind##_get_INT32(GrB_##Kind object, int32_t *value, GrB_Field field); \
    GRB_FUNCTION_ GrB_##Kind##_get_SIZE(GrB_##Kind object, size_t *value, GrB_Field field); \
    GRB_FUNCTION_ GrB_##Kind##_get_VOID(GrB_##Kind object, void *value, GrB_Field field); \
    GRB_FUNCTION_ GrB_##Kind##_set_Scalar(GrB_##Kind object, GrB_Scalar value, GrB_Field field); \
    GRB_FUNCTION_ GrB_##Kind##_set_String(GrB_##Kind object, const char *value, \
        GrB_Field field); \
    GRB_FUNCTION_ GrB_##Kind##_set_INT32(GrB_##Kind object, int32_t value, GrB_Field field); \
    GRB_FUNCTION_ GrB_##Kind##_set_VOID(GrB_##Kind object, const void *value, GrB_Field field, \
        size_t size);
GRB_DECLARE_(Global)
GRB_DECLARE_(Type)
GRB_DECLARE_(UnaryOp)
GRB_DECLARE_(BinaryOp)
GRB_DECLARE_(IndexUnaryOp)
GRB_DECLARE_(Monoid)
GRB_DECLARE_(Semiring)
GRB_DECLARE_(Descriptor)
GRB_DECLARE_(Scalar)
GRB_DECLARE_(Vector)
GRB_DECLARE_(Matrix)
#undef GRB_DECLARE_

//==================================================================================================
// 12  Polymorphic names (C11)
//==================================================================================================

#if !defined(__cplusplus) && defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L

// The function is chosen by the types of the arguments; each argument is evaluated once. Masks,
// accumulators and descriptors take no part in the choice: any of them may be NULL.

// A header that knows more types of values or kinds of objects redefines these: associations for
// _Generic, each with a comma behind it.
#define GRB_MORE_VALUES_(family)
#define GRB_MORE_POINTERS_(family)
#define GRB_MORE_FREE_
#define GRB_MORE_WAIT_
#define GRB_MORE_ERROR_
#define GRB_MORE_GET_(value)
#define GRB_MORE_SET_(value)

// Values: a literal 5 is an INT32, 5.0 an FP64; what is not arithmetic goes to _UDT as a pointer.
#define GRB_VALUES_(family) \
    bool: family##_BOOL, \
    char: family##_INT8, signed char: family##_INT8, unsigned char: family##_UINT8, \
    short: family##_INT16, unsigned short: family##_UINT16, \
    int: family##_INT32, unsigned int: family##_UINT32, \
    long: family##_INT64, unsigned long: family##_UINT64, \
    long long: family##_INT64, unsigned long long: family##_UINT64, \
    float: family##_FP32, double: family##_FP64, \
    GRB_MORE_VALUES_(family) default: family##_UDT

// Pointers to values; all others go to _UDT. 'long long *' is sent where the compiler objects.
#define GRB_POINTER_(family, T, type) type *: family##_##T, const type *: family##_##T
#define GRB_POINTERS_(family) \
    GRB_POINTER_(family, BOOL, bool), \
    GRB_POINTER_(family, INT8, signed char), GRB_POINTER_(family, UINT8, unsigned char), \
    GRB_POINTER_(family, INT16, short), GRB_POINTER_(family, UINT16, unsigned short), \
    GRB_POINTER_(family, INT32, int), GRB_POINTER_(family, UINT32, unsigned int), \
    GRB_POINTER_(family, INT64, long), GRB_POINTER_(family, UINT64, unsigned long), \
    GRB_POINTER_(family, INT64, long long), GRB_POINTER_(family, UINT64, unsigned long long), \
    GRB_POINTER_(family, FP32, float), GRB_POINTER_(family, FP64, double), \
    GRB_MORE_POINTERS_(family) default: family##_UDT

#define GRB_BY_VALUE_(family, value) _Generic((value), GRB_VALUES_(family))
#define GRB_BY_POINTER_(family, pointer) _Generic((pointer), GRB_POINTERS_(family))
#define GRB_BY_VALUE_OR_SCALAR_(family, value) \
    _Generic((value), GrB_Scalar: family##_Scalar, GRB_VALUES_(family))
#define GRB_BY_POINTER_OR_SCALAR_(family, pointer) \
    _Generic((pointer), GrB_Scalar: family##_Scalar, GRB_POINTERS_(family))
#define GRB_BY_OPERATOR_(family, op) \
    _Generic((op), GrB_BinaryOp: family##_BinaryOp, GrB_Monoid: family##_Monoid, \
             GrB_Semiring: family##_Semiring)

// The first and the second of a list that is given at least one more argument than is read.
#define GRB_FIRST_(first, ...) first
#define GRB_SECOND_(first, second, ...) second

/// Construction and elements (chapters 5 to 9): by the value or the array of values.
#define GrB_Monoid_new(monoid, op, identity) \
    GRB_BY_VALUE_(GrB_Monoid_new, identity)(monoid, op, identity)

#define GrB_Scalar_setElement(s, value) GRB_BY_VALUE_(GrB_Scalar_setElement, value)(s, value)
#define GrB_Scalar_extractElement(value, s) \
    GRB_BY_POINTER_(GrB_Scalar_extractElement, value)(value, s)

#define GrB_Vector_build(w, indices, values, nvals, dup) \
    GRB_BY_POINTER_(GrB_Vector_build, values)(w, indices, values, nvals, dup)
#define GrB_Vector_setElement(w, value, i) \
    GRB_BY_VALUE_OR_SCALAR_(GrB_Vector_setElement, value)(w, value, i)
#define GrB_Vector_extractElement(value, u, i) \
    GRB_BY_POINTER_OR_SCALAR_(GrB_Vector_extractElement, value)(value, u, i)
#define GrB_Vector_extractTuples(indices, values, nvals, u) \
    GRB_BY_POINTER_(GrB_Vector_extractTuples, values)(indices, values, nvals, u)

#define GrB_Matrix_build(C, rows, columns, values, nvals, dup) \
    GRB_BY_POINTER_(GrB_Matrix_build, values)(C, rows, columns, values, nvals, dup)
#define GrB_Matrix_setElement(C, value, i, j) \
    GRB_BY_VALUE_OR_SCALAR_(GrB_Matrix_setElement, value)(C, value, i, j)
#define GrB_Matrix_extractElement(value, A, i, j) \
    GRB_BY_POINTER_OR_SCALAR_(GrB_Matrix_extractElement, value)(value, A, i, j)
#define GrB_Matrix_extractTuples(rows, columns, values, nvals, A) \
    GRB_BY_POINTER_(GrB_Matrix_extractTuples, values)(rows, columns, values, nvals, A)

#define GrB_Matrix_import(A, type, nrows, ncols, offsets, indices, values, ...) \
    GRB_BY_POINTER_(GrB_Matrix_import, values) \
    (A, type, nrows, ncols, offsets, indices, values, __VA_ARGS__)
#define GrB_Matrix_export(offsets, indices, values, ...) \
    GRB_BY_POINTER_(GrB_Matrix_export, values)(offsets, indices, values, __VA_ARGS__)

/// Operations (chapter 10): by the output, the operator, and the value or container given.
#define GrB_eWiseAdd(output, mask, accum, op, ...) \
    _Generic((output), GrB_Vector: GRB_BY_OPERATOR_(GrB_Vector_eWiseAdd, op), \
             GrB_Matrix: GRB_BY_OPERATOR_(GrB_Matrix_eWiseAdd, op)) \
    (output, mask, accum, op, __VA_ARGS__)
#define GrB_eWiseMult(output, mask, accum, op, ...) \
    _Generic((output), GrB_Vector: GRB_BY_OPERATOR_(GrB_Vector_eWiseMult, op), \
             GrB_Matrix: GRB_BY_OPERATOR_(GrB_Matrix_eWiseMult, op)) \
    (output, mask, accum, op, __VA_ARGS__)
#define GrB_kronecker(C, Mask, accum, op, ...) \
    GRB_BY_OPERATOR_(GrB_Matrix_kronecker, op)(C, Mask, accum, op, __VA_ARGS__)

#define GrB_extract(output, mask, accum, input, ...) \
    _Generic((output), \
             GrB_Vector: _Generic((input), GrB_Matrix: GrB_Col_extract, \
                                  default: GrB_Vector_extract), \
             GrB_Matrix: GrB_Matrix_extract)(output, mask, accum, input, __VA_ARGS__)

// A column when a list of rows follows the vector, a row when a single position does.
#define GRB_ASSIGN_COLUMN_OR_ROW_(next) \
    _Generic((next), const GrB_Index *: GrB_Col_assign, GrB_Index *: GrB_Col_assign, \
             const void *: GrB_Col_assign, void *: GrB_Col_assign, default: GrB_Row_assign)
#define GrB_assign(output, mask, accum, input, ...) \
    _Generic((output), \
             GrB_Vector: _Generic((input), GrB_Vector: GrB_Vector_assign, \
                                  GrB_Matrix: GrB_Vector_assign, \
                                  GrB_Scalar: GrB_Vector_assign_Scalar, \
                                  GRB_VALUES_(GrB_Vector_assign)), \
             GrB_Matrix: _Generic((input), GrB_Matrix: GrB_Matrix_assign, \
                                  GrB_Vector: GRB_ASSIGN_COLUMN_OR_ROW_( \
                                      GRB_FIRST_(__VA_ARGS__, 0)), \
                                  GrB_Scalar: GrB_Matrix_assign_Scalar, \
                                  GRB_VALUES_(GrB_Matrix_assign))) \
    (output, mask, accum, input, __VA_ARGS__)

// A binary operator is bound at its second operand when the container comes first.
#define GRB_APPLY_(kind, op, first, second) \
    _Generic((op), GrB_UnaryOp: kind##_apply, \
             GrB_BinaryOp: _Generic((first), \
                                    kind: GRB_BY_VALUE_OR_SCALAR_(kind##_apply_BinaryOp2nd, \
                                                                  second), \
                                    GrB_Scalar: kind##_apply_BinaryOp1st_Scalar, \
                                    GRB_VALUES_(kind##_apply_BinaryOp1st)), \
             GrB_IndexUnaryOp: GRB_BY_VALUE_OR_SCALAR_(kind##_apply_IndexOp, second))
#define GrB_apply(output, mask, accum, op, ...) \
    _Generic((output), \
             GrB_Vector: GRB_APPLY_(GrB_Vector, op, GRB_FIRST_(__VA_ARGS__, 0), \
                                    GRB_SECOND_(__VA_ARGS__, 0)), \
             GrB_Matrix: GRB_APPLY_(GrB_Matrix, op, GRB_FIRST_(__VA_ARGS__, 0), \
                                    GRB_SECOND_(__VA_ARGS__, 0))) \
    (output, mask, accum, op, __VA_ARGS__)

#define GrB_select(output, mask, accum, op, input, value, desc) \
    _Generic((output), GrB_Vector: GRB_BY_VALUE_OR_SCALAR_(GrB_Vector_select, value), \
             GrB_Matrix: GRB_BY_VALUE_OR_SCALAR_(GrB_Matrix_select, value)) \
    (output, mask, accum, op, input, value, desc)

// The fourth argument tells the forms apart: reduce(w, mask, accum, op, A, desc) has the operator
// there, reduce(c, accum, op, container, desc) the container.
#define GRB_REDUCE_(family, result, op) \
    _Generic((result), \
             GrB_Scalar: _Generic((op), GrB_BinaryOp: family##_BinaryOp_Scalar, \
                                  default: family##_Monoid_Scalar), \
             GRB_POINTERS_(family))
#define GrB_reduce(result, second, third, fourth, ...) \
    _Generic((fourth), GrB_Monoid: GrB_Matrix_reduce_Monoid, \
             GrB_BinaryOp: GrB_Matrix_reduce_BinaryOp, \
             GrB_Vector: GRB_REDUCE_(GrB_Vector_reduce, result, third), \
             GrB_Matrix: GRB_REDUCE_(GrB_Matrix_reduce, result, third)) \
    (result, second, third, fourth, __VA_ARGS__)

/// Any object (chapter 11): by its kind, and for get and set by the value.
#define GrB_free(object) \
    _Generic((object), GRB_MORE_FREE_ GrB_Type *: GrB_Type_free, GrB_UnaryOp *: GrB_UnaryOp_free, \
             GrB_BinaryOp *: GrB_BinaryOp_free, GrB_IndexUnaryOp *: GrB_IndexUnaryOp_free, \
             GrB_Monoid *: GrB_Monoid_free, GrB_Semiring *: GrB_Semiring_free, \
             GrB_Descriptor *: GrB_Descriptor_free, GrB_Scalar *: GrB_Scalar_free, \
             GrB_Vector *: GrB_Vector_free, GrB_Matrix *: GrB_Matrix_free)(object)
#define GrB_wait(object, mode) \
    _Generic((object), GRB_MORE_WAIT_ GrB_Type: GrB_Type_wait, GrB_UnaryOp: GrB_UnaryOp_wait, \
             GrB_BinaryOp: GrB_BinaryOp_wait, GrB_IndexUnaryOp: GrB_IndexUnaryOp_wait, \
             GrB_Monoid: GrB_Monoid_wait, GrB_Semiring: GrB_Semiring_wait, \
             GrB_Descriptor: GrB_Descriptor_wait, GrB_Scalar: GrB_Scalar_wait, \
             GrB_Vector: GrB_Vector_wait, GrB_Matrix: GrB_Matrix_wait)(object, mode)
#define GrB_error(text, object) \
    _Generic((object), GRB_MORE_ERROR_ GrB_Type: GrB_Type_error, GrB_UnaryOp: GrB_UnaryOp_error, \
             GrB_BinaryOp: GrB_BinaryOp_error, GrB_IndexUnaryOp: GrB_IndexUnaryOp_error, \
             GrB_Monoid: GrB_Monoid_error, GrB_Semiring: GrB_Semiring_error, \
             GrB_Descriptor: GrB_Descriptor_error, GrB_Scalar: GrB_Scalar_error, \
             GrB_Vector: GrB_Vector_error, GrB_Matrix: GrB_Matrix_error)(text, object)

// choose(kind, value) names the function of one kind of object; `more` are further kinds.
#define GRB_BY_KIND_(choose, more, object, value) \
    _Generic((object), more(value) GrB_Global: choose(GrB_Global, value), GrB_Type: choose(GrB_Type, value), \
             GrB_UnaryOp: choose(GrB_UnaryOp, value), GrB_BinaryOp: choose(GrB_BinaryOp, value), \
             GrB_IndexUnaryOp: choose(GrB_IndexUnaryOp, value), \
             GrB_Monoid: choose(GrB_Monoid, value), GrB_Semiring: choose(GrB_Semiring, value), \
             GrB_Descriptor: choose(GrB_Descriptor, value), \
             GrB_Scalar: choose(GrB_Scalar, value), GrB_Vector: choose(GrB_Vector, value), \
             GrB_Matrix: choose(GrB_Matrix, value))
#define GRB_GET_(kind, value) \
    _Generic((value), GrB_Scalar: kind##_get_Scalar, char *: kind##_get_String, \
             int32_t *: kind##_get_INT32, size_t *: kind##_get_SIZE, void *: kind##_get_VOID)
#define GrB_get(object, value, ...) \
    GRB_BY_KIND_(GRB_GET_, GRB_MORE_GET_, object, value)(object, value, __VA_ARGS__)

// Three arguments, or four when the value is a block of bytes with its size.
#define GRB_SET_(kind, value) \
    _Generic((value), GrB_Scalar: kind##_set_Scalar, \
             char *: kind##_set_String, const char *: kind##_set_String, \
             bool: kind##_set_INT32, int: kind##_set_INT32, unsigned int: kind##_set_INT32, \
             long: kind##_set_INT32, unsigned long: kind##_set_INT32, \
             default: kind##_set_VOID)
#define GrB_set(object, value, ...) \
    GRB_BY_KIND_(GRB_SET_, GRB_MORE_SET_, object, value)(object, value, __VA_ARGS__)

#endif

//==================================================================================================
// 13  Extensions of GraphBLAST (GrX_)
//==================================================================================================

// Fields of GrB_get and GrB_set (GrB_Field, chapter 1). (R): can only be read.
//   GxB_JIT_C_NAME       Type, operators but monoids and semirings; String (R): name in C of a type, or
//                        of the function that came with its source. GrB_NO_VALUE: there is none.
//   GxB_JIT_C_DEFINITION the same; String (R): the C source that GxB_*_new got. GrB_NO_VALUE: none.
//   GxB_GLOBAL_NTHREADS  Global; INT32: threads that an operation may use. Also named GxB_NTHREADS.
//   GrX_FORMAT           Matrix, Vector; INT32: keeps the object in this GrX_Format.
//   GrX_FORMAT_STATUS    Matrix, Vector; INT32 (R): the GrX_Format it is in now.
//   GrX_INDEX_WIDTH      Matrix, Vector; INT32: bits of a stored index: 0 (chosen), 32 or 64.
//   GrX_FORCE            Global; String: variants to take when they can, as
//                        "mxv:cpu/mxv_pull_rows,mxm:cpu/mxm_gustavson_hash"; "": none.
//   GrX_SKIP             Global; String: variants never to take, written likewise.
//   GrX_LOG              Global; String: "", "pick" (a line per choice), "dump" (and the operands as files)
//                        or "compare" (and every variant timed).
//   GrX_DETERMINISTIC    Global; INT32: 1: the same bits at every number of threads.
//   GrX_ORIENTATIONS     Global, Matrix; INT32: 0 second orientation when needed, 1 rows only,
//                        2 columns only, 3 both at once.
//   GrX_LAST_VARIANT     Global; String (R): the variant that this thread's last operation ran.
//   GrX_PICKS            Global; String: "mxv:cpu/mxv_pull_rows=12 ...": how often each ran since
//                        the last reset; setting "" resets.
//   GrX_BYTES            Matrix, Vector; SIZE (R): bytes held.
//   GrX_COMPRESSION      Global; INT32: a GrX_Compression, for GrB_Matrix_serialize.
//   GrX_DEVICE           Global; INT32: use of a GPU, a GrX_Device_Use.
//   GrX_TF32             Global; INT32: 1: tensor cores may multiply full FP32 matrices with 10 bits of
//                        each factor's fraction (TF32) on a GPU; 0, the default: all 23.
//   GrX_DEVICE_NAME      Global; String (R): the GPU's name, "" when there is none.

/// How entries are stored.
typedef enum {
    GrX_AUTO = 0, ///< chosen by the library
    GrX_SPARSE = 1,
    GrX_HYPERSPARSE = 2, ///< matrices only
    GrX_BITMAP = 3,
    GrX_FULL = 4,
    GrX_BALANCED = 5 ///< matrices of built-in types; as GrX_AUTO where most places would stay empty
} GrX_Format;

typedef enum {
    GrX_COMPRESSION_NONE = -1,
    GrX_COMPRESSION_DEFAULT = 0, ///< zstd, level 1
    GrX_COMPRESSION_LZ4 = 1000,
    GrX_COMPRESSION_ZSTD = 3000 ///< plus the level, 1 to 19
} GrX_Compression;

typedef enum {
    GrX_DEVICE_OFF = 0,
    GrX_DEVICE_AUTO = 1,  ///< where the estimated time is shorter
    GrX_DEVICE_ALWAYS = 2 ///< wherever a variant for the GPU takes the problem
} GrX_Device_Use;

/// What the library did with the GPU since it opened it.
typedef enum {
    GrX_DEVICE_BYTES_IN = 0,         ///< copied from the host
    GrX_DEVICE_BYTES_OUT = 1,        ///< copied to the host
    GrX_DEVICE_SYNCHRONISATIONS = 2, ///< times that the host waited
    GrX_DEVICE_LAUNCHES = 3,         ///< of kernels
    GrX_DEVICE_COMPILATIONS = 4,     ///< of kernels
    GrX_DEVICE_CACHE_HITS = 5,       ///< kernels found compiled on disk
    GrX_DEVICE_BYTES_HELD = 6,       ///< of device memory, now
    GrX_DEVICE_BYTES_PEAK = 7        ///< the most so far
} GrX_Device_Counter;

/// The variants of the kernels (those for a GPU only where there is one): how many, and operation ("mxv") and name
/// ("cpu/mxv_pull_rows") of the k-th.
/// count            out, not NULL.
/// k                below count, else GrB_INVALID_INDEX.
/// operation, name  out, not NULL; the texts live as long as the library.
GRB_FUNCTION_ GrX_Variant_count(GrB_Index *count);
GRB_FUNCTION_ GrX_Variant_get(GrB_Index k, const char **operation, const char **name);

/// The k largest entries of each row of A, by value, or by magnitude with GrX_MAXK set to GrX_MAXK_ABS in
/// the descriptor; of equal ones those in the lowest columns. NaN comes after all numbers, -0 equals +0. A
/// row with fewer entries keeps them all. The values and columns are A's.
/// C     in/out; as large as A (or its transpose), which it may be; its type, GrB_DOMAIN_MISMATCH unless
///       A's values can be cast to it. Its format becomes GrX_BALANCED with k places for each row, unless
///       another is pinned or most of them would stay empty.
/// A     of a built-in type, else GrB_DOMAIN_MISMATCH.
/// k     1 to the columns of C, else GrB_INVALID_VALUE.
/// desc  may be NULL; GrB_INP0 (GrB_TRAN: rows of A^T) and GrX_MAXK count.
GRB_FUNCTION_ GrX_Matrix_maxk(GrB_Matrix C, const GrB_Matrix A, GrB_Index k,
                              const GrB_Descriptor desc);

/// The GPU: how many the library uses (0 or 1; the first call opens it), and one of its counters.
/// count, value  out, not NULL; without a GPU each counter is 0.
/// counter       a GrX_Device_Counter, else GrB_INVALID_VALUE.
GRB_FUNCTION_ GrX_Device_count(GrB_Index *count);
GRB_FUNCTION_ GrX_Device_counter(uint64_t *value, GrX_Device_Counter counter);

/// Full objects made of an array, and arrays out of them: no value is copied, O(1). All entries are there,
/// row-major: entry (i, j) is element i * ncols + j; those of a BOOL are 0 or 1.
/// import  the array, with what *values points to, becomes the object's: *values is NULL then, and the
///         object's memory functions release it. On failure it stays the caller's, and *A as it was.
/// export  the object is freed, *A is NULL, and the array belongs to the caller. It is the object's own when
///         the object is stored full and shares it with nobody (not with a duplicate, nor with the result of
///         an operation), else a copy. On failure the object is as it was.
/// full    memory of the host, from malloc or what GxB_init was given, and for its free.
/// device  memory of the GPU in use, the beginning of what cudaMalloc, cudaMallocAsync or cudaMallocManaged
///         gave, and for cudaFree. GrB_NOT_IMPLEMENTED when no GPU is in use, unless *values is NULL.
///         Calls keep no order with streams, they wait: import for all work on the GPU, so that the
///         array may be one that is still being written; export for the library's own, so that it may be
///         read or freed in any stream. Not while a stream is being captured.
/// A, u, values, values_size  not NULL.
/// *values      in: NULL only without cells. out: NULL without cells.
/// values_size  in: bytes of the array, as many as the cells take or more, else GrB_INVALID_VALUE.
///              out: bytes of the cells.
/// nrows, ncols, size  up to GrB_INDEX_MAX + 1, else GrB_INVALID_VALUE.
/// *A, *u       of an export: with all its entries, else GrB_INVALID_VALUE.
/// desc         may be NULL; nothing of it counts.
/// Where the memory is not for cudaFree on the GPU in use, or is the library's already: GrB_INVALID_VALUE.
GRB_FUNCTION_ GrX_Matrix_import_full(GrB_Matrix *A, GrB_Type type, GrB_Index nrows, GrB_Index ncols,
                                     void **values, GrB_Index values_size,
                                     const GrB_Descriptor desc);
GRB_FUNCTION_ GrX_Matrix_import_device(GrB_Matrix *A, GrB_Type type, GrB_Index nrows,
                                       GrB_Index ncols, void **values, GrB_Index values_size,
                                       const GrB_Descriptor desc);
GRB_FUNCTION_ GrX_Matrix_export_full(GrB_Matrix *A, void **values, GrB_Index *values_size,
                                     const GrB_Descriptor desc);
GRB_FUNCTION_ GrX_Matrix_export_device(GrB_Matrix *A, void **values, GrB_Index *values_size,
                                       const GrB_Descriptor desc);
GRB_FUNCTION_ GrX_Vector_import_full(GrB_Vector *u, GrB_Type type, GrB_Index size, void **values,
                                     GrB_Index values_size, const GrB_Descriptor desc);
GRB_FUNCTION_ GrX_Vector_import_device(GrB_Vector *u, GrB_Type type, GrB_Index size, void **values,
                                       GrB_Index values_size, const GrB_Descriptor desc);
GRB_FUNCTION_ GrX_Vector_export_full(GrB_Vector *u, void **values, GrB_Index *values_size,
                                     const GrB_Descriptor desc);
GRB_FUNCTION_ GrX_Vector_export_device(GrB_Vector *u, void **values, GrB_Index *values_size,
                                       const GrB_Descriptor desc);

//==================================================================================================
// 14  SuiteSparse-compatible extensions (GxB_), with the signatures of SuiteSparse:GraphBLAS 9.3 or 10
//==================================================================================================

/// GrB_init with the caller's memory functions: all memory that the library asks for itself comes
/// from them, until GrB_finalize. They are called by several threads at once.
/// user_malloc, user_free  not NULL; blocks aligned as malloc aligns them; NULL from user_malloc:
///                         no memory, GrB_OUT_OF_MEMORY.
/// user_calloc             may be NULL: user_malloc and memset.
/// user_realloc            may be NULL: blocks are not made smaller.
/// Objects that outlive GrB_finalize are freed by the functions in force at that time.
GRB_FUNCTION_ GxB_init(GrB_Mode mode, void *(*user_malloc)(size_t),
                       void *(*user_calloc)(size_t, size_t),
                       void *(*user_realloc)(void *, size_t), void (*user_free)(void *));

/// GrB_Type_new and GrB_*Op_new with a name and C source, copied and kept: what GrB_NAME answers
/// until GrB_set gives another name, and what a device compiles. The processor calls the function.
/// type_name             may be NULL; the first 127 characters are kept.
/// *_name                may be NULL.
/// type_defn             may be NULL; "typedef struct {...} type_name ;".
/// *_defn                may be NULL; the C function of that name, for the types' names in C
///                       ("void f (double *z, const double *x, const double *y) { ... }").
/// sizeof_type, function as in GrB_Type_new and GrB_*Op_new: not 0 (no compiler is asked for the size),
///                       not NULL (the processor compiles no source).
/// A source with its name runs on a GPU, where it is compiled as C++ without a C library; what does not
/// compile there runs on the processor. docs/guide/gpu.md says more.
GRB_FUNCTION_ GxB_Type_new(GrB_Type *type, size_t sizeof_type, const char *type_name,
                           const char *type_defn);
GRB_FUNCTION_ GxB_UnaryOp_new(GrB_UnaryOp *op, GxB_unary_function function, GrB_Type ztype,
                              GrB_Type xtype, const char *unop_name, const char *unop_defn);
GRB_FUNCTION_ GxB_BinaryOp_new(GrB_BinaryOp *op, GxB_binary_function function, GrB_Type ztype,
                               GrB_Type xtype, GrB_Type ytype, const char *binop_name,
                               const char *binop_defn);
GRB_FUNCTION_ GxB_IndexUnaryOp_new(GrB_IndexUnaryOp *op, GxB_index_unary_function function,
                                   GrB_Type ztype, GrB_Type xtype, GrB_Type ytype,
                                   const char *idxop_name, const char *idxop_defn);

/// w = u(I): w(k) = u(i) where i is the value of the k-th entry of I_vector, in order of its positions;
/// no entry where u has none. As in SuiteSparse:GraphBLAS 10; with GrB_extract's mask, accum and desc.
/// w, mask   as many positions as I_vector has entries, else GrB_DIMENSION_MISMATCH.
/// I_vector  of an integer type, else GrB_DOMAIN_MISMATCH; any size; repeats allowed. A value that is
///           not below u's size, or negative: GrB_INDEX_OUT_OF_BOUNDS.
/// w, mask, u and I_vector may be the same object.
GRB_FUNCTION_ GxB_Vector_extract_Vector(GRB_VECTOR_OUT_, const GrB_Vector u,
                                        const GrB_Vector I_vector, const GrB_Descriptor desc);

/// w from tuples in vectors: the value of I_vector's k-th entry is the position, that of X_vector's k-th
/// entry the value. As in SuiteSparse:GraphBLAS 10, and like GrB_Vector_build otherwise.
/// w         without entries, else GrB_OUTPUT_NOT_EMPTY; any size.
/// I_vector  of an integer type, else GrB_DOMAIN_MISMATCH; any size. A value that is not below w's size,
///           or negative: GrB_INDEX_OUT_OF_BOUNDS.
/// X_vector  as many entries as I_vector, else GrB_INVALID_VALUE; any size.
/// dup       combines values at one position, in order; all its domains the same. May be NULL: then a
///           position that repeats is GrB_INVALID_VALUE.
/// desc      may be NULL; nothing of it counts.
/// The vectors may be the same object.
GRB_FUNCTION_ GxB_Vector_build_Vector(GrB_Vector w, const GrB_Vector I_vector,
                                      const GrB_Vector X_vector, const GrB_BinaryOp dup,
                                      const GrB_Descriptor desc);

/// GrX_Matrix_import_full and the others on the host, with more arguments.
/// iso                 true: the array has one value, which all entries have. out: may be NULL, then there
///                     is a value for each entry.
/// type, nrows, ncols, n  out: not NULL.
GRB_FUNCTION_ GxB_Matrix_import_FullR(GrB_Matrix *A, GrB_Type type, GrB_Index nrows,
                                      GrB_Index ncols, void **Ax, GrB_Index Ax_size, bool iso,
                                      const GrB_Descriptor desc);
GRB_FUNCTION_ GxB_Matrix_export_FullR(GrB_Matrix *A, GrB_Type *type, GrB_Index *nrows,
                                      GrB_Index *ncols, void **Ax, GrB_Index *Ax_size, bool *iso,
                                      const GrB_Descriptor desc);
GRB_FUNCTION_ GxB_Vector_import_Full(GrB_Vector *u, GrB_Type type, GrB_Index n, void **vx,
                                     GrB_Index vx_size, bool iso, const GrB_Descriptor desc);
GRB_FUNCTION_ GxB_Vector_export_Full(GrB_Vector *u, GrB_Type *type, GrB_Index *n, void **vx,
                                     GrB_Index *vx_size, bool *iso, const GrB_Descriptor desc);

/// Unary operators z = f(x) of the C library.
#define GRB_FLOATS_(stem) \
    GRB_OBJECT_(GrB_UnaryOp, stem##_FP32) GRB_OBJECT_(GrB_UnaryOp, stem##_FP64)
GRB_FLOATS_(GxB_EXP)  ///< e to the power of x
GRB_FLOATS_(GxB_LOG)  ///< the natural logarithm
GRB_FLOATS_(GxB_SQRT) ///< the square root
#undef GRB_FLOATS_

// clang-format on

#undef GRB_PUBLIC_
#undef GRB_FUNCTION_
#undef GRB_OBJECT_
#undef GRB_SIGNED_
#undef GRB_UNSIGNED_
#undef GRB_INTEGERS_
#undef GRB_NUMBERS_
#undef GRB_DOMAINS_
#undef GRB_TRANSPOSES_
#undef GRB_PER_TYPE_
#undef GRB_MATRIX_OUT_
#undef GRB_VECTOR_OUT_

#ifdef __cplusplus
}
#endif

#endif
