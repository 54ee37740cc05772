/** \file
    GraphBLAS.h: the GraphBLAS C API 2.1, as GraphBLAST implements it, for C (from C99) and C++.

    Chapters
    -  1  Version, plain types and enumerations
    -  2  Opaque handles
    -  3  Predefined objects
    -  4  Context
    -  5  Algebra: types, operators, monoids, semirings, descriptors
    -  6  Scalar
    -  7  Vector
    -  8  Matrix
    -  9  Import, export and serialization
    - 10  Operations, and the contract that all of them keep
    - 11  Any object: free, wait, error, get, set
    - 12  Polymorphic names (C11)
    - 13  Extensions of GraphBLAST (GrX_)
    - 14  Extensions of SuiteSparse:GraphBLAS (GxB_)

    Conventions, said once
    - Every function returns a GrB_Info; results go through pointer arguments or into objects.
    - "The usual codes", which any function may return and no comment repeats: GrB_SUCCESS;
      GrB_NULL_POINTER (a pointer or handle is NULL that must not be: all of them, unless the
      comment says otherwise); GrB_UNINITIALIZED_OBJECT (the object of a handle was freed or never
      made); GrB_INVALID_OBJECT (an earlier failure left it unusable); GrB_INVALID_VALUE (an
      enumeration has no such constant); GrB_OUT_OF_MEMORY; GrB_PANIC (no GrB_init, or an internal
      error); GrB_NOT_IMPLEMENTED (GrB_error says what is missing).
    - A failed call leaves its outputs as they were, unless with GrB_OUT_OF_MEMORY or GrB_PANIC.
      GrB_error has the text: function, argument and values.
    - Typed families end in the name of a domain: _BOOL, _INT8 ... _FP64 take the C type, _UDT an
      untyped pointer to a value of a user-defined type, _Scalar a GrB_Scalar. Built-in domains are
      cast into each other as C does (details: docs/guide/numerics.md); user-defined ones never are.
    - Names: w, u, v vectors; C, A, B matrices; m x n their shapes; i, j zero-based positions.

    For editors and documentation tools: a comment stands directly before its function; that of a
    typed family stands in the macro that declares the family, and every expansion carries it.
    Predefined objects have one comment a group, which Doxygen repeats with DISTRIBUTE_GROUP_DOC
    (docs/Doxyfile). */

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

// clang-format off

//==================================================================================================
// 1  Version, plain types and enumerations
//==================================================================================================

/// The version of the API.
#define GRB_VERSION 2
/// The second number of the version.
#define GRB_SUBVERSION 1

/// A position or a count. Positions are at most GrB_INDEX_MAX, dimensions one more.
typedef uint64_t GrB_Index;
/// The largest position.
#define GrB_INDEX_MAX (((GrB_Index)(1ULL << 60)) - 1)

/// No object: an absent mask, accumulator, descriptor or duplicate operator.
#define GrB_NULL NULL
/// The value of a handle that has been freed.
#define GrB_INVALID_HANDLE NULL

/// What every function returns: 0, a remark (positive) or an error (negative).
typedef enum {
    GrB_SUCCESS = 0, ///< what was asked for is done
    GrB_NO_VALUE = 1, ///< nothing is stored at that position; not an error
    GxB_EXHAUSTED = 7089, ///< an iterator has come to the end; not an error
    // errors of the caller: nothing was changed
    GrB_UNINITIALIZED_OBJECT = -1, ///< the object of a handle was freed or never made
    GrB_NULL_POINTER = -2, ///< a pointer or handle is NULL that must not be
    GrB_INVALID_VALUE = -3, ///< an argument has a value that the function does not take
    GrB_INVALID_INDEX = -4, ///< a single position is outside the object
    GrB_DOMAIN_MISMATCH = -5, ///< a domain cannot be cast to the one needed
    GrB_DIMENSION_MISMATCH = -6, ///< shapes do not fit each other
    GrB_OUTPUT_NOT_EMPTY = -7, ///< an object to be built has entries
    GrB_NOT_IMPLEMENTED = -8, ///< GrB_error says what is missing
    GrB_ALREADY_SET = -9, ///< a field that can be set once was set before
    // errors while running
    GrB_PANIC = -101, ///< no GrB_init, or an internal error
    GrB_OUT_OF_MEMORY = -102, ///< there is not as much memory as needed
    GrB_INSUFFICIENT_SPACE = -103, ///< an array of the caller's is too short
    GrB_INVALID_OBJECT = -104, ///< an earlier failure left it unusable; a blob is damaged
    GrB_INDEX_OUT_OF_BOUNDS = -105, ///< a position in a list is outside the object
    GrB_EMPTY_OBJECT = -106 ///< a GrB_Scalar has no value where one is needed
} GrB_Info;

/// Whether a call may leave work for later (GrB_init).
typedef enum {
    GrB_NONBLOCKING = 0, ///< it may
    GrB_BLOCKING = 1, ///< each call ends with its work done
    GxB_BLOCKING_GPU = 7098,   ///< as GrB_BLOCKING: the GPU is used where that pays in any mode
    GxB_NONBLOCKING_GPU = 7099 ///< as GrB_NONBLOCKING
} GrB_Mode;

/// How far GrB_wait goes.
typedef enum {
    GrB_COMPLETE = 0, ///< another thread may use the object
    GrB_MATERIALIZE = 1 ///< nothing is left to be done, nor an error to be reported
} GrB_WaitMode;

/// The fields that GrB_Descriptor_set knows.
typedef enum {
    GrB_OUTP = 0, ///< the output: GrB_DEFAULT or GrB_REPLACE
    GrB_MASK = 1, ///< the mask: GrB_DEFAULT, GrB_STRUCTURE, GrB_COMP or GrB_COMP_STRUCTURE
    GrB_INP0 = 2, ///< the first operand, where it is a matrix: GrB_DEFAULT or GrB_TRAN
    GrB_INP1 = 3, ///< the second operand, likewise: GrB_DEFAULT or GrB_TRAN
    GxB_AxB_METHOD = 7090,  ///< a hint that is kept: GrB_DEFAULT or GxB_AxB_...
    GxB_SORT = 7091,        ///< a hint that is kept: 0, or sort the result
    GxB_COMPRESSION = 7092, ///< of GxB_*_serialize: see GxB_COMPRESSION_...
    GxB_IMPORT = 7093,      ///< of GxB_*_import and _pack: GrB_DEFAULT, or GxB_SECURE_IMPORT
    GrX_MAXK = 8014 ///< the order of GrX_Matrix_maxk: GrB_DEFAULT or GrX_MAXK_ABS
} GrB_Desc_Field;

/// What GrB_Descriptor_set sets a field to.
typedef enum {
    GrB_DEFAULT = 0, ///< the field is not set
    GrB_REPLACE = 1,       ///< clear the output before the masked result is written
    GrB_COMP = 2,          ///< the mask allows where it is false or absent
    GrB_TRAN = 3,          ///< use the transpose
    GrB_STRUCTURE = 4,     ///< an entry of the mask allows whatever its value
    GrB_COMP_STRUCTURE = 6, ///< both: the mask allows where it has no entry
    GxB_DEFAULT = 0, ///< GrB_DEFAULT
    GxB_SECURE_IMPORT = 7080, ///< GxB_IMPORT: the arrays are checked
    GxB_AxB_GUSTAVSON = 7081, ///< GxB_AxB_METHOD: hints that change nothing
    GxB_AxB_DOT = 7083, ///< a hint
    GxB_AxB_HASH = 7084, ///< a hint
    GxB_AxB_SAXPY = 7085, ///< a hint
    GrX_MAXK_ABS = 8000     ///< GrX_Matrix_maxk orders by magnitude
} GrB_Desc_Value;

/// The layouts of GrB_Matrix_import and GrB_Matrix_export.
typedef enum {
    GrB_CSR_FORMAT = 0, ///< row offsets, column indices
    GrB_CSC_FORMAT = 1, ///< column offsets, row indices
    GrB_COO_FORMAT = 2 ///< a row index and a column index for each entry
} GrB_Format;

/// What GrB_EL_TYPE_CODE and its relatives answer.
typedef enum {
    GrB_UDT_CODE = 0, ///< a user-defined type
    GrB_BOOL_CODE = 1, ///< GrB_BOOL
    GrB_INT8_CODE = 2, ///< GrB_INT8
    GrB_UINT8_CODE = 3, ///< GrB_UINT8
    GrB_INT16_CODE = 4, ///< GrB_INT16
    GrB_UINT16_CODE = 5, ///< GrB_UINT16
    GrB_INT32_CODE = 6, ///< GrB_INT32
    GrB_UINT32_CODE = 7, ///< GrB_UINT32
    GrB_INT64_CODE = 8, ///< GrB_INT64
    GrB_UINT64_CODE = 9, ///< GrB_UINT64
    GrB_FP32_CODE = 10, ///< GrB_FP32
    GrB_FP64_CODE = 11, ///< GrB_FP64
    GxB_FC32_CODE = 7070, ///< GxB_FC32, complex: graphblast/gxb_complex.h
    GxB_FC64_CODE = 7071, ///< GxB_FC64, complex
    GrX_BF16_CODE = 8000, ///< GrX_BF16, of 16 bits: graphblast/grx_narrow.h
    GrX_FP16_CODE = 8001 ///< GrX_FP16, of 16 bits
} GrB_Type_Code;

/// The values of GrB_STORAGE_ORIENTATION_HINT.
typedef enum {
    GrB_ROWMAJOR = 0, ///< by rows
    GrB_COLMAJOR = 1, ///< by columns
    GrB_BOTH = 2, ///< both at once
    GrB_UNKNOWN = 3 ///< the library chooses
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
    GxB_BITMAP_SWITCH = 7001,  ///< Matrix, Vector; FP64; W; Global: 8 of FP64, VOID; W
    GxB_FORMAT = 7002,         ///< Global, Matrix, Vector; INT32 (GxB_Format_Value); W; Scalar; INT32
    GxB_MODE = 7003,           ///< Global; INT32 (GrB_Mode)
    GxB_LIBRARY_NAME = 7004, ///< Global; String
    GxB_LIBRARY_VERSION = 7005, ///< Global; 3 of INT32
    GxB_LIBRARY_DATE = 7006, ///< Global; String
    GxB_LIBRARY_ABOUT = 7007, ///< Global; String
    GxB_LIBRARY_URL = 7008, ///< Global; String
    GxB_LIBRARY_LICENSE = 7009, ///< Global; String
    GxB_LIBRARY_COMPILE_DATE = 7010, ///< Global; String
    GxB_LIBRARY_COMPILE_TIME = 7011, ///< Global; String
    GxB_API_VERSION = 7012, ///< Global; 3 of INT32
    GxB_API_DATE = 7013, ///< Global; String
    GxB_API_ABOUT = 7014, ///< Global; String
    GxB_API_URL = 7015, ///< Global; String
    GxB_COMPILER_VERSION = 7016, ///< Global; 3 of INT32, VOID
    GxB_COMPILER_NAME = 7017, ///< Global; String
    GxB_LIBRARY_OPENMP = 7018, ///< Global; INT32: 1
    GxB_BURBLE = 7019,         ///< Global; INT32: 1 writes the line of GrX_LOG's "pick" for each choice; W
    GxB_PRINTF = 7020,         ///< Global; FUNCTION; W; prints for GxB_*_fprint and GxB_BURBLE
    GxB_FLUSH = 7021, ///< Global; FUNCTION; W; called after each GxB_PRINTF
    GxB_MEMORY_POOL = 7022,    ///< Global; 64 of INT64; W; a hint that is kept
    GxB_PRINT_1BASED = 7023,   ///< Global; INT32: 1 counts positions from 1 in what is printed; W
    GxB_JIT_C_COMPILER_NAME = 7024, ///< Global; String; W; kept, as are the other settings of a JIT
    GxB_JIT_C_COMPILER_FLAGS = 7025, ///< Global; String; W; kept
    GxB_JIT_C_LINKER_FLAGS = 7026, ///< Global; String; W; kept
    GxB_JIT_C_LIBRARIES = 7027, ///< Global; String; W; kept
    GxB_JIT_C_PREFACE = 7028, ///< Global; String; W; kept
    GxB_JIT_C_CONTROL = 7029, ///< Global; INT32 (GxB_JIT_Control); W
    GxB_JIT_CACHE_PATH = 7030, ///< Global; String; W; kept
    GxB_JIT_C_CMAKE_LIBS = 7031, ///< Global; String; W; kept
    GxB_JIT_USE_CMAKE = 7032, ///< Global; INT32; W
    GxB_JIT_ERROR_LOG = 7033, ///< Global; String; W; kept
    GxB_SPARSITY_STATUS = 7034,  ///< Matrix, Vector; INT32: one of GxB_SPARSE ...
    GxB_IS_HYPER = 7035,         ///< Matrix; INT32
    GxB_SPARSITY_CONTROL = 7036, ///< Matrix, Vector; INT32: a sum of GxB_SPARSE ...; W; a hint that is kept
    GxB_MALLOC_FUNCTION = 7037,  ///< Global; FUNCTION, VOID
    GxB_CALLOC_FUNCTION = 7038, ///< Global; FUNCTION, VOID
    GxB_REALLOC_FUNCTION = 7039, ///< Global; FUNCTION, VOID
    GxB_FREE_FUNCTION = 7040, ///< Global; FUNCTION, VOID
    GxB_MONOID_IDENTITY = 7043,   ///< Monoid, Semiring; Scalar of the monoid's type
    GxB_MONOID_TERMINAL = 7044,   ///< the same; the scalar is left empty: none
    GxB_MONOID_OPERATOR = 7045,   ///< Monoid, Semiring; VOID (a GrB_BinaryOp)
    GxB_SEMIRING_MONOID = 7046,   ///< Semiring; VOID (a GrB_Monoid)
    GxB_SEMIRING_MULTIPLY = 7047, ///< Semiring; VOID (a GrB_BinaryOp)
    GxB_HYPER_HASH = 7048,        ///< Global, Matrix; INT32; W; a hint that is kept
    GxB_GLOBAL_CHUNK = 7087,      ///< Global; FP64; W; a hint that is kept
    GxB_GLOBAL_GPU_ID = 7088,     ///< Global; INT32; W; a hint that is kept
    GxB_CONTEXT_NTHREADS = 7086,  ///< GxB_Context; INT32; W
    GxB_CONTEXT_CHUNK = 7087,     ///< GxB_Context; FP64; W; a hint that is kept
    GxB_CONTEXT_GPU_ID = 7088,    ///< GxB_Context; INT32; W; a hint that is kept
    GxB_JIT_CUDA_PREFACE = 7100, ///< Global; String; W; kept
    // Extensions of GraphBLAST.
    /// Type, operators but monoids and semirings; String: name in C of a type, or of the function
    /// that came with its source. GrB_NO_VALUE: there is none.
    GxB_JIT_C_NAME = 7041,
    /// The same; String: the C source that GxB_*_new got. GrB_NO_VALUE: there is none.
    GxB_JIT_C_DEFINITION = 7042,
    GxB_GLOBAL_NTHREADS = 7086,  ///< Global; INT32; W: threads that an operation may use
    GxB_NTHREADS = 7086,         ///< GxB_GLOBAL_NTHREADS
    GrX_FORMAT = 8000,           ///< Matrix, Vector; INT32; W: keeps the object in this GrX_Format
    GrX_FORMAT_STATUS = 8001,    ///< Matrix, Vector; INT32: the GrX_Format it is in now
    GrX_INDEX_WIDTH = 8002, ///< Matrix, Vector; INT32; W: bits of an index: 0 (chosen), 32 or 64
    /// Global; String; W: variants to take when they can, as
    /// "mxv:cpu/mxv_pull_rows,mxm:cpu/mxm_gustavson_hash"; "": none.
    GrX_FORCE = 8003,
    GrX_SKIP = 8004, ///< Global; String; W: variants never to take, written likewise
    /// Global; String; W: "", "pick" (a line per choice), "dump" (and the operands as files) or
    /// "compare" (and every variant timed).
    GrX_LOG = 8005,
    GrX_DETERMINISTIC = 8006, ///< Global; INT32; W: 1: the same bits at every number of threads
    /// Global, Matrix; INT32; W: 0 second orientation when needed, 1 rows only, 2 columns only, 3
    /// both at once.
    GrX_ORIENTATIONS = 8007,
    GrX_LAST_VARIANT = 8008, ///< Global; String: the variant that this thread's last operation ran
    /// Global; String; W: "mxv:cpu/mxv_pull_rows=12 ...": how often each ran since the last reset;
    /// setting "" resets.
    GrX_PICKS = 8009,
    GrX_BYTES = 8010,        ///< Matrix, Vector; SIZE: bytes held
    GrX_COMPRESSION = 8011,  ///< Global; INT32; W: a GrX_Compression, for GrB_Matrix_serialize
    GrX_DEVICE = 8012,       ///< Global; INT32; W: use of a GPU, a GrX_Device_Use
    GrX_DEVICE_NAME = 8013,  ///< Global; String: the GPU's name, "" when there is none
    GrX_MAXK_FIELD = 8014,   ///< Descriptor; INT32 (GrB_Desc_Value); W
    /// Global; INT32; W: 1: tensor cores may multiply full FP32 matrices with 10 bits of each
    /// factor's fraction (TF32) on a GPU; 0, the default: all 23.
    GrX_TF32 = 8020,
    /// Global; String; W: the numbers that the cost models use, a line "name value # unit: meaning"
    /// each; setting changes those that its lines name, "": the defaults again.
    GrX_RATES = 8021,
    /// Global; String; W: setting "estimate" or "measure" begins, "" ends; reading gives a line for
    /// each variant of each call since: what it was estimated at, what it took, and how the estimate
    /// depends on GrX_RATES.
    GrX_TRIALS = 8022,
    /// Global; String; W: the GPUs that work together, "0", "0,1" or "all"; set before the first one
    /// is used.
    GrX_DEVICES = 8023,
    GrX_DISTRIBUTION = 8024 ///< Matrix, Vector; INT32; W: a GrX_Distribution
} GrB_Field;

