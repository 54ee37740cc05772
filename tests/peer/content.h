// The contents of objects, read through either library, and whether two readings agree.
#pragma once

#include "differential/random.h"
#include "peer/library.h"

#include <string>
#include <vector>

namespace grb::peer {

using fuzz::Rng;

enum class Kind { matrix, vector, scalar };

/// An object in both libraries. A vector has one column, a scalar one cell.
struct Object {
    Kind kind = Kind::matrix;
    int type = type_FP64;
    Index nrows = 0, ncols = 0;
    void *handle[2] = {nullptr, nullptr};
    /// All values are known to be integers of at most 64: sums and products of a program's sizes
    /// are exact.
    bool is_calm = false;

    GrB_Matrix matrix(int s) const { return static_cast<GrB_Matrix>(handle[s]); }
    GrB_Vector vector(int s) const { return static_cast<GrB_Vector>(handle[s]); }
    GrB_Scalar scalar(int s) const { return static_cast<GrB_Scalar>(handle[s]); }
    std::string shape() const;
};

struct Value {
    alignas(16) unsigned char bytes[16] = {};
};

struct Entry {
    Index i = 0, j = 0;
    Value value;
};

struct Content {
    GrB_Info info = GrB_SUCCESS;
    std::vector<Entry> entries; ///< by row, then by column
    std::string fault;          ///< counts that contradict each other, positions given twice
};

std::size_t type_size(int type);
const char *type_name(int type);
bool is_float(int type);
inline bool is_complex(int type) {
    return type == type_FC32 || type == type_FC64;
}
std::string text_of(int type, const Value &value);
/// Integers of at most 5, or extremes of the domain, too.
Value random_value(Rng &rng, int type, bool is_wild);
bool is_calm(int type, const Value &value);
/// The order of GrB_LT, of a Pair that of its parts; no complex numbers.
bool is_less(int type, const Value &a, const Value &b);

/// Ways to read an object; all must give the same.
enum class Reading { tuples, copy, iterator, count };
/// Is thrown for an object with more entries than can be read one by one: a value was assigned to
/// all positions of a long dimension.
struct TooLarge {};
/// Throws TooLarge when there is a peer, else answers GrB_OUT_OF_MEMORY.
Content read(const Libraries &libraries, int side, const Object &object, Reading reading);

/// Ways in which a result may differ in value; docs/guide/deviations.md has the reasons.
enum class Leniency {
    none,
    zero_sign,        ///< MIN, MAX: +0 and -0
    library_function, ///< the last bits of the C library's functions and of complex arithmetic
    product_order,    ///< floats multiplied in another order
    any_choice,       ///< one of `choices`
    count
};
const char *name_of(Leniency leniency);

struct Allowed {
    Leniency leniency = Leniency::none;
    std::vector<Value> choices;
};

enum class Agreement { equal, lenient, differ };
/// text: where they differ.
Agreement compare(int type, const Content &our, const Content &their, const Allowed &allowed,
                  std::string &text);

/// Fills an empty object, by build (in shuffled order) or one by one.
GrB_Info fill(const Libraries &libraries, int side, const Object &object,
              const std::vector<Entry> &entries, bool one_by_one);
GrB_Info set_element(const Libraries &libraries, int side, const Object &object, const Value &value,
                     Index i, Index j);
GrB_Info extract_element(const Libraries &libraries, int side, const Object &object, Value &value,
                         Index i, Index j);
/// GrB_wait of a matrix or vector.
GrB_Info finish_pending(const Library &library, int side, const Object &object);
GrB_Info make(const Libraries &libraries, int side, Object &object);
void discard(const Libraries &libraries, int side, Object &object);

/// Calls the lambda at the end with the function of `family` for the domain and a null pointer to
/// its C type.
#define PEER_DISPATCH(library, family, type_number, ...)                 \
    [&]() -> GrB_Info {                                                  \
        const Library &l_ = (library);                                   \
        const auto call_ = __VA_ARGS__;                                  \
        switch (type_number) {                                           \
        case type_BOOL:                                                  \
            return call_(l_.GrB_##family##_BOOL, (bool *)nullptr);       \
        case type_INT8:                                                  \
            return call_(l_.GrB_##family##_INT8, (int8_t *)nullptr);     \
        case type_UINT8:                                                 \
            return call_(l_.GrB_##family##_UINT8, (uint8_t *)nullptr);   \
        case type_INT16:                                                 \
            return call_(l_.GrB_##family##_INT16, (int16_t *)nullptr);   \
        case type_UINT16:                                                \
            return call_(l_.GrB_##family##_UINT16, (uint16_t *)nullptr); \
        case type_INT32:                                                 \
            return call_(l_.GrB_##family##_INT32, (int32_t *)nullptr);   \
        case type_UINT32:                                                \
            return call_(l_.GrB_##family##_UINT32, (uint32_t *)nullptr); \
        case type_INT64:                                                 \
            return call_(l_.GrB_##family##_INT64, (int64_t *)nullptr);   \
        case type_UINT64:                                                \
            return call_(l_.GrB_##family##_UINT64, (uint64_t *)nullptr); \
        case type_FP32:                                                  \
            return call_(l_.GrB_##family##_FP32, (float *)nullptr);      \
        case type_FP64:                                                  \
            return call_(l_.GrB_##family##_FP64, (double *)nullptr);     \
        case type_FC32:                                                  \
            return call_(l_.GxB_##family##_FC32, (GxB_FC32_t *)nullptr); \
        case type_FC64:                                                  \
            return call_(l_.GxB_##family##_FC64, (GxB_FC64_t *)nullptr); \
        default:                                                         \
            return call_(l_.GrB_##family##_UDT, (void **)nullptr);       \
        }                                                                \
    }()

/// The value as the family's parameter: by value, or a pointer for the user-defined domain.
template <class T>
T passed(const Value &value, T *) {
    return *reinterpret_cast<const T *>(value.bytes);
}
inline void *passed(const Value &value, void **) {
    return const_cast<unsigned char *>(value.bytes);
}
/// An array of the family's parameter type.
template <class T>
T *array(void *values, T *) {
    return static_cast<T *>(values);
}
inline void *array(void *values, void **) {
    return values;
}

} // namespace grb::peer
