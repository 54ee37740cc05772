// Starts the library with memory functions that count, and ends the process when a check fails.
#include "fuzz/session.h"

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <malloc.h>
#include <omp.h>

namespace fuzz {

namespace {

std::atomic<std::size_t> live_{0}, peak_{0};

void finish() {
    FUZZ_REQUIRE(GrB_finalize());
    FUZZ_CHECK(live_ == 0);
}

} // namespace

void *allocate(std::size_t bytes) {
    void *const pointer = std::malloc(bytes);
    if (pointer == nullptr) return nullptr;
    const std::size_t live = live_ += malloc_usable_size(pointer);
    if (live > peak_) peak_ = live;
    return pointer;
}

void release(void *pointer) {
    live_ -= malloc_usable_size(pointer);
    std::free(pointer);
}

void fail(const char *file, int line, const char *text) {
    std::fprintf(stderr, "%s:%d: not so: %s\n", file, line, text);
    std::abort();
}

Peak::Peak() : before_(live_) {
    peak_ = before_;
}

std::size_t Peak::bytes() const {
    return peak_ - before_;
}

} // namespace fuzz

int LLVMFuzzerInitialize(int *, char ***) {
    omp_set_num_threads(1);
    FUZZ_REQUIRE(GxB_init(GrB_NONBLOCKING, fuzz::allocate, nullptr, nullptr, fuzz::release));
    std::atexit(fuzz::finish);
    return 0;
}