//==================================================================================================
// 2  Opaque handles
//==================================================================================================

// A handle is one pointer. It is copied by assignment, compared by ==, and freed once (GrB_free).
typedef struct GrB_Type_opaque *GrB_Type; ///< a domain: a built-in type or a user's
typedef struct GrB_UnaryOp_opaque *GrB_UnaryOp; ///< z = f(x)
typedef struct GrB_BinaryOp_opaque *GrB_BinaryOp; ///< z = f(x, y)
typedef struct GrB_IndexUnaryOp_opaque *GrB_IndexUnaryOp; ///< z = f(x, i, j, y)
typedef struct GrB_Monoid_opaque *GrB_Monoid; ///< an operator and its identity
typedef struct GrB_Semiring_opaque *GrB_Semiring; ///< a monoid and an operator
typedef struct GrB_Descriptor_opaque *GrB_Descriptor; ///< how an operation takes its arguments
typedef struct GrB_Scalar_opaque *GrB_Scalar; ///< one value, or none
typedef struct GrB_Vector_opaque *GrB_Vector; ///< entries at positions i
typedef struct GrB_Matrix_opaque *GrB_Matrix; ///< entries at positions (i, j)
typedef struct GrB_Global_opaque *GrB_Global; ///< the library itself

// User-defined functions. They run on several threads at once, must not call GraphBLAS, and must
// accept that z is the address of x or y.
/// z = f(x).
typedef void (*GxB_unary_function)(void *z, const void *x);
/// z = f(x, y).
typedef void (*GxB_binary_function)(void *z, const void *x, const void *y);
/// z = f(x, i, j, y) for an entry x at (i, j) and a parameter y.
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

/** A built-in domain, named after its C type: BOOL bool, INT8 int8_t ... FP64 double. */
/** @{ */
GRB_DOMAINS_(GrB_Type, GrB)
/** @} */

/** Unary operators z = f(x) on one domain: IDENTITY x, ABS |x|, AINV -x, MINV 1 / x, BNOT ~x, LNOT
    !x (on GrB_BOOL). */
/** @{ */
GRB_DOMAINS_(GrB_UnaryOp, GrB_IDENTITY)
GRB_DOMAINS_(GrB_UnaryOp, GrB_ABS)
GRB_DOMAINS_(GrB_UnaryOp, GrB_AINV)
GRB_DOMAINS_(GrB_UnaryOp, GrB_MINV)
GRB_INTEGERS_(GrB_UnaryOp, GrB_BNOT)
GRB_OBJECT_(GrB_UnaryOp, GrB_LNOT)
/** @} */

/** Binary operators z = f(x, y) on one domain: FIRST x, SECOND y, ONEB 1, MIN, MAX, PLUS, MINUS,
    TIMES, DIV x / y (of integers: 5/0 = max, -7/0 = min, 0/0 = 0). */
/** @{ */
GRB_DOMAINS_(GrB_BinaryOp, GrB_FIRST)
GRB_DOMAINS_(GrB_BinaryOp, GrB_SECOND)
GRB_DOMAINS_(GrB_BinaryOp, GrB_ONEB)
GRB_DOMAINS_(GrB_BinaryOp, GrB_MIN)
GRB_DOMAINS_(GrB_BinaryOp, GrB_MAX)
GRB_DOMAINS_(GrB_BinaryOp, GrB_PLUS)
GRB_DOMAINS_(GrB_BinaryOp, GrB_MINUS)
GRB_DOMAINS_(GrB_BinaryOp, GrB_TIMES)
GRB_DOMAINS_(GrB_BinaryOp, GrB_DIV)
/** @} */

/** Comparisons of x with y on one domain, with a GrB_BOOL as result: EQ equal, NE not equal, GT
    greater, LT less, GE not less, LE not greater. */
/** @{ */
GRB_DOMAINS_(GrB_BinaryOp, GrB_EQ)
GRB_DOMAINS_(GrB_BinaryOp, GrB_NE)
GRB_DOMAINS_(GrB_BinaryOp, GrB_GT)
GRB_DOMAINS_(GrB_BinaryOp, GrB_LT)
GRB_DOMAINS_(GrB_BinaryOp, GrB_GE)
GRB_DOMAINS_(GrB_BinaryOp, GrB_LE)
/** @} */

/** Operators on the bits of two integers: BOR or, BAND and, BXOR exclusive or, BXNOR its
    complement. */
/** @{ */
GRB_INTEGERS_(GrB_BinaryOp, GrB_BOR)
GRB_INTEGERS_(GrB_BinaryOp, GrB_BAND)
GRB_INTEGERS_(GrB_BinaryOp, GrB_BXOR)
GRB_INTEGERS_(GrB_BinaryOp, GrB_BXNOR)
/** @} */

/** Operators on GrB_BOOL: LOR or, LAND and, LXOR exclusive or, LXNOR equal. */
/** @{ */
GRB_OBJECT_(GrB_BinaryOp, GrB_LOR)
GRB_OBJECT_(GrB_BinaryOp, GrB_LAND)
GRB_OBJECT_(GrB_BinaryOp, GrB_LXOR)
GRB_OBJECT_(GrB_BinaryOp, GrB_LXNOR)
/** @} */

// Index-unary operators z = f(x, i, j, y) for an entry x at (i, j) and a parameter y.
/** Positions shifted by y (of the domain in the name): ROWINDEX i + y, COLINDEX j + y, DIAGINDEX j
    - i + y. */
/** @{ */
GRB_OBJECT_(GrB_IndexUnaryOp, GrB_ROWINDEX_INT32)
GRB_OBJECT_(GrB_IndexUnaryOp, GrB_ROWINDEX_INT64)
GRB_OBJECT_(GrB_IndexUnaryOp, GrB_COLINDEX_INT32)
GRB_OBJECT_(GrB_IndexUnaryOp, GrB_COLINDEX_INT64)
GRB_OBJECT_(GrB_IndexUnaryOp, GrB_DIAGINDEX_INT32)
GRB_OBJECT_(GrB_IndexUnaryOp, GrB_DIAGINDEX_INT64)
/** @} */

/** Tests of the position against y (GrB_INT64), for GrB_select: TRIL j <= i + y, TRIU j >= i + y,
    DIAG j == i + y, OFFDIAG j != i + y, COLLE j <= y, COLGT j > y, ROWLE i <= y, ROWGT i > y. */
/** @{ */
GRB_OBJECT_(GrB_IndexUnaryOp, GrB_TRIL)
GRB_OBJECT_(GrB_IndexUnaryOp, GrB_TRIU)
GRB_OBJECT_(GrB_IndexUnaryOp, GrB_DIAG)
GRB_OBJECT_(GrB_IndexUnaryOp, GrB_OFFDIAG)
GRB_OBJECT_(GrB_IndexUnaryOp, GrB_COLLE)
GRB_OBJECT_(GrB_IndexUnaryOp, GrB_COLGT)
GRB_OBJECT_(GrB_IndexUnaryOp, GrB_ROWLE)
GRB_OBJECT_(GrB_IndexUnaryOp, GrB_ROWGT)
/** @} */

/** Tests of the value x against y (same domain), for GrB_select: VALUEEQ x == y, VALUENE x != y,
    VALUELT x < y, VALUELE x <= y, VALUEGT x > y, VALUEGE x >= y. */
/** @{ */
GRB_DOMAINS_(GrB_IndexUnaryOp, GrB_VALUEEQ)
GRB_DOMAINS_(GrB_IndexUnaryOp, GrB_VALUENE)
GRB_DOMAINS_(GrB_IndexUnaryOp, GrB_VALUELT)
GRB_DOMAINS_(GrB_IndexUnaryOp, GrB_VALUELE)
GRB_DOMAINS_(GrB_IndexUnaryOp, GrB_VALUEGT)
GRB_DOMAINS_(GrB_IndexUnaryOp, GrB_VALUEGE)
/** @} */

/** Monoids: the operator of that name with its identity. */
/** @{ */
GRB_NUMBERS_(GrB_Monoid, GrB_PLUS_MONOID)
GRB_NUMBERS_(GrB_Monoid, GrB_TIMES_MONOID)
GRB_NUMBERS_(GrB_Monoid, GrB_MIN_MONOID)
GRB_NUMBERS_(GrB_Monoid, GrB_MAX_MONOID)
GRB_OBJECT_(GrB_Monoid, GrB_LOR_MONOID_BOOL)
GRB_OBJECT_(GrB_Monoid, GrB_LAND_MONOID_BOOL)
GRB_OBJECT_(GrB_Monoid, GrB_LXOR_MONOID_BOOL)
GRB_OBJECT_(GrB_Monoid, GrB_LXNOR_MONOID_BOOL)
/** @} */

/** Semirings: GrB_ADD_MULTIPLY_SEMIRING_DOMAIN, named after the operators of both parts. */
/** @{ */
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
/** @} */

