// Ways to make an object of each kind in arenas.
#pragma once

#include "api/arenas.h"

#include <functional>

namespace api {

/// What was seen of an object while it lived.
struct Seen {
    int header = -1, data = -1;      // its arenas
    long in_header = 0, in_data = 0; // how much more was in them
};
extern Seen seen;

/// Makes an object in a header and a data arena, looks at it and frees it.
struct Way {
    const char *name;
    std::function<GrB_Info(int header, int data)> make;
    bool has_data;
};
std::vector<Way> ways();

/// What the objects are made of.
struct Sources {
    GxB_IndexBinaryOp index_binary_op{};
    GrB_Type triple{};
    GrB_BinaryOp triple_op{};
    GrB_Scalar three{};
    GrB_Matrix A{};
    GrB_Vector u{};
    void make();
    void free();
};
extern Sources sources;

} // namespace api
