// The host side of build, which sorts and folds tuples, or scatters them into dense storage.
#include "cuda/structure/build.hpp"

#include "cuda/plugin/exports.hpp"
#include "cuda/plugin/jit.hpp"
#include "cuda/plugin/program.hpp"
#include "cuda/plugin/runtime.hpp"
#include "cuda/structure/build_arguments.h"
#include "cuda/structure/structure_calls.h"
#include "cuda/structure/tuples.hpp"
#include "cuda/structure/values.hpp"

#include <algorithm>
#include <cstring>

namespace grb::device {

namespace {

constexpr std::uint64_t threads = build_threads;

/// The program text for the kernels of both methods, and the key of the compiled program.
struct Text {
    const char *kernel, *arguments;
    std::string members, key;

    Text(const char *name, const char *arguments_type) : kernel(name), arguments(arguments_type) {
        key = name;
    }
    void line(const std::string &content) { members += "    " + content + ";\n"; }
    void alias(const char *name, const char *type) {
        line(std::string("using ") + name + " = " + type);
        key += std::string(",") + type;
    }
    void flag(const char *name, bool value) {
        line(std::string("static constexpr bool ") + name + " = " + truth(value));
        key += value ? ",1" : ",0";
    }
    void dup(const BinaryName &op, bool is_reorderable) {
        const std::string functor = std::string("grb::") + op.functor + '<' + op.type + '>';
        alias("Add", functor.c_str());
        alias("Z", op.type);
        members += "    static __device__ Z add(Z x, Z y) { return "
                   "grb::device::convert<Z>(Add::apply(x, y)); }\n";
        flag("is_reorderable", is_reorderable);
    }
    std::string program() const {
        return "#include \"structure/build.cuh\"\n\nstruct P {\n" + members +
               "};\n\nextern \"C\" __global__ void __launch_bounds__(" +
               std::to_string(build_threads) + ") " + kernel + "(const grb::device::" + arguments +
               " arguments) {\n    grb::device::" + kernel + "<P>(arguments);\n}\n";
    }
    Status find(const void **found) const {
        return find_kernel(
            key, kernel,
            [](const void *text) { return static_cast<const Text *>(text)->program(); }, this,
            found);
    }
};

Text text_of(const BuildCall &call, const char *kernel) {
    Text text(kernel, "RunArguments");
    text.alias("X", call.type);
    text.flag("x_is_iso", call.is_iso);
    text.dup(call.dup, call.is_reorderable);
    return text;
}

Text text_of(const BuildCellsCall &call, const char *kernel) {
    Text text(kernel, "CellArguments");
    text.alias("Index", call.index_type);
    text.flag("index_is_iso", call.has_one_index);
    text.flag("has_values", call.values != nullptr);
    if (call.values == nullptr) return text;
    text.alias("X", call.type);
    text.flag("x_is_iso", call.is_iso);
    const bool has_op = call.dup.functor != nullptr;
    text.flag("has_op", has_op);
    if (has_op) {
        text.dup(call.dup, true);
    } else {
        text.alias("Z", call.type);
    }
    return text;
}

/// Computes the value of each distinct position.
Status combine(const BuildCall &call, const TupleSort &tuples, std::uint64_t runs, void *out) {
    const bool only_moves =
        call.dup.functor == nullptr ||
        (!tuples.has_duplicates() && std::strcmp(call.type, call.dup.type) == 0);
    if (only_moves) return gather_values(tuples.order(), call.values, runs, call.value_size, out);
    const void *kernel = nullptr;
    const Status status = text_of(call, "fold_runs").find(&kernel);
    if (status != Status::ok) return status;
    RunArguments arguments{runs, call.values, tuples.order(), tuples.starts(), out};
    void *list[] = {&arguments};
    return runtime().launch(kernel, (runs + threads - 1) / threads, build_threads, list);
}

} // namespace

std::string build_program(const BuildCall &call, const char *kernel) {
    return text_of(call, kernel).program();
}

std::string build_program(const BuildCellsCall &call, const char *kernel) {
    return text_of(call, kernel).program();
}

Status build(const BuildCall *call) {
    const CurrentDevice current;
    TupleSort tuples(*call);
    bool has_outside = false;
    std::uint64_t distinct = 0;
    Status status = tuples.run(&has_outside, &distinct);
    if (status != Status::ok) return status;
    *call->is_refused = has_outside || (tuples.has_duplicates() && call->dup.functor == nullptr);
    if (*call->is_refused) return Status::ok;
    void *offsets = nullptr, *indices = nullptr, *values = nullptr;
    status = call->reserve(call->reserve_context, distinct, &offsets, &indices, &values);
    if (status == Status::ok)
        status = tuples.place(offsets, call->offset_width, indices, call->index_width);
    if (status != Status::ok || values == nullptr) return status;
    return combine(*call, tuples, distinct, values);
}

Status build_cells(const BuildCellsCall *call) {
    const CurrentDevice current;
    const void *kernel = nullptr, *prepare = nullptr;
    const bool accumulates = call->values != nullptr && call->dup.functor != nullptr;
    Status status = text_of(*call, "scatter_tuples").find(&kernel);
    if (status == Status::ok && accumulates)
        status = text_of(*call, "prepare_cells").find(&prepare);
    if (status != Status::ok) return status;
    CellArguments arguments{};
    arguments.count = call->count;
    arguments.cells = call->cells;
    arguments.indices = call->indices;
    arguments.tuple_values = call->tuple_values;
    arguments.values = call->values;
    arguments.bits = reinterpret_cast<unsigned *>(call->bits);
    void *list[] = {&arguments};
    if (accumulates) {
        const std::uint64_t most =
            8 * static_cast<std::uint64_t>(runtime().facts().multiprocessors);
        status = runtime().launch(prepare, std::min((call->cells + threads - 1) / threads, most),
                                  build_threads, list);
    } else {
        status = runtime().clear(call->bits, (call->cells + 63) / 64 * 8);
        // Absent elements hold zero.
        if (status == Status::ok && call->values != nullptr)
            status = runtime().clear(call->values,
                                     call->cells * static_cast<std::size_t>(call->value_size));
    }
    if (status != Status::ok) return status;
    Runtime::Publication publication{};
    status = runtime().begin_publication(&publication);
    if (status != Status::ok) return status;
    arguments.count_sum = publication.sum;
    arguments.count_blocks = publication.blocks;
    arguments.flags = publication.appended;
    arguments.where = publication.where;
    status = runtime().launch(kernel, (call->count + threads - 1) / threads, build_threads, list);
    if (status != Status::ok) {
        runtime().abandon(publication);
        return status;
    }
    std::uint64_t flags = 0;
    status = runtime().await(publication, call->nvals, &flags);
    if (status != Status::ok) return status;
    *call->is_refused = flags != 0 || (call->dup.functor == nullptr && *call->nvals != call->count);
    return Status::ok;
}

namespace {

const Export exports[] = {exported<&build>(gpu::build), exported<&build_cells>(gpu::build_cells)};

} // namespace

} // namespace grb::device