#define GRB_TRANSPOSES_(stem) \
    GRB_OBJECT_(GrB_Descriptor, stem##T0) GRB_OBJECT_(GrB_Descriptor, stem##T1) \
    GRB_OBJECT_(GrB_Descriptor, stem##T0T1)
/** Descriptors: R replace the output, S mask by structure, C complement the mask, T0 and T1
    transpose the first and the second operand. All 31 combinations except the empty one
    (GrB_NULL). */
/** @{ */
GRB_TRANSPOSES_(GrB_DESC_)
GRB_OBJECT_(GrB_Descriptor, GrB_DESC_C) GRB_TRANSPOSES_(GrB_DESC_C)
GRB_OBJECT_(GrB_Descriptor, GrB_DESC_S) GRB_TRANSPOSES_(GrB_DESC_S)
GRB_OBJECT_(GrB_Descriptor, GrB_DESC_SC) GRB_TRANSPOSES_(GrB_DESC_SC)
GRB_OBJECT_(GrB_Descriptor, GrB_DESC_R) GRB_TRANSPOSES_(GrB_DESC_R)
GRB_OBJECT_(GrB_Descriptor, GrB_DESC_RC) GRB_TRANSPOSES_(GrB_DESC_RC)
GRB_OBJECT_(GrB_Descriptor, GrB_DESC_RS) GRB_TRANSPOSES_(GrB_DESC_RS)
GRB_OBJECT_(GrB_Descriptor, GrB_DESC_RSC) GRB_TRANSPOSES_(GrB_DESC_RSC)
/** @} */

//==================================================================================================
// 4  Context
//==================================================================================================

/** Starts the library, once per process; settings from the environment are read here.
    \param[in] mode  GrB_BLOCKING or GrB_NONBLOCKING.
    \return GrB_INVALID_VALUE: the library has been started before, or no such mode. */
GrB_Info GRB_PUBLIC_ GrB_init(GrB_Mode mode);

/** Ends the library; objects that were not freed must not be used afterwards.
    Where it has ended, or was never started, nothing happens.
    \return The usual codes. */
GrB_Info GRB_PUBLIC_ GrB_finalize(void);

/** The version of the API: 2 and 1. May be called before GrB_init.
    \param[out] version,subversion  not NULL.
    \return The usual codes. */
GrB_Info GRB_PUBLIC_ GrB_getVersion(unsigned int *version, unsigned int *subversion);

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

/** Makes a user-defined type: values of one size, moved as bytes.
    \param[out] type  not NULL.
    \param[in] sizeof_ctype  bytes of a value, at least 1.
    \return GrB_INVALID_VALUE: sizeof_ctype is 0. */
GrB_Info GRB_PUBLIC_ GrB_Type_new(GrB_Type *type, size_t sizeof_ctype);

/** Makes the operator z = f(x) of a function.
    \param[out] op  not NULL.
    \param[in] function  not NULL; see GxB_unary_function.
    \param[in] ztype,xtype  the domains of z and x, built-in or user-defined; they must outlive op.
    \return The usual codes. */
GrB_Info GRB_PUBLIC_ GrB_UnaryOp_new(GrB_UnaryOp *op, GxB_unary_function function, GrB_Type ztype,
                                     GrB_Type xtype);
/** Makes the operator z = f(x, y) of a function.
    \param[out] op  not NULL.
    \param[in] function  not NULL; see GxB_binary_function.
    \param[in] ztype,xtype,ytype  the domains of z, x and y; they must outlive op.
    \return The usual codes. */
GrB_Info GRB_PUBLIC_ GrB_BinaryOp_new(GrB_BinaryOp *op, GxB_binary_function function,
                                      GrB_Type ztype, GrB_Type xtype, GrB_Type ytype);
/** Makes the operator z = f(x, i, j, y) of a function: x an entry at (i, j), y a parameter of the
    call.
    \param[out] op  not NULL.
    \param[in] function  not NULL; see GxB_index_unary_function.
    \param[in] ztype,xtype,ytype  the domains of z, x and y; they must outlive op.
    \return The usual codes. */
GrB_Info GRB_PUBLIC_ GrB_IndexUnaryOp_new(GrB_IndexUnaryOp *op, GxB_index_unary_function function,
                                          GrB_Type ztype, GrB_Type xtype, GrB_Type ytype);

#define GRB_DECLARE_(SUFFIX, c_type) \
    /** Makes a monoid: an associative operator on one domain, with its identity.
        \param[out] monoid  not NULL.
        \param[in] op  its three domains equal; it must outlive the monoid.
        \param[in] identity  of op's domain exactly; _UDT: pointer to a value of it, copied.
        \return GrB_DOMAIN_MISMATCH: the domains of op differ from each other or from
            identity's. */ \
    GrB_Info GRB_PUBLIC_ GrB_Monoid_new_##SUFFIX(GrB_Monoid *monoid, GrB_BinaryOp op, \
        c_type identity);
GRB_PER_TYPE_(GRB_DECLARE_)
GRB_DECLARE_(UDT, const void *)
#undef GRB_DECLARE_

/** Makes a semiring of a monoid (its addition) and an operator (its multiplication).
    \param[out] semiring  not NULL. It refers to add and multiply, which must outlive it.
    \param[in] add  the addition.
    \param[in] multiply  yields values of add's domain; its operands may have others.
    \return GrB_DOMAIN_MISMATCH: multiply yields another domain than add's. */
GrB_Info GRB_PUBLIC_ GrB_Semiring_new(GrB_Semiring *semiring, GrB_Monoid add,
                                      GrB_BinaryOp multiply);

/** Makes a descriptor with all fields GrB_DEFAULT.
    \param[out] descriptor  not NULL.
    \return The usual codes. */
GrB_Info GRB_PUBLIC_ GrB_Descriptor_new(GrB_Descriptor *descriptor);
/** Sets one field of a descriptor.
    GrB_COMP and GrB_STRUCTURE set one after the other on GrB_MASK add up.
    \param[in,out] descriptor  not a predefined one.
    \param[in] field  which one.
    \param[in] value  one that the field takes (GrB_Desc_Field).
    \return GrB_INVALID_VALUE: descriptor is predefined, or the field does not take the value. */
GrB_Info GRB_PUBLIC_ GrB_Descriptor_set(GrB_Descriptor descriptor, GrB_Desc_Field field,
                                        GrB_Desc_Value value);

//==================================================================================================
// 6  Scalar
//==================================================================================================

/** Makes a scalar without a value.
    \param[out] s  not NULL.
    \param[in] type  its domain.
    \return The usual codes. */
GrB_Info GRB_PUBLIC_ GrB_Scalar_new(GrB_Scalar *s, GrB_Type type);
/** Makes a copy of a scalar: its domain, and its value if it has one.
    \param[out] s  not NULL.
    \param[in] t  the scalar copied.
    \return The usual codes. */
GrB_Info GRB_PUBLIC_ GrB_Scalar_dup(GrB_Scalar *s, const GrB_Scalar t);
/** Removes the value, if there is one.
    \param[in,out] s  keeps its domain.
    \return The usual codes. */
GrB_Info GRB_PUBLIC_ GrB_Scalar_clear(GrB_Scalar s);
/** The number of values: 0 or 1.
    \param[out] nvals  not NULL.
    \param[in] s  the scalar asked.
    \return The usual codes. */
GrB_Info GRB_PUBLIC_ GrB_Scalar_nvals(GrB_Index *nvals, const GrB_Scalar s);

#define GRB_DECLARE_(SUFFIX, c_type) \
    /** s = value.
        \param[in,out] s  receives the value by a cast to its domain.
        \param[in] value  _UDT: pointer to a value of s's domain, copied.
        \return GrB_DOMAIN_MISMATCH: value cannot be cast to s's domain. */ \
    GrB_Info GRB_PUBLIC_ GrB_Scalar_setElement_##SUFFIX(GrB_Scalar s, c_type value);
GRB_PER_TYPE_(GRB_DECLARE_)
GRB_DECLARE_(UDT, const void *)
#undef GRB_DECLARE_

#define GRB_DECLARE_(SUFFIX, c_type) \
    /** value = s.
        \param[out] value  not NULL; receives the value by a cast, and stays as it is without one.
        \param[in] s  the scalar read.
        \return GrB_NO_VALUE: s has no value. GrB_DOMAIN_MISMATCH: s's domain cannot be cast. */ \
    GrB_Info GRB_PUBLIC_ GrB_Scalar_extractElement_##SUFFIX(c_type *value, const GrB_Scalar s);
GRB_PER_TYPE_(GRB_DECLARE_)
GRB_DECLARE_(UDT, void)
#undef GRB_DECLARE_

//==================================================================================================
// 7  Vector
//==================================================================================================

/** Makes a vector without entries.
    \param[out] w  not NULL.
    \param[in] type  its domain.
    \param[in] size  number of positions, 0 to GrB_INDEX_MAX + 1.
    \return GrB_INVALID_VALUE: size is larger. */
GrB_Info GRB_PUBLIC_ GrB_Vector_new(GrB_Vector *w, GrB_Type type, GrB_Index size);
/** Makes a copy of a vector: domain, size, entries, storage options. Entries are shared until one
    changes.
    \param[out] w  not NULL.
    \param[in] u  the vector copied.
    \return The usual codes. */
GrB_Info GRB_PUBLIC_ GrB_Vector_dup(GrB_Vector *w, const GrB_Vector u);
/** Removes all entries.
    \param[in,out] w  keeps its domain and size.
    \return The usual codes. */
GrB_Info GRB_PUBLIC_ GrB_Vector_clear(GrB_Vector w);
/** Changes the size; entries at or beyond the new one are removed.
    \param[in,out] w  the vector.
    \param[in] size  0 to GrB_INDEX_MAX + 1.
    \return GrB_INVALID_VALUE: size is larger. */
GrB_Info GRB_PUBLIC_ GrB_Vector_resize(GrB_Vector w, GrB_Index size);
/** The number of positions.
    \param[out] n  not NULL.
    \param[in] u  the vector asked.
    \return The usual codes. */
GrB_Info GRB_PUBLIC_ GrB_Vector_size(GrB_Index *n, const GrB_Vector u);
/** The number of entries.
    \param[out] nvals  not NULL.
    \param[in] u  the vector asked.
    \return The usual codes. */
GrB_Info GRB_PUBLIC_ GrB_Vector_nvals(GrB_Index *nvals, const GrB_Vector u);

/** Removes the entry at position i, if there is one.
    \param[in,out] w  the vector.
    \param[in] i  below its size.
    \return GrB_INVALID_INDEX: i is not below the size. */
GrB_Info GRB_PUBLIC_ GrB_Vector_removeElement(GrB_Vector w, GrB_Index i);

#define GRB_DECLARE_(SUFFIX, c_type) \
    /** w(indices[k]) = values[k] for k in 0 ... nvals - 1.
        \param[in,out] w  without entries.
        \param[in] indices,values  nvals each, in any order; may be NULL when nvals is 0. Values are
            cast.
        \param[in] nvals  how many.
        \param[in] dup  joins the values of a repeated position in the order given; its three
            domains equal. NULL: no position may repeat.
        \return GrB_OUTPUT_NOT_EMPTY: w has entries. GrB_INDEX_OUT_OF_BOUNDS: a position is not
            below the size. GrB_INVALID_VALUE: a position repeats, without dup. GrB_DOMAIN_MISMATCH:
            values or dup do not fit each other or w. */ \
    GrB_Info GRB_PUBLIC_ GrB_Vector_build_##SUFFIX(GrB_Vector w, const GrB_Index *indices, \
        const c_type *values, GrB_Index nvals, const GrB_BinaryOp dup);
GRB_PER_TYPE_(GRB_DECLARE_)
GRB_DECLARE_(UDT, void)
#undef GRB_DECLARE_

#define GRB_DECLARE_(SUFFIX, c_type) \
    /** w(i) = value.
        \param[in,out] w  receives the value by a cast to its domain.
        \param[in] value  _UDT: pointer to a value of w's domain, copied.
        \param[in] i  below w's size.
        \return GrB_INVALID_INDEX: i is not below the size. GrB_DOMAIN_MISMATCH: no cast to w's
            domain. */ \
    GrB_Info GRB_PUBLIC_ GrB_Vector_setElement_##SUFFIX(GrB_Vector w, c_type value, GrB_Index i);
GRB_PER_TYPE_(GRB_DECLARE_)
GRB_DECLARE_(UDT, const void *)
#undef GRB_DECLARE_
/** w(i) = x; without a value in x, w(i) is removed.
    \param[in,out] w  receives the value by a cast to its domain.
    \param[in] x  may be without a value.
    \param[in] i  below w's size.
    \return GrB_INVALID_INDEX: i is not below the size. GrB_DOMAIN_MISMATCH: no cast to w's
        domain. */
GrB_Info GRB_PUBLIC_ GrB_Vector_setElement_Scalar(GrB_Vector w, const GrB_Scalar x, GrB_Index i);

#define GRB_DECLARE_(SUFFIX, c_type) \
    /** value = u(i).
        \param[out] value  not NULL; receives the value by a cast, and stays as it is where u has no
            entry.
        \param[in] u  the vector read.
        \param[in] i  below u's size.
        \return GrB_NO_VALUE: no entry at i. GrB_INVALID_INDEX: i is not below the size.
            GrB_DOMAIN_MISMATCH: u's domain cannot be cast. */ \
    GrB_Info GRB_PUBLIC_ GrB_Vector_extractElement_##SUFFIX(c_type *value, const GrB_Vector u, \
        GrB_Index i);
GRB_PER_TYPE_(GRB_DECLARE_)
GRB_DECLARE_(UDT, void)
#undef GRB_DECLARE_
/** x = u(i); where u has no entry, x loses its value.
    \param[in,out] x  receives the value by a cast to its domain.
    \param[in] u  the vector read.
    \param[in] i  below u's size.
    \return GrB_INVALID_INDEX: i is not below the size. GrB_DOMAIN_MISMATCH: no cast to x's
        domain. */
GrB_Info GRB_PUBLIC_ GrB_Vector_extractElement_Scalar(GrB_Scalar x, const GrB_Vector u,
                                                      GrB_Index i);

#define GRB_DECLARE_(SUFFIX, c_type) \
    /** All entries in ascending position: u(indices[k]) = values[k].
        \param[out] indices,values  room for *nvals each, not read before. One that is NULL is not
            written; with both NULL the call only counts. Values are cast.
        \param[in,out] nvals  in: the room; out: the number of entries.
        \param[in] u  the vector read.
        \return GrB_INSUFFICIENT_SPACE: u has more than *nvals entries. GrB_DOMAIN_MISMATCH: u's
            domain cannot be cast. */ \
    GrB_Info GRB_PUBLIC_ GrB_Vector_extractTuples_##SUFFIX(GrB_Index *indices, c_type *values, \
        GrB_Index *nvals, const GrB_Vector u);
