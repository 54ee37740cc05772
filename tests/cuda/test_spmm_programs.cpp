// Tests that every kernel that multiplies by a full matrix compiles for every listed architecture,
// in each layout of lanes over columns, and over a sample of types, widths and operators. Needs
// NVRTC, no GPU.
#include "cuda/catalogue_programs.h"
#include "cuda/program_calls.h"
#include "cuda/spmm/spmm_calls.h"

#include <set>

namespace grb::device {
namespace {

constexpr SpmmVariant spmm_variants[] = {SpmmVariant::row_split,
                                         SpmmVariant::merge,
                                         SpmmVariant::merge_path,
                                         SpmmVariant::parallel_row,
                                         SpmmVariant::parallel_balanced,
                                         SpmmVariant::sequential_row,
                                         SpmmVariant::vector,
                                         SpmmVariant::sequential_balanced,
                                         SpmmVariant::row_classes};

class SpmmPrograms : public NeedsCompiler {};

SemiringName over(const char *add, const char *multiply, const char *type) {
    return {{add, type}, {multiply, type}, type};
}

TEST_F(SpmmPrograms, EveryVariantOnEveryArchitecture) {
    Batch batch;
    for (const SpmmVariant variant : spmm_variants)
        batch.add(
            spmm_program(spmm_call(variant, 32, over("Plus", "Times", "float"), "float", "float")));
    for (const int architecture : architectures) batch.expect_compiles(architecture);
}

/// These kernels skip rows that the mask excludes; the others do not depend on the mask.
TEST_F(SpmmPrograms, UnderAMask) {
    static const std::uint64_t bits = 0;
    Batch batch;
    for (const SpmmVariant variant : spmm_variants) {
        for (const std::uint64_t columns : {1, 4, 33}) {
            SpmmCall call =
                spmm_call(variant, columns, over("Plus", "Times", "float"), "float", "float");
            const std::string unmasked = spmm_program(call);
            call.mask.flip = 0; // the mask allows nothing
            const std::string nothing = spmm_program(call);
            call.mask.bits = &bits;
            const bool reads_mask = variant == SpmmVariant::row_split ||
                                    variant == SpmmVariant::vector ||
                                    variant == SpmmVariant::row_classes;
            EXPECT_EQ(spmm_program(call) != unmasked, reads_mask);
            EXPECT_EQ(spmm_program(call), nothing);
            if (reads_mask) batch.add(nothing);
        }
    }
    batch.expect_compiles();
}

/// The number of columns decides how many a lane takes and how many lanes are adjacent.
TEST_F(SpmmPrograms, EveryWidthOfTheVectorKernel) {
    Batch batch;
    std::set<std::string> programs;
    for (const std::uint64_t columns : {1, 2, 3, 4, 6, 8, 16, 31, 32, 33, 64, 100, 4096}) {
        for (const std::uint64_t slice : {32, 64, 128}) {
            SpmmCall call = spmm_call(SpmmVariant::vector, columns, over("Plus", "Times", "float"),
                                      "float", "float");
            call.slice = slice;
            if (programs.insert(spmm_program(call)).second) batch.add(spmm_program(call));
        }
    }
    // With 4 columns a lane: 1 to 32 lanes; 2: 1, 4; 1: 1, 4, 32. Kernels that add carries: three
    // more.
    EXPECT_EQ(programs.size(), 14U);
    batch.expect_compiles();
}

/// A row of B has as many adjacent lanes as loads, up to a warp.
TEST_F(SpmmPrograms, EveryWidthOfRowsInClasses) {
    Batch batch;
    std::set<std::string> programs;
    for (const std::uint64_t columns : {1, 2, 3, 4, 6, 8, 16, 31, 32, 33, 64, 100, 128, 256}) {
        const SpmmCall call = spmm_call(SpmmVariant::row_classes, columns,
                                        over("Plus", "Times", "float"), "float", "float");
        if (programs.insert(spmm_program(call)).second) batch.add(spmm_program(call));
    }
    // With 4 columns a lane: 1 to 32 lanes; 2: 1, 4; 1: 1, 4, 32.
    EXPECT_EQ(programs.size(), 11U);
    batch.expect_compiles();
}

TEST_F(SpmmPrograms, EveryTypeAndWidth) {
    Batch batch;
    constexpr std::uint64_t columns[] = {1, 4, 6, 16, 33, 128};
    for (std::size_t k = 0; k < type_count; k++) {
        for (const SpmmVariant variant : {SpmmVariant::vector, SpmmVariant::row_classes,
                                          spmm_variants[k % std::size(spmm_variants)]}) {
            SpmmCall call = spmm_call(variant, columns[k % std::size(columns)],
                                      over("Min", "Plus", types[k]), other(k, 3), types[k]);
            call.A.offset_width = k % 2 == 0 ? 8 : 4;
            call.A.index_width = k % 3 == 0 ? 8 : 4;
            call.A.is_iso = k % 3 == 1;
            call.B.is_iso = k % 4 == 1;
            batch.add(spmm_program(call));
        }
    }
    batch.expect_compiles();
}

TEST_F(SpmmPrograms, EveryOperator) {
    Batch batch;
    std::size_t turn = 0;
    const auto next = [&turn] { return spmm_variants[turn++ % std::size(spmm_variants)]; };
    for (const char *multiply : {"First", "Second", "Oneb", "Plus", "Minus", "Times", "Div", "Min",
                                 "Max", "Bor", "Band", "Bxor", "Bxnor"})
        batch.add(spmm_program(spmm_call(next(), 12, over("Max", multiply, "int"), "int", "int")));
    for (const char *multiply : further_on_integers)
        batch.add(
            spmm_program(spmm_call(next(), 12, over("Plus", multiply, "long"), "long", "int")));
    for (const char *multiply : further_on_floats)
        batch.add(
            spmm_program(spmm_call(next(), 12, over("Min", multiply, "float"), "float", "float")));
    for (const char *comparison : comparisons)
        batch.add(spmm_program(spmm_call(
            next(), 12, {{"Lor", "bool"}, {comparison, "double"}, "bool"}, "float", "double")));
    for (const char *monoid : {"Plus", "Times", "Min", "Max"})
        batch.add(spmm_program(spmm_call(SpmmVariant::vector, 8, over(monoid, "Second", "double"),
                                         "float", "double")));
    for (const char *monoid : {"Lor", "Land", "Lxor", "Lxnor"})
        batch.add(spmm_program(spmm_call(next(), 8, over(monoid, "Land", "bool"), "bool", "bool")));
    batch.expect_compiles();
}

} // namespace
} // namespace grb::device
