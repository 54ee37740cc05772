// Host side of the products of sparse matrices row by row: memory, classes of rows, launches.

#include "cuda/mxm/mxm_hash_kernels.hpp"
#include "cuda/plugin/branches.hpp"
#include "cuda/plugin/exports.hpp"
#include "cuda/plugin/jit.hpp"
#include "cuda/plugin/sizes.hpp"
#include "cuda/structure/compaction.hpp"

#include <algorithm>

namespace grb::device {

namespace {

/// A product in progress: state that its steps share.
class Product {
public:
    explicit Product(const MxmHashCall &call) : call_(call) {}
    Status run();

private:
    Status prepare();
    /// Lists the rows by classes; waits for the classes that occur.
    Status classify(const HashKernel &kernel, std::uint64_t blocks);
    Status count();
    Status fill();
    /// Rows of a class, and the kernel that makes them with so much shared memory.
    struct ClassLaunch {
        int which;
        const HashKernel *kernel;
        int shared_bytes;
    };
    /// Launches long rows first: later kernels fill the gaps.
    Status launch_classes(const std::vector<ClassLaunch> &launches);
    Status launch_class(const ClassLaunch &launch, const Program &program, Branches &branches);
    /// The most rows of a class.
    std::uint64_t most_rows(int which) const;
    bool has_small_bits() const { return arguments_.B.ncols <= small_bits_columns; }
    int sum_bytes() const { return size_of_type(call_.semiring.result_type) == 8 ? 8 : 4; }
    int bit_bytes() const;
    std::uint64_t rank_bytes(std::uint64_t entries) const;

