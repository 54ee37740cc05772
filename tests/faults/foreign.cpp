// Replaces operator new and delete by counting functions.
#include "faults/foreign.h"

#include <atomic>
#include <cstdlib>
#include <new>

namespace faults {

namespace {
std::atomic<bool> is_watched_{false};
std::atomic<long> foreign_requests_{0};
} // namespace

void watch_foreign(bool on) {
    is_watched_ = on;
}
long foreign_requests() {
    return foreign_requests_;
}

} // namespace faults

// These replace the runtime's for the whole program, including the library.

void *operator new(std::size_t bytes) {
    if (faults::is_watched_) faults::foreign_requests_++;
    if (void *memory = std::malloc(bytes != 0 ? bytes : 1)) return memory;
    throw std::bad_alloc();
}
void operator delete(void *memory) noexcept {
    std::free(memory);
}
void operator delete(void *memory, std::size_t) noexcept {
    std::free(memory);
}
