// The library with little memory: what costs the length of a dimension fails, whatever the machine has.
#pragma once

#include <cstddef>
#include <cstdint>

namespace api {

/// Initialises the library anew with functions that refuse more than `bytes` at a time, until this dies. No
/// object of the library may live at its begin or end. The host alone computes meanwhile: what comes back from a
/// device needs room at its full length.
class MemoryBudget {
public:
    explicit MemoryBudget(std::size_t bytes);
    ~MemoryBudget();
    MemoryBudget(const MemoryBudget &) = delete;
    MemoryBudget &operator=(const MemoryBudget &) = delete;

private:
    std::int32_t device_use_ = 0;
};

} // namespace api