    const MxmHashCall &call_;
    Scratch memory_;
    MxmHashArguments arguments_{};
    RowShares shares_{};      // of the blocks that classify rows and order them
    std::uint64_t sum_ = 0;   // products, or entries
    std::uint64_t codes_ = 0; // of the numbers of rows
    bool is_filling_ = false, has_long_rows_ = false;
    int most_bytes_ = 0; // most shared memory that a launch may ask for
};

Status Product::prepare() {
    MxmHashArguments &g = arguments_;
    g.A = call_.A;
    g.B = call_.B;
    g.M = call_.M;
    g.is_mask_complemented = call_.is_mask_complemented;
    if (const cudaError_t error = cudaDeviceGetAttribute(
            &most_bytes_, cudaDevAttrMaxSharedMemoryPerBlockOptin, runtime().facts().ordinal))
        return fail("shared memory of a block", error);
    most_bytes_ -= hash_static_bytes;
    const auto half = static_cast<std::uint64_t>(most_bytes_) / 2;
    if (rank_bytes(0) < half)
        g.more_ranks_most = (half - rank_bytes(0)) / static_cast<std::uint64_t>(sum_bytes());
    g.small_counts = has_small_bits() ? small_bits_counts : small_table_counts;
    g.small_fills = has_small_bits() ? small_ranks_fills : small_table_fills;
    shares_ = row_shares(g.A.nrows, hash_threads);
    const std::uint64_t fixed = 2 * sizeof(HashCounters) + shares_.count * sizeof *g.share_sums;
    Status status =
        memory_.allocate(fixed + (2 + hash_list_arrays) * g.A.nrows * sizeof *g.products);
    if (status != Status::ok) return status;
    g.counters = memory_.as<HashCounters>();
    g.share_sums = reinterpret_cast<unsigned long long *>(g.counters + 2);
    g.share = shares_.share;
    g.products = reinterpret_cast<unsigned *>(g.share_sums + shares_.count);
    g.lengths = g.products + g.A.nrows;
    g.list = g.lengths + g.A.nrows;
    return runtime().clear(g.counters, 2 * sizeof(HashCounters));
}

Status Product::classify(const HashKernel &kernel, std::uint64_t blocks) {
    MxmHashArguments &g = arguments_;
    const OneHashKernel shape{&call_, &kernel, false};
    const void *found = nullptr;
    Status status = find_kernel(Program(&OneHashKernel::describe, shape), kernel.name, &found);
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
    // Kernels of short rows alone finish sooner one by one than streams fork and join.
    has_long_rows_ = false;
    for (int which = block_table; which < hash_class_count; which++)
        has_long_rows_ = has_long_rows_ || most_rows(which) != 0;
    g.has_list = codes_ >> hash_codes_bits == 0;
    return status;
}

std::uint64_t Product::most_rows(int which) const {
    const auto code = static_cast<unsigned>(codes_ >> (which - 1) * hash_code_bits) & most_code;
    const std::uint64_t all = arguments_.A.nrows;
    if (code == 0) return 0;
    return code == most_code ? all : std::min(std::uint64_t{1} << (code - 1), all);
}

Status Product::launch_classes(const std::vector<ClassLaunch> &launches) {
    std::vector<OneHashKernel> shapes;
    for (const ClassLaunch &launch : launches)
        shapes.push_back({&call_, launch.kernel, is_filling_});
    if (!is_filling_) shapes.push_back({&call_, &hash_classify_kernel, false});
    // Shapes and programs keep their addresses from here on.
    std::vector<Program> programs;
    programs.reserve(shapes.size());
    std::vector<WantedKernel> wanted;
    for (const OneHashKernel &shape : shapes) {
        programs.emplace_back(&OneHashKernel::describe, shape);
        wanted.push_back({&programs.back(), shape.kernel->name});
    }
    Status status = make_ready(wanted);
    Branches branches;
    for (std::size_t k = 0; k < launches.size() && status == Status::ok; k++)
        status = launch_class(launches[k], programs[k], branches);
    return status == Status::ok ? branches.close() : status;
}

Status Product::launch_class(const ClassLaunch &launch, const Program &program,
                             Branches &branches) {
    constexpr int plain_bytes = 48 * 1024 - hash_static_bytes;
    MxmHashArguments &g = arguments_;
    const HashKernel &kernel = *launch.kernel;
    const int shared_bytes = launch.shared_bytes;
    g.which = launch.which;
    const void *found = nullptr;
    Status status = find_kernel(program, kernel.name, &found);
    if (status != Status::ok) return status;
    // The attribute is equal for all calls: another thread may set it meanwhile.
    if (shared_bytes > plain_bytes)
        if (const cudaError_t error = cudaFuncSetAttribute(
                found, cudaFuncAttributeMaxDynamicSharedMemorySize, most_bytes_))
            return fail("shared memory of a kernel", error);
    g.shared_bytes = shared_bytes;
    cudaStream_t stream = nullptr;
    if (has_long_rows_) status = branches.next(&stream);
    if (status != Status::ok) return status;
    void *list[] = {&g};
    return runtime().launch(found, divide_up(most_rows(launch.which), kernel.rows_of_block),
                            kernel.threads, list, static_cast<std::size_t>(shared_bytes), stream);
}

/// Bytes for bits of all columns, or for as many as there is room for.
int Product::bit_bytes() const {
    return static_cast<int>(
        std::min<std::uint64_t>(divide_up(arguments_.B.ncols, 128) * 16,
                                static_cast<std::uint64_t>(most_bytes_) / 16 * 16));
}

/// Bytes for bits and ranks of all columns, and the sums of a row of so many entries.
std::uint64_t Product::rank_bytes(std::uint64_t entries) const {
    return divide_up(arguments_.B.ncols, 1024) * (1024 / 32 * 6) +
           std::min<std::uint64_t>(entries, arguments_.B.ncols) *
               static_cast<std::uint64_t>(sum_bytes());
}

Status Product::count() {
    Status status = classify(hash_measure_kernel, divide_up(arguments_.A.nrows, hash_threads));
    if (status != Status::ok || sum_ == 0) return status;
    std::vector<ClassLaunch> launches;
    for (int which = hash_class_count - 1; which > 0; which--) {
        if (most_rows(which) == 0 || hash_counters[which].name == nullptr) continue;
        const bool is_small = which == small_row && has_small_bits();
        const int bytes = which >= few_ranks || is_small ? bit_bytes()
                          : which == block_table         ? 2 * block_count_most * 4
                                                         : 0;
        launches.push_back(
            {which, is_small ? &hash_count_small_bits_kernel : &hash_counters[which], bytes});
    }
    return launch_classes(launches);
}

Status Product::fill() {
    RowsTarget target{};
    MxmHashArguments &g = arguments_;
    Status status = call_.reserve(call_.reserve_context, sum_, &target);
    if (status == Status::ok && target.row_offsets != nullptr)
        status =
            scan_offsets(g.lengths, g.share_sums, shares_, target.row_offsets, target.offset_width);
    g.c_offsets = target.row_offsets;
    g.c_indices = target.column_indices;
    g.c_values = target.values;
    g.has_short_offsets = target.offset_width == 4;
    g.has_short_columns = target.index_width == 4;
    if (status != Status::ok) return status;
    std::vector<ClassLaunch> launches;
    const auto half = static_cast<std::uint64_t>(most_bytes_) / 2;
    const int table_bytes = static_cast<int>(block_fill_most) * (2 * (4 + sum_bytes()) + 4);
    for (int which = hash_class_count - 1; which > 0; which--) {
        if (most_rows(which) == 0) continue;
        // If two blocks do not fit, one should be large.
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
        launches.push_back({which,
                            is_small  ? &hash_fill_small_ranks_kernel
                            : is_many ? &hash_fillers[many_ranks]
                                      : &hash_fillers[which],
                            bytes});
    }
    return launch_classes(launches);
}

Status Product::run() {
    Status status = prepare();
    if (status == Status::ok) status = count();
    if (status != Status::ok || sum_ == 0) return status;
    is_filling_ = true;
    arguments_.counters++;
    status = classify(hash_classify_kernel, shares_.count);
    return status == Status::ok && sum_ != 0 ? fill() : status;
}

} // namespace

static Status mxm_hash(const MxmHashCall *given) {
    const MxmHashCall call = with_used_values(*given);
    const CurrentDevice current;
    return call.A.nrows == 0 ? Status::ok : Product(call).run();
}

namespace {

const Export export_of_hash = exported<&mxm_hash>(gpu::mxm_hash);

} // namespace

} // namespace grb::device
