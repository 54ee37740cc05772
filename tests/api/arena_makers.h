// Functions that make an object of each kind in arenas.
#pragma once

#include "api/arenas.h"

#include <functional>

namespace api {

/// The arenas and memory of an object while it lived.
struct Seen {
    int header = -1, data = -1;      // its arenas
    long in_header = 0, in_data = 0; // the blocks that it added to them
};
extern Seen seen;

/// Makes an object in a header and a data arena, records it in `seen` and frees it.
struct Maker {
    const char *name;
    std::function<GrB_Info(int header, int data)> make;
    bool has_data;
};
std::vector<Maker> makers();

/// The objects from which the others are made.
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
