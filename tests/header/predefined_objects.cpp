// Every predefined object: there before GrB_init, one pointer wide, and different from all others.
// This executable never calls GrB_init.
#include "GraphBLAS.h"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <type_traits>
#include <vector>

namespace {

// clang-format off
#define SIGNED(object, stem)                                                                       \
    object(stem##_INT8) object(stem##_INT16) object(stem##_INT32) object(stem##_INT64)
#define UNSIGNED(object, stem)                                                                     \
    object(stem##_UINT8) object(stem##_UINT16) object(stem##_UINT32) object(stem##_UINT64)
#define INTEGERS(object, stem) SIGNED(object, stem) UNSIGNED(object, stem)
#define NUMBERS(object, stem) INTEGERS(object, stem) object(stem##_FP32) object(stem##_FP64)
#define DOMAINS(object, stem) object(stem##_BOOL) NUMBERS(object, stem)

#define TYPE_OBJECTS(object)                                                                       \
    DOMAINS(object, GrB)
#define UNARYOP_OBJECTS(object)                                                                    \
    DOMAINS(object, GrB_IDENTITY) DOMAINS(object, GrB_ABS) DOMAINS(object, GrB_AINV)               \
    DOMAINS(object, GrB_MINV) object(GrB_LNOT) INTEGERS(object, GrB_BNOT)
#define BINARYOP_OBJECTS(object)                                                                   \
    object(GrB_LOR) object(GrB_LAND) object(GrB_LXOR) object(GrB_LXNOR) INTEGERS(object, GrB_BOR)  \
    INTEGERS(object, GrB_BAND) INTEGERS(object, GrB_BXOR) INTEGERS(object, GrB_BXNOR)              \
    DOMAINS(object, GrB_EQ) DOMAINS(object, GrB_NE) DOMAINS(object, GrB_GT)                        \
    DOMAINS(object, GrB_LT) DOMAINS(object, GrB_GE) DOMAINS(object, GrB_LE)                        \
    DOMAINS(object, GrB_ONEB) DOMAINS(object, GrB_FIRST) DOMAINS(object, GrB_SECOND)               \
    DOMAINS(object, GrB_MIN) DOMAINS(object, GrB_MAX) DOMAINS(object, GrB_PLUS)                    \
    DOMAINS(object, GrB_MINUS) DOMAINS(object, GrB_TIMES) DOMAINS(object, GrB_DIV)
#define INDEXUNARYOP_OBJECTS(object)                                                               \
    object(GrB_ROWINDEX_INT32) object(GrB_ROWINDEX_INT64) object(GrB_COLINDEX_INT32)               \
    object(GrB_COLINDEX_INT64) object(GrB_DIAGINDEX_INT32) object(GrB_DIAGINDEX_INT64)             \
    object(GrB_TRIL) object(GrB_TRIU) object(GrB_DIAG) object(GrB_OFFDIAG) object(GrB_COLLE)       \
    object(GrB_COLGT) object(GrB_ROWLE) object(GrB_ROWGT) DOMAINS(object, GrB_VALUEEQ)             \
    DOMAINS(object, GrB_VALUENE) DOMAINS(object, GrB_VALUELT) DOMAINS(object, GrB_VALUELE)         \
    DOMAINS(object, GrB_VALUEGT) DOMAINS(object, GrB_VALUEGE)
#define MONOID_OBJECTS(object)                                                                     \
    NUMBERS(object, GrB_PLUS_MONOID) NUMBERS(object, GrB_TIMES_MONOID)                             \
    NUMBERS(object, GrB_MIN_MONOID) NUMBERS(object, GrB_MAX_MONOID) object(GrB_LOR_MONOID_BOOL)    \
    object(GrB_LAND_MONOID_BOOL) object(GrB_LXOR_MONOID_BOOL) object(GrB_LXNOR_MONOID_BOOL)
#define SEMIRING_OBJECTS(object)                                                                   \
    NUMBERS(object, GrB_PLUS_TIMES_SEMIRING) NUMBERS(object, GrB_MIN_PLUS_SEMIRING)                \
    NUMBERS(object, GrB_MAX_PLUS_SEMIRING) NUMBERS(object, GrB_MIN_TIMES_SEMIRING)                 \
    NUMBERS(object, GrB_MIN_MAX_SEMIRING) NUMBERS(object, GrB_MAX_MIN_SEMIRING)                    \
    NUMBERS(object, GrB_MAX_TIMES_SEMIRING) NUMBERS(object, GrB_PLUS_MIN_SEMIRING)                 \
    object(GrB_LOR_LAND_SEMIRING_BOOL) object(GrB_LAND_LOR_SEMIRING_BOOL)                          \
    object(GrB_LXOR_LAND_SEMIRING_BOOL) object(GrB_LXNOR_LOR_SEMIRING_BOOL)                        \
    NUMBERS(object, GrB_MIN_FIRST_SEMIRING) NUMBERS(object, GrB_MIN_SECOND_SEMIRING)               \
    NUMBERS(object, GrB_MAX_FIRST_SEMIRING) NUMBERS(object, GrB_MAX_SECOND_SEMIRING)
#define DESCRIPTOR_OBJECTS(object)                                                                 \
    object(GrB_DESC_T1) object(GrB_DESC_T0) object(GrB_DESC_T0T1) object(GrB_DESC_C)               \
    object(GrB_DESC_S) object(GrB_DESC_CT1) object(GrB_DESC_ST1) object(GrB_DESC_CT0)              \
    object(GrB_DESC_ST0) object(GrB_DESC_CT0T1) object(GrB_DESC_ST0T1) object(GrB_DESC_SC)         \
    object(GrB_DESC_SCT1) object(GrB_DESC_SCT0) object(GrB_DESC_SCT0T1) object(GrB_DESC_R)         \
    object(GrB_DESC_RT1) object(GrB_DESC_RT0) object(GrB_DESC_RT0T1) object(GrB_DESC_RC)           \
    object(GrB_DESC_RS) object(GrB_DESC_RCT1) object(GrB_DESC_RST1) object(GrB_DESC_RCT0)          \
    object(GrB_DESC_RST0) object(GrB_DESC_RCT0T1) object(GrB_DESC_RST0T1) object(GrB_DESC_RSC)     \
    object(GrB_DESC_RSCT1) object(GrB_DESC_RSCT0) object(GrB_DESC_RSCT0T1)
// clang-format on

struct PredefinedObject {
    std::string name;
    const void *handle;
};

// Objects are variables, not macros, and their type is the kind that the spec gives them.
#define OBJECT_ROW(name)                                                      \
    static_assert(std::is_same_v<decltype(name), Kind> && sizeof(name) == 8); \
    objects.push_back({#name, name});

template <typename Kind>
std::vector<PredefinedObject> objects_of();

#define DEFINE_OBJECTS_OF(kind, list)                  \
    template <>                                        \
    std::vector<PredefinedObject> objects_of<kind>() { \
        using Kind = kind;                             \
        std::vector<PredefinedObject> objects;         \
        list(OBJECT_ROW) return objects;               \
    }
DEFINE_OBJECTS_OF(GrB_Type, TYPE_OBJECTS)
DEFINE_OBJECTS_OF(GrB_UnaryOp, UNARYOP_OBJECTS)
DEFINE_OBJECTS_OF(GrB_BinaryOp, BINARYOP_OBJECTS)
DEFINE_OBJECTS_OF(GrB_IndexUnaryOp, INDEXUNARYOP_OBJECTS)
DEFINE_OBJECTS_OF(GrB_Monoid, MONOID_OBJECTS)
DEFINE_OBJECTS_OF(GrB_Semiring, SEMIRING_OBJECTS)
DEFINE_OBJECTS_OF(GrB_Descriptor, DESCRIPTOR_OBJECTS)

std::vector<PredefinedObject> all_objects() {
    std::vector<PredefinedObject> all;
    for (const auto &some :
         {objects_of<GrB_Type>(), objects_of<GrB_UnaryOp>(), objects_of<GrB_BinaryOp>(),
          objects_of<GrB_IndexUnaryOp>(), objects_of<GrB_Monoid>(), objects_of<GrB_Semiring>(),
          objects_of<GrB_Descriptor>()}) {
        all.insert(all.end(), some.begin(), some.end());
    }
    all.push_back({"GrB_GLOBAL", GrB_GLOBAL});
    all.push_back({"GrB_ALL", GrB_ALL});
    return all;
}

TEST(PredefinedObjects, AreAsManyAsTheSpecLists) {
    EXPECT_EQ(objects_of<GrB_Type>().size(), 11U);
    EXPECT_EQ(objects_of<GrB_UnaryOp>().size(), 53U);
    EXPECT_EQ(objects_of<GrB_BinaryOp>().size(), 201U);
    EXPECT_EQ(objects_of<GrB_IndexUnaryOp>().size(), 80U);
    EXPECT_EQ(objects_of<GrB_Monoid>().size(), 44U);
    EXPECT_EQ(objects_of<GrB_Semiring>().size(), 124U);
    EXPECT_EQ(objects_of<GrB_Descriptor>().size(), 31U);
    EXPECT_EQ(all_objects().size(), 546U);
}

TEST(PredefinedObjects, AreOnePointerWide) {
    EXPECT_EQ(sizeof(GrB_GLOBAL), 8U);
    EXPECT_EQ(sizeof(GrB_ALL), 8U);
}

TEST(PredefinedObjects, AreNotNullBeforeInit) {
    for (const PredefinedObject &object : all_objects()) {
        EXPECT_NE(object.handle, nullptr) << object.name;
    }
}

TEST(PredefinedObjects, DifferFromEachOther) {
    std::map<const void *, std::string> seen;
    for (const PredefinedObject &object : all_objects()) {
        const auto [entry, is_new] = seen.emplace(object.handle, object.name);
        EXPECT_TRUE(is_new) << object.name << " is the same object as " << entry->second;
    }
    EXPECT_EQ(seen.size(), 546U);
}

// A handle points at readable memory: a wrong address would stop the program (or the address
// sanitizer) here. Reading it twice gives the same byte.
TEST(PredefinedObjects, CanBeReadBeforeInit) {
    for (const PredefinedObject &object : all_objects()) {
        if (object.name == "GrB_ALL") {
            continue;
        } // only ever compared
        ASSERT_NE(object.handle, nullptr) << object.name;
        const auto *byte = static_cast<const volatile unsigned char *>(object.handle);
        const unsigned char first = *byte;
        EXPECT_EQ(first, *byte) << object.name;
    }
}

// Handles are constants for the linker: a static table of them is right before main runs.
const GrB_Type types_at_start[] = {GrB_BOOL, GrB_INT32, GrB_FP64};

TEST(PredefinedObjects, CanInitialiseStaticTables) {
    EXPECT_EQ(types_at_start[0], GrB_BOOL);
    EXPECT_EQ(types_at_start[1], GrB_INT32);
    EXPECT_EQ(types_at_start[2], GrB_FP64);
}

} // namespace
