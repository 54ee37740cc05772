// The variants of the problems that move entries.
#include "problems/structure.hpp"
#include "dispatch/variant.hpp"

namespace grb {

extern const Variant<ConvertProblem> convert_dense, convert_rows, convert_slots, convert_cast,
    cuda_convert_dense, cuda_convert_rows, cuda_convert_cast;
extern const Variant<OrientProblem> orient_buckets, cuda_orient_sort;
extern const Variant<StatisticsProblem> statistics_rows, cuda_statistics_rows;
extern const Variant<UpdateProblem> update_elements, update_rows, cuda_update_elements,
    cuda_update_rows;
extern const Variant<SortProblem> sort_merge, cuda_sort_radix, group_sort;
extern const Variant<ConcatProblem> concat_tuples, cuda_concat_build, group_concat;
extern const Variant<BuildProblem> build_sort, build_scatter, cuda_build_sort, cuda_build_scatter,
    group_build;
extern const Variant<TuplesProblem> tuples_copy, cuda_tuples_lean, group_tuples;

template <>
std::span<const Variant<ConvertProblem> *const> built_in_variants<ConvertProblem>() noexcept {
    static constexpr const Variant<ConvertProblem> *variants[] = {
        &convert_dense,      &convert_rows,      &convert_slots,    &convert_cast,
        &cuda_convert_dense, &cuda_convert_rows, &cuda_convert_cast};
    return variants;
}
template <>
std::span<const Variant<OrientProblem> *const> built_in_variants<OrientProblem>() noexcept {
    static constexpr const Variant<OrientProblem> *variants[] = {&orient_buckets,
                                                                 &cuda_orient_sort};
    return variants;
}
template <>
std::span<const Variant<StatisticsProblem> *const> built_in_variants<StatisticsProblem>() noexcept {
    static constexpr const Variant<StatisticsProblem> *variants[] = {&statistics_rows,
                                                                     &cuda_statistics_rows};
    return variants;
}
template <>
std::span<const Variant<UpdateProblem> *const> built_in_variants<UpdateProblem>() noexcept {
    static constexpr const Variant<UpdateProblem> *variants[] = {
        &update_elements, &update_rows, &cuda_update_elements, &cuda_update_rows};
    return variants;
}
template <>
std::span<const Variant<BuildProblem> *const> built_in_variants<BuildProblem>() noexcept {
    static constexpr const Variant<BuildProblem> *variants[] = {
        &build_sort, &build_scatter, &cuda_build_sort, &cuda_build_scatter, &group_build};
    return variants;
}
template <>
std::span<const Variant<TuplesProblem> *const> built_in_variants<TuplesProblem>() noexcept {
    static constexpr const Variant<TuplesProblem> *variants[] = {&tuples_copy, &cuda_tuples_lean,
                                                                 &group_tuples};
    return variants;
}
template <>
std::span<const Variant<SortProblem> *const> built_in_variants<SortProblem>() noexcept {
    static constexpr const Variant<SortProblem> *variants[] = {&sort_merge, &cuda_sort_radix,
                                                               &group_sort};
    return variants;
}
template <>
std::span<const Variant<ConcatProblem> *const> built_in_variants<ConcatProblem>() noexcept {
    static constexpr const Variant<ConcatProblem> *variants[] = {&concat_tuples, &cuda_concat_build,
                                                                 &group_concat};
    return variants;
}

template const VariantList &variant_list<ConvertProblem>() noexcept;
template const VariantList &variant_list<OrientProblem>() noexcept;
template const VariantList &variant_list<StatisticsProblem>() noexcept;
template const VariantList &variant_list<UpdateProblem>() noexcept;
template const VariantList &variant_list<BuildProblem>() noexcept;
template const VariantList &variant_list<TuplesProblem>() noexcept;
template const VariantList &variant_list<SortProblem>() noexcept;
template const VariantList &variant_list<ConcatProblem>() noexcept;

} // namespace grb
