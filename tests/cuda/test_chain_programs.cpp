// Tests that chains of calls compile for every listed architecture, and over a sample of types,
// operators and operands. Needs NVRTC, no GPU.
#include "cuda/catalogue_programs.h"
#include "cuda/chain/chain.hpp"

namespace grb::device {
namespace {

class ChainPrograms : public NeedsCompiler {};

using Kind = ChainStageCall::Kind;

/// Only that memory is there counts.
template <class T>
T *some_memory() {
    alignas(16) static unsigned char memory[16];
    return reinterpret_cast<T *>(memory);
}

ChainOperand operand(int from, const char *type, bool is_iso = false) {
    ChainOperand operand{};
    operand.from = from;
    operand.type = operand.list.type = operand.elements.dense.type = type;
    operand.elements.dense.is_iso = operand.list.is_iso = is_iso;
    return operand;
}

/// A call without operands and operator that makes no list.
ChainStageCall stage(Kind kind, const char *type) {
    ChainStageCall stage{};
    stage.kind = kind;
    stage.z_type = type;
    stage.a = stage.b = stage.mask = operand(from_nothing, "bool");
    return stage;
}

/// Less than a dense vector's, those true, and what is set in place under them, as in shortest
/// paths.
ChainCall relaxation(const char *type, bool is_bitmap) {
    ChainCall call{};
    if (is_bitmap) call.bits = some_memory<std::uint64_t>();
    call.count = 4;
    const int base = is_bitmap ? from_elements : from_base;
    ChainStageCall *const stages = call.stages;
    stages[0] = stage(Kind::multiply, "bool");
    stages[0].a = operand(base, type);
    stages[0].b = operand(from_elements, type);
    stages[0].op = {"Lt", type};
    stages[1] = stage(Kind::select, "bool");
    stages[1].a = operand(0, "bool");
    stages[1].function = {MapKind::value, "Ne", "bool", {}};
    stages[1].values = some_memory<void>();
    stages[2] = stage(Kind::set, type);
    stages[2].a = operand(from_list, type);
    stages[2].mask = operand(1, "bool");
    stages[2].values = some_memory<void>();
    stages[2].bits = some_memory<std::uint64_t>();
    stages[3] = stage(Kind::set_value, "bool");
    stages[3].mask = operand(1, "bool");
    stages[3].tests_mask = true;
    stages[3].values = some_memory<void>();
    return call;
}

TEST_F(ChainPrograms, EveryTypeOfOperandsAndResults) {
    Batch batch;
    for (std::size_t k = 0; k < type_count; k++) {
        const std::vector<const char *> binary = operators_over(k), unary = unary_over(k);
        ChainCall call{};
        call.count = 3;
        if (k % 2 == 0) call.bits = some_memory<std::uint64_t>();
        ChainStageCall *const stages = call.stages;
        stages[0] = stage(Kind::multiply, types[k]);
        stages[0].a = operand(k % 2 == 0 ? from_elements : from_base, other(k, 3), k % 3 == 0);
        stages[0].b = operand(k % 4 < 2 ? from_elements : from_list, other(k, 6), k % 5 == 0);
        stages[0].op = {binary[(3 * k) % binary.size()], types[k]};
        stages[0].values = some_memory<void>();
        stages[1] = stage(Kind::apply, types[k]);
        stages[1].a = operand(0, types[k]);
        stages[1].function = {MapKind::unary, unary[k % unary.size()], types[k], {}};
        stages[2] = stage(Kind::copy, types[k]);
        stages[2].a = operand(1, types[k]);
        stages[2].mask = operand(from_elements, other(k, 2));
        stages[2].tests_mask = k % 3 == 1;
        stages[2].values = some_memory<void>();
        batch.add(chain_program(call));
        batch.add(chain_program(relaxation(types[k], k % 2 == 1)));
    }
    batch.expect_compiles();
}

/// A sum, then its absolute value in its place, as PageRank ends a round.
TEST_F(ChainPrograms, FullVectors) {
    Batch batch;
    for (std::size_t k = 0; k < type_count; k++) {
        const std::vector<const char *> binary = operators_over(k), unary = unary_over(k);
        ChainCall call{};
        call.is_full = true;
        call.count = 2;
        call.stages[0] = stage(Kind::multiply, types[k]);
        call.stages[0].a = operand(from_elements, types[k]);
        call.stages[0].b = operand(from_elements, other(k, 3), k % 3 == 0);
        call.stages[0].op = {binary[k % binary.size()], types[k]};
        call.stages[1] = stage(Kind::apply, types[k]);
        call.stages[1].a = operand(0, types[k]);
        call.stages[1].function = {MapKind::unary, unary[k % unary.size()], types[k], {}};
        call.stages[1].values = some_memory<void>();
        batch.add(chain_program(call));
    }
    batch.expect_compiles();
}

TEST_F(ChainPrograms, FunctionsOfPositions) {
    Batch batch;
    for (const char *op : {"RowIndex", "DiagIndex"}) {
        ChainCall call{};
        call.count = 2;
        call.stages[0] = stage(Kind::apply, "long");
        call.stages[0].a = operand(from_base, "float");
        call.stages[0].function = {MapKind::position, op, "long", {}};
        call.stages[1] = stage(Kind::select, "long");
        call.stages[1].a = operand(0, "long");
        call.stages[1].function = {MapKind::position, "Rowle", nullptr, {}};
        call.stages[1].values = some_memory<void>();
        batch.add(chain_program(call));
    }
    batch.expect_compiles();
}

TEST_F(ChainPrograms, TheLongestOnEveryArchitecture) {
    Batch batch;
    for (const bool is_bitmap : {false, true}) {
        ChainCall call = relaxation("double", is_bitmap);
        for (int k = 0; k < 4; k++) call.stages[4 + k] = stage(Kind::copy, "double");
        for (int k = 4; k < longest_chain; k++)
            call.stages[k].a = k == 4 ? operand(from_elements, "double") : operand(k - 1, "double");
        call.count = longest_chain;
        call.stages[7].values = some_memory<void>();
        batch.add(chain_program(call));
    }
    for (const int architecture : architectures) batch.expect_compiles(architecture);
}

} // namespace
} // namespace grb::device
