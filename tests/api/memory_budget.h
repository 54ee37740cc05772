// The library with little memory: what costs the length of a dimension fails, whatever the machine has.
#pragma once

#include <cstddef>

namespace api {

/// Initialises the library anew with functions that refuse more than `bytes` at a time, until this dies. No
/// object of the library may live at its begin or end.
class MemoryBudget {
public:
    explicit MemoryBudget(std::size_t bytes);
    ~MemoryBudget();
    MemoryBudget(const MemoryBudget &) = delete;
    MemoryBudget &operator=(const MemoryBudget &) = delete;
};

} // namespace api
