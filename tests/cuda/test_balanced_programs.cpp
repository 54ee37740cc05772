// Tests that every kernel of row-balanced matrices compiles: the sparse-sparse-dense product and
// the selection that makes its operand. Needs NVRTC, no GPU.
#include "cuda/catalogue_programs.h"
#include "cuda/ssd/maxk.hpp"
#include "cuda/ssd/ssd.hpp"
#include "cuda/ssd/ssd_calls.h"

namespace grb::device {
namespace {

class BalancedPrograms : public NeedsCompiler {};

SsdCall ssd_call(const SemiringName &semiring, const char *type) {
    SsdCall call{};
    call.warp_slots = call.entries_at_once = call.vector = 1;
    call.A.offset_width = call.A.index_width = 4;
    call.A.type = call.x_type = type;
    call.position_width = 1;
    call.semiring = semiring;
    return call;
}

TEST_F(BalancedPrograms, ProductsOnEveryArchitecture) {
    Batch batch;
    const SemiringName semiring{{"Plus", "float"}, {"Times", "float"}, "float"};
    for (const int slots : {1, 2, 4}) {
        for (const int entries : {1, 2, 8}) {
            SsdCall call = ssd_call(semiring, "float");
            call.warp_slots = slots;
            call.entries_at_once = entries;
            call.vector = slots;
            call.c_is_iso = slots != 2;
            call.always_shares = entries == 2;
            batch.add(ssd_program(call));
        }
    }
    SsdCall coupled = ssd_call(semiring, "float");
    coupled.is_coupled = coupled.always_shares = true;
    batch.add(ssd_program(coupled));
    for (const int architecture : architectures) batch.expect_compiles(architecture);
}

TEST_F(BalancedPrograms, ProductsOfEveryTypeAndWidth) {
    Batch batch;
    for (std::size_t k = 0; k < type_count; k++) {
        const char *const monoid = std::string(types[k]) == "bool" ? "Lxor" : "Plus";
        SsdCall call = ssd_call({{monoid, types[k]}, {"Second", types[k]}, types[k]}, types[k]);
        call.A.offset_width = k % 2 == 0 ? 8 : 4;
        call.A.index_width = k % 3 == 0 ? 8 : 4;
        call.position_width = 1 << k % 3;
        call.A.type = other(k, 3);
        call.A.is_iso = k % 3 == 1;
        call.x_is_iso = k % 4 == 0;
        call.is_coupled = k % 5 == 0;
        call.warp_slots = call.is_coupled ? 1 : 2;
        batch.add(ssd_program(call));
    }
    for (const char *monoid : {"Min", "Max", "Times"}) {
        SsdCall call = ssd_call({{monoid, "double"}, {"Plus", "double"}, "double"}, "double");
        call.entries_at_once = 4;
        batch.add(ssd_program(call));
    }
    batch.expect_compiles();
}

TEST_F(BalancedPrograms, SelectionOfEveryType) {
    Batch batch;
    constexpr std::uint64_t columns[] = {20, 64, 100, 256, 512, 513, 100'000};
    for (std::size_t k = 0; k < type_count; k++) {
        for (const bool is_abs : {false, true}) {
            MaxkCall call{};
            call.A.type = types[k];
            call.columns = columns[(k + is_abs) % std::size(columns)];
            call.is_abs = is_abs;
            std::uint64_t word = 0;
            if (k % 3 == 0) call.A.bits = &word;
            call.position_width = call.columns <= 256 ? 1 : call.columns <= 65'536 ? 2 : 4;
            batch.add(maxk_program(call));
        }
    }
    for (const int architecture : architectures) batch.expect_compiles(architecture);
}

} // namespace
} // namespace grb::device
