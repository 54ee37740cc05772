// Two libraries with the same interface in one process: each is opened by itself, and called
// through a table of pointers, one for each function of the header. The program is linked to
// neither.
#pragma once

#include <suitesparse/GraphBLAS.h>

// The libraries' own functions, not the macros of the header.
#undef GrB_Global_get_INT32
#undef GrB_Global_get_Scalar
#undef GrB_Global_get_String
#undef GrB_Global_get_SIZE

#include <cstdint>
#include <string>
#include <vector>

namespace grb::peer {

using Index = GrB_Index;

struct Functions {
#define PEER_FUNCTION(name) decltype(&::name) name = nullptr;
#include "peer/functions.def"
#undef PEER_FUNCTION
};

/// SuiteSparse's, whose interface ours has.
constexpr int newest_version = 10;

/// The sides of everything that exists twice.
enum Side : int { ours = 0, theirs = 1 };

struct Library : Functions {
    void *image = nullptr;
    /// The number before the first dot of SuiteSparse's version; 0 before it is started.
    int version = 0;

    /// Opens the file and looks up all names. A function that the file lacks stays null. Returns
    /// false, with a message, when the file cannot be opened.
    bool open(const std::string &file);
    /// A predefined object; null: there is none of that name.
    void *object(const std::string &name) const;
    GrB_Type type(int number) const;
    /// GrB_ALL.
    const GrB_Index *all() const;
};

/// The domains: 13 built-in ones in this order, then the user-defined `Pair`.
#define PEER_TYPES(declare)                                                                    \
    declare(GrB, BOOL, bool) declare(GrB, INT8, std::int8_t) declare(GrB, UINT8, std::uint8_t) \
        declare(GrB, INT16, std::int16_t) declare(GrB, UINT16, std::uint16_t)                  \
            declare(GrB, INT32, std::int32_t) declare(GrB, UINT32, std::uint32_t)              \
                declare(GrB, INT64, std::int64_t) declare(GrB, UINT64, std::uint64_t)          \
                    declare(GrB, FP32, float) declare(GrB, FP64, double)                       \
                        declare(GxB, FC32, GxB_FC32_t) declare(GxB, FC64, GxB_FC64_t)

enum TypeNumber : int {
#define PEER_NUMBER(prefix, suffix, c_type) type_##suffix,
    PEER_TYPES(PEER_NUMBER)
#undef PEER_NUMBER
        type_pair,
    type_count
};
constexpr int no_type = -1;
/// A value of the user-defined domain.
struct Pair {
    std::int64_t a, b;
};

/// An operator, monoid or semiring in both libraries, and its domains; those of a monoid are all
/// equal, those of a semiring its multiplication's, with the monoid's as z.
struct Operator {
    std::string name;
    void *handle[2] = {nullptr, nullptr};
    int z = no_type, x = no_type, y = no_type;
    bool is_positional = false;
    /// A user's function that is told where the operands lie.
    bool is_told_positions = false;

    template <class Handle>
    Handle on(int side) const {
        return static_cast<Handle>(handle[side]);
    }
    bool has(const char *part) const { return name.find(part) != std::string::npos; }
};

/// Everything that both libraries predefine, by kind.
struct Catalogue {
    std::vector<Operator> unary, binary, index_unary, monoids, semirings, select_tests;
};

/// The two libraries, started or not. Without a peer the second is not there.
struct Libraries {
    Library side[2];
    bool has_peer = false;
    GrB_Type pair[2] = {nullptr, nullptr};
    Catalogue catalogue;

    int sides() const { return has_peer ? 2 : 1; }
    /// Whose interface the programs use: the peer's, without one the newest.
    int version() const { return has_peer ? side[theirs].version : newest_version; }
    GrB_Type type(int number, int at) const;
    /// no_type: the handle is of no domain of that side's.
    int number_of(GrB_Type type, int at) const;
    /// Starts both, each with its own memory, and lists what they predefine.
    void start();
    void finish();

private:
    void list_operators();
    void add_pair_operators();
    void add_index_operators();
    std::vector<Operator> own_;
    std::vector<GxB_IndexBinaryOp> index_operators_[2];
};

/// The memory that our library has from its user: bytes and blocks now.
struct Held {
    long bytes, blocks;
};
Held held();
void *counted_allocate(std::size_t bytes);
void counted_release(void *pointer);
void *peer_allocate(std::size_t bytes);
void peer_release(void *pointer);
/// With the functions that the library of this side was given.
inline void *allocate_for(int side, std::size_t bytes) {
    return side == ours ? counted_allocate(bytes) : peer_allocate(bytes);
}
inline void release_for(int side, void *pointer) {
    side == ours ? counted_release(pointer) : peer_release(pointer);
}

} // namespace grb::peer
