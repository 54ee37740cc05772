// Tests contexts and their engaged threads.
#include "api/gxb.h"

#include <cstring>
#include <future>
#include <malloc.h>
#include <thread>

namespace api {
namespace {

/// Overwrites memory before freeing it, so that later reads fail.
void spoil_and_free(void *memory) {
    if (memory != nullptr) std::memset(memory, 0xFF, malloc_usable_size(memory));
    std::free(memory);
}

/// A context lives as long as a thread is engaged with it.
TEST(GxbContext, FreedWhileAnotherThreadIsEngaged) {
    REQUIRE(GrB_finalize());
    REQUIRE(GxB_init(GrB_NONBLOCKING, std::malloc, std::calloc, std::realloc, spoil_and_free));
    REQUIRE(GxB_Global_Option_set(GxB_NTHREADS, 4));
    GxB_Context c = nullptr;
    REQUIRE(GxB_Context_new(&c));
    REQUIRE(GxB_Context_set(c, GxB_CONTEXT_NTHREADS, 3));
    std::promise<void> engaged, freed;
    std::thread other([&, copy = c] {
        REQUIRE(GxB_Context_engage(copy));
        engaged.set_value();
        freed.get_future().wait();
        std::int32_t number = 0;
        REQUIRE(GxB_Global_Option_get(GxB_NTHREADS, &number));
        EXPECT_EQ(number, 3);
        EXPECT_EQ(GxB_Context_engage(copy), GrB_UNINITIALIZED_OBJECT);
        REQUIRE(GxB_Context_disengage(nullptr));
        REQUIRE(GxB_Global_Option_get(GxB_NTHREADS, &number));
        EXPECT_EQ(number, 4);
    });
    engaged.get_future().wait();
    REQUIRE(GxB_Context_free(&c));
    freed.set_value();
    other.join();
    REQUIRE(GrB_finalize());
    REQUIRE(GrB_init(GrB_NONBLOCKING));
}

} // namespace
} // namespace api
