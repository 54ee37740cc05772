// The built-in types, as a list of macros' arguments and as a table.
#pragma once

#include "fuzz/session.h"

namespace fuzz {

#define FUZZ_TYPES(MACRO)   \
    MACRO(BOOL, bool)       \
    MACRO(INT8, int8_t)     \
    MACRO(UINT8, uint8_t)   \
    MACRO(INT16, int16_t)   \
    MACRO(UINT16, uint16_t) \
    MACRO(INT32, int32_t)   \
    MACRO(UINT32, uint32_t) \
    MACRO(INT64, int64_t)   \
    MACRO(UINT64, uint64_t) \
    MACRO(FP32, float)      \
    MACRO(FP64, double)

/// A domain with its functions over plain bytes.
struct Domain {
    GrB_Type type;
    std::int32_t code;
    std::size_t size;
    GrB_Info (*import)(GrB_Matrix *, GrB_Type, GrB_Index, GrB_Index, const GrB_Index *,
                       const GrB_Index *, const void *, GrB_Index, GrB_Index, GrB_Index,
                       GrB_Format);
    GrB_Info (*extract)(GrB_Index *, GrB_Index *, void *, GrB_Index *, GrB_Matrix);
    GrB_Info (*export_)(GrB_Index *, GrB_Index *, void *, GrB_Index *, GrB_Index *, GrB_Index *,
                        GrB_Format, GrB_Matrix);
    GrB_Info (*set)(GrB_Matrix, const void *, GrB_Index, GrB_Index);
};

inline constexpr int builtin_domains = 11;
/// The k-th built-in one.
Domain builtin_domain(int k);
Domain builtin_domain_of(std::int32_t code);
/// A user-defined type that the caller made.
Domain user_domain(GrB_Type type, std::size_t size);

} // namespace fuzz
