// The programs of products of sparse matrices row by row.
#include "cuda/mxm/mxm_hash_kernels.hpp"

#include "cuda/mxm/mxm_hash.hpp"

#include <string>
#include <vector>

namespace grb::device {

const HashKernel hash_measure_kernel{"hash_measure", "hash_measure", "P", hash_threads,
                                     hash_threads},
    hash_classify_kernel{"hash_classify", "hash_classify", "P", hash_threads, 0};

const HashKernel hash_counters[hash_class_count] = {
    {},
    {"hash_count_sorted_16", "hash_count_sorted", "P, 4, 4", hash_threads, hash_threads / 4},
    {"hash_count_sorted_32", "hash_count_sorted", "P, 8, 4", hash_threads, hash_threads / 8},
    {"hash_count_sorted_64", "hash_count_sorted", "P, 8, 8", hash_threads, hash_threads / 8},
    {}, // tables count them
    {},
    {"hash_count_warp_table", "hash_count_warp_table", "P", warp_table_threads,
     warp_table_threads / 32},
    {"hash_count_small_table", "hash_count_small_table", "P", small_threads, 1},
    {"hash_count_block_table", "hash_count_block_table", "P", rank_threads, 1},
    {"hash_count_bits", "hash_count_bits", "P, 512", rank_threads, 1},
    {"hash_count_many_bits", "hash_count_bits", "P, 1024", many_rank_threads, 1},
    {}};

const HashKernel hash_fillers[hash_class_count] = {
    {},
    {"hash_fill_sorted_16", "hash_fill_sorted", "P, 4, 4", hash_threads, hash_threads / 4},
    {"hash_fill_sorted_32", "hash_fill_sorted", "P, 8, 4", hash_threads, hash_threads / 8},
    {"hash_fill_sorted_64", "hash_fill_sorted", "P, 8, 8", hash_threads, hash_threads / 8},
    {"hash_fill_sorted_128", "hash_fill_sorted", "P, 16, 8", hash_threads, hash_threads / 16},
    {"hash_fill_copied", "hash_fill_copied", "P", hash_threads, hash_threads / 32},
    {"hash_fill_warp_table", "hash_fill_warp_table", "P", warp_table_threads,
     warp_table_threads / 32},
    {"hash_fill_small_table", "hash_fill_small_table", "P", small_threads, 1},
    {"hash_fill_block_table", "hash_fill_block_table", "P", hash_threads, 1},
    {"hash_fill_few_ranks", "hash_fill_ranks", "P, 512", rank_threads, 1},
    {"hash_fill_many_ranks", "hash_fill_ranks", "P, 1024", many_rank_threads, 1},
    {"hash_fill_many_ranks", "hash_fill_ranks", "P, 1024", many_rank_threads, 1}};
const HashKernel hash_count_small_bits_kernel{"hash_count_small_bits", "hash_count_bits", "P, 128",
                                              small_threads, 1},
    hash_fill_small_ranks_kernel{"hash_fill_small_ranks", "hash_fill_ranks", "P, 128",
                                 small_threads, 1};
static_assert(small_threads == 128 && rank_threads == 512 && many_rank_threads == 1024);

MxmHashCall with_used_values(MxmHashCall call) {
    forget_unused(call.semiring, false, call.A, call.B.type, call.B.is_iso);
    if (!call.has_mask) call.M.offset_width = call.M.index_width = 4;
    return call;
}

namespace {

/// Narrow sort keys hold a column and the number of a product.
bool has_narrow_keys(const MxmHashCall &call) {
    return call.B.ncols < (1U << 25);
}

void add_members(ProgramSpec &spec, const MxmHashCall &call, bool is_filling) {
    spec.include("mxm/mxm_hash.cuh");
    spec.begin();
    spec.widths(call.A, call.B, call.M);
    spec.flag("has_mask", call.has_mask);
    spec.flag("is_filling", is_filling);
    if (is_filling) {
        spec.semiring(call.semiring, call.A.type, call.B.type, false);
        spec.flag("a_is_iso", call.A.is_iso);
        spec.flag("u_is_iso", call.B.is_iso);
        spec.flag("is_narrow", has_narrow_keys(call));
    }
    spec.end();
}

void add_kernel(ProgramSpec &spec, const HashKernel &kernel) {
    spec.kernel({kernel.name, "MxmHashArguments", kernel.threads,
                 kernel.threads == rank_threads ? 3 : 0, "", kernel.parameters, kernel.function});
}

std::string program_of(const MxmHashCall &given, bool is_filling,
                       const std::vector<const HashKernel *> &kernels) {
    std::string text;
    ProgramSpec spec(text);
    add_members(spec, with_used_values(given), is_filling);
    for (const HashKernel *kernel : kernels) add_kernel(spec, *kernel);
    return text;
}

/// The kernels of all classes, each once, and some more.
std::vector<const HashKernel *> all_of(const HashKernel (&of_classes)[hash_class_count],
                                       std::vector<const HashKernel *> more) {
    for (const HashKernel &kernel : of_classes)
        if (kernel.name != nullptr && kernel.name != std::string(more.back()->name))
            more.push_back(&kernel);
    return more;
}

} // namespace

void OneHashKernel::describe(ProgramSpec &spec, const OneHashKernel &one) {
    add_members(spec, *one.call, one.is_filling);
    add_kernel(spec, *one.kernel);
}

std::string mxm_hash_counting_program(const MxmHashCall &call) {
    return program_of(call, false,
                      all_of(hash_counters, {&hash_measure_kernel, &hash_classify_kernel,
                                             &hash_count_small_bits_kernel}));
}

std::string mxm_hash_filling_program(const MxmHashCall &call) {
    return program_of(call, true, all_of(hash_fillers, {&hash_fill_small_ranks_kernel}));
}

} // namespace grb::device
