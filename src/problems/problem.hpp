// The base of all problems: what a choice asks about a call without knowing its operation.
#pragma once

#include "problems/operation.hpp"
#include "storage/snapshot.hpp"

#include <array>
#include <exception>
#include <type_traits>

namespace grb {

class Facts;
struct MaskInput;
struct Output;

/// The bytes that a problem reads, the number of them that the host lacks, and in how many arrays.
struct Traffic {
    std::size_t bytes = 0, away = 0;
    int arrays_away = 0;
    void add(const Array &array) noexcept;
    void add(const SparseForm &form) noexcept;
    void add(const DenseForm &form) noexcept;
    void add(const BalancedForm &form) noexcept;
    /// Adds all forms of the snapshot.
    void add(const Snapshot &snapshot) noexcept;
};

/// An operand, for estimates, the log and dumps.
struct OperandView {
    const char *name = nullptr;
    const Snapshot *snapshot = nullptr; // null: the problem has no such operand
    bool may_stay_balanced = false;     // some variants read it row-balanced
};
using Operands = std::array<OperandView, 2>;

/// Thrown when no variant accepts a problem. Operations have a host variant that accepts all;
/// chains of calls do not.
struct NoVariant : std::exception {
    const char *what() const noexcept override { return "no variant takes the problem"; }
};

class ProblemBase {
public:
    virtual ~ProblemBase() = default;
    /// Excludes the mask.
    virtual Operands operands() const noexcept { return {}; }
    virtual const MaskInput *mask_input() const noexcept { return nullptr; }
    /// Returns the bytes of the operands on all devices.
    virtual std::size_t operand_bytes() const noexcept;
    /// True for problems that move entries and compute nothing with them.
    virtual bool is_structural() const noexcept { return false; }
    /// The bytes that a structural problem reads.
    virtual Traffic traffic() const noexcept { return {}; }
    /// Returns the type of the result before the commit; null when no commit follows.
    virtual const Type *type_of_result() const noexcept { return nullptr; }
    /// Returns a rough upper bound of the result's entries: it takes each row of B (column of A) to
    /// have the mean number.
    virtual double expected_entries() const noexcept;
    /// Appends shapes, types, formats, mask and operators to `text` as key=value, for the log. A
    /// number of entries that a device is still counting is written as "<=" and the number of
    /// positions.
    virtual void describe(char *text, std::size_t size) const = 0;
    /// Adds facts that choices turn on beside shapes, forms and mask. Returns false when the next
    /// such problem must be weighed anew.
    virtual bool add_facts(Facts &) const noexcept { return false; }

protected:
    ProblemBase() = default;
    ProblemBase(const ProblemBase &) = default;
    ProblemBase &operator=(const ProblemBase &) = default;
};

/// A problem that moves entries and computes nothing with them: no commit follows.
struct StructuralProblem : ProblemBase {
    bool is_structural() const noexcept final { return true; }
};
template <class Problem>
concept Structural = std::is_base_of_v<StructuralProblem, Problem>;

/// The type that a variant returns for a problem: the problem's own type Result, if it has one,
/// else a new snapshot.
template <class Problem>
struct ResultOf {
    using Type = Ref<Snapshot>;
};
template <class Problem>
requires requires {
    typename Problem::Result;
}
struct ResultOf<Problem> {
    using Type = typename Problem::Result;
};

/// Returns the bytes of the problem's operands and mask that are on a device alone.
std::size_t operand_bytes_away(const ProblemBase &problem) noexcept;

inline std::size_t bytes_of(const Ref<Snapshot> &result) noexcept {
    return result ? result->bytes() : 0;
}

/// Returns the number of entries, for estimates; while a device counts them, an upper bound.
inline double most_entries_of(const Snapshot &A) noexcept {
    return static_cast<double>(A.knows_nvals() ? A.nvals() : element_count(A.nrows(), A.ncols()));
}

} // namespace grb
