// Recorded calls on vectors that are carried out together, a few positions at a time: no call makes
// a pass of its own, and results that a later call replaces are never stored.
#pragma once

#include "problems/elementwise.hpp"
#include "problems/products.hpp"
#include "problems/search.hpp"
#include "problems/submatrix.hpp"

namespace grb {

class Container;

inline constexpr std::size_t most_chain_stages = 8;
/// Values in a chain have no more bytes.
inline constexpr std::size_t widest_chain_value = 16;

/// An operand of a stage: the result of an earlier stage, or a state, to which a recorded call or
/// an object holds the reference.
struct ChainOperand {
    const Snapshot *state = nullptr;
    int stage = -1; // the earlier stage; -1: none
    bool is_none() const noexcept { return state == nullptr && stage < 0; }
};

/// A call of a chain. Operators and scalars stay the call's.
struct ChainStage {
    enum class Kind : std::uint8_t { multiply, apply, select, assign_scalar, assign };
    Kind kind = Kind::multiply;
    const char *name = nullptr; // of the call, for the log
    const BinaryOp *multiply = nullptr;
    bool is_union = false;                 // multiply: an operand may lack entries of the other
    const ApplyProblem *apply = nullptr;   // without A
    const SelectProblem *select = nullptr; // without A
    const AssignProblem *assign_scalar = nullptr; // all positions
    ChainOperand A, B, mask;
    bool tests_mask_values = false; // else the mask is structural
    const Type *type = nullptr;     // of the result
    Container *output = nullptr;
    bool is_in_place = false; // sets dense elements of the output; else the stage makes entries
    bool deletes = false;     // in place: elements whose value is missing
    bool is_wanted = true;    // no later stage replaces the entries
};

/// The stages of a relaxation.
enum RelaxationStage : std::size_t { relaxed_test, relaxed_flags, relaxed_values, relaxed_output };

/// Another list beside a chain's base.
struct ChainList {
    const Snapshot *list = nullptr;
    Array places; // of 32 bits, for each entry of the base; `nowhere`: the list has none
    bool has_all = false;
    static constexpr std::uint32_t nowhere = ~std::uint32_t{0};
};

/// The results of the stages that make entries which are wanted; else null.
struct ChainResults {
    ChainResults() noexcept;
    ChainResults(ChainResults &&) noexcept;
    ChainResults &operator=(ChainResults &&) noexcept;
    ~ChainResults();
    Ref<Snapshot> of[most_chain_stages];
};
std::size_t bytes_of(const ChainResults &results) noexcept;

/// Each stage works at positions where `base` has an entry: its mask or an operand is the base or
/// the result of an earlier stage. Other operands are dense, or lists like the base.
/// With a product the chain is a relaxation: T = product, then stages b = T < d, b = select(b),
/// T<b, replace> = T, d<T> = T, each of all entries. MAX goes with >.
struct ChainProblem : ProblemBase {
    static constexpr Operation operation = Operation::chain;
    using Result = ChainResults;
    const Snapshot *base = nullptr; // a vector: a list with 32-bit positions, a bitmap, or full
    bool is_full = false; // the base and all operands and results are full: multiply, apply alone
    const MxvProblem *product = nullptr; // of a relaxation, whose base is its vector
    bool is_on_device = false;           // the GPU where the thread works has the base
    std::array<ChainStage, most_chain_stages> stages;
    int count = 0;
    HostVector<ChainList> lists; // whose places were computed while the chain was formed
    Operands operands() const noexcept override {
        return {{{"base", base}, {"A", product != nullptr ? product->A.get() : nullptr}}};
    }
    /// Turns of a search in place of stages, to be carried out or applied; or null. The base is the
    /// frontier before the first. Applied, they return the last frontier as the first result.
    SearchTurns *search = nullptr;
    bool is_base(const ChainOperand &operand) const noexcept { return operand.state == base; }
    /// True for operands that have entries at positions of the base alone.
    bool is_inside(const ChainOperand &operand) const noexcept {
        return operand.stage >= 0 || (operand.state != nullptr && is_base(operand));
    }
    void describe(char *text, std::size_t size) const override;
};

} // namespace grb
