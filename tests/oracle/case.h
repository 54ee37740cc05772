// One random call: its operands, mask, accumulator and descriptor, and the report of what came out.
#pragma once

#include "oracle/algebra.h"
#include "oracle/content.h"

#include <deque>
#include <functional>
#include <memory>
#include <optional>

namespace grb::oracle {

struct Operand {
    std::string name;
    Content content; // before the call
    Handles object;  // NULL handles as an injected fault
    Handles owned;   // to be freed
    bool is_alias = false;
};

struct Scalar {
    int type = 0;
    std::optional<Value> value;
    GrB_Scalar handle = nullptr;
    GrB_Scalar owned = nullptr;
};

/// A list of positions; GrB_ALL when `is_all`.
struct Positions {
    std::vector<Index> list;
    bool is_all = false;

    Index count() const { return list.size() - 1; } // one is beyond the end: never a null pointer
    const Index *pointer() const { return is_all ? GrB_ALL : list.data(); }
};

/// The number of terms of a result, and the sum of their magnitudes.
struct Terms {
    double count = 0, magnitude = 0;
};

/// A single mistake in a call that is otherwise right.
enum class Fault { None, Dimension, Domain, Position, NullOperand, NullOperator };

class Case {
public:
    Case(const Algebra &algebra, std::uint64_t seed, bool allows_long_dimensions);
    ~Case();
    Case(const Case &) = delete;
    Case &operator=(const Case &) = delete;

    const Algebra &algebra;
    Rng rng;
    Values values;
    bool with_pairs; // the user-defined domain takes part
    bool shows_operands = false;

    // The descriptor.
    bool replaces = false, complements = false, is_structural = false;
    bool transpose_first = false, transpose_second = false;

    /// One of the case's few dimensions, so that shapes often agree.
    Index dimension() { return rng.pick(dimensions_); }
    /// At most `largest` (dimensions that become products, or many terms).
    void limit_dimensions(Index largest);
    bool is_long(Index dimension) const { return near_.count(dimension) > 0; }

    int any_type();
    int builtin_type() { return static_cast<int>(rng.below(type_pair)); }
    /// A domain that casts to `type`, often `type` itself.
    int type_like(int type);
    /// The domain of an output for a T of domain `t`.
    int output_type(int t);

    void choose_descriptor();
    Operand *matrix(const std::string &name, int type, Index nrows, Index ncols);
    Operand *vector(const std::string &name, int type, Index size);
    Scalar *scalar(const std::string &name, int type);
    /// A value for a call by C type; its domain casts to `type`.
    Scalar *value(const std::string &name, int type);
    /// Positions within `size`; with none of them when size is 0.
    Positions positions(const std::string &name, Index size, bool with_repeats);
    Index position(Index size);

    /// Mask and accumulator for an output that receives a T of domain `t`.
    void choose_write(const Operand *output, int t);
    void choose_mask(Index nrows, Index ncols, bool is_vector);
    void choose_accumulator(int output, int t);
    GrB_Matrix mask_matrix() const { return mask_ ? mask_->object.matrix : nullptr; }
    GrB_Vector mask_vector() const { return mask_ ? mask_->object.vector : nullptr; }
    GrB_BinaryOp accumulator() const { return accumulator_ ? accumulator_->handle : nullptr; }
    GrB_Descriptor descriptor() const { return descriptor_; }

    /// A handle of an operator; NULL where that is the case's fault.
    template <class Handle>
    Handle op(Handle handle) {
        return fires(Fault::NullOperator) ? nullptr : handle;
    }

    /// The result is a float sum or product whose order is free: outputs are floats, accumulators
    /// do not make more of an error than a sum does, and values stay in range.
    void make_inexact(const Monoid &monoid);
    /// Random values of this monoid, added up in any order, differ.
    bool depends_on_order(const Monoid &monoid) const;
    bool is_inexact() const { return epsilon_ > 0; }
    /// The terms that bound the error at each position of T.
    std::map<Position, Terms> terms;
    double tolerance(const Terms &of, const Value *old, int type) const;

    /// Adds to the description, which is printed before the call.
    void say(const std::string &text) { description_ += " " + text; }
    /// Calls, and prints code and outputs.
    void call(const std::string &function, const std::vector<Operand *> &outputs,
              const std::function<GrB_Info()> &f);
    void print_scalar(const std::string &name, int type, GrB_Scalar scalar);
    void print_value(const std::string &name, int type, const Value &value, double tolerance = 0);
    void print_object(const std::string &name, const Handles &object, int type,
                      const Content *before = nullptr);

private:
    bool fires(Fault fault);
    Operand *operand(const std::string &name, int type, bool is_vector, Index nrows, Index ncols);
    Operand *find_alias(int type, bool is_vector, Index nrows, Index ncols);
    void show_operands() const;

    std::vector<Index> dimensions_;
    std::map<Index, std::vector<Index>> near_;
    Fault fault_ = Fault::None;
    int fault_after_ = 0;
    bool has_fired_ = false;
    std::deque<Operand> operands_;
    std::deque<Scalar> scalars_;
    Operand *mask_ = nullptr;
    const Binary *accumulator_ = nullptr;
    GrB_Descriptor descriptor_ = nullptr;
    bool owns_descriptor_ = false;
    double epsilon_ = 0;
    std::string description_;
};

} // namespace grb::oracle
