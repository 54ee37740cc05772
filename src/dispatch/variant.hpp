// Variants: each says whether it can carry out a problem of its operation, estimates the cost, and
// runs it.
#pragma once

#include "problems/operation.hpp"
#include "problems/problems.hpp"

#include <algorithm>
#include <span>
#include <stdexcept>

namespace grb {

/// The representation of a variant's result, for the estimate of the commit.
enum class Form : std::uint8_t { by_entries, sparse, dense };

struct Capabilities {
    bool fuses_mask = false;      // the result has no entries where the mask is false
    bool fuses_sum = false;       // adds to the problem's sum_into, without which it refuses
    bool sorts_output = true;     // else rows may be jumbled
    bool is_deterministic = true; // floating-point results do not depend on timing or thread count
    DeviceKind device =
        host_kind; // the kind of device where it runs; a device's variant may throw DeviceFailure
    Form form = Form::by_entries;
    /// Writes the call's output (the problem's in_place or sum) and returns nothing: no commit
    /// follows.
    bool writes_output = false;
};

/// The cost of a problem. `seconds` covers everything but making forms that a snapshot lacks.
/// `missing_seconds` is the price of such a form; an amortised cost that the snapshot keeps grows
/// with each need until it pays for the form.
struct Cost {
    double seconds = 0;
    double missing_seconds = 0;
    const Snapshot *missing_in = nullptr; // the snapshot that lacks a form, or null
    SnapshotItem missing_item = SnapshotItem::rows;
};

/// Variants of all operations have a name and capabilities.
struct VariantBase {
    const char *name; // "cpu/mxv_pull_rows"
    Capabilities capabilities;
};

template <class Problem>
struct Variant : VariantBase {
    /// Returns null when the variant accepts the problem, else the reason in a few words, for the
    /// log; device_is_not_open when it would accept on a device that is not open yet. Like `cost`,
    /// it reads only known facts: it copies, waits for, allocates, opens and compiles nothing. It
    /// assumes the likely case for unknown facts.
    const char *(*refuses)(const Problem &problem);
    /// Estimates a problem that the variant accepts.
    Cost (*cost)(const Problem &problem);
    /// Computes the result before accumulator, mask and replace, in the problem's result_type.
    /// Throws std::bad_alloc or Error, never out of a parallel region.
    typename ResultOf<Problem>::Type (*run)(const Problem &problem);
    /// Makes facts that the two functions above would otherwise have to assume; may be null. Called
    /// before each choice, on a device of the variant's kind; may copy, wait and allocate. One
    /// variant can do this for its family. After a DeviceFailure the facts stay unknown.
    void (*prepare)(const Problem &problem) = nullptr;
    /// Moves the data that the variant would read to a device of its kind, when they are less than
    /// the operands; may be null. Called for a problem that a member of a group is about to run.
    /// Returns false when it moved nothing and the operands are needed. Throws as `run`.
    bool (*prefetch)(const Problem &problem) = nullptr;
};

/// The library's variants of one operation, in order (dispatch/lists).
template <class Problem>
std::span<const Variant<Problem> *const> built_in_variants() noexcept;

/// The most variants of an operation.
inline constexpr int most_variants = 48;

/// All variants of one operation: the library's, then those that other kinds of device added.
template <class Problem>
class Variants {
public:
    using VariantPointer = const Variant<Problem> *;
    static std::span<const VariantPointer> all() noexcept {
        const int count = joined().count.load(std::memory_order_acquire);
        return count != 0 ? std::span<const VariantPointer>(joined().variants,
                                                            static_cast<std::size_t>(count))
                          : built_in_variants<Problem>();
    }
    /// Adds variants, which must live for ever. Called before GrB_init, or by the thread that calls
    /// the library. Throws std::length_error and adds none when there would be more than
    /// most_variants.
    static void add(std::span<const VariantPointer> variants) {
        const std::span<const VariantPointer> before = all();
        if (before.size() + variants.size() > std::size_t{most_variants})
            throw std::length_error("too many variants of an operation");
        // Readers may hold the earlier variants: these do not move.
        std::copy(before.begin(), before.end(), joined().variants);
        std::copy(variants.begin(), variants.end(), joined().variants + before.size());
        joined().count.store(static_cast<int>(before.size() + variants.size()),
                             std::memory_order_release);
    }

private:
    struct Joined {
        VariantPointer variants[most_variants] = {};
        std::atomic<int> count{0}; // 0: no other kind of device has added variants
    };
    static Joined &joined() noexcept {
        static constinit Joined only;
        return only;
    }
};
template <class Problem>
std::span<const Variant<Problem> *const> variants() noexcept {
    return Variants<Problem>::all();
}

/// GRAPHBLAST_CUDA=always adds so many seconds to the cost of host variants.
inline constexpr double host_penalty = 1e6;

/// The variants of one operation as a choice sees them, asked about problems of that operation.
class VariantList {
public:
    const Operation operation;
    virtual int size() const noexcept = 0;
    virtual const VariantBase &at(int variant) const noexcept = 0;
    // These call the variant's own functions; see Variant.
    virtual const char *refuses(int variant, const ProblemBase &problem) const = 0;
    virtual Cost cost(int variant, const ProblemBase &problem) const = 0;
    /// Stores the result behind `result`, which has the problem's ResultOf::Type.
    virtual void run(int variant, const ProblemBase &problem, void *result) const = 0;
    /// Runs the variant and drops a result that is no snapshot.
    virtual Ref<Snapshot> run_for_time(int variant, const ProblemBase &problem) const = 0;
    virtual bool prepares(int variant) const noexcept = 0;
    virtual void prepare(int variant, const ProblemBase &problem) const = 0;
    virtual std::size_t bytes_of_result(const void *result) const = 0;
    /// True when a host variant prepares, or the problem has row-balanced operands.
    virtual bool needs_preparing(const ProblemBase &problem) const noexcept = 0;
    /// Returns the only host variant that accepts; -1: none or several do.
    virtual int only_that_accepts(const ProblemBase &problem) const = 0;

protected:
    explicit constexpr VariantList(Operation of) noexcept : operation(of) {}
    ~VariantList() = default;
};

template <class Problem>
class VariantListOf final : public VariantList {
public:
    using Result = typename ResultOf<Problem>::Type;
    constexpr VariantListOf() noexcept : VariantList(Problem::operation) {}
    int size() const noexcept override { return static_cast<int>(variants<Problem>().size()); }
    const VariantBase &at(int variant) const noexcept override { return own(variant); }
    const char *refuses(int variant, const ProblemBase &problem) const override {
        return own(variant).refuses(static_cast<const Problem &>(problem));
    }
    Cost cost(int variant, const ProblemBase &problem) const override {
        return own(variant).cost(static_cast<const Problem &>(problem));
    }
    void run(int variant, const ProblemBase &problem, void *result) const override {
        *static_cast<Result *>(result) = own(variant).run(static_cast<const Problem &>(problem));
    }
    Ref<Snapshot> run_for_time(int variant, const ProblemBase &problem) const override {
        Result result = own(variant).run(static_cast<const Problem &>(problem));
        if constexpr (std::is_same_v<Result, Ref<Snapshot>>) return result;
        return {};
    }
    bool prepares(int variant) const noexcept override { return own(variant).prepare != nullptr; }
    void prepare(int variant, const ProblemBase &problem) const override {
        own(variant).prepare(static_cast<const Problem &>(problem));
    }
    std::size_t bytes_of_result(const void *result) const override {
        return bytes_of(*static_cast<const Result *>(result));
    }
    bool needs_preparing(const ProblemBase &any) const noexcept override {
        static const bool prepares_on_host = [] {
            const auto all = built_in_variants<Problem>();
            return std::any_of(all.begin(), all.end(), [](const Variant<Problem> *variant) {
                return variant->prepare != nullptr && variant->capabilities.device == host_kind;
            });
        }();
        // Avoids virtual calls: each call of the API passes here.
        const auto &problem = static_cast<const Problem &>(any);
        bool is_balanced = false;
        for (const OperandView &operand : problem.Problem::operands())
            is_balanced |= operand.snapshot != nullptr && operand.snapshot->has_balanced();
        if constexpr (std::is_base_of_v<OperationProblem, Problem>)
            is_balanced |= problem.mask.snapshot && problem.mask.snapshot->has_balanced();
        return prepares_on_host || is_balanced;
    }
    int only_that_accepts(const ProblemBase &problem) const override {
        const auto all = variants<Problem>();
        int found = -1;
        for (std::size_t k = 0; k < all.size(); k++) {
            if (all[k]->capabilities.device != host_kind ||
                all[k]->refuses(static_cast<const Problem &>(problem)) != nullptr)
                continue;
            if (found >= 0) return -1;
            found = static_cast<int>(k);
        }
        return found;
    }

private:
    static const Variant<Problem> &own(int variant) noexcept {
        return *variants<Problem>()[static_cast<std::size_t>(variant)];
    }
};
/// Instantiated by the lists in dispatch/lists.
template <class Problem>
const VariantList &variant_list() noexcept {
    static constexpr VariantListOf<Problem> list;
    return list;
}

/// Every variant of every operation, for tests, tools and rules.
struct RegistryVariant {
    Operation operation;
    const char *name;
};
std::span<const RegistryVariant> registry_variants() noexcept;

} // namespace grb
