// Implements the counting memory functions and their refusals.
#include "faults/allocator.h"

#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace faults {

namespace {

std::atomic<long> live_bytes_{0}, live_blocks_{0}, requests_{0};
std::atomic<long> fail_first_{0}, fail_last_{0}; // numbers of requests; 0: none
std::atomic<bool> has_failed_{false};

/// Precedes every block; as large as malloc's alignment.
struct alignas(alignof(std::max_align_t)) Header {
    std::size_t bytes;
    std::uint64_t mark;
};
constexpr std::uint64_t live_mark = 0x4C4956454C495645, dead_mark = 0x4445414444454144;

bool is_refused() {
    const long number = requests_.fetch_add(1) + 1;
    const long first = fail_first_.load();
    if (first == 0 || number < first || number > fail_last_.load()) return false;
    has_failed_ = true;
    return true;
}

void *put_header(void *memory, std::size_t bytes) {
    if (memory == nullptr) return nullptr;
    auto *header = static_cast<Header *>(memory);
    header->bytes = bytes;
    header->mark = live_mark;
    live_bytes_ += static_cast<long>(bytes);
    live_blocks_ += 1;
    return header + 1;
}

/// Removes the block from the count and returns its header.
Header *header_of(void *pointer) {
    Header *header = static_cast<Header *>(pointer) - 1;
    if (header->mark != live_mark) {
        std::fputs("faults: a block that is not live was freed\n", stderr);
        std::abort();
    }
    live_bytes_ -= static_cast<long>(header->bytes);
    live_blocks_ -= 1;
    return header;
}

} // namespace

void *allocate(std::size_t bytes) {
    if (is_refused()) return nullptr;
    void *pointer = put_header(std::malloc(sizeof(Header) + bytes), bytes);
    if (pointer != nullptr) std::memset(pointer, 0xA5, bytes); // new memory has arbitrary content
    return pointer;
}

void *allocate_zeroed(std::size_t count, std::size_t bytes) {
    if (is_refused()) return nullptr;
    return put_header(std::calloc(1, sizeof(Header) + count * bytes), count * bytes);
}

void *reallocate(void *pointer, std::size_t bytes) {
    if (is_refused()) return nullptr;
    Header *header = header_of(pointer);
    return put_header(std::realloc(header, sizeof(Header) + bytes), bytes);
}

void release(void *pointer) {
    if (pointer == nullptr) return;
    Header *header = header_of(pointer);
    header->mark = dead_mark;
    std::memset(pointer, 0x5A, header->bytes);
    std::free(header);
}

GrB_Info initialise(GrB_Mode mode) {
    return GxB_init(mode, allocate, allocate_zeroed, reallocate, release);
}

long live_bytes() {
    return live_bytes_;
}
long live_blocks() {
    return live_blocks_;
}
long requests() {
    return requests_;
}

void fail_at(long n, Failing how) {
    has_failed_ = false;
    const long number = requests_.load() + n;
    fail_last_ = how == Failing::once ? number : INT64_MAX;
    fail_first_ = number;
}

bool stop_failing() {
    fail_first_ = 0;
    return has_failed_;
}

} // namespace faults
