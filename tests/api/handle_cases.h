// Lists of the built-in domains, and the groups of handle cases.
#pragma once

#include "api/handle_check.h"

#include "graphblast/gxb_complex.h"
#include "graphblast/gxb_objects.h"

// M(SUFFIX, c_type) for the built-in domains.
// clang-format off: version 14 changes its mind about this list each time it sees it.
#define FOR_TYPES(M)    \
    M(BOOL, bool)       \
    M(INT8, int8_t)     \
    M(UINT8, uint8_t)   \
    M(INT16, int16_t)   \
    M(UINT16, uint16_t) \
    M(INT32, int32_t)   \
    M(UINT32, uint32_t) \
    M(INT64, int64_t)   \
    M(UINT64, uint64_t) \
    M(FP32, float)      \
    M(FP64, double)
// M(PREFIX, SUFFIX, c_type), including the complex domains.
#define FOR_PREFIXED_TYPES(M) \
    M(GrB, BOOL, bool)        \
    M(GrB, INT8, int8_t)      \
    M(GrB, UINT8, uint8_t)    \
    M(GrB, INT16, int16_t)    \
    M(GrB, UINT16, uint16_t)  \
    M(GrB, INT32, int32_t)    \
    M(GrB, UINT32, uint32_t)  \
    M(GrB, INT64, int64_t)    \
    M(GrB, UINT64, uint64_t)  \
    M(GrB, FP32, float)       \
    M(GrB, FP64, double)      \
    M(GxB, FC32, GxB_FC32_t)  \
    M(GxB, FC64, GxB_FC64_t)
// clang-format on

namespace api {

using HandleCases = std::vector<HandleCase>;

void add_algebra(HandleCases &cases, World &world);
void add_objects(HandleCases &cases, World &world);
void add_fields(HandleCases &cases, World &world);
void add_exchange(HandleCases &cases, World &world);
void add_elements(HandleCases &cases, World &world);
void add_operations(HandleCases &cases, World &world);
void add_families(HandleCases &cases, World &world);

using AddCases = void (*)(HandleCases &, World &);
inline constexpr AddCases all_groups[] = {add_algebra,  add_objects,    add_fields,  add_exchange,
                                          add_elements, add_operations, add_families};

} // namespace api
