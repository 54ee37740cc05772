// The variants of the commit.
#include "problems/commit.hpp"
#include "dispatch/variant.hpp"

namespace grb {

extern const Variant<CommitProblem> commit_store, commit_block, commit_scatter, commit_to_bitmap,
    commit_rows, commit_merge_dense, commit_merge_sparse;
extern const Variant<CommitProblem> cuda_commit_scatter, cuda_commit_listed,
    cuda_commit_merge_dense, cuda_commit_merge_rows, group_commit;

template <>
std::span<const Variant<CommitProblem> *const> built_in_variants<CommitProblem>() noexcept {
    // run_commit() may take the first without asking the others. The last host variant accepts
    // everything but a block, which the second accepts.
    static constexpr const Variant<CommitProblem> *list[] = {&commit_store,
                                                             &commit_block,
                                                             &commit_scatter,
                                                             &commit_to_bitmap,
                                                             &commit_rows,
                                                             &commit_merge_dense,
                                                             &commit_merge_sparse,
                                                             &cuda_commit_scatter,
                                                             &cuda_commit_listed,
                                                             &cuda_commit_merge_dense,
                                                             &cuda_commit_merge_rows,
                                                             &group_commit};
    return list;
}

template const VariantList &variant_list<CommitProblem>() noexcept;

} // namespace grb
