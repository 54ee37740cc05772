// A process whose only GPU is the stub plugin, and counts of its calls and of allocations on the
// host.
#pragma once

#include "choice/operands.hpp"
#include "choice/stub_plugin.h"
#include "graphblast/gxb_objects.h"
#include "problems/problems.hpp"

namespace choice_test {

inline constexpr std::uint64_t n = 96; // rows and columns of most operands

StubPlugin &plugin();
/// The first call opens the device and starts the library.
grb::Device &stub_device();

struct Events {
    std::uint64_t allocations, calls;
    static Events now();
    bool operator==(const Events &) const = default;
};

std::vector<Operand> forms(std::uint64_t nrows, std::uint64_t ncols,
                           const grb::Type *type = grb::builtin_type(grb::TypeCode::fp32));

struct NamedMask {
    std::string name;
    grb::MaskInput mask;
};
/// Returns no mask, and masks of each kind on some forms.
std::vector<NamedMask> masks(std::uint64_t nrows, std::uint64_t ncols);

/// User-defined operators with their source.
struct UserOperators {
    GrB_Type type = nullptr;
    GrB_BinaryOp add = nullptr, times = nullptr;
    GrB_UnaryOp half = nullptr;
    GrB_IndexUnaryOp test = nullptr;
    GrB_Monoid monoid = nullptr;
    GrB_Semiring semiring = nullptr;
    static const UserOperators &get();
};

} // namespace choice_test
