// The tuples of a matrix or vector: made at random, given to the library, read back.
#pragma once

#include "oracle/types.h"

#include <map>
#include <utility>
#include <vector>

namespace grb::oracle {

using Position = std::pair<Index, Index>;

struct Content {
    int type = 0;
    bool is_vector = false;
    Index nrows = 0, ncols = 1; // a vector is one column
    std::map<Position, Value> entries;

    std::string shape() const;
};

Content transposed(const Content &content);

/// An object of the library: one of the two handles is set.
struct Handles {
    GrB_Matrix matrix = nullptr;
    GrB_Vector vector = nullptr;
};

/// Entries at random; positions of long dimensions come from `near`, so that operands meet.
Content random_content(Rng &rng, int type, bool is_vector, Index nrows, Index ncols, Values values,
                       const std::map<Index, std::vector<Index>> &near);

/// Makes the object, in one of several states: complete, with pending work, freshly built.
Handles realise(Rng &rng, const Content &content);
/// Reads an object of a known domain through the API.
GrB_Info read_back(const Handles &object, int type, Content &content);
void free_handles(Handles &object);

GrB_Info set_element(const Handles &object, int type, const Value &value, Index i, Index j);

} // namespace grb::oracle
