// Initialises the library with allocators that refuse large blocks.
#include "api/memory_budget.h"

#include "api/world.h"
#include "suitesparse/GraphBLAS.h"

#include <malloc.h>

#include <atomic>
#include <cstdlib>

namespace api {
namespace {

constexpr auto device_field = static_cast<GrB_Field>(GrX_DEVICE);
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
    REQUIRE(GrB_Global_get_INT32(GrB_GLOBAL, &device_use_, device_field));
    REQUIRE(GrB_finalize());
    REQUIRE(GxB_init(GrB_NONBLOCKING, allocate, nullptr, nullptr, release));
    REQUIRE(GrB_Global_set_INT32(GrB_GLOBAL, GrX_DEVICE_OFF, device_field));
}

MemoryBudget::~MemoryBudget() {
    REQUIRE(GrB_finalize());
    EXPECT_EQ(held, 0U);
    REQUIRE(GrB_init(GrB_NONBLOCKING));
    REQUIRE(GrB_Global_set_INT32(GrB_GLOBAL, device_use_, device_field));
}

} // namespace api
