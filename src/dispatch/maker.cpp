// The maker of storage/maker.hpp: makes each form by a variant that it picks for the form's
// problem.
#include "storage/maker.hpp"

#include "dispatch/carry_out.hpp"
#include "problems/structure.hpp"

namespace grb {

namespace {

Ref<Snapshot> shared(const Snapshot &A) noexcept {
    return Ref<Snapshot>::share(const_cast<Snapshot *>(&A));
}

template <class Problem>
auto made(const Problem &problem) {
    return carry_out(problem, Role::form).result;
}

class PickingMaker final : public Maker {
public:
    constexpr PickingMaker() noexcept = default;
    SparseForm oriented(const SparseForm &rows, const Type *type, std::uint64_t nrows,
                        std::uint64_t ncols) const override {
        return made(OrientProblem(rows, type, nrows, ncols));
    }
    Statistics statistics(const SparseForm &rows, const Type *type, std::uint64_t nrows,
                          std::uint64_t ncols) const override {
        return made(StatisticsProblem(rows, type, nrows, ncols));
    }
    Ref<Snapshot> converted(const Snapshot &A, Format format, bool is_for_host) const override {
        return made(ConvertProblem(shared(A), format, A.type(), is_for_host));
    }
    Ref<Snapshot> cast(const Snapshot &A, const Type *type) const override {
        return made(ConvertProblem(shared(A), A.format(), type, false));
    }
    Ref<Snapshot> updated(const Snapshot &A, const PendingUpdates &updates,
                          bool is_in_place) const override {
        return made(UpdateProblem(shared(A), &updates, is_in_place));
    }
    Ref<Snapshot> built(const TupleList &tuples) const override {
        BuildProblem problem;
        problem.tuples = tuples;
        return made(problem);
    }
    void list_tuples(const Snapshot &A, std::uint64_t *rows, std::uint64_t *columns, void *X,
                     const Type *value_type) const override {
        made(TuplesProblem(shared(A), rows, columns, X, value_type));
    }
};

constexpr PickingMaker picking_maker;
[[maybe_unused]] const bool is_installed = (install(picking_maker), true);

} // namespace

} // namespace grb
