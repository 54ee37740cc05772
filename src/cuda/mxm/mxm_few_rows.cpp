// Host side of the products of a few rows by a sparse matrix: program, memory, grids.
#include "cuda/mxm/mxm_few_rows.hpp"

#include "cuda/mxm/mxm_few_rows_arguments.h"
#include "cuda/plugin/exports.hpp"
#include "cuda/plugin/jit.hpp"
#include "cuda/plugin/sizes.hpp"

#include <algorithm>

namespace grb::device {

namespace {

/// The distribution of rows over lanes; see mxm_few_rows.cuh.
struct Shape {
    MxmFewRowsCall call;
    int word, vec = 1, lanes = 1, stride;

    explicit Shape(const MxmFewRowsCall &given) : call(given) {
        // The product is taken as A' ⊗ B' with the operands exchanged: B is the sparse one.
        forget_unused(call.semiring, true, call.B, call.A.type, call.A.is_iso);
        const int rows = static_cast<int>(call.rows);
        word = rows <= 8 ? 1 : rows <= 16 ? 2 : rows <= 32 ? 4 : 8;
        stride = 8 * word;
        if (!call.has_values) return;
        vec = rows <= 2 ? rows : 4;
        stride = (rows + vec - 1) / vec * vec;
        while (lanes * vec < stride) lanes *= 2;
    }
    std::uint64_t side_bytes() const {
        if (!call.has_values || call.A.is_iso) return 0;
        return call.inner * static_cast<std::uint64_t>(stride) * size_of_type(call.A.type);
    }
};

enum : int { operand, mask, columns, chunks, join, elements, kernel_count };
constexpr const char *kernels[kernel_count] = {"few_operand", "few_mask", "few_columns",
                                               "few_chunks",  "few_join", "few_elements"};

void describe(ProgramSpec &spec, const Shape &shape) {
    const MxmFewRowsCall &call = shape.call;
    spec.include("mxm/mxm_few_rows.cuh");
    spec.begin();
    spec.index("Offset", call.B.offset_width);
    spec.index("Index", call.B.index_width);
    spec.index("Word", shape.word);
    spec.semiring(call.semiring, call.A.type, call.B.type, false, call.ends_at_first);
    spec.flag("a_is_iso", call.A.is_iso);
    spec.flag("u_is_iso", call.B.is_iso);
    spec.flag("a_is_full", call.A.bits == nullptr);
    spec.flag("has_values", call.has_values);
    spec.number("vec", shape.vec);
    spec.number("lanes", shape.lanes);
    spec.number("stride", shape.stride);
    spec.end();
    if (spec.text() == nullptr) return; // programs of the header have the same kernels
    for (const char *kernel : kernels) spec.kernel({kernel, "MxmFewRowsArguments", few_threads});
}

MxmFewRowsArguments arguments_of(const MxmFewRowsCall &call) {
    MxmFewRowsArguments arguments{};
    arguments.rows = call.rows;
    arguments.inner = call.inner;
    arguments.n = call.n;
    arguments.row_step = call.row_step;
    arguments.inner_step = call.inner_step;
    arguments.a_values = call.A.values;
    arguments.a_bits = call.A.bits;
    arguments.B = call.B;
    arguments.mask = call.mask;
    arguments.c_values = call.c_values;
    arguments.c_bits = reinterpret_cast<unsigned *>(call.c_bits);
    return arguments;
}

/// The least entries of a column that one warp takes, and about the most chunks of all columns.
constexpr std::uint64_t least_share = 512, most_chunks = 65536;

/// Device memory of a call beside operands and result.
class Memory {
public:
    /// Allocates, for long columns, lists of them and of their chunks, and the chunks' sums.
    Status allocate(const Shape &shape, bool has_long, MxmFewRowsArguments &arguments) {
        const MxmFewRowsCall &call = shape.call;
        const auto word = static_cast<std::uint64_t>(shape.word);
        arguments.share = std::max(least_share, divide_up(call.B.nvals, most_chunks));
        const std::uint64_t long_columns = has_long ? call.B.nvals / arguments.share : 0,
                            long_chunks = 2 * long_columns;
        const std::uint64_t chunk_values =
            call.has_values
                ? static_cast<std::uint64_t>(shape.stride) * size_of_type(call.semiring.result_type)
                : 0;
        std::uint64_t bytes = 0;
        const auto room = [&bytes](std::uint64_t size) {
            const std::uint64_t at = bytes;
            bytes += divide_up(size, 256) * 256;
            return at;
        };
        const std::uint64_t counters = room(sizeof(FewCounters)), side = room(shape.side_bytes()),
                            present = room(call.inner * word), words = room(call.n * word),
                            columns = room(long_columns * sizeof(FewColumn)),
                            chunks = room(long_chunks * sizeof(FewChunk)),
                            values = room(long_chunks * chunk_values),
                            chunk_words = room(long_chunks * word);
        const Status status = memory_.allocate(bytes);
        if (status != Status::ok) return status;
        const auto at = [this](std::uint64_t offset) { return memory_.as<char>() + offset; };
        arguments.counters = reinterpret_cast<FewCounters *>(at(counters));
        arguments.side = at(side);
        arguments.present = at(present);
        arguments.words = at(words);
        arguments.columns = reinterpret_cast<FewColumn *>(at(columns));
        arguments.chunks = reinterpret_cast<FewChunk *>(at(chunks));
        arguments.chunk_values = at(values);
        arguments.chunk_words = at(chunk_words);
        return has_long ? runtime().clear(arguments.counters, sizeof(FewCounters)) : Status::ok;
    }

private:
    Scratch memory_;
};

Status launch_counted(const void *kernel, std::uint64_t blocks, MxmFewRowsArguments &arguments,
                      const CountOutput &nvals) {
    Runtime::Publication publication{};
    Status status = runtime().begin_publication(&publication);
    if (status != Status::ok) return status;
    arguments.count_sum = publication.sum;
    arguments.count_blocks = publication.blocks;
    arguments.count_where = publication.where;
    void *list[] = {&arguments};
    status = runtime().launch(kernel, blocks, few_threads, list);
    if (status != Status::ok) {
        runtime().abandon(publication);
        return status;
    }
    return runtime().deliver(publication, nvals);
}

} // namespace

std::string mxm_few_rows_program(const MxmFewRowsCall &call) {
    const Shape shape(call);
    return Program(&describe, shape).text();
}

static Status mxm_few_rows(const MxmFewRowsCall *given) {
    const Shape shape(*given);
    const MxmFewRowsCall &call = shape.call;
    const Program program(&describe, shape);
    const CurrentDevice current;
    const void *found[kernel_count] = {};
    Status status = Status::ok;
    for (int k = 0; k < kernel_count && status == Status::ok; k++)
        status = find_kernel(program, kernels[k], &found[k]);
    if (status != Status::ok) return status;
    MxmFewRowsArguments arguments = arguments_of(call);
    const bool has_long =
        std::min(call.longest, call.B.nvals) > std::max(least_share, call.B.nvals / most_chunks);
    Memory memory;
    status = memory.allocate(shape, has_long, arguments);
    if (status != Status::ok) return status;
    const auto resident = 8 * static_cast<std::uint64_t>(runtime().facts().multiprocessors);
    const auto lanes = static_cast<std::uint64_t>(shape.lanes);
    const std::uint64_t warps =
        divide_up(divide_up(call.rows * call.n, 64) * 64, few_elements_a_warp);
    const std::uint64_t blocks[kernel_count] = {divide_up(call.inner, few_threads),
                                                divide_up(call.n, few_threads),
                                                divide_up(call.n * lanes, few_threads),
                                                resident,
                                                resident,
                                                divide_up(warps, few_threads / 32)};
    void *list[] = {&arguments};
    for (int k = operand; k < elements && status == Status::ok; k++) {
        if ((k == chunks || k == join) && !has_long) continue;
        status = runtime().launch(found[k], blocks[k], few_threads, list);
    }
    return status == Status::ok
               ? launch_counted(found[elements], blocks[elements], arguments, call.nvals)
               : status;
}

namespace {

const Export export_of_few_rows = exported<&mxm_few_rows>(gpu::mxm_few_rows);

} // namespace

} // namespace grb::device
