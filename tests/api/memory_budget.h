// A memory budget for the library: memory proportional to a dimension fails on any machine.
#pragma once

#include <cstddef>
#include <cstdint>

namespace api {

/// Reinitialises the library, until this dies, with functions that refuse more than `bytes` at a
/// time. No object of the library may live at its begin or end. Only the host computes meanwhile,
/// since results of a device need room at their full length.
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