GRB_PER_TYPE_(GRB_DECLARE_)
GRB_DECLARE_(UDT, void)
#undef GRB_DECLARE_

//==================================================================================================
// 8  Matrix
//==================================================================================================

/** Makes a matrix without entries.
    \param[out] C  not NULL.
    \param[in] type  its domain.
    \param[in] nrows,ncols  0 to GrB_INDEX_MAX + 1.
    \return GrB_INVALID_VALUE: nrows or ncols is larger. */
GrB_Info GRB_PUBLIC_ GrB_Matrix_new(GrB_Matrix *C, GrB_Type type, GrB_Index nrows,
                                    GrB_Index ncols);
/** Makes a copy of a matrix: domain, shape, entries, storage options. Entries are shared until one
    changes.
    \param[out] C  not NULL.
    \param[in] A  the matrix copied.
    \return The usual codes. */
GrB_Info GRB_PUBLIC_ GrB_Matrix_dup(GrB_Matrix *C, const GrB_Matrix A);
/** Makes the square matrix with v(i) at (i, i + k), or at (i - k, i) for a negative k.
    \param[out] C  not NULL; size of v + |k| rows and columns, v's domain.
    \param[in] v  the diagonal.
    \param[in] k  which diagonal: 0 the main one, positive above it.
    \return GrB_INVALID_VALUE: the matrix would have more than GrB_INDEX_MAX + 1 rows. */
GrB_Info GRB_PUBLIC_ GrB_Matrix_diag(GrB_Matrix *C, const GrB_Vector v, int64_t k);
/** Removes all entries.
    \param[in,out] C  keeps its domain and shape.
    \return The usual codes. */
GrB_Info GRB_PUBLIC_ GrB_Matrix_clear(GrB_Matrix C);
/** Changes the shape; entries outside the new one are removed.
    \param[in,out] C  the matrix.
    \param[in] nrows,ncols  0 to GrB_INDEX_MAX + 1.
    \return GrB_INVALID_VALUE: nrows or ncols is larger. */
GrB_Info GRB_PUBLIC_ GrB_Matrix_resize(GrB_Matrix C, GrB_Index nrows, GrB_Index ncols);
/** The number of rows.
    \param[out] nrows  not NULL.
    \param[in] A  the matrix asked.
    \return The usual codes. */
GrB_Info GRB_PUBLIC_ GrB_Matrix_nrows(GrB_Index *nrows, const GrB_Matrix A);
/** The number of columns.
    \param[out] ncols  not NULL.
    \param[in] A  the matrix asked.
    \return The usual codes. */
GrB_Info GRB_PUBLIC_ GrB_Matrix_ncols(GrB_Index *ncols, const GrB_Matrix A);
/** The number of entries.
    \param[out] nvals  not NULL.
    \param[in] A  the matrix asked.
    \return The usual codes. */
GrB_Info GRB_PUBLIC_ GrB_Matrix_nvals(GrB_Index *nvals, const GrB_Matrix A);

/** Removes the entry at (i, j), if there is one.
    \param[in,out] C  the matrix.
    \param[in] i,j  inside its shape.
    \return GrB_INVALID_INDEX: (i, j) is outside. */
GrB_Info GRB_PUBLIC_ GrB_Matrix_removeElement(GrB_Matrix C, GrB_Index i, GrB_Index j);

#define GRB_DECLARE_(SUFFIX, c_type) \
    /** C(rows[k], columns[k]) = values[k] for k in 0 ... nvals - 1.
        \param[in,out] C  without entries.
        \param[in] rows,columns,values  nvals each, in any order; may be NULL when nvals is 0.
            Values are cast.
        \param[in] nvals  how many.
        \param[in] dup  joins the values of a repeated position in the order given; its three
            domains equal. NULL: no position may repeat.
        \return GrB_OUTPUT_NOT_EMPTY: C has entries. GrB_INDEX_OUT_OF_BOUNDS: a position is outside
            C. GrB_INVALID_VALUE: a position repeats, without dup. GrB_DOMAIN_MISMATCH: values or
            dup do not fit each other or C. */ \
    GrB_Info GRB_PUBLIC_ GrB_Matrix_build_##SUFFIX(GrB_Matrix C, const GrB_Index *rows, \
        const GrB_Index *columns, const c_type *values, GrB_Index nvals, const GrB_BinaryOp dup);
GRB_PER_TYPE_(GRB_DECLARE_)
GRB_DECLARE_(UDT, void)
#undef GRB_DECLARE_

#define GRB_DECLARE_(SUFFIX, c_type) \
    /** C(i, j) = value.
        \param[in,out] C  receives the value by a cast to its domain.
        \param[in] value  _UDT: pointer to a value of C's domain, copied.
        \param[in] i,j  inside C's shape.
        \return GrB_INVALID_INDEX: (i, j) is outside. GrB_DOMAIN_MISMATCH: no cast to C's
            domain. */ \
    GrB_Info GRB_PUBLIC_ GrB_Matrix_setElement_##SUFFIX(GrB_Matrix C, c_type value, GrB_Index i, \
        GrB_Index j);
GRB_PER_TYPE_(GRB_DECLARE_)
GRB_DECLARE_(UDT, const void *)
#undef GRB_DECLARE_
/** C(i, j) = x; without a value in x, C(i, j) is removed.
    \param[in,out] C  receives the value by a cast to its domain.
    \param[in] x  may be without a value.
    \param[in] i,j  inside C's shape.
    \return GrB_INVALID_INDEX: (i, j) is outside. GrB_DOMAIN_MISMATCH: no cast to C's domain. */
GrB_Info GRB_PUBLIC_ GrB_Matrix_setElement_Scalar(GrB_Matrix C, const GrB_Scalar x, GrB_Index i,
                                                  GrB_Index j);

#define GRB_DECLARE_(SUFFIX, c_type) \
    /** value = A(i, j).
        \param[out] value  not NULL; receives the value by a cast, and stays as it is where A has no
            entry.
        \param[in] A  the matrix read.
        \param[in] i,j  inside A's shape.
        \return GrB_NO_VALUE: no entry at (i, j). GrB_INVALID_INDEX: (i, j) is outside.
            GrB_DOMAIN_MISMATCH: A's domain cannot be cast. */ \
    GrB_Info GRB_PUBLIC_ GrB_Matrix_extractElement_##SUFFIX(c_type *value, const GrB_Matrix A, \
        GrB_Index i, GrB_Index j);
GRB_PER_TYPE_(GRB_DECLARE_)
GRB_DECLARE_(UDT, void)
#undef GRB_DECLARE_
/** x = A(i, j); where A has no entry, x loses its value.
    \param[in,out] x  receives the value by a cast to its domain.
    \param[in] A  the matrix read.
    \param[in] i,j  inside A's shape.
    \return GrB_INVALID_INDEX: (i, j) is outside. GrB_DOMAIN_MISMATCH: no cast to x's domain. */
GrB_Info GRB_PUBLIC_ GrB_Matrix_extractElement_Scalar(GrB_Scalar x, const GrB_Matrix A,
                                                      GrB_Index i, GrB_Index j);

#define GRB_DECLARE_(SUFFIX, c_type) \
    /** All entries, in no promised order: A(rows[k], columns[k]) = values[k].
        \param[out] rows,columns,values  room for *nvals each, not read before. One that is NULL is
            not written; with all NULL the call only counts. Values are cast.
        \param[in,out] nvals  in: the room; out: the number of entries.
        \param[in] A  the matrix read.
        \return GrB_INSUFFICIENT_SPACE: A has more than *nvals entries. GrB_DOMAIN_MISMATCH: A's
            domain cannot be cast. */ \
    GrB_Info GRB_PUBLIC_ GrB_Matrix_extractTuples_##SUFFIX(GrB_Index *rows, GrB_Index *columns, \
        c_type *values, GrB_Index *nvals, const GrB_Matrix A);
GRB_PER_TYPE_(GRB_DECLARE_)
GRB_DECLARE_(UDT, void)
#undef GRB_DECLARE_

//==================================================================================================
// 9  Import, export and serialization
//==================================================================================================

#define GRB_DECLARE_(SUFFIX, c_type) \
    /** Makes a matrix of arrays in a format; the arrays stay the caller's.
        \param[out] A  not NULL.
        \param[in] domain  that of values exactly; _UDT: a user-defined one.
        \param[in] nrows,ncols  0 to GrB_INDEX_MAX + 1.
        \param[in] offsets  CSR: nrows + 1 row offsets; CSC: ncols + 1 column offsets; COO: column
            indices.
        \param[in] indices  CSR: column indices; CSC and COO: row indices; no position twice.
        \param[in] values  one for each of indices.
        \param[in] offsets_len,indices_len,values_len  elements of each array, which may be NULL
            with 0.
        \param[in] format  how the arrays are to be read.
        \return GrB_DOMAIN_MISMATCH: values are not of domain. GrB_INDEX_OUT_OF_BOUNDS: an index is
            outside the shape, or offsets lead outside an array. GrB_INVALID_VALUE: a length does
            not fit, a position repeats, or nrows or ncols is too large. */ \
    GrB_Info GRB_PUBLIC_ GrB_Matrix_import_##SUFFIX(GrB_Matrix *A, GrB_Type domain, \
        GrB_Index nrows, GrB_Index ncols, const GrB_Index *offsets, const GrB_Index *indices, \
        const c_type *values, GrB_Index offsets_len, GrB_Index indices_len, GrB_Index values_len, \
        GrB_Format format);
GRB_PER_TYPE_(GRB_DECLARE_)
GRB_DECLARE_(UDT, void)
#undef GRB_DECLARE_

#define GRB_DECLARE_(SUFFIX, c_type) \
    /** Fills arrays of the caller's with a matrix in a format.
        \param[out] offsets,indices,values  as GrB_Matrix_import reads them; may be NULL with no
            room.
        \param[in,out] offsets_len,indices_len,values_len  in: room of each array, in elements; out:
            elements written. GrB_Matrix_exportSize says how much is needed.
        \param[in] format  how the arrays are to be filled.
        \param[in] A  of the domain of values exactly; stays as it is.
        \return GrB_INSUFFICIENT_SPACE: an array has too little room. GrB_DOMAIN_MISMATCH: A has
            another domain. */ \
    GrB_Info GRB_PUBLIC_ GrB_Matrix_export_##SUFFIX(GrB_Index *offsets, GrB_Index *indices, \
        c_type *values, GrB_Index *offsets_len, GrB_Index *indices_len, GrB_Index *values_len, \
        GrB_Format format, GrB_Matrix A);
GRB_PER_TYPE_(GRB_DECLARE_)
GRB_DECLARE_(UDT, void)
#undef GRB_DECLARE_

/** The lengths of the arrays that an export in a format fills.
    \param[out] offsets_len,indices_len,values_len  not NULL; in elements.
    \param[in] format  that of the export.
    \param[in] A  the matrix to be exported.
    \return The usual codes. */
GrB_Info GRB_PUBLIC_ GrB_Matrix_exportSize(GrB_Index *offsets_len, GrB_Index *indices_len,
                                           GrB_Index *values_len, GrB_Format format, GrB_Matrix A);
/** The format in which A is exported at the least cost; there always is one.
    \param[out] format  not NULL.
    \param[in] A  the matrix to be exported.
    \return The usual codes. */
GrB_Info GRB_PUBLIC_ GrB_Matrix_exportHint(GrB_Format *format, GrB_Matrix A);

/** An upper bound of the bytes that GrB_Matrix_serialize writes.
    \param[out] size  not NULL.
    \param[in] A  the matrix to be serialised.
    \return The usual codes. */
GrB_Info GRB_PUBLIC_ GrB_Matrix_serializeSize(GrB_Index *size, GrB_Matrix A);
/** Writes a matrix as one block of bytes, compressed as GrX_COMPRESSION says.
    \param[out] blob  not NULL; room for *size bytes.
    \param[in,out] size  not NULL; in: the room; out: the bytes written.
    \param[in] A  the matrix read.
    \return GrB_INSUFFICIENT_SPACE: the bytes do not fit. */
GrB_Info GRB_PUBLIC_ GrB_Matrix_serialize(void *blob, GrB_Index *size, GrB_Matrix A);
/** Makes a matrix of what GrB_Matrix_serialize wrote.
    \param[out] C  not NULL.
    \param[in] type  the domain as it was stored; NULL: built-in, and read from blob.
    \param[in] blob  not NULL; checked, so that it may come from anywhere.
    \param[in] size  its bytes.
    \return GrB_INVALID_OBJECT: blob is damaged or none of this library's. GrB_DOMAIN_MISMATCH: blob
        has another domain than type, or a user-defined one and type is NULL. */
GrB_Info GRB_PUBLIC_ GrB_Matrix_deserialize(GrB_Matrix *C, GrB_Type type, const void *blob,
                                            GrB_Index size);

//==================================================================================================
// 10  Operations, and the contract that all of them keep
//==================================================================================================

