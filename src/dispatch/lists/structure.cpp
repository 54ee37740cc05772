// The variants of the problems that move entries.
#include "problems/structure.hpp"
#include "dispatch/variant.hpp"

namespace grb {

extern const Variant<ConvertProblem> convert_cells, convert_rows, convert_slots, convert_cast,
    cuda_convert_cells, cuda_convert_rows, cuda_convert_cast;
extern const Variant<OrientProblem> orient_buckets, cuda_orient_sort;
extern const Variant<StatisticsProblem> statistics_rows, cuda_statistics_rows;
extern const Variant<UpdateProblem> update_cells, update_rows, cuda_update_cells, cuda_update_rows;
extern const Variant<SortProblem> sort_merge, cuda_sort_radix, team_sort;
extern const Variant<ConcatProblem> concat_tuples, cuda_concat_build, team_concat;
extern const Variant<BuildProblem> build_sort, cuda_build_sort, cuda_build_scatter, team_build;
extern const Variant<TuplesProblem> tuples_copy, cuda_tuples_lean, team_tuples;

template <>
std::span<const Variant<ConvertProblem> *const> built_in_variants<ConvertProblem>() noexcept {
    static constexpr const Variant<ConvertProblem> *rows[] = {
        &convert_cells,      &convert_rows,      &convert_slots,    &convert_cast,
        &cuda_convert_cells, &cuda_convert_rows, &cuda_convert_cast};
    return rows;
}
template <>
std::span<const Variant<OrientProblem> *const> built_in_variants<OrientProblem>() noexcept {
    static constexpr const Variant<OrientProblem> *rows[] = {&orient_buckets, &cuda_orient_sort};
    return rows;
}
template <>
std::span<const Variant<StatisticsProblem> *const> built_in_variants<StatisticsProblem>() noexcept {
    static constexpr const Variant<StatisticsProblem> *rows[] = {&statistics_rows,
                                                                 &cuda_statistics_rows};
    return rows;
}
template <>
std::span<const Variant<UpdateProblem> *const> built_in_variants<UpdateProblem>() noexcept {
    static constexpr const Variant<UpdateProblem> *rows[] = {&update_cells, &update_rows,
                                                             &cuda_update_cells, &cuda_update_rows};
    return rows;
}
template <>
std::span<const Variant<BuildProblem> *const> built_in_variants<BuildProblem>() noexcept {
    static constexpr const Variant<BuildProblem> *rows[] = {&build_sort, &cuda_build_sort,
                                                            &cuda_build_scatter, &team_build};
    return rows;
}
template <>
std::span<const Variant<TuplesProblem> *const> built_in_variants<TuplesProblem>() noexcept {
    static constexpr const Variant<TuplesProblem> *rows[] = {&tuples_copy, &cuda_tuples_lean,
                                                             &team_tuples};
    return rows;
}
template <>
std::span<const Variant<SortProblem> *const> built_in_variants<SortProblem>() noexcept {
    static constexpr const Variant<SortProblem> *rows[] = {&sort_merge, &cuda_sort_radix,
                                                           &team_sort};
    return rows;
}
template <>
std::span<const Variant<ConcatProblem> *const> built_in_variants<ConcatProblem>() noexcept {
    static constexpr const Variant<ConcatProblem> *rows[] = {&concat_tuples, &cuda_concat_build,
                                                             &team_concat};
    return rows;
}

} // namespace grb
