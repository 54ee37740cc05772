// Tests that every kernel of products of two full or two sparse matrices compiles for every listed
// architecture, and over a sample of types, widths and operators. Needs NVRTC, no GPU.
#include "cuda/catalogue_programs.h"
#include "cuda/mxm/mxm_few_rows.hpp"
#include "cuda/mxm/mxm_hash.hpp"
#include "cuda/mxm/mxm_masked_dot.hpp"
#include "cuda/mxm/mxm_sampled.hpp"

#include <set>

namespace grb::device {
namespace {

class MxmPrograms : public NeedsCompiler {};

SemiringName over(const char *add, const char *multiply, const char *type) {
    return {{add, type}, {multiply, type}, type};
}

MxmSampledCall sampled_call(std::uint64_t k, SemiringName semiring, const char *a, const char *b) {
    MxmSampledCall call{};
    call.k = k;
    call.semiring = semiring;
    call.A.type = a;
    call.B.type = b;
    call.M.offset_width = call.M.index_width = 4;
    return call;
}

MxmMaskedDotCall dot_call(SemiringName semiring, const char *a, const char *b) {
    MxmMaskedDotCall call{};
    call.semiring = semiring;
    call.A.type = a;
    call.B.type = b;
    for (SparseArrays *operand : {&call.M, &call.A, &call.B})
        operand->offset_width = operand->index_width = 4;
    return call;
}

MxmHashCall hash_call(SemiringName semiring, const char *a, const char *b) {
    MxmHashCall call{};
    call.semiring = semiring;
    call.A.type = a;
    call.B.type = b;
    call.B.ncols = 1000;
    for (SparseArrays *operand : {&call.M, &call.A, &call.B})
        operand->offset_width = operand->index_width = 4;
    return call;
}

MxmFewRowsCall few_rows_call(std::uint64_t rows, SemiringName semiring, const char *a,
                             const char *b) {
    static const std::uint64_t bits = 0;
    MxmFewRowsCall call{};
    call.rows = rows;
    call.has_values = true;
    call.semiring = semiring;
    call.A.type = a;
    call.A.bits = &bits;
    call.B.type = b;
    call.B.offset_width = call.B.index_width = 4;
    return call;
}

TEST_F(MxmPrograms, SampledInEveryShape) {
    Batch batch;
    std::set<std::string> programs;
    for (const std::uint64_t k : {1, 2, 3, 4, 8, 16, 31, 32, 64, 100, 128, 1000}) {
        const MxmSampledCall call =
            sampled_call(k, over("Plus", "Times", "float"), "float", "float");
        if (programs.insert(mxm_sampled_program(call)).second) batch.add(mxm_sampled_program(call));
    }
    // 4 values a lane: 1, 2, 4, 8, 16, 32 lanes; 2: 1; 1: 1, 2, 16.
    EXPECT_EQ(programs.size(), 10U);
    for (const int architecture : architectures) batch.expect_compiles(architecture);
}

TEST_F(MxmPrograms, SampledOfEveryTypeAndWidth) {
    Batch batch;
    constexpr std::uint64_t lengths[] = {1, 6, 16, 64};
    for (std::size_t t = 0; t < type_count; t++) {
        const char *const monoid = is_boolean(t) ? "Lxor" : "Min";
        MxmSampledCall call = sampled_call(lengths[t % std::size(lengths)],
                                           over(monoid, "Second", types[t]), other(t, 3), types[t]);
        call.M.offset_width = t % 2 == 0 ? 8 : 4;
        call.M.index_width = t % 3 == 0 ? 8 : 4;
        call.A.is_iso = t % 3 == 1;
        call.B.is_iso = t % 4 == 1;
        batch.add(mxm_sampled_program(call));
    }
    batch.expect_compiles();
}

TEST_F(MxmPrograms, SampledOverEveryOperator) {
    Batch batch;
    const auto add = [&batch](const SemiringName &semiring, const char *a, const char *b) {
        batch.add(mxm_sampled_program(sampled_call(12, semiring, a, b)));
    };
    for (const char *multiply : {"First", "Second", "Oneb", "Plus", "Minus", "Times", "Div", "Min",
                                 "Max", "Bor", "Band", "Bxor", "Bxnor"})
        add(over("Max", multiply, "int"), "int", "int");
    for (const char *multiply : further_on_integers)
        add(over("Max", multiply, "unsigned long"), "int", "unsigned long");
    for (const char *multiply : further_on_floats)
        add(over("Plus", multiply, "double"), "float", "double");
    for (const char *comparison : comparisons)
        add({{"Lor", "bool"}, {comparison, "double"}, "bool"}, "float", "double");
    for (const char *monoid : {"Plus", "Times", "Min", "Max"})
        add(over(monoid, "Minus", "double"), "float", "double");
    for (const char *monoid : {"Lor", "Land", "Lxor", "Lxnor"})
        add(over(monoid, "Land", "bool"), "bool", "bool");
    batch.expect_compiles();
}

TEST_F(MxmPrograms, DotsOnEveryArchitecture) {
    Batch batch;
    batch.add(mxm_masked_dot_program(dot_call(over("Plus", "Oneb", "long"), "bool", "bool")));
    batch.add(mxm_masked_dot_program(dot_call(over("Plus", "Times", "float"), "float", "float")));
    for (const int architecture : architectures) batch.expect_compiles(architecture);
}

TEST_F(MxmPrograms, DotsOfEverySizeAndWidth) {
    Batch batch;
    for (std::size_t t = 0; t < type_count; t += 2) { // every size of a value
        const char *const monoid = is_boolean(t) ? "Lor" : "Max";
        MxmMaskedDotCall call = dot_call(over(monoid, is_boolean(t) ? "Land" : "Plus", types[t]),
                                         other(t, 3), types[t]);
        SparseArrays *const operands[] = {&call.M, &call.A, &call.B};
        for (std::size_t k = 0; k < std::size(operands); k++) {
            operands[k]->offset_width = (t >> k) % 4 == 0 ? 8 : 4;
            operands[k]->index_width = (t >> k) % 3 == 0 ? 8 : 4;
        }
        call.A.is_iso = t % 3 == 1;
        call.B.is_iso = t % 3 == 2;
        batch.add(mxm_masked_dot_program(call));
    }
    batch.expect_compiles();
}

TEST_F(MxmPrograms, DotsOverEveryMonoidsKind) {
    Batch batch;
    const auto add = [&batch](const SemiringName &semiring, const char *a, const char *b) {
        batch.add(mxm_masked_dot_program(dot_call(semiring, a, b)));
    };
    add(over("Min", "Oneb", "int"), "int", "int");
    add(over("Bor", "Bshift", "short"), "int", "short");
    add(over("Plus", "Pow", "float"), "float", "float");
    add({{"Lxor", "bool"}, {"Lt", "double"}, "bool"}, "float", "double");
    for (const char *monoid : {"Times", "Max"})
        add(over(monoid, "Minus", "double"), "float", "double");
    add(over("Land", "Lor", "bool"), "bool", "bool");
    batch.expect_compiles();
}

TEST_F(MxmPrograms, HashedOnEveryArchitecture) {
    Batch batch;
    MxmHashCall call = hash_call(over("Plus", "Times", "float"), "float", "float");
    batch.add(mxm_hash_counting_program(call));
    call.has_mask = true;
    batch.add(mxm_hash_filling_program(call));
    for (const int architecture : architectures) batch.expect_compiles(architecture);
}

TEST_F(MxmPrograms, HashedOfEverySizeAndWidth) {
    Batch batch;
    for (std::size_t t = 0; t < type_count; t += 2) { // every size of a value
        const char *const monoid = is_boolean(t) ? "Lor" : "Max";
        MxmHashCall call = hash_call(over(monoid, is_boolean(t) ? "Land" : "Plus", types[t]),
                                     other(t, 3), types[t]);
        SparseArrays *const operands[] = {&call.M, &call.A, &call.B};
        for (std::size_t k = 0; k < std::size(operands); k++) {
            operands[k]->offset_width = (t >> k) % 4 == 0 ? 8 : 4;
            operands[k]->index_width = (t >> k) % 3 == 0 ? 8 : 4;
        }
        call.A.is_iso = t % 3 == 1;
        call.B.is_iso = t % 3 == 2;
        call.B.ncols = t % 4 == 0 ? 1000 : 1U << 25; // the widths of sorted keys
        call.has_mask = t % 4 == 2;
        batch.add(mxm_hash_filling_program(call));
        if (t < 4) batch.add(mxm_hash_counting_program(call));
    }
    batch.expect_compiles();
}

TEST_F(MxmPrograms, FewRowsInEveryShape) {
    Batch batch;
    std::set<std::string> programs;
    for (const std::uint64_t rows : {1, 2, 3, 4, 7, 8, 9, 16, 17, 32, 33, 64}) {
        for (const bool has_values : {true, false}) {
            MxmFewRowsCall call =
                few_rows_call(rows, over("Plus", "First", "double"), "double", "bool");
            call.has_values = has_values;
            call.ends_at_first = !has_values;
            if (programs.insert(mxm_few_rows_program(call)).second)
                batch.add(mxm_few_rows_program(call));
        }
    }
    // With values: 1, 2, 4, 8, 12, 16, 20, 32, 36, 64 rows; patterns alone: 8, 16, 32, 64.
    EXPECT_EQ(programs.size(), 14U);
    batch.expect_compiles();
}

TEST_F(MxmPrograms, FewRowsOnEveryArchitecture) {
    Batch batch;
    MxmFewRowsCall call = few_rows_call(9, over("Plus", "First", "double"), "double", "bool");
    batch.add(mxm_few_rows_program(call));
    call.has_values = false;
    call.ends_at_first = true;
    batch.add(mxm_few_rows_program(call));
    for (const int architecture : architectures) batch.expect_compiles(architecture);
}

TEST_F(MxmPrograms, FewRowsOfEveryTypeAndWidth) {
    Batch batch;
    constexpr std::uint64_t rows[] = {1, 4, 6, 40};
    for (std::size_t t = 0; t < type_count; t++) {
        const char *const monoid = is_boolean(t) ? "Lxor" : "Min";
        MxmFewRowsCall call = few_rows_call(rows[t % std::size(rows)],
                                            over(monoid, is_boolean(t) ? "Land" : "Plus", types[t]),
                                            other(t, 3), types[t]);
        call.B.offset_width = t % 2 == 0 ? 8 : 4;
        call.B.index_width = t % 3 == 0 ? 8 : 4;
        call.A.is_iso = t % 3 == 1;
        call.B.is_iso = t % 4 == 1;
        call.ends_at_first = t % 5 == 1;
        if (t % 4 == 2) call.A.bits = nullptr;
        batch.add(mxm_few_rows_program(call));
    }
    batch.expect_compiles();
}

TEST_F(MxmPrograms, HashedOverEveryMonoidsKind) {
    Batch batch;
    const auto add = [&batch](const SemiringName &semiring, const char *a, const char *b) {
        batch.add(mxm_hash_filling_program(hash_call(semiring, a, b)));
    };
    add(over("Min", "Oneb", "int"), "int", "int");
    add(over("Plus", "Pow", "float"), "float", "float");
    add({{"Lxor", "bool"}, {"Lt", "double"}, "bool"}, "float", "double");
    add(over("Times", "Minus", "double"), "float", "double");
    add(over("Bxnor", "Bshift", "unsigned short"), "short", "unsigned short");
    add(over("Land", "Lor", "bool"), "bool", "bool");
    batch.expect_compiles();
}

TEST_F(MxmPrograms, FewRowsOverEveryOperator) {
    Batch batch;
    const auto add = [&batch](const SemiringName &semiring, const char *a, const char *b) {
        batch.add(mxm_few_rows_program(few_rows_call(5, semiring, a, b)));
    };
    for (const char *multiply : {"First", "Second", "Oneb", "Minus", "Div", "Bxnor"})
        add(over("Max", multiply, "int"), "int", "int");
    for (const char *multiply : longest_on_integers)
        add(over("Max", multiply, "unsigned long"), "int", "unsigned long");
    for (const char *multiply : longest_on_floats)
        add(over("Plus", multiply, "double"), "float", "double");
    for (const char *comparison : comparisons)
        add({{"Lor", "bool"}, {comparison, "double"}, "bool"}, "float", "double");
    for (const char *monoid : {"Plus", "Times", "Min", "Max"})
        add(over(monoid, "Minus", "double"), "float", "double");
    for (const char *monoid : {"Land", "Lxor", "Lxnor"})
        add(over(monoid, "Land", "bool"), "bool", "bool");
    batch.expect_compiles();
}

} // namespace
} // namespace grb::device
