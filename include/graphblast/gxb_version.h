/** \file
    gxb_version.h: the version of SuiteSparse:GraphBLAS whose names, numbers and results suitesparse/GraphBLAS.h
    gives. Part of <suitesparse/GraphBLAS.h>. */

#ifndef GRAPHBLAST_GXB_VERSION_H
#define GRAPHBLAST_GXB_VERSION_H

/// 10 or 9, which a program may define itself before it includes the header. The installation changes this default
/// to what GRAPHBLAST_SUITESPARSE_VERSION was when the library was configured.
#ifndef GRAPHBLAST_SUITESPARSE_VERSION
#define GRAPHBLAST_SUITESPARSE_VERSION 10
#endif

#if GRAPHBLAST_SUITESPARSE_VERSION == 10
#define GxB_IMPLEMENTATION_MAJOR 10
#define GxB_IMPLEMENTATION_MINOR 5
#define GxB_IMPLEMENTATION_SUB 1
#define GxB_IMPLEMENTATION_DATE "Sept 12, 2026"
#elif GRAPHBLAST_SUITESPARSE_VERSION == 9
#define GxB_IMPLEMENTATION_MAJOR 9
#define GxB_IMPLEMENTATION_MINOR 3
#define GxB_IMPLEMENTATION_SUB 1
#define GxB_IMPLEMENTATION_DATE "Aug 12, 2024"
#elif GRAPHBLAST_SUITESPARSE_VERSION == 7 && defined(GRAPHBLAST_IS_COMPAT_LIBRARY)
// libgraphblas.so.7 alone: no header of that version is offered.
#define GxB_IMPLEMENTATION_MAJOR 7
#define GxB_IMPLEMENTATION_MINOR 4
#define GxB_IMPLEMENTATION_SUB 0
#define GxB_IMPLEMENTATION_DATE "Dec 23, 2022"
#else
#error "GRAPHBLAST_SUITESPARSE_VERSION is neither 10 nor 9"
#endif

#define GxB_VERSION(major, minor, sub) (((major)*1000ULL + (minor)) * 1000ULL + (sub))
#define GxB_IMPLEMENTATION \
    GxB_VERSION(GxB_IMPLEMENTATION_MAJOR, GxB_IMPLEMENTATION_MINOR, GxB_IMPLEMENTATION_SUB)

#define GXB_TEXT_OF_(number) #number
#define GXB_VERSION_TEXT_(major, minor, sub) \
    GXB_TEXT_OF_(major) "." GXB_TEXT_OF_(minor) "." GXB_TEXT_OF_(sub)
#define GxB_IMPLEMENTATION_NAME "GraphBLAST"
#define GxB_IMPLEMENTATION_ABOUT                                      \
    "GraphBLAST, the GraphBLAS C API 2.1 on CPU and GPU,\n"           \
    "with the interface of SuiteSparse:GraphBLAS " GXB_VERSION_TEXT_( \
        GxB_IMPLEMENTATION_MAJOR, GxB_IMPLEMENTATION_MINOR, GxB_IMPLEMENTATION_SUB) "\n"
#define GxB_IMPLEMENTATION_LICENSE "GraphBLAST: Apache License 2.0\n"

/// What the enumerated parameter before "..." is: an int from 10 on, and in C++, where an enumerator becomes one.
#if GRAPHBLAST_SUITESPARSE_VERSION >= 10 || defined(__cplusplus)
#define GXB_ENUM_(type) int
#else
#define GXB_ENUM_(type) type
#endif

#endif
