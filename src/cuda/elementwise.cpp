// Host side of the element-wise kernels: programs, grids, the count of entries.
#include "cuda/elementwise.hpp"

#include "cuda/jit.hpp"
#include "cuda/kernels/elementwise_arguments.h"

#include <algorithm>

namespace grb::device {

namespace {

constexpr int block = 256;
constexpr std::uint64_t cells_per_block = 1024;

/// The text of a program whose kernel is `name`, a line at a time.
class Program {
public:
    Program() { text_ = "#include \"kernels/elementwise.cuh\"\n\nstruct P {\n"; }
    void line(const std::string &content) { text_ += "    " + content + '\n'; }
    void alias(const char *name, const std::string &type) {
        line(std::string("using ") + name + " = " + type + ';');
    }
    // Two names: a literal would rather become a bool than a string.
    void constant(const char *name, const std::string &value) {
        line(std::string("static constexpr bool ") + name + " = " + value + ';');
    }
    void flag(const char *name, bool value) { constant(name, value ? "true" : "false"); }
    std::string finish(const char *name, const char *arguments) const {
        return text_ + "};\n\nextern \"C\" __global__ void __launch_bounds__(" +
               std::to_string(block) + ") " + name + "(const grb::device::" + arguments +
               " arguments) {\n    grb::device::" + name + "<P>(arguments);\n}\n";
    }

private:
    std::string text_;
};

std::string functor(const char *name, const char *type) {
    return std::string("grb::") + name + (type != nullptr ? std::string("<") + type + '>' : "");
}

/// op(x, y) of values of types X and Y, as Z.
void add_op(Program &text, const BinaryName &op, const char *x, const char *y, const char *uses_x,
            const char *uses_y) {
    text.flag("has_op", op.functor != nullptr);
    if (op.functor == nullptr) {
        text.flag(uses_x, false);
        text.flag(uses_y, std::string(uses_y) == "uses_t");
        return;
    }
    text.alias("Op", functor(op.functor, op.type));
    text.constant(uses_x, "!Op::ignores_x");
    text.constant(uses_y, "!Op::ignores_y");
    text.line(std::string("static __device__ Z op(") + x + " x, " + y + " y) {");
    text.line("    return grb::cast<Z>(Op::apply(grb::cast<typename Op::X>(x), "
              "grb::cast<typename Op::Y>(y)));");
    text.line("}");
}

KernelKey key_of(const char *kernel, std::initializer_list<const char *> names,
                 std::initializer_list<int> numbers) {
    KernelKey key(kernel);
    for (const char *name : names) key.add(name);
    for (const int number : numbers) key.add(number);
    return key;
}

template <class Call>
std::string program(const void *call) {
    return program_of(*static_cast<const Call *>(call));
}

unsigned packed(const Takes &takes) {
    return takes.only_a | static_cast<unsigned>(takes.only_b) << 2 |
           static_cast<unsigned>(takes.both) << 4;
}

const unsigned *half_words(const std::uint64_t *bits) {
    return reinterpret_cast<const unsigned *>(bits);
}
unsigned *half_words(std::uint64_t *bits) {
    return reinterpret_cast<unsigned *>(bits);
}

Cells cells_of(const CellOperand &operand) {
    return {operand.dense.values, half_words(operand.dense.bits), operand.value, operand.is_empty};
}

/// Both halves of the flip are the same: all bits set or none.
CellMask mask_of(const MaskBits &mask) {
    return {half_words(mask.bits), static_cast<unsigned>(mask.flip)};
}

/// Launches; with bits to be written, also waits for their number.
template <class Arguments>
Status launch_counted(const void *kernel, std::uint64_t blocks, Arguments &arguments,
                      std::uint64_t *count) {
    void *list[] = {&arguments};
    CellResult &result = arguments.result;
    if (result.bits == nullptr || count == nullptr)
        return runtime().launch(kernel, blocks, block, list);
    if (blocks == 0) {
        *count = 0;
        return Status::ok;
    }
    const Runtime::Publication publication = runtime().begin_publication();
    result.count_sum = publication.sum;
    result.count_blocks = publication.blocks;
    result.count_where = publication.where;
    const Status status = runtime().launch(kernel, blocks, block, list);
    if (status == Status::ok) return runtime().await(count);
    runtime().abandon_publication();
    return status;
}

std::uint64_t divide_up(std::uint64_t a, std::uint64_t b) {
    return a / b + (a % b != 0 ? 1 : 0);
}

const char *map_expression(MapKind kind) {
    switch (kind) {
    case MapKind::unary:
        return "Op::apply(grb::cast<typename Op::X>(x))";
    case MapKind::bind_first:
        return "Op::apply(low<typename Op::X>(scalar), grb::cast<typename Op::Y>(x))";
    case MapKind::bind_second:
        return "Op::apply(grb::cast<typename Op::X>(x), low<typename Op::Y>(scalar))";
    case MapKind::position:
        return "Op::apply(i, j, low<typename Op::Thunk>(scalar))";
    case MapKind::value:
        break;
    }
    return "Op::apply(grb::cast<typename Op::X>(x), low<typename Op::Y>(scalar))";
}

} // namespace

std::string program_of(const MergeCall &call) {
    Program text;
    text.alias("A", call.a.dense.type);
    text.alias("B", call.b.dense.type);
    text.alias("Z", call.z_type);
    text.flag("a_is_iso", call.a.dense.is_iso);
    text.flag("b_is_iso", call.b.dense.is_iso);
    add_op(text, call.op, "A", "B", "uses_a", "uses_b");
    return text.finish("merge_cells", "MergeArguments");
}

Status merge_cells(const MergeCall *call) {
    const CurrentDevice current;
    const KernelKey key = key_of(
        "merge_cells",
        {call->a.dense.type, call->b.dense.type, call->z_type, call->op.functor, call->op.type},
        {call->a.dense.is_iso, call->b.dense.is_iso});
    const void *kernel = nullptr;
    const Status status = find_kernel(key, "merge_cells", &program<MergeCall>, call, &kernel);
    if (status != Status::ok) return status;
    MergeArguments arguments{};
    arguments.cells = call->cells;
    arguments.a = cells_of(call->a);
    arguments.b = cells_of(call->b);
    arguments.inside = packed(call->inside);
    arguments.outside = packed(call->outside);
    arguments.mask = mask_of(call->mask);
    arguments.is_in_place = call->values != nullptr && call->values == call->a.dense.values;
    arguments.result.values = call->values;
    arguments.result.bits = half_words(call->bits);
    return launch_counted(kernel, divide_up(call->cells, cells_per_block), arguments, call->nvals);
}

std::string program_of(const MapCall &call) {
    Program text;
    text.alias("X", call.x.dense.type);
    text.alias("Z", call.z_type);
    text.alias("Op", functor(call.functor, call.type));
    text.flag("x_is_iso", call.x.dense.is_iso);
    text.flag("is_selection", call.is_selection);
    text.flag("uses_position", call.kind == MapKind::position);
    text.constant("uses_x", call.kind == MapKind::bind_first    ? "!Op::ignores_y"
                            : call.kind == MapKind::bind_second ? "!Op::ignores_x"
                            : call.kind == MapKind::position    ? "false"
                                                                : "true");
    text.line("template <class T>");
    text.line("static __device__ T low(unsigned long bits) {");
    text.line("    return grb::from_bits<T>(static_cast<grb::Bits<T>>(bits));");
    text.line("}");
    text.line("static __device__ Z f(X x, long i, long j, unsigned long scalar) {");
    text.line(std::string("    return grb::cast<Z>(") + map_expression(call.kind) + ");");
    text.line("}");
    return text.finish("map_cells", "MapArguments");
}

Status map_cells(const MapCall *call) {
    const CurrentDevice current;
    const KernelKey key =
        key_of("map_cells", {call->functor, call->type, call->x.dense.type, call->z_type},
               {static_cast<int>(call->kind), call->is_selection, call->x.dense.is_iso});
    const void *kernel = nullptr;
    const Status status = find_kernel(key, "map_cells", &program<MapCall>, call, &kernel);
    if (status != Status::ok) return status;
    MapArguments arguments{};
    arguments.cells = call->cells;
    arguments.ncols = call->ncols;
    arguments.x = cells_of(call->x);
    arguments.indices = call->indices;
    arguments.has_short_indices = call->index_width == 4;
    arguments.scalar = call->scalar;
    arguments.is_vector = call->is_vector;
    arguments.mask = mask_of(call->mask);
    arguments.result.values = call->values;
    arguments.result.bits = half_words(call->bits);
    return launch_counted(kernel, divide_up(call->cells, cells_per_block), arguments, call->nvals);
}

std::string program_of(const ReduceCall &call) {
    Program text;
    text.alias("X", call.x.dense.type);
    text.alias("Z", call.add.type);
    text.alias("Add", functor(call.add.functor, call.add.type));
    text.flag("x_is_iso", call.x.dense.is_iso);
    text.flag("has_terminal", false);
    text.constant("identity_is_neutral",
                  "!grb::is_floating<Z> || grb::is_same_type<Add, grb::Plus<Z>> || "
                  "grb::is_same_type<Add, grb::Times<Z>>");
    text.line("static __device__ Z add(Z x, Z y) { return Add::apply(x, y); }");
    text.line("static __device__ Z identity() { return Add::identity(); }");
    return text.finish("reduce_cells", "ReduceArguments");
}

Status reduce_cells(const ReduceCall *call) {
    constexpr std::uint64_t least_per_thread = 8, most_blocks = 2048;
    const std::uint64_t cells = call->x.dense.cells;
    const CurrentDevice current;
    const KernelKey key =
        key_of("reduce_cells", {call->add.functor, call->add.type, call->x.dense.type},
               {call->x.dense.is_iso});
    const void *kernel = nullptr;
    Status status = find_kernel(key, "reduce_cells", &program<ReduceCall>, call, &kernel);
    if (status != Status::ok) return status;
    // From the size alone, so that the order of addition is the same everywhere.
    const std::uint64_t blocks =
        std::clamp<std::uint64_t>(divide_up(cells, block * least_per_thread), 1, most_blocks);
    Scratch sums;
    status = sums.allocate(blocks * (sizeof(std::uint64_t) + 1));
    if (status != Status::ok) return status;
    ReduceArguments arguments{};
    arguments.cells = cells;
    arguments.x = cells_of(call->x);
    arguments.block_values = sums.as<void>();
    arguments.block_has = sums.as<unsigned char>() + blocks * sizeof(std::uint64_t);
    const Runtime::Publication publication = runtime().begin_publication();
    arguments.blocks_done = publication.blocks;
    arguments.where = publication.where;
    void *list[] = {&arguments};
    status = runtime().launch(kernel, blocks, block, list);
    if (status != Status::ok) {
        runtime().abandon_publication();
        return status;
    }
    std::uint64_t has_result = 0;
    status = runtime().await(&has_result, call->result);
    if (status == Status::ok) *call->has_result = has_result != 0;
    return status;
}

std::string program_of(const ScatterCall &call) {
    Program text;
    text.alias("Index", call.t.index_width == 4 ? "unsigned" : "unsigned long");
    text.alias("T", call.t.type);
    text.alias("Z", call.c_type);
    text.flag("t_is_iso", call.t.is_iso);
    add_op(text, call.op, "Z", "T", "uses_c", "uses_t");
    return text.finish("scatter_list", "ScatterArguments");
}

Status scatter_list(const ScatterCall *call) {
    const CurrentDevice current;
    const KernelKey key =
        key_of("scatter_list", {call->t.type, call->c_type, call->op.functor, call->op.type},
               {call->t.is_iso, call->t.index_width == 4});
    const void *kernel = nullptr;
    const Status status = find_kernel(key, "scatter_list", &program<ScatterCall>, call, &kernel);
    if (status != Status::ok) return status;
    ScatterArguments arguments{};
    arguments.nvals = call->t.nvals;
    arguments.indices = call->t.indices;
    arguments.t_values = call->t.values;
    arguments.t_value = call->t.value;
    arguments.mask = mask_of(call->mask);
    arguments.result.values = call->values;
    arguments.result.bits = half_words(call->bits);
    return launch_counted(kernel, divide_up(call->t.nvals, block), arguments, call->added);
}

} // namespace grb::device
