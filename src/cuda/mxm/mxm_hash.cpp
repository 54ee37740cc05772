// Host side of the products of sparse matrices row by row: programs, memory, classes of rows.
#include "cuda/mxm/mxm_hash.hpp"

#include "cuda/mxm/mxm_hash_arguments.h"
#include "cuda/plugin/branches.hpp"
#include "cuda/plugin/exports.hpp"
#include "cuda/plugin/jit.hpp"
#include "cuda/plugin/program.hpp"
#include "cuda/plugin/sizes.hpp"
#include "cuda/structure/compaction.hpp"

#include <algorithm>

namespace grb::device {

namespace {

/// A kernel of a program, and the rows that its blocks take.
struct Kernel {
    const char *name, *body;
    int threads;
    std::uint64_t rows_of_block;
};

constexpr Kernel measure{"hash_measure", "hash_measure<P>", hash_threads, hash_threads},
    classify_rows{"hash_classify", "hash_classify<P>", hash_threads, 0};

/// By classes from 1 on. Rows that are copied need no counting.
constexpr Kernel counters[hash_class_count] = {
    {},
    {"hash_count_sorted_16", "hash_count_sorted<P, 4, 4>", hash_threads, hash_threads / 4},
    {"hash_count_sorted_32", "hash_count_sorted<P, 8, 4>", hash_threads, hash_threads / 8},
    {"hash_count_sorted_64", "hash_count_sorted<P, 8, 8>", hash_threads, hash_threads / 8},
    {}, // tables count them
    {},
    {"hash_count_warp_table", "hash_count_warp_table<P>", warp_table_threads,
     warp_table_threads / 32},
    {"hash_count_small_table", "hash_count_small_table<P>", small_threads, 1},
    {"hash_count_block_table", "hash_count_block_table<P>", rank_threads, 1},
    {"hash_count_bits", "hash_count_bits<P, 512>", rank_threads, 1},
    {"hash_count_many_bits", "hash_count_bits<P, 1024>", many_rank_threads, 1},
    {}};

constexpr Kernel fillers[hash_class_count] = {
    {},
    {"hash_fill_sorted_16", "hash_fill_sorted<P, 4, 4>", hash_threads, hash_threads / 4},
    {"hash_fill_sorted_32", "hash_fill_sorted<P, 8, 4>", hash_threads, hash_threads / 8},
    {"hash_fill_sorted_64", "hash_fill_sorted<P, 8, 8>", hash_threads, hash_threads / 8},
    {"hash_fill_sorted_128", "hash_fill_sorted<P, 16, 8>", hash_threads, hash_threads / 16},
    {"hash_fill_copied", "hash_fill_copied<P>", hash_threads, hash_threads / 32},
    {"hash_fill_warp_table", "hash_fill_warp_table<P>", warp_table_threads,
     warp_table_threads / 32},
    {"hash_fill_small_table", "hash_fill_small_table<P>", small_threads, 1},
    {"hash_fill_block_table", "hash_fill_block_table<P>", hash_threads, 1},
    {"hash_fill_few_ranks", "hash_fill_ranks<P, 512>", rank_threads, 1},
    {"hash_fill_many_ranks", "hash_fill_ranks<P, 1024>", many_rank_threads, 1},
    {"hash_fill_many_ranks", nullptr, many_rank_threads, 1}}; // the same kernel
/// Of small rows with few columns.
constexpr Kernel count_small_bits{"hash_count_small_bits", "hash_count_bits<P, 128>", small_threads,
                                  1},
    fill_small_ranks{"hash_fill_small_ranks", "hash_fill_ranks<P, 128>", small_threads, 1};
static_assert(small_threads == 128 && rank_threads == 512 && many_rank_threads == 1024);

MxmHashCall with_used_values(MxmHashCall call) {
    forget_unused(call.semiring, false, call.A, call.B.type, call.B.is_iso);
    if (!call.has_mask) call.M.offset_width = call.M.index_width = 4;
    return call;
}

/// Narrow sort keys hold a column and the number of a product.
bool is_narrow(const MxmHashCall &call) {
    return call.B.ncols < (1U << 25);
}

class Text {
public:
    explicit Text(const MxmHashCall &call) {
        text_ = "#include \"mxm/mxm_hash.cuh\"\n\nstruct P {\n";
        line("using Offset = " + width(call.A.offset_width));
        line("using Index = " + width(call.A.index_width));
        line("using BOffset = " + width(call.B.offset_width));
        line("using BIndex = " + width(call.B.index_width));
        line("using MOffset = " + width(call.M.offset_width));
        line("using MIndex = " + width(call.M.index_width));
        flag("has_mask", call.has_mask);
    }
    void line(const std::string &content) { text_ += "    " + content + ";\n"; }
    void flag(const char *name, bool value) {
        line(std::string("static constexpr bool ") + name + " = " + truth(value));
    }
    void members(const std::string &members) { text_ += members; }
    void end_members() { text_ += "};\n\nusing grb::device::MxmHashArguments;\n"; }
    void kernel(const Kernel &kernel) {
        if (kernel.body == nullptr) return; // none, or another class's
        text_ += "extern \"C\" __global__ void __launch_bounds__(" +
                 std::to_string(kernel.threads) +
                 (kernel.threads == rank_threads ? ", 3) " : ") ") + kernel.name +
                 "(const MxmHashArguments arguments) {\n    grb::device::" + kernel.body +
                 "(arguments);\n}\n";
    }
    const std::string &text() const { return text_; }

private:
    std::string text_;
};

std::string counting_program(const void *argument) {
    Text text(*static_cast<const MxmHashCall *>(argument));
    text.end_members();
    for (const Kernel &kernel : {measure, classify_rows, count_small_bits}) text.kernel(kernel);
    for (const Kernel &kernel : counters) text.kernel(kernel);
    return text.text();
}

std::string filling_program(const void *argument) {
    const auto &call = *static_cast<const MxmHashCall *>(argument);
    Text text(call);
    text.members(semiring_members(call.semiring, call.A.type, call.B.type, false));
    text.flag("a_is_iso", call.A.is_iso);
    text.flag("u_is_iso", call.B.is_iso);
    text.flag("is_narrow", is_narrow(call));
    text.end_members();
    text.kernel(fill_small_ranks);
    for (const Kernel &kernel : fillers) text.kernel(kernel);
    return text.text();
}

void add_widths(KernelKey &key, const MxmHashCall &call) {
    for (const SparseArrays *operand : {&call.A, &call.B, &call.M})
        key.add(operand->offset_width).add(operand->index_width);
    key.add(call.has_mask);
}

/// A product on its way: what the calls of its steps share.
class Product {
public:
    explicit Product(const MxmHashCall &call)
        : call_(call), counting_key_("mxm_hash_counting"), filling_key_("mxm_hash_filling") {
        add_widths(counting_key_, call);
        add_widths(filling_key_, call);
        add_semiring(filling_key_, call.semiring, call.A.type, call.B.type, false);
        filling_key_.add(call.A.is_iso).add(call.B.is_iso).add(is_narrow(call));
    }
    Status run();

private:
    Status prepare();
    /// Lists the rows by classes; waits for what classes there are.
    Status classify(const Kernel &kernel, std::uint64_t blocks);
    Status count();
    Status fill();
    /// Rows of a class, by a kernel that gets so much shared memory.
    Status launch_class(int which, const Kernel &kernel, int shared_bytes, Branches &branches);
    /// Rows of a class, at most.
    std::uint64_t most_rows(int which) const;
    bool has_small_bits() const { return arguments_.ncols <= small_bits_columns; }
    int cell_bytes() const { return size_of_type(call_.semiring.result_type) == 8 ? 8 : 4; }
    int bit_bytes() const;
    std::uint64_t rank_bytes(std::uint64_t entries) const;

