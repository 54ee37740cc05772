// A random problem: operands in their stored formats, mask, accumulator, descriptor, the call, and
// the result that the model expects.
#pragma once

#include "differential/algebra.h"
#include "differential/engine_controls.h"

#include <algorithm>
#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>

namespace grb::fuzz {

using model::Descriptor;
using model::Indices;
using model::Matrix;

/// The values that operands get.
enum class Values {
    Any,      // extremes, NaN and infinity too: the result does not depend on an order of addition
    Small,    // multiples of 1/4 up to 8: float sums of products are exact
    Tiny,     // -2 .. 2: float products of a dozen terms are exact
    Identical // one value for all entries (iso)
};

using OperandId = std::size_t;

/// Limits that a problem's generator sets before it makes operands.
struct Scale {
    Index largest = 40;        // of a dimension
    std::size_t entries = 800; // of one operand
    Values values = Values::Any;
};

class Problem {
public:
    /// A seed with this bit gives a large problem: enough work for several threads.
    static constexpr std::uint64_t large_bit = std::uint64_t{1} << 63;

    explicit Problem(std::uint64_t seed);
    ~Problem();
    Problem(const Problem &) = delete;
    Problem &operator=(const Problem &) = delete;

    Rng rng;
    Scale scale;
    bool is_plain = false;           // operands are of the domain's own type, vectors full
    bool is_full = false;            // new operands have all their entries
    bool is_balanced = false;        // new matrices are stored row-balanced, where they fit
    bool has_negative_zeros = false; // among floats
    /// New operands have this format, no aliases and no pending updates.
    struct Stored {
        double density;
        Format format;
    };
    std::optional<Stored> stored;
    /// A variant that the generator must make a problem for, where few random problems suit it.
    std::string aim;
    bool aims_at(std::initializer_list<const char *> variants) const {
        return std::find(variants.begin(), variants.end(), aim) != variants.end();
    }
    bool walks_mask =
        false; // there is a mask, not complemented, nothing is replaced, lists are mostly all
    bool is_of_user_types = false; // values and sums have user-defined types; masks may differ
    bool is_logged = false;        // the call has a log
    std::string text;              // the call, for the report of a failure

    // Choices.
    Index dimension();
    Type any_type();
    /// Returns a type compatible with `domain`, often `domain` itself.
    Type type_like(const Type &domain);
    Value value(const Type &type);
    Indices indices(Index dimension, bool with_duplicates);
    void choose_descriptor();
    /// Vector operations ignore the transposes of a descriptor, which the library still gets.
    void ignore_transposes() { descriptor.transpose0 = descriptor.transpose1 = false; }
    /// Limits values and sizes so that reductions by `op` do not depend on their order.
    void limit_terms(const BinaryOp &op);
    /// Limits the entries of each operand, for operations whose model is slow.
    void limit_entries(std::size_t entries) { scale.entries = std::min(scale.entries, entries); }
    /// Is false for an operator that makes float reductions inexact or order-dependent.
    bool is_exact_term(const BinaryOp &multiply, const BinaryOp &add) const;

    /// Makes an operand, or at times reuses an existing one (aliasing).
    OperandId matrix(const Type &domain, Index nrows, Index ncols);
    OperandId vector(const Type &domain, Index size);
    /// Chooses mask and accumulator for an output; `t` is the domain of T.
    void choose_mask(OperandId output);
    void choose_mask_vector(Index size);
    void choose_accumulator(const Type &output, const Type &t);

    // The problem as chosen.
    OperandId output = 0;
    std::optional<OperandId> mask;
    std::optional<BinaryOp> accumulator;
    Descriptor descriptor;
    const Matrix &model_of(OperandId id) const { return operands_[id]->before; }
    model::Write write() const;

    // The generator sets these.
    Matrix expected;
    std::function<GrB_Info()> call;
    /// Compares results outside the output operand; returns "" when right.
    std::function<std::string()> check_more;

    // Handles, valid in `call`.
    GrB_Matrix matrix_handle(OperandId id) const { return operands_[id]->matrix; }
    GrB_Vector vector_handle(OperandId id) const { return operands_[id]->vector; }
    GrB_Matrix mask_matrix() const { return mask ? operands_[*mask]->matrix : nullptr; }
    GrB_Vector mask_vector() const { return mask ? operands_[*mask]->vector : nullptr; }
    GrB_BinaryOp accumulator_handle() const { return accumulator ? accumulator->handle : nullptr; }
    GrB_Descriptor descriptor_handle() const { return descriptor_; }

    /// Makes the operands in the library, runs the call under the forced variant ("": none) and
    /// compares everything: returns "" or the difference.
    std::string run(const std::string &forced_variant);
    /// The variant that `call` ran.
    const std::string &variant() const { return variant_; }
    /// The schedule that `call` ran, where one was forced; "" if it has none.
    const std::string &schedule() const { return schedule_; }
    /// The lines of GRAPHBLAST_LOG=pick, where a schedule was forced or is_logged is set.
    const std::string &log() const { return log_; }
    /// The number of times that the call chose each variant (GrX_PICKS).
    const std::string &picks() const { return picks_; }
    std::string describe() const;

private:
    struct Operand {
        Matrix before;
        bool is_vector = false;
        Format format = Format::Auto;
        int index_width = 0;
        bool both_orientations = false, has_pending = false, assigned_iso = false;
        GrB_Matrix matrix = nullptr;
        GrB_Vector vector = nullptr;
    };

    model::Range range(Index dimension);
    OperandId operand(const Type &domain, Index nrows, Index ncols, bool is_vector);
    Matrix random_content(const Type &type, Index nrows, Index ncols);
    /// Gives `a` the pattern of another operand, or takes that pattern away from it.
    void relate(Matrix &a, const Matrix &other);
    void choose_physical_state(Operand &operand);
    void realise(Operand &operand);
    void leave_pending(Operand &operand, const Matrix &start);
    GrB_Info call_forced(const std::string &forced_variant);
    std::string check_operands();
    std::string check_operand(OperandId id);

    std::vector<std::unique_ptr<Operand>> operands_;
    std::vector<Index> dimensions_;
    bool is_huge_ = false;
    int threads_ = 1;
    Descriptor passed_;
    GrB_Descriptor descriptor_ = nullptr;
    std::string variant_, schedule_, log_, picks_;
};

} // namespace grb::fuzz
