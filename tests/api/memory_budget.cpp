#include "api/memory_budget.h"

#include "api/world.h"
#include "suitesparse/GraphBLAS.h"

#include <malloc.h>

#include <atomic>
#include <cstdlib>

namespace api {
namespace {

std::atomic<std::size_t> limit{0}, held{0};

void *allocate(std::size_t bytes) {
    if (bytes > limit) return nullptr;
    void *const pointer = std::malloc(bytes);
    if (pointer == nullptr) return nullptr;
    const std::size_t now = held += malloc_usable_size(pointer);
    if (now > limit) {
        held -= malloc_usable_size(pointer);
        std::free(pointer);
        return nullptr;
    }
    return pointer;
}

void release(void *pointer) {
    held -= malloc_usable_size(pointer);
    std::free(pointer);
}

} // namespace

MemoryBudget::MemoryBudget(std::size_t bytes) {
    limit = bytes;
    REQUIRE(GrB_finalize());
    REQUIRE(GxB_init(GrB_NONBLOCKING, allocate, nullptr, nullptr, release));
}

MemoryBudget::~MemoryBudget() {
    REQUIRE(GrB_finalize());
    EXPECT_EQ(held, 0U);
    REQUIRE(GrB_init(GrB_NONBLOCKING));
}

} // namespace api
