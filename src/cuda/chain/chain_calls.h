// The chains of calls, which the library fills in and the plugin executes.
#pragma once

#include "cuda/chain/chain_shape_arguments.h"
#include "cuda/elementwise/elementwise_calls.h"
#include "cuda/structure/structure_calls.h"

namespace grb::device {

/// An operand of a stage: from_elements or from_list says which member counts.
struct ChainOperand {
    int from; // ChainFrom, or the number of an earlier stage
    const char *type;
    DenseOperand elements;
    ListOperand list; // of the base, too: its values
};

/// A call of a chain. It makes a list, or changes `values` and `bits` of its output in place.
struct ChainStageCall {
    enum class Kind : int { multiply, apply, select, copy, set, set_value } kind;
    ChainOperand a, b, mask;
    bool tests_mask;
    BinaryName op;          // multiply
    EntryFunction function; // apply, select
    BoundValue value;       // set_value, of z_type
    const char *z_type;
    void *values;        // null: nobody wants the list, or the full vector
    unsigned *positions; // of the list
    std::uint64_t *bits; // in place; null: the output is full
    std::uint64_t *made; // host: entries of the list, or `visited` plus the change of the output's
};

/// At most two stages make wanted lists, and at most two change bits. Waits for their numbers.
struct ChainCall {
    ListOperand base; // 32-bit positions; without them a bitmap, or full
    const std::uint64_t *bits;
    bool is_full;          // operands and results are full: multiply and apply alone
    std::uint64_t visited; // entries of a list, positions of a bitmap
    int count;
    ChainStageCall stages[longest_chain];
};
/// Bases with more entries or positions are refused.
inline constexpr std::uint64_t longest_chain_base = std::uint64_t{1024} * chain_tile;

namespace gpu {
inline const Function<const ChainCall *> chain_entries{"chain_entries"};
} // namespace gpu

} // namespace grb::device