/** \page contract The contract of the operations

    A comment below says what its operation computes: a result T of the output's shape. What all
    operations share is said here.

    Writing. T comes into the output C (or w) through accumulator and mask:
    \code
    Z = T                    without accum
    Z = accum(C, T)          with accum, where both have an entry; elsewhere the one that is there
    C(i, j) = Z(i, j)        where the mask allows: an entry, or none where Z has none
    C(i, j) stays            elsewhere; with GrB_REPLACE it is removed
    \endcode
    - Mask, mask: of the output's shape. NULL allows every position. Else it allows those where it
      has an entry whose value, cast to GrB_BOOL, is true; with GrB_STRUCTURE where it has an entry
      of any domain; with GrB_COMP exactly elsewhere. The complement of NULL allows nothing.
    - accum: an operator on the old entry (left) and the new one (right). NULL: the new one replaces
      the old one, and where T has no entry the output loses its own.
    - desc: NULL stands for a descriptor with all fields GrB_DEFAULT. GrB_OUTP and GrB_MASK count
      wherever there is a mask, GrB_INP0 and GrB_INP1 where the comment names them.

    Transposes. A' is A, or its transpose when the field that the comment names is GrB_TRAN:
    GrB_INP0 for the first operand, GrB_INP1 for the second. Shapes and positions are those of A'.

    Domains. Entries are cast to what the operator takes, its results to the accumulator's second
    domain, the accumulator's result to the output's domain. Built-in domains are cast as C does; a
    user-defined one fits itself alone.

    Aliasing. The output may be any of the inputs and the mask, and inputs may be each other: all is
    read as it was before the call.

    Lists of positions. They are read before the call returns, and not NULL. GrB_ALL stands for all
    positions in order; the count beside it is then not read. A count of GxB_RANGE, GxB_STRIDE or
    GxB_BACKWARDS (graphblast/gxb_options.h) makes the list the ends and the step of a range.

    Errors. All arguments are checked before the output changes; on any error it is what it was
    (GrB_OUT_OF_MEMORY and GrB_PANIC promise less). Besides the usual codes every operation returns
    - GrB_DIMENSION_MISMATCH: shapes of operands, output and mask do not fit, after transposing;
    - GrB_DOMAIN_MISMATCH: one of the casts above does not exist, or the mask's values have no cast
      to GrB_BOOL and GrB_STRUCTURE is not set.

    The text of the failure is kept on the output (GrB_error). A call may leave work for later; that
    it failed is then told by the call that needs it, GrB_wait at the latest.

    Threads. Any number of threads may call any functions on objects that they do not share, and may
    read one object together. While one thread writes an object no other may use it; a portable
    program calls GrB_wait with GrB_COMPLETE before another thread does. User-defined functions are
    called by several threads at once. */

#define GRB_MATRIX_OUT_ GrB_Matrix C, const GrB_Matrix Mask, const GrB_BinaryOp accum
#define GRB_VECTOR_OUT_ GrB_Vector w, const GrB_Vector mask, const GrB_BinaryOp accum

/** C = A' * B': the product of an m x k by a k x n matrix.
    \param[in,out] C  m x n.
    \param[in] Mask,accum,desc  may be NULL (\ref contract).
    \param[in] semiring  T(i, j) = sum over k of A'(i, k) * B'(k, j), where both have an entry.
    \param[in] A  m x k; A' by GrB_INP0.
    \param[in] B  k x n; B' by GrB_INP1.
    \return GrB_DIMENSION_MISMATCH, GrB_DOMAIN_MISMATCH. */
GrB_Info GRB_PUBLIC_ GrB_mxm(GRB_MATRIX_OUT_, const GrB_Semiring semiring, const GrB_Matrix A,
                             const GrB_Matrix B, const GrB_Descriptor desc);
/** w = A' * u: a matrix times a column.
    \param[in,out] w  size m.
    \param[in] mask,accum,desc  may be NULL (\ref contract).
    \param[in] semiring  T(i) = sum over k of A'(i, k) * u(k), where both have an entry.
    \param[in] A  m x n; A' by GrB_INP0.
    \param[in] u  size n.
    \return GrB_DIMENSION_MISMATCH, GrB_DOMAIN_MISMATCH. */
GrB_Info GRB_PUBLIC_ GrB_mxv(GRB_VECTOR_OUT_, const GrB_Semiring semiring, const GrB_Matrix A,
                             const GrB_Vector u, const GrB_Descriptor desc);
/** w^T = u^T * A': a row times a matrix.
    \param[in,out] w  size n.
    \param[in] mask,accum,desc  may be NULL (\ref contract).
    \param[in] semiring  T(j) = sum over k of u(k) * A'(k, j), where both have an entry.
    \param[in] u  size m.
    \param[in] A  m x n; A' by GrB_INP1.
    \return GrB_DIMENSION_MISMATCH, GrB_DOMAIN_MISMATCH. */
GrB_Info GRB_PUBLIC_ GrB_vxm(GRB_VECTOR_OUT_, const GrB_Semiring semiring, const GrB_Vector u,
                             const GrB_Matrix A, const GrB_Descriptor desc);

#define GRB_DECLARE_(Kind) \
    /** w = u + v on the union of the entries: op(u(i), v(i)), or the one that is there.
        \param[in,out] w  size of u.
        \param[in] mask,accum,desc  may be NULL (\ref contract).
        \param[in] op  _Monoid: its operator counts; _Semiring: that of its addition.
        \param[in] u,v  of one size.
        \return GrB_DIMENSION_MISMATCH, GrB_DOMAIN_MISMATCH. */ \
    GrB_Info GRB_PUBLIC_ GrB_Vector_eWiseAdd_##Kind(GRB_VECTOR_OUT_, const GrB_##Kind op, \
        const GrB_Vector u, const GrB_Vector v, const GrB_Descriptor desc); \
    /** C = A' + B' on the union of the entries: op(A'(i, j), B'(i, j)), or the one that is there.
        \param[in,out] C  m x n.
        \param[in] Mask,accum,desc  may be NULL (\ref contract).
        \param[in] op  _Monoid: its operator counts; _Semiring: that of its addition.
        \param[in] A,B  m x n; A' by GrB_INP0, B' by GrB_INP1.
        \return GrB_DIMENSION_MISMATCH, GrB_DOMAIN_MISMATCH. */ \
    GrB_Info GRB_PUBLIC_ GrB_Matrix_eWiseAdd_##Kind(GRB_MATRIX_OUT_, const GrB_##Kind op, \
        const GrB_Matrix A, const GrB_Matrix B, const GrB_Descriptor desc); \
    /** w = u * v on the intersection of the entries: op(u(i), v(i)).
        \param[in,out] w  size of u.
        \param[in] mask,accum,desc  may be NULL (\ref contract).
        \param[in] op  _Monoid: its operator counts; _Semiring: its multiplication.
        \param[in] u,v  of one size.
        \return GrB_DIMENSION_MISMATCH, GrB_DOMAIN_MISMATCH. */ \
    GrB_Info GRB_PUBLIC_ GrB_Vector_eWiseMult_##Kind(GRB_VECTOR_OUT_, const GrB_##Kind op, \
        const GrB_Vector u, const GrB_Vector v, const GrB_Descriptor desc); \
    /** C = A' * B' on the intersection of the entries: op(A'(i, j), B'(i, j)).
        \param[in,out] C  m x n.
        \param[in] Mask,accum,desc  may be NULL (\ref contract).
        \param[in] op  _Monoid: its operator counts; _Semiring: its multiplication.
        \param[in] A,B  m x n; A' by GrB_INP0, B' by GrB_INP1.
        \return GrB_DIMENSION_MISMATCH, GrB_DOMAIN_MISMATCH. */ \
    GrB_Info GRB_PUBLIC_ GrB_Matrix_eWiseMult_##Kind(GRB_MATRIX_OUT_, const GrB_##Kind op, \
        const GrB_Matrix A, const GrB_Matrix B, const GrB_Descriptor desc); \
    /** C = A' kron B': C(i p + k, j q + l) = op(A'(i, j), B'(k, l)), where both have an entry.
        \param[in,out] C  m p x n q.
        \param[in] Mask,accum,desc  may be NULL (\ref contract).
        \param[in] op  _Monoid: its operator counts; _Semiring: its multiplication.
        \param[in] A  m x n; A' by GrB_INP0.
        \param[in] B  p x q; B' by GrB_INP1.
        \return GrB_DIMENSION_MISMATCH, GrB_DOMAIN_MISMATCH. */ \
    GrB_Info GRB_PUBLIC_ GrB_Matrix_kronecker_##Kind(GRB_MATRIX_OUT_, const GrB_##Kind op, \
        const GrB_Matrix A, const GrB_Matrix B, const GrB_Descriptor desc);
GRB_DECLARE_(BinaryOp)
GRB_DECLARE_(Monoid)
GRB_DECLARE_(Semiring)
#undef GRB_DECLARE_

/** w = u(indices): T(k) = u(indices[k]).
    \param[in,out] w  size nindices.
    \param[in] mask,accum,desc  may be NULL (\ref contract).
    \param[in] u  the vector read.
    \param[in] indices  positions of u, repeats allowed; or GrB_ALL.
    \param[in] nindices  how many.
    \return GrB_INDEX_OUT_OF_BOUNDS: a position is outside u. GrB_DIMENSION_MISMATCH,
        GrB_DOMAIN_MISMATCH. */
GrB_Info GRB_PUBLIC_ GrB_Vector_extract(GRB_VECTOR_OUT_, const GrB_Vector u,
                                        const GrB_Index *indices, GrB_Index nindices,
                                        const GrB_Descriptor desc);
/** C = A'(rows, columns): T(k, l) = A'(rows[k], columns[l]).
    \param[in,out] C  nrows x ncols.
    \param[in] Mask,accum,desc  may be NULL (\ref contract).
    \param[in] A  the matrix read; A' by GrB_INP0.
    \param[in] rows,columns  positions of A', repeats allowed; or GrB_ALL.
    \param[in] nrows,ncols  how many.
    \return GrB_INDEX_OUT_OF_BOUNDS: a position is outside A'. GrB_DIMENSION_MISMATCH,
        GrB_DOMAIN_MISMATCH. */
GrB_Info GRB_PUBLIC_ GrB_Matrix_extract(GRB_MATRIX_OUT_, const GrB_Matrix A, const GrB_Index *rows,
                                        GrB_Index nrows, const GrB_Index *columns, GrB_Index ncols,
                                        const GrB_Descriptor desc);
/** w = A'(rows, j), a column: T(k) = A'(rows[k], j).
    \param[in,out] w  size nrows.
    \param[in] mask,accum,desc  may be NULL (\ref contract).
    \param[in] A  the matrix read; A' by GrB_INP0, so that the transpose gives a row of A.
    \param[in] rows  positions in the column, repeats allowed; or GrB_ALL.
    \param[in] nrows  how many.
    \param[in] j  which column of A'.
    \return GrB_INVALID_INDEX: j is outside A'. GrB_INDEX_OUT_OF_BOUNDS: one of rows is.
        GrB_DIMENSION_MISMATCH, GrB_DOMAIN_MISMATCH. */
GrB_Info GRB_PUBLIC_ GrB_Col_extract(GRB_VECTOR_OUT_, const GrB_Matrix A, const GrB_Index *rows,
                                     GrB_Index nrows, GrB_Index j, const GrB_Descriptor desc);

/** w(indices) = u: u(k) goes to indices[k]; other positions keep their entries.
    \param[in,out] w  any size.
    \param[in] mask,accum,desc  may be NULL (\ref contract); the mask has the size of w and counts,
        as GrB_REPLACE does, at all its positions.
    \param[in] u  size nindices.
    \param[in] indices  positions of w; of a repeated one the last counts; or GrB_ALL.
    \param[in] nindices  how many.
    \return GrB_INDEX_OUT_OF_BOUNDS: a position is outside w. GrB_DIMENSION_MISMATCH,
        GrB_DOMAIN_MISMATCH. */
GrB_Info GRB_PUBLIC_ GrB_Vector_assign(GRB_VECTOR_OUT_, const GrB_Vector u,
                                       const GrB_Index *indices, GrB_Index nindices,
                                       const GrB_Descriptor desc);
/** C(rows, columns) = A': A'(k, l) goes to (rows[k], columns[l]); other positions keep
    their entries.
    \param[in,out] C  any shape.
    \param[in] Mask,accum,desc  may be NULL (\ref contract); the mask has the shape of C and counts,
        as GrB_REPLACE does, at all its positions.
    \param[in] A  nrows x ncols; A' by GrB_INP0.
    \param[in] rows,columns  positions of C; of a repeated one the last counts; or GrB_ALL.
    \param[in] nrows,ncols  how many.
    \return GrB_INDEX_OUT_OF_BOUNDS: a position is outside C. GrB_DIMENSION_MISMATCH,
        GrB_DOMAIN_MISMATCH. */
GrB_Info GRB_PUBLIC_ GrB_Matrix_assign(GRB_MATRIX_OUT_, const GrB_Matrix A, const GrB_Index *rows,
                                       GrB_Index nrows, const GrB_Index *columns, GrB_Index ncols,
                                       const GrB_Descriptor desc);
/** C(rows, j) = u: as GrB_Matrix_assign, into one column.
    \param[in,out] C  m x n; its other columns stay, also with GrB_REPLACE.
    \param[in] mask,accum,desc  may be NULL (\ref contract); the mask has size m, for column j.
    \param[in] u  size nrows.
    \param[in] rows  positions in the column; of a repeated one the last counts; or GrB_ALL.
    \param[in] nrows  how many.
    \param[in] j  which column.
    \return GrB_INVALID_INDEX: j is outside C. GrB_INDEX_OUT_OF_BOUNDS: one of rows is.
        GrB_DIMENSION_MISMATCH, GrB_DOMAIN_MISMATCH. */
GrB_Info GRB_PUBLIC_ GrB_Col_assign(GrB_Matrix C, const GrB_Vector mask, const GrB_BinaryOp accum,
                                    const GrB_Vector u, const GrB_Index *rows, GrB_Index nrows,
                                    GrB_Index j, const GrB_Descriptor desc);
/** C(i, columns) = u: as GrB_Matrix_assign, into one row.
    \param[in,out] C  m x n; its other rows stay, also with GrB_REPLACE.
    \param[in] mask,accum,desc  may be NULL (\ref contract); the mask has size n, for row i.
    \param[in] u  size ncols.
    \param[in] i  which row.
    \param[in] columns  positions in the row; of a repeated one the last counts; or GrB_ALL.
    \param[in] ncols  how many.
    \return GrB_INVALID_INDEX: i is outside C. GrB_INDEX_OUT_OF_BOUNDS: one of columns is.
        GrB_DIMENSION_MISMATCH, GrB_DOMAIN_MISMATCH. */
