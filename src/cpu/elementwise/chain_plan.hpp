// A chain of calls with its operands and operators bound, which all threads share.
#pragma once

#include "cpu/elementwise/bound_apply.hpp"
#include "problems/chain.hpp"

#include <optional>

namespace grb {

/// Positions that pass through all stages at a time.
inline constexpr std::uint64_t chain_tile = 128, chain_tile_of_full = 512;

/// An operand as the tiles read it.
struct ChainSource {
    const unsigned char *values = nullptr;
    std::size_t size = 0;
    bool is_iso = false;
    const std::uint64_t *bits = nullptr;  // of a bitmap
    const std::uint32_t *found = nullptr; // of another list: where each of the base's entries lies
    bool has_all = false;                 // it has them all
};

/// Facts that all threads share.
class ChainPlan {
public:
    explicit ChainPlan(const ChainProblem &problem);
    const ChainProblem &problem;
    const std::uint32_t *positions = nullptr; // of a list; null: a bitmap, or full
    DenseView base_dense;
    std::uint64_t entries = 0;
    std::size_t widest = 1; // of all values
    struct Stage {
        ChainSource A, B, mask;
        BoundBinary multiply;
        std::optional<BoundApply> apply;
        BoundIndexUnary select;
        DenseForm *dense = nullptr; // to write
        Array value;                // of assign_scalar, `tile` times
        std::size_t size = 0;
    };
    HostVector<Stage> stages;
    /// Values of dense operands and outputs that are larger than the near caches.
    struct Far {
        const unsigned char *values;
        std::size_t size;
    };
    std::array<Far, 4> far;
    std::size_t far_count = 0;
    const Type *type_of(const ChainOperand &operand) const noexcept {
        return operand.stage >= 0 ? problem.stages[static_cast<std::size_t>(operand.stage)].type
                                  : operand.state->type();
    }

private:
    ChainSource source(const ChainOperand &operand);
    void bind(const ChainStage &from, Stage &stage);
    void note_far(const void *values, std::size_t size) noexcept;
    HostVector<ChainList> lists_; // that the problem does not know
};

} // namespace grb