    const MxmHashCall &call_;
    KernelKey counting_key_, filling_key_;
    Scratch memory_;
    MxmHashArguments arguments_{};
    RowShares shares_{};      // that classify the rows, and place them
    std::uint64_t sum_ = 0;   // products, or entries
    std::uint64_t codes_ = 0; // of the numbers of rows
    bool is_filling_ = false, has_long_rows_ = false;
    int most_bytes_ = 0; // of shared memory that a launch may ask for
};

Status Product::prepare() {
    MxmHashArguments &g = arguments_;
    g.nrows = call_.A.nrows;
    g.ncols = call_.B.ncols;
    g.a_offsets = call_.A.row_offsets;
    g.a_indices = call_.A.column_indices;
    g.a_values = call_.A.values;
    g.b_offsets = call_.B.row_offsets;
    g.b_indices = call_.B.column_indices;
    g.b_values = call_.B.values;
    g.mask_offsets = call_.M.row_offsets;
    g.mask_indices = call_.M.column_indices;
    g.is_mask_complemented = call_.is_mask_complemented;
    if (const cudaError_t error = cudaDeviceGetAttribute(
            &most_bytes_, cudaDevAttrMaxSharedMemoryPerBlockOptin, runtime().facts().ordinal))
        return fail("shared memory of a block", error);
    most_bytes_ -= hash_static_bytes;
    const auto half = static_cast<std::uint64_t>(most_bytes_) / 2;
    if (rank_bytes(0) < half)
        g.more_ranks_most = (half - rank_bytes(0)) / static_cast<std::uint64_t>(cell_bytes());
    g.small_counts = has_small_bits() ? small_bits_counts : small_table_counts;
    g.small_fills = has_small_bits() ? small_ranks_fills : small_table_fills;
    shares_ = row_shares(g.nrows, hash_threads);
    const std::uint64_t fixed = 2 * sizeof(HashCounters) + shares_.count * sizeof *g.share_sums;
    Status status = memory_.allocate(fixed + (2 + hash_list_arrays) * g.nrows * sizeof *g.products);
    if (status != Status::ok) return status;
    g.counters = memory_.as<HashCounters>();
    g.share_sums = reinterpret_cast<unsigned long long *>(g.counters + 2);
    g.share = shares_.share;
    g.products = reinterpret_cast<unsigned *>(g.share_sums + shares_.count);
    g.lengths = g.products + g.nrows;
    g.list = g.lengths + g.nrows;
    return runtime().clear(g.counters, 2 * sizeof(HashCounters));
}

Status Product::classify(const Kernel &kernel, std::uint64_t blocks) {
    MxmHashArguments &g = arguments_;
    const void *found = nullptr;
    Status status = find_kernel(counting_key_, kernel.name, &counting_program, &call_, &found);
    if (status != Status::ok) return status;
    Runtime::Publication publication{};
    status = runtime().begin_publication(&publication);
    if (status != Status::ok) return status;
    g.where = publication.where;
    void *list[] = {&g};
    status = runtime().launch(found, blocks, kernel.threads, list);
    if (status != Status::ok) {
        runtime().abandon(publication);
        return status;
    }
    status = runtime().await(publication, &sum_, &codes_);
    // Kernels of short rows alone are sooner done one by one than streams are forked and joined.
    has_long_rows_ = false;
    for (int which = block_table; which < hash_class_count; which++)
        has_long_rows_ = has_long_rows_ || most_rows(which) != 0;
    g.has_list = codes_ >> hash_codes_bits == 0;
    return status;
}

std::uint64_t Product::most_rows(int which) const {
    const auto code = static_cast<unsigned>(codes_ >> (which - 1) * hash_code_bits) & most_code;
    const std::uint64_t all = arguments_.nrows;
    if (code == 0) return 0;
    return code == most_code ? all : std::min(std::uint64_t{1} << (code - 1), all);
}

Status Product::launch_class(int which, const Kernel &kernel, int shared_bytes,
                             Branches &branches) {
    constexpr int plain_bytes = 48 * 1024 - hash_static_bytes;
    MxmHashArguments &g = arguments_;
    const std::uint64_t rows = most_rows(which);
    if (rows == 0) return Status::ok;
    g.which = which;
    const void *found = nullptr;
    Status status =
        is_filling_ ? find_kernel(filling_key_, kernel.name, &filling_program, &call_, &found)
                    : find_kernel(counting_key_, kernel.name, &counting_program, &call_, &found);
    if (status != Status::ok) return status;
    // The same for all calls: another thread's may be on its way.
    if (shared_bytes > plain_bytes)
        if (const cudaError_t error = cudaFuncSetAttribute(
                found, cudaFuncAttributeMaxDynamicSharedMemorySize, most_bytes_))
            return fail("shared memory of a kernel", error);
    g.shared_bytes = shared_bytes;
    cudaStream_t stream = nullptr;
    if (has_long_rows_) status = branches.next(&stream);
    if (status != Status::ok) return status;
    void *list[] = {&g};
    return runtime().launch(found, divide_up(rows, kernel.rows_of_block), kernel.threads, list,
                            static_cast<std::size_t>(shared_bytes), stream);
}

/// Bits of all columns, or as many as there is room for.
int Product::bit_bytes() const {
    return static_cast<int>(std::min<std::uint64_t>(
        divide_up(arguments_.ncols, 128) * 16, static_cast<std::uint64_t>(most_bytes_) / 16 * 16));
}

/// Bits and ranks of all columns, and the cells of a row of so many entries.
std::uint64_t Product::rank_bytes(std::uint64_t entries) const {
    return divide_up(arguments_.ncols, 1024) * (1024 / 32 * 6) +
           std::min<std::uint64_t>(entries, arguments_.ncols) *
               static_cast<std::uint64_t>(cell_bytes());
}

Status Product::count() {
    Status status = classify(measure, divide_up(arguments_.nrows, hash_threads));
    if (status != Status::ok || sum_ == 0) return status;
    Branches branches;
    // Long rows first: what comes later fills the gaps.
    for (int which = hash_class_count - 1; which > 0 && status == Status::ok; which--) {
        const bool is_small = which == small_row && has_small_bits();
        const int bytes = which >= few_ranks || is_small ? bit_bytes()
                          : which == block_table         ? 2 * block_count_most * 4
                                                         : 0;
        if (counters[which].name != nullptr)
            status =
                launch_class(which, is_small ? count_small_bits : counters[which], bytes, branches);
    }
    return status == Status::ok ? branches.close() : status;
}

Status Product::fill() {
    RowsTarget target{};
    MxmHashArguments &g = arguments_;
    Status status = call_.reserve(call_.reserve_context, sum_, &target);
    if (status == Status::ok && target.row_offsets != nullptr)
        status = place_offsets(g.lengths, g.share_sums, shares_, target.row_offsets,
                               target.offset_width);
    g.c_offsets = target.row_offsets;
    g.c_indices = target.column_indices;
    g.c_values = target.values;
    g.has_short_offsets = target.offset_width == 4;
    g.has_short_columns = target.index_width == 4;
    Branches branches;
    const auto half = static_cast<std::uint64_t>(most_bytes_) / 2;
    const int table_bytes = static_cast<int>(block_fill_most) * (2 * (4 + cell_bytes()) + 4);
    for (int which = hash_class_count - 1; which > 0 && status == Status::ok; which--) {
        // Where two blocks do not fit, one should be large.
        const std::uint64_t wanted = which == few_ranks    ? rank_bytes(few_ranks_most)
                                     : which == more_ranks ? rank_bytes(g.more_ranks_most)
                                                           : half + 1;
        const bool is_many = which >= few_ranks && wanted > half;
        const bool is_small = which == small_row && has_small_bits();
        const int bytes = is_many                ? most_bytes_
                          : which >= few_ranks   ? static_cast<int>(wanted)
                          : is_small             ? static_cast<int>(rank_bytes(g.small_fills))
                          : which == block_table ? table_bytes
                                                 : 0;
        const Kernel &kernel = is_small  ? fill_small_ranks
                               : is_many ? fillers[many_ranks]
                                         : fillers[which];
        status = launch_class(which, kernel, bytes, branches);
    }
    return status == Status::ok ? branches.close() : status;
}

Status Product::run() {
    Status status = prepare();
    if (status == Status::ok) status = count();
    if (status != Status::ok || sum_ == 0) return status;
    is_filling_ = true;
    arguments_.counters++;
    status = classify(classify_rows, shares_.count);
    return status == Status::ok && sum_ != 0 ? fill() : status;
}

} // namespace

std::string mxm_hash_counting_program(const MxmHashCall &given) {
    const MxmHashCall call = with_used_values(given);
    return counting_program(&call);
}

std::string mxm_hash_filling_program(const MxmHashCall &given) {
    const MxmHashCall call = with_used_values(given);
    return filling_program(&call);
}

static Status mxm_hash(const MxmHashCall *given) {
    const MxmHashCall call = with_used_values(*given);
    const CurrentDevice current;
    return call.A.nrows == 0 ? Status::ok : Product(call).run();
}

namespace {

const Export export_of_hash = exported<&mxm_hash>(gpu::mxm_hash);

} // namespace

} // namespace grb::device