GrB_Info GRB_PUBLIC_ GrB_Row_assign(GrB_Matrix C, const GrB_Vector mask, const GrB_BinaryOp accum,
                                    const GrB_Vector u, GrB_Index i, const GrB_Index *columns,
                                    GrB_Index ncols, const GrB_Descriptor desc);

#define GRB_DECLARE_(SUFFIX, c_type) \
    /** w(indices) = value: as GrB_Vector_assign of a vector that has the value at every position.
        \param[in,out] w  any size.
        \param[in] mask,accum,desc  may be NULL (\ref contract); the mask has the size of w and
            counts, as GrB_REPLACE does, at all its positions.
        \param[in] value  _UDT: pointer to a value of w's domain; _Scalar: one without a value is a
            vector without entries.
        \param[in] indices  positions of w, repeats allowed; or GrB_ALL.
        \param[in] nindices  how many.
        \return GrB_INDEX_OUT_OF_BOUNDS: a position is outside w. GrB_DIMENSION_MISMATCH,
            GrB_DOMAIN_MISMATCH. */ \
    GrB_Info GRB_PUBLIC_ GrB_Vector_assign_##SUFFIX(GRB_VECTOR_OUT_, c_type value, \
        const GrB_Index *indices, GrB_Index nindices, const GrB_Descriptor desc); \
    /** C(rows, columns) = value: as GrB_Matrix_assign of a matrix that has the value at every
        position.
        \param[in,out] C  any shape.
        \param[in] Mask,accum,desc  may be NULL (\ref contract); the mask has the shape of C and
            counts, as GrB_REPLACE does, at all its positions.
        \param[in] value  _UDT: pointer to a value of C's domain; _Scalar: one without a value is a
            matrix without entries.
        \param[in] rows,columns  positions of C, repeats allowed; or GrB_ALL.
        \param[in] nrows,ncols  how many.
        \return GrB_INDEX_OUT_OF_BOUNDS: a position is outside C. GrB_DIMENSION_MISMATCH,
            GrB_DOMAIN_MISMATCH. */ \
    GrB_Info GRB_PUBLIC_ GrB_Matrix_assign_##SUFFIX(GRB_MATRIX_OUT_, c_type value, \
        const GrB_Index *rows, GrB_Index nrows, const GrB_Index *columns, GrB_Index ncols, \
        const GrB_Descriptor desc);
GRB_PER_TYPE_(GRB_DECLARE_)
GRB_DECLARE_(UDT, const void *)
GRB_DECLARE_(Scalar, const GrB_Scalar)
#undef GRB_DECLARE_

/** w = op(u): T(i) = op(u(i)).
    \param[in,out] w  size of u.
    \param[in] mask,accum,desc  may be NULL (\ref contract).
    \param[in] op  the operator.
    \param[in] u  its operand.
    \return GrB_DIMENSION_MISMATCH, GrB_DOMAIN_MISMATCH. */
GrB_Info GRB_PUBLIC_ GrB_Vector_apply(GRB_VECTOR_OUT_, const GrB_UnaryOp op, const GrB_Vector u,
                                      const GrB_Descriptor desc);
/** C = op(A'): T(i, j) = op(A'(i, j)).
    \param[in,out] C  m x n.
    \param[in] Mask,accum,desc  may be NULL (\ref contract).
    \param[in] op  the operator.
    \param[in] A  m x n; A' by GrB_INP0.
    \return GrB_DIMENSION_MISMATCH, GrB_DOMAIN_MISMATCH. */
GrB_Info GRB_PUBLIC_ GrB_Matrix_apply(GRB_MATRIX_OUT_, const GrB_UnaryOp op, const GrB_Matrix A,
                                      const GrB_Descriptor desc);

#define GRB_DECLARE_(SUFFIX, c_type) \
    /** w = op(x, u): T(i) = op(x, u(i)).
        \param[in,out] w  size of u.
        \param[in] mask,accum,desc  may be NULL (\ref contract).
        \param[in] op  the operator.
        \param[in] x  its first operand, cast; _UDT: pointer to it; _Scalar: with a value.
        \param[in] u  its second operand.
        \return GrB_EMPTY_OBJECT (_Scalar): x has no value. GrB_DIMENSION_MISMATCH,
            GrB_DOMAIN_MISMATCH. */ \
    GrB_Info GRB_PUBLIC_ GrB_Vector_apply_BinaryOp1st_##SUFFIX(GRB_VECTOR_OUT_, \
        const GrB_BinaryOp op, c_type x, const GrB_Vector u, const GrB_Descriptor desc); \
    /** w = op(u, y): T(i) = op(u(i), y).
        \param[in,out] w  size of u.
        \param[in] mask,accum,desc  may be NULL (\ref contract).
        \param[in] op  the operator.
        \param[in] u  its first operand.
        \param[in] y  its second operand, cast; _UDT: pointer to it; _Scalar: with a value.
        \return GrB_EMPTY_OBJECT (_Scalar): y has no value. GrB_DIMENSION_MISMATCH,
            GrB_DOMAIN_MISMATCH. */ \
    GrB_Info GRB_PUBLIC_ GrB_Vector_apply_BinaryOp2nd_##SUFFIX(GRB_VECTOR_OUT_, \
        const GrB_BinaryOp op, const GrB_Vector u, c_type y, const GrB_Descriptor desc); \
    /** w = op(u, i, 0, y): T(i) = op(u(i), i, 0, y).
        \param[in,out] w  size of u.
        \param[in] mask,accum,desc  may be NULL (\ref contract).
        \param[in] op  the operator.
        \param[in] u  its operand.
        \param[in] y  its parameter, cast; _UDT: pointer to it; _Scalar: with a value.
        \return GrB_EMPTY_OBJECT (_Scalar): y has no value. GrB_DIMENSION_MISMATCH,
            GrB_DOMAIN_MISMATCH. */ \
    GrB_Info GRB_PUBLIC_ GrB_Vector_apply_IndexOp_##SUFFIX(GRB_VECTOR_OUT_, \
        const GrB_IndexUnaryOp op, const GrB_Vector u, c_type y, const GrB_Descriptor desc); \
    /** w = the entries of u where op(u(i), i, 0, y), cast to GrB_BOOL, is true.
        \param[in,out] w  size of u.
        \param[in] mask,accum,desc  may be NULL (\ref contract).
        \param[in] op  the test.
        \param[in] u  where the entries come from.
        \param[in] y  the test's parameter, cast; _UDT: pointer to it; _Scalar: with a value.
        \return GrB_EMPTY_OBJECT (_Scalar): y has no value. GrB_DIMENSION_MISMATCH,
            GrB_DOMAIN_MISMATCH. */ \
    GrB_Info GRB_PUBLIC_ GrB_Vector_select_##SUFFIX(GRB_VECTOR_OUT_, const GrB_IndexUnaryOp op, \
        const GrB_Vector u, c_type y, const GrB_Descriptor desc); \
    /** C = op(x, A'): T(i, j) = op(x, A'(i, j)).
        \param[in,out] C  m x n.
        \param[in] Mask,accum,desc  may be NULL (\ref contract).
        \param[in] op  the operator.
        \param[in] x  its first operand, cast; _UDT: pointer to it; _Scalar: with a value.
        \param[in] A  its second operand, m x n; A' by GrB_INP1.
        \return GrB_EMPTY_OBJECT (_Scalar): x has no value. GrB_DIMENSION_MISMATCH,
            GrB_DOMAIN_MISMATCH. */ \
    GrB_Info GRB_PUBLIC_ GrB_Matrix_apply_BinaryOp1st_##SUFFIX(GRB_MATRIX_OUT_, \
        const GrB_BinaryOp op, c_type x, const GrB_Matrix A, const GrB_Descriptor desc); \
    /** C = op(A', y): T(i, j) = op(A'(i, j), y).
        \param[in,out] C  m x n.
        \param[in] Mask,accum,desc  may be NULL (\ref contract).
        \param[in] op  the operator.
        \param[in] A  its first operand, m x n; A' by GrB_INP0.
        \param[in] y  its second operand, cast; _UDT: pointer to it; _Scalar: with a value.
        \return GrB_EMPTY_OBJECT (_Scalar): y has no value. GrB_DIMENSION_MISMATCH,
            GrB_DOMAIN_MISMATCH. */ \
    GrB_Info GRB_PUBLIC_ GrB_Matrix_apply_BinaryOp2nd_##SUFFIX(GRB_MATRIX_OUT_, \
        const GrB_BinaryOp op, const GrB_Matrix A, c_type y, const GrB_Descriptor desc); \
    /** C = op(A', i, j, y): T(i, j) = op(A'(i, j), i, j, y).
        \param[in,out] C  m x n.
        \param[in] Mask,accum,desc  may be NULL (\ref contract).
        \param[in] op  the operator.
        \param[in] A  its operand, m x n; A' by GrB_INP0.
        \param[in] y  its parameter, cast; _UDT: pointer to it; _Scalar: with a value.
        \return GrB_EMPTY_OBJECT (_Scalar): y has no value. GrB_DIMENSION_MISMATCH,
            GrB_DOMAIN_MISMATCH. */ \
    GrB_Info GRB_PUBLIC_ GrB_Matrix_apply_IndexOp_##SUFFIX(GRB_MATRIX_OUT_, \
        const GrB_IndexUnaryOp op, const GrB_Matrix A, c_type y, const GrB_Descriptor desc); \
    /** C = the entries of A' where op(A'(i, j), i, j, y), cast to GrB_BOOL, is true.
        \param[in,out] C  m x n.
        \param[in] Mask,accum,desc  may be NULL (\ref contract).
        \param[in] op  the test.
        \param[in] A  where the entries come from, m x n; A' by GrB_INP0.
        \param[in] y  the test's parameter, cast; _UDT: pointer to it; _Scalar: with a value.
        \return GrB_EMPTY_OBJECT (_Scalar): y has no value. GrB_DIMENSION_MISMATCH,
            GrB_DOMAIN_MISMATCH. */ \
    GrB_Info GRB_PUBLIC_ GrB_Matrix_select_##SUFFIX(GRB_MATRIX_OUT_, const GrB_IndexUnaryOp op, \
        const GrB_Matrix A, c_type y, const GrB_Descriptor desc);
GRB_PER_TYPE_(GRB_DECLARE_)
GRB_DECLARE_(UDT, const void *)
GRB_DECLARE_(Scalar, const GrB_Scalar)
#undef GRB_DECLARE_

/** w = the sums of the rows of A'; a row without entries gives none.
    \param[in,out] w  size m.
    \param[in] mask,accum,desc  may be NULL (\ref contract).
    \param[in] monoid  the addition.
    \param[in] A  m x n; A' by GrB_INP0, so that the transpose sums the columns of A.
    \return GrB_DIMENSION_MISMATCH, GrB_DOMAIN_MISMATCH. */
GrB_Info GRB_PUBLIC_ GrB_Matrix_reduce_Monoid(GRB_VECTOR_OUT_, const GrB_Monoid monoid,
                                              const GrB_Matrix A, const GrB_Descriptor desc);
/** As GrB_Matrix_reduce_Monoid, with an operator.
    \param[in,out] w  size m.
    \param[in] mask,accum,desc  may be NULL (\ref contract).
    \param[in] op  the addition: associative, commutative, its three domains equal.
    \param[in] A  m x n; A' by GrB_INP0, so that the transpose sums the columns of A.
    \return GrB_DIMENSION_MISMATCH, GrB_DOMAIN_MISMATCH. */
GrB_Info GRB_PUBLIC_ GrB_Matrix_reduce_BinaryOp(GRB_VECTOR_OUT_, const GrB_BinaryOp op,
                                                const GrB_Matrix A, const GrB_Descriptor desc);

#define GRB_DECLARE_(SUFFIX, c_type) \
    /** c = the sum of all entries of u, or accum(c, sum); the sum of none is the identity.
        \param[in,out] c  not NULL; read only with accum. _UDT: pointer to a value of monoid's
            domain.
        \param[in] accum  may be NULL.
        \param[in] monoid  the addition.
        \param[in] u  the terms.
        \param[in] desc  may be NULL; nothing of it counts.
        \return GrB_DOMAIN_MISMATCH: entries, sum or c cannot be cast as needed. */ \
    GrB_Info GRB_PUBLIC_ GrB_Vector_reduce_##SUFFIX(c_type *c, const GrB_BinaryOp accum, \
        const GrB_Monoid monoid, const GrB_Vector u, const GrB_Descriptor desc); \
    /** c = the sum of all entries of A, or accum(c, sum); the sum of none is the identity.
        \param[in,out] c  not NULL; read only with accum. _UDT: pointer to a value of monoid's
            domain.
        \param[in] accum  may be NULL.
        \param[in] monoid  the addition.
        \param[in] A  the terms.
        \param[in] desc  may be NULL; nothing of it counts.
        \return GrB_DOMAIN_MISMATCH: entries, sum or c cannot be cast as needed. */ \
    GrB_Info GRB_PUBLIC_ GrB_Matrix_reduce_##SUFFIX(c_type *c, const GrB_BinaryOp accum, \
        const GrB_Monoid monoid, const GrB_Matrix A, const GrB_Descriptor desc);
GRB_PER_TYPE_(GRB_DECLARE_)
GRB_DECLARE_(UDT, void)
#undef GRB_DECLARE_

/** c = the sum of all entries of u, or accum(c, sum) where c has a value.
    Without entries there is no sum: c loses its value, or with accum stays as it is.
    \param[in,out] c  receives the result by a cast to its domain.
    \param[in] accum  may be NULL.
    \param[in] monoid  the addition.
    \param[in] u  the terms.
    \param[in] desc  may be NULL; nothing of it counts.
    \return GrB_DOMAIN_MISMATCH: entries, sum or c cannot be cast as needed. */
