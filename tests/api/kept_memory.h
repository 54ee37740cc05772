// Keeps memory that the library frees, to check that the library reads only its mark and writes
// nothing.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <malloc.h>
#include <string>
#include <vector>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#include <sanitizer/asan_interface.h>
#define POISON(begin, bytes) __asan_poison_memory_region(begin, bytes)
#define UNPOISON(begin, bytes) __asan_unpoison_memory_region(begin, bytes)
#endif
#endif
#ifndef POISON
#define POISON(begin, bytes) ((void)(begin), (void)(bytes))
#define UNPOISON(begin, bytes) ((void)(begin), (void)(bytes))
#endif

namespace api {
namespace {

constexpr std::size_t mark_bytes = 8;

/// Memory that the library freed while `keeps_` was set.
struct Kept {
    void *block;
    std::string mark, rest;
};
bool keeps_ = false;
std::vector<Kept> kept_;

void give_back(void *block) {
    if (!keeps_ || block == nullptr) {
        std::free(block);
        return;
    }
    const std::size_t bytes = malloc_usable_size(block);
    const std::size_t marked = std::min(bytes, mark_bytes);
    auto *const begin = static_cast<char *>(block);
    kept_.push_back(
        {block, std::string(begin, marked), std::string(begin + marked, begin + bytes)});
    POISON(begin + marked, bytes - marked);
}

/// Expects that nothing was written to the kept memory.
void expect_kept_as_it_was() {
    for (const Kept &one : kept_) {
        auto *const begin = static_cast<char *>(one.block);
        UNPOISON(begin, one.mark.size() + one.rest.size());
        EXPECT_EQ(std::memcmp(begin, one.mark.data(), one.mark.size()), 0);
        EXPECT_EQ(std::memcmp(begin + one.mark.size(), one.rest.data(), one.rest.size()), 0);
        POISON(begin + one.mark.size(), one.rest.size());
    }
}

void forget_kept() {
    for (const Kept &one : kept_) {
        UNPOISON(one.block, one.mark.size() + one.rest.size());
        std::free(one.block);
    }
    kept_.clear();
}

} // namespace
} // namespace api