GrB_Info GRB_PUBLIC_ GrB_Vector_reduce_Monoid_Scalar(GrB_Scalar c, const GrB_BinaryOp accum,
                                                     const GrB_Monoid monoid, const GrB_Vector u,
                                                     const GrB_Descriptor desc);
/** c = the sum of all entries of A, or accum(c, sum) where c has a value.
    Without entries there is no sum: c loses its value, or with accum stays as it is.
    \param[in,out] c  receives the result by a cast to its domain.
    \param[in] accum  may be NULL.
    \param[in] monoid  the addition.
    \param[in] A  the terms.
    \param[in] desc  may be NULL; nothing of it counts.
    \return GrB_DOMAIN_MISMATCH: entries, sum or c cannot be cast as needed. */
GrB_Info GRB_PUBLIC_ GrB_Matrix_reduce_Monoid_Scalar(GrB_Scalar c, const GrB_BinaryOp accum,
                                                     const GrB_Monoid monoid, const GrB_Matrix A,
                                                     const GrB_Descriptor desc);
/** c = the sum of all entries of u, or accum(c, sum) where c has a value.
    Without entries there is no sum: c loses its value, or with accum stays as it is.
    \param[in,out] c  receives the result by a cast to its domain.
    \param[in] accum  may be NULL.
    \param[in] op  the addition: associative, commutative, its three domains equal.
    \param[in] u  the terms.
    \param[in] desc  may be NULL; nothing of it counts.
    \return GrB_DOMAIN_MISMATCH: entries, sum or c cannot be cast as needed. */
GrB_Info GRB_PUBLIC_ GrB_Vector_reduce_BinaryOp_Scalar(GrB_Scalar c, const GrB_BinaryOp accum,
                                                       const GrB_BinaryOp op, const GrB_Vector u,
                                                       const GrB_Descriptor desc);
/** c = the sum of all entries of A, or accum(c, sum) where c has a value.
    Without entries there is no sum: c loses its value, or with accum stays as it is.
    \param[in,out] c  receives the result by a cast to its domain.
    \param[in] accum  may be NULL.
    \param[in] op  the addition: associative, commutative, its three domains equal.
    \param[in] A  the terms.
    \param[in] desc  may be NULL; nothing of it counts.
    \return GrB_DOMAIN_MISMATCH: entries, sum or c cannot be cast as needed. */
GrB_Info GRB_PUBLIC_ GrB_Matrix_reduce_BinaryOp_Scalar(GrB_Scalar c, const GrB_BinaryOp accum,
                                                       const GrB_BinaryOp op, const GrB_Matrix A,
                                                       const GrB_Descriptor desc);

/** C = A'^T: the transpose, or with GrB_INP0 transposed A itself.
    \param[in,out] C  n x m.
    \param[in] Mask,accum,desc  may be NULL (\ref contract).
    \param[in] A  m x n; A' by GrB_INP0.
    \return GrB_DIMENSION_MISMATCH, GrB_DOMAIN_MISMATCH. */
GrB_Info GRB_PUBLIC_ GrB_transpose(GRB_MATRIX_OUT_, const GrB_Matrix A, const GrB_Descriptor desc);

//==================================================================================================
// 11  Any object: free, wait, error, get, set
//==================================================================================================

#define GRB_DECLARE_(Kind) \
    /** Releases the object and sets the handle to GrB_INVALID_HANDLE.
        \param[in,out] object  may be NULL, and may point to NULL: nothing happens. Predefined
            objects stay.
        \return The usual codes; works without GrB_init too. */ \
    GrB_Info GRB_PUBLIC_ GrB_##Kind##_free(GrB_##Kind *object); \
    /** Finishes what earlier calls left undone for the object.
        \param[in,out] object  what is waited for.
        \param[in] mode  how far (GrB_WaitMode).
        \return The usual codes, also of the calls whose work is done now. */ \
    GrB_Info GRB_PUBLIC_ GrB_##Kind##_wait(GrB_##Kind object, GrB_WaitMode mode); \
    /** The text of the last failure of a call that wrote the object, or read it and had no object
        to write.
        \param[out] text  not NULL; "" without a failure; valid until the next call on the object.
        \param[in] object  the object asked.
        \return The usual codes; works without GrB_init too. */ \
    GrB_Info GRB_PUBLIC_ GrB_##Kind##_error(const char **text, const GrB_##Kind object);
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

#define GRB_DECLARE_(Kind) \
    /** value = a numeric field of the object.
        \param[in] object  the object asked.
        \param[in,out] value  receives the field by a cast to its domain.
        \param[in] field  of type INT32, SIZE or FP64 (GrB_Field).
        \return GrB_NO_VALUE: the field has none. GrB_INVALID_VALUE: the object has no such field of
            such a type. GrB_DOMAIN_MISMATCH: no cast to value's domain. */ \
    GrB_Info GRB_PUBLIC_ GrB_##Kind##_get_Scalar(GrB_##Kind object, GrB_Scalar value, \
        GrB_Field field); \
    /** value = a text of the object.
        \param[in] object  the object asked.
        \param[out] value  not NULL; room for the text and its final 0: as many bytes as the
            _get_SIZE of the same field answers.
        \param[in] field  of type String (GrB_Field).
        \return GrB_NO_VALUE: the field has none. GrB_INVALID_VALUE: the object has no such field of
            such a type. */ \
    GrB_Info GRB_PUBLIC_ GrB_##Kind##_get_String(GrB_##Kind object, char *value, GrB_Field field); \
    /** value = an integer field of the object.
        \param[in] object  the object asked.
        \param[out] value  not NULL.
        \param[in] field  of type INT32 (GrB_Field).
        \return GrB_NO_VALUE: the field has none. GrB_INVALID_VALUE: the object has no such field of
            such a type. */ \
    GrB_Info GRB_PUBLIC_ GrB_##Kind##_get_INT32(GrB_##Kind object, int32_t *value, \
        GrB_Field field); \
    /** value = a size of the object, or the bytes that a text takes with its final 0.
        \param[in] object  the object asked.
        \param[out] value  not NULL.
        \param[in] field  of type SIZE or String (GrB_Field).
        \return GrB_NO_VALUE: the field has none. GrB_INVALID_VALUE: the object has no such field of
            such a type. */ \
    GrB_Info GRB_PUBLIC_ GrB_##Kind##_get_SIZE(GrB_##Kind object, size_t *value, GrB_Field field); \
    /** Copies a block of bytes of the object; no field of the C API holds one.
        \param[in] object  the object asked.
        \param[out] value  not NULL.
        \param[in] field  of type VOID.
        \return GrB_INVALID_VALUE: no such field. */ \
    GrB_Info GRB_PUBLIC_ GrB_##Kind##_get_VOID(GrB_##Kind object, void *value, GrB_Field field); \
    /** A numeric field of the object = value.
        \param[in,out] object  the object changed.
        \param[in] value  with a value; cast to the field's type.
        \param[in] field  of type INT32 or FP64 that can be set (GrB_Field).
        \return GrB_EMPTY_OBJECT: value has none. GrB_INVALID_VALUE: the object has no such field of
            such a type that can be set, or the field does not take the value. GrB_DOMAIN_MISMATCH:
            no cast. */ \
    GrB_Info GRB_PUBLIC_ GrB_##Kind##_set_Scalar(GrB_##Kind object, GrB_Scalar value, \
        GrB_Field field); \
    /** A text of the object = value, which is copied.
        \param[in,out] object  the object changed.
        \param[in] value  not NULL.
        \param[in] field  of type String that can be set (GrB_Field).
        \return GrB_ALREADY_SET: the field can be set once, and was. GrB_INVALID_VALUE: the object
            has no such field of such a type that can be set, or the field does not take the
            value. */ \
    GrB_Info GRB_PUBLIC_ GrB_##Kind##_set_String(GrB_##Kind object, const char *value, \
        GrB_Field field); \
    /** An integer field of the object = value.
        \param[in,out] object  the object changed.
        \param[in] value  one that the field takes.
        \param[in] field  of type INT32 that can be set (GrB_Field).
        \return GrB_INVALID_VALUE: the object has no such field of such a type that can be set, or
            the field does not take the value. */ \
    GrB_Info GRB_PUBLIC_ GrB_##Kind##_set_INT32(GrB_##Kind object, int32_t value, \
        GrB_Field field); \
    /** A block of bytes of the object = value; no field of the C API holds one.
        \param[in,out] object  the object changed.
        \param[in] value  not NULL.
        \param[in] field  of type VOID.
        \param[in] size  bytes of value.
        \return GrB_INVALID_VALUE: no such field. */ \
    GrB_Info GRB_PUBLIC_ GrB_##Kind##_set_VOID(GrB_##Kind object, const void *value, \
        GrB_Field field, size_t size);
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

/** Construction and elements (chapters 5 to 9): the function for the type of the value, or of the
    array of values. */
/** @{ */
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
/** @} */

/** Operations (chapter 10): the function for the output, the operator, and the value or container
    given. */
/** @{ */
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
/** @} */

/** Any object (chapter 11): the function for its kind, and for get and set for the value. */
/** @{ */
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
/** @} */

#endif

//==================================================================================================
// 13  Extensions of GraphBLAST (GrX_)
//==================================================================================================

/// How entries are stored.
typedef enum {
    GrX_AUTO = 0,        ///< chosen by the library
    GrX_SPARSE = 1,      ///< lists of entries for each row or column (CSR, CSC)
    GrX_HYPERSPARSE = 2, ///< lists for the rows that have entries; matrices only
    GrX_BITMAP = 3,      ///< a value and a bit for every position
    GrX_FULL = 4,        ///< a value for every position, all of which are entries
    GrX_BALANCED = 5 ///< matrices of real built-in types; as GrX_AUTO where most slots stay empty
} GrX_Format;

/// The values of GrX_COMPRESSION.
typedef enum {
    GrX_COMPRESSION_NONE = -1,   ///< as they are
    GrX_COMPRESSION_DEFAULT = 0, ///< zstd, level 1
    GrX_COMPRESSION_LZ4 = 1000,  ///< lz4
    GrX_COMPRESSION_ZSTD = 3000  ///< plus the level, 1 to 19
} GrX_Compression;

/// The values of GrX_DISTRIBUTION: how the GPUs of this process share the object. Results are the same.
typedef enum {
    GrX_DISTRIBUTION_AUTO = 0,    ///< where the estimated time is shorter, or where one lacks memory
    GrX_DISTRIBUTION_ONE = 1,     ///< what reads the object runs on one GPU
    GrX_DISTRIBUTION_ROWS = 2,    ///< each GPU has some of the rows (of a vector: positions)
    GrX_DISTRIBUTION_COLUMNS = 3, ///< each GPU has some of the columns
    GrX_DISTRIBUTION_COPIES = 4   ///< each GPU has all of it
} GrX_Distribution;

/// The values of GrX_DEVICE.
typedef enum {
    GrX_DEVICE_OFF = 0,   ///< no GPU
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

/** The number of variants of the kernels, those for a GPU only where there is one.
    \param[out] count  not NULL.
    \return The usual codes. */
GrB_Info GRB_PUBLIC_ GrX_Variant_count(GrB_Index *count);
/** The k-th variant of the kernels.
    \param[in] k  below what GrX_Variant_count answers.
    \param[out] operation,name  not NULL; "mxv" and "cpu/mxv_pull_rows", say; they live as long as
        the library.
    \return GrB_INVALID_INDEX: k is too large. */
GrB_Info GRB_PUBLIC_ GrX_Variant_get(GrB_Index k, const char **operation, const char **name);

/** C = the k largest entries of each row of A', by value or by magnitude.
    Of equal ones those in the lowest columns. NaN comes after all numbers, -0 equals +0. A row with
    fewer entries keeps them all. The values and columns are those of A'.
    \param[in,out] C  as large as A'; may be A. Receives the values by a cast to its domain. Its
        format becomes GrX_BALANCED with k slots for each row, unless another is pinned, its domain
        is complex or most of them would stay empty.
    \param[in] A  of a real built-in type; A' by GrB_INP0.
    \param[in] k  1 to the columns of C.
    \param[in] desc  may be NULL; GrB_INP0 and GrX_MAXK (GrX_MAXK_ABS: by magnitude) count.
    \return GrB_INVALID_VALUE: k is 0 or too large. GrB_DIMENSION_MISMATCH: C and A' differ.
        GrB_DOMAIN_MISMATCH: A is not of a real built-in type, or has no cast to C's domain. */
GrB_Info GRB_PUBLIC_ GrX_Matrix_maxk(GrB_Matrix C, const GrB_Matrix A, GrB_Index k,
                                     const GrB_Descriptor desc);

/** The number of GPUs that the library uses: 0 or 1. The first call opens the GPU.
    \param[out] count  not NULL.
    \return The usual codes. */
GrB_Info GRB_PUBLIC_ GrX_Device_count(GrB_Index *count);
/** One of the GPU's counters.
    \param[out] value  not NULL; 0 without a GPU.
    \param[in] counter  which one.
    \return GrB_INVALID_VALUE: no such counter. */
GrB_Info GRB_PUBLIC_ GrX_Device_counter(uint64_t *value, GrX_Device_Counter counter);

/** \page handover Full objects made of an array, and arrays out of them

    No value is copied, O(1). All entries are there, row-major: entry (i, j) is element i * ncols +
    j; those of a BOOL are 0 or 1.
    - import: the array, with what *values points to, becomes the object's: *values is NULL then,
      and the object's memory functions release it. On failure it stays the caller's, and *A as it
      was.
    - export: the object, which has all its entries, is freed, *A is NULL, and the array belongs to
      the caller. It is the object's own when the object is stored full and shares it with nobody
      (not with a duplicate, nor with the result of an operation), else a copy. On failure the
      object is as it was.
    - full: memory of the host, from malloc or what GxB_init was given, and for its free.
    - device: memory of the GPU in use, the beginning of what cudaMalloc, cudaMallocAsync or
      cudaMallocManaged gave, and for cudaFree. Calls keep no order with streams, they wait: import
      for all work on the GPU, so that the array may be one that is still being written; export for
      the library's own, so that it may be read or freed in any stream. Not while a stream is being
      captured. */

#define GRB_DECLARE_(side) \
    /** Makes a full matrix of an array, which becomes the matrix's (\ref handover).
        \param[out] A  not NULL.
        \param[in] type  the domain of the values.
        \param[in] nrows,ncols  up to GrB_INDEX_MAX + 1.
        \param[in,out] values  not NULL; in: *values is the array, NULL only if empty; out: it
            is NULL.
        \param[in] values_size  bytes of the array, as many as the elements take or more.
        \param[in] desc  may be NULL; nothing of it counts.
        \return GrB_INVALID_VALUE: nrows or ncols is too large, the array too short, or (device) not
            for cudaFree on the GPU in use, or the library's already. GrB_NOT_IMPLEMENTED (device):
            no GPU is in use, and *values is not NULL. */ \
    GrB_Info GRB_PUBLIC_ GrX_Matrix_import_##side(GrB_Matrix *A, GrB_Type type, GrB_Index nrows, \
        GrB_Index ncols, void **values, GrB_Index values_size, const GrB_Descriptor desc); \
    /** Frees a matrix and hands out its values as an array (\ref handover).
        \param[in,out] A  in: *A has all its entries; out: *A is NULL.
        \param[out] values  not NULL; *values is the array, NULL if empty.
        \param[out] values_size  not NULL; bytes of the elements.
        \param[in] desc  may be NULL; nothing of it counts.
        \return GrB_INVALID_VALUE: an entry is missing. GrB_NOT_IMPLEMENTED (device): no GPU is in
            use. */ \
    GrB_Info GRB_PUBLIC_ GrX_Matrix_export_##side(GrB_Matrix *A, void **values, \
        GrB_Index *values_size, const GrB_Descriptor desc); \
    /** Makes a full vector of an array, which becomes the vector's (\ref handover).
        \param[out] u  not NULL.
        \param[in] type  the domain of the values.
        \param[in] size  up to GrB_INDEX_MAX + 1.
        \param[in,out] values  not NULL; in: *values is the array, NULL only if empty; out: it
            is NULL.
        \param[in] values_size  bytes of the array, as many as the elements take or more.
        \param[in] desc  may be NULL; nothing of it counts.
        \return GrB_INVALID_VALUE: size is too large, the array too short, or (device) not for
            cudaFree on the GPU in use, or the library's already. GrB_NOT_IMPLEMENTED (device): no
            GPU is in use, and *values is not NULL. */ \
    GrB_Info GRB_PUBLIC_ GrX_Vector_import_##side(GrB_Vector *u, GrB_Type type, GrB_Index size, \
        void **values, GrB_Index values_size, const GrB_Descriptor desc); \
    /** Frees a vector and hands out its values as an array (\ref handover).
        \param[in,out] u  in: *u has all its entries; out: *u is NULL.
        \param[out] values  not NULL; *values is the array, NULL if empty.
        \param[out] values_size  not NULL; bytes of the elements.
        \param[in] desc  may be NULL; nothing of it counts.
        \return GrB_INVALID_VALUE: an entry is missing. GrB_NOT_IMPLEMENTED (device): no GPU is in
            use. */ \
    GrB_Info GRB_PUBLIC_ GrX_Vector_export_##side(GrB_Vector *u, void **values, \
        GrB_Index *values_size, const GrB_Descriptor desc);
GRB_DECLARE_(full)
GRB_DECLARE_(device)
#undef GRB_DECLARE_

//==================================================================================================
// 14 SuiteSparse-compatible extensions (GxB_), with the signatures of SuiteSparse:GraphBLAS 9.3 or
// 10
//==================================================================================================

/** GrB_init with the caller's memory functions: all memory that the library asks for itself comes
    from them, until GrB_finalize. They are called by several threads at once. Objects that outlive
    GrB_finalize are freed by the functions in force at that time.
    \param[in] mode  as in GrB_init.
    \param[in] user_malloc  not NULL; blocks aligned as malloc aligns them; NULL from it: no memory,
        GrB_OUT_OF_MEMORY.
    \param[in] user_calloc  may be NULL: user_malloc and memset.
    \param[in] user_realloc  may be NULL: blocks are not made smaller.
    \param[in] user_free  not NULL.
    \return GrB_INVALID_VALUE: the library has been started before, or no such mode. */
GrB_Info GRB_PUBLIC_ GxB_init(GrB_Mode mode, void *(*user_malloc)(size_t),
                              void *(*user_calloc)(size_t, size_t),
                              void *(*user_realloc)(void *, size_t), void (*user_free)(void *));

/** \page source Types and operators with a name and C source

    Name and source are copied and kept. The name is what GrB_NAME answers until GrB_set gives
    another. The processor calls the function; a source with its name runs on a GPU, where it is
    compiled as C++ without a C library. What does not compile there runs on the processor.
    docs/guide/gpu.md says more. */

/** GrB_Type_new with a name and C source (\ref source).
    \param[out] type  not NULL.
    \param[in] sizeof_type  bytes of a value, at least 1: no compiler is asked for them.
    \param[in] type_name  may be NULL; the first 127 characters are kept.
    \param[in] type_defn  may be NULL; "typedef struct {...} type_name ;".
    \return GrB_INVALID_VALUE: sizeof_type is 0. */
GrB_Info GRB_PUBLIC_ GxB_Type_new(GrB_Type *type, size_t sizeof_type, const char *type_name,
                                  const char *type_defn);
/** GrB_UnaryOp_new with a name and C source (\ref source).
    \param[out] op  not NULL.
    \param[in] function  not NULL: the processor compiles no source.
    \param[in] ztype,xtype  the domains of z and x; they must outlive op.
    \param[in] unop_name  may be NULL.
    \param[in] unop_defn  may be NULL; the C function of that name, for the types' names in C.
    \return The usual codes. */
GrB_Info GRB_PUBLIC_ GxB_UnaryOp_new(GrB_UnaryOp *op, GxB_unary_function function, GrB_Type ztype,
                                     GrB_Type xtype, const char *unop_name, const char *unop_defn);
/** GrB_BinaryOp_new with a name and C source (\ref source).
    \param[out] op  not NULL.
    \param[in] function  not NULL: the processor compiles no source.
    \param[in] ztype,xtype,ytype  the domains of z, x and y; they must outlive op.
    \param[in] binop_name  may be NULL.
    \param[in] binop_defn  may be NULL; the C function of that name, for the types' names in C
        ("void f (double *z, const double *x, const double *y) { ... }").
    \return The usual codes. */
GrB_Info GRB_PUBLIC_ GxB_BinaryOp_new(GrB_BinaryOp *op, GxB_binary_function function,
                                      GrB_Type ztype, GrB_Type xtype, GrB_Type ytype,
                                      const char *binop_name, const char *binop_defn);
/** GrB_IndexUnaryOp_new with a name and C source (\ref source).
    \param[out] op  not NULL.
    \param[in] function  not NULL: the processor compiles no source.
    \param[in] ztype,xtype,ytype  the domains of z, x and y; they must outlive op.
    \param[in] idxop_name  may be NULL.
    \param[in] idxop_defn  may be NULL; the C function of that name, for the types' names in C.
    \return The usual codes. */
GrB_Info GRB_PUBLIC_ GxB_IndexUnaryOp_new(GrB_IndexUnaryOp *op, GxB_index_unary_function function,
                                          GrB_Type ztype, GrB_Type xtype, GrB_Type ytype,
                                          const char *idxop_name, const char *idxop_defn);

/** w = u(I): T(k) = u(i) where i is the value of the k-th entry of I_vector, in order of its
    positions.
    As in SuiteSparse:GraphBLAS 10.
    \param[in,out] w  as many positions as I_vector has entries.
    \param[in] mask,accum,desc  may be NULL (\ref contract).
    \param[in] u  the vector read.
    \param[in] I_vector  of an integer type, any size; NULL: all. See gxb_index_lists.h.
    \return GrB_INDEX_OUT_OF_BOUNDS: a value of I_vector is negative or not below u's size.
        GrB_DIMENSION_MISMATCH. GrB_DOMAIN_MISMATCH: also when I_vector has no integer type. */
GrB_Info GRB_PUBLIC_ GxB_Vector_extract_Vector(GRB_VECTOR_OUT_, const GrB_Vector u,
                                               const GrB_Vector I_vector,
                                               const GrB_Descriptor desc);

/** w(i) = x for the values i and x of the k-th entries of I_vector and X_vector.
    As in SuiteSparse:GraphBLAS 10, and like GrB_Vector_build otherwise.
    \param[in,out] w  without entries; any size.
    \param[in] I_vector  the positions: of an integer type, any size.
    \param[in] X_vector  the values: as many entries as I_vector, any size. It may be I_vector.
    \param[in] dup  joins the values of a repeated position in order; its three domains equal. NULL:
        no position may repeat.
    \param[in] desc  may be NULL. See gxb_index_lists.h.
    \return GrB_OUTPUT_NOT_EMPTY: w has entries. GrB_INDEX_OUT_OF_BOUNDS: a value of I_vector is
        negative or not below w's size. GrB_INVALID_VALUE: the numbers of entries differ, or a
        position repeats without dup. GrB_DOMAIN_MISMATCH: I_vector has no integer type, or values
        or dup do not fit. */
GrB_Info GRB_PUBLIC_ GxB_Vector_build_Vector(GrB_Vector w, const GrB_Vector I_vector,
                                             const GrB_Vector X_vector, const GrB_BinaryOp dup,
                                             const GrB_Descriptor desc);

/** GrX_Matrix_import_full, also of an iso matrix (\ref handover).
    \param[out] A  not NULL.
    \param[in] type  the domain of the values.
    \param[in] nrows,ncols  up to GrB_INDEX_MAX + 1.
    \param[in,out] Ax  not NULL; in: *Ax is the array, NULL only if empty; out: it is NULL.
    \param[in] Ax_size  bytes of the array, as many as its values take or more.
    \param[in] iso  true: the array has one value, which all entries have.
    \param[in] desc  may be NULL; nothing of it counts.
    \return GrB_INVALID_VALUE: nrows or ncols is too large, or the array too short. */
GrB_Info GRB_PUBLIC_ GxB_Matrix_import_FullR(GrB_Matrix *A, GrB_Type type, GrB_Index nrows,
                                             GrB_Index ncols, void **Ax, GrB_Index Ax_size,
                                             bool iso, const GrB_Descriptor desc);
/** GrX_Matrix_export_full, with what is to be known of the matrix (\ref handover).
    \param[in,out] A  in: *A has all its entries; out: *A is NULL.
    \param[out] type,nrows,ncols  not NULL; domain and shape.
    \param[out] Ax  not NULL; *Ax is the array, NULL if empty.
    \param[out] Ax_size  not NULL; bytes of its values.
    \param[out] iso  true: the array has one value, which all entries have. May be NULL: then there
        is a value for each entry.
    \param[in] desc  may be NULL; nothing of it counts.
    \return GrB_INVALID_VALUE: an entry is missing. */
GrB_Info GRB_PUBLIC_ GxB_Matrix_export_FullR(GrB_Matrix *A, GrB_Type *type, GrB_Index *nrows,
                                             GrB_Index *ncols, void **Ax, GrB_Index *Ax_size,
                                             bool *iso, const GrB_Descriptor desc);
/** GrX_Vector_import_full, also of an iso vector (\ref handover).
    \param[out] u  not NULL.
    \param[in] type  the domain of the values.
    \param[in] n  positions, up to GrB_INDEX_MAX + 1.
    \param[in,out] vx  not NULL; in: *vx is the array, NULL only if empty; out: it is NULL.
    \param[in] vx_size  bytes of the array, as many as its values take or more.
    \param[in] iso  true: the array has one value, which all entries have.
    \param[in] desc  may be NULL; nothing of it counts.
    \return GrB_INVALID_VALUE: n is too large, or the array too short. */
GrB_Info GRB_PUBLIC_ GxB_Vector_import_Full(GrB_Vector *u, GrB_Type type, GrB_Index n, void **vx,
                                            GrB_Index vx_size, bool iso,
                                            const GrB_Descriptor desc);
/** GrX_Vector_export_full, with what is to be known of the vector (\ref handover).
    \param[in,out] u  in: *u has all its entries; out: *u is NULL.
    \param[out] type,n  not NULL; domain and positions.
    \param[out] vx  not NULL; *vx is the array, NULL if empty.
    \param[out] vx_size  not NULL; bytes of its values.
    \param[out] iso  true: the array has one value, which all entries have. May be NULL: then there
        is a value for each entry.
    \param[in] desc  may be NULL; nothing of it counts.
    \return GrB_INVALID_VALUE: an entry is missing. */
GrB_Info GRB_PUBLIC_ GxB_Vector_export_Full(GrB_Vector *u, GrB_Type *type, GrB_Index *n, void **vx,
                                            GrB_Index *vx_size, bool *iso,
                                            const GrB_Descriptor desc);

#define GRB_FLOATS_(stem) \
    GRB_OBJECT_(GrB_UnaryOp, stem##_FP32) GRB_OBJECT_(GrB_UnaryOp, stem##_FP64)
/** Unary operators z = f(x) of the C library: EXP e^x, LOG the natural logarithm, SQRT the square
    root. */
/** @{ */
GRB_FLOATS_(GxB_EXP)
GRB_FLOATS_(GxB_LOG)
GRB_FLOATS_(GxB_SQRT)
/** @} */
#undef GRB_FLOATS_

// clang-format on

#undef GRB_PUBLIC_
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
