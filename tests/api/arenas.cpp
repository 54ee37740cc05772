// Implements three arenas whose blocks bear a mark of their arena.
#include "api/arenas.h"

#include <atomic>
#include <cstdint>

namespace api {
namespace {

constexpr std::size_t front = 64; // before each block, with its mark
constexpr std::uint64_t mark = 0x61726E613A000000;
constexpr int count = 4;

std::atomic<long> live_[count], allowed_[count];
std::atomic<bool> all_home_{true};

std::uint64_t &mark_of(const void *block) {
    return *reinterpret_cast<std::uint64_t *>(const_cast<char *>(static_cast<const char *>(block)) -
                                              front);
}

template <int arena>
void *allocate(std::size_t bytes) {
    if (allowed_[arena] == 0) return nullptr;
    if (allowed_[arena] > 0) allowed_[arena]--;
    auto *const begin = static_cast<char *>(std::malloc(bytes + front));
    if (begin == nullptr) return nullptr;
    live_[arena]++;
    mark_of(begin + front) = mark + arena;
    return begin + front;
}

template <int arena>
void release(void *block) {
    if (mark_of(block) != mark + arena) {
        all_home_ = false;
        return;
    }
    live_[arena]--;
    mark_of(block) = 0;
    std::free(static_cast<char *>(block) - front);
}

template <int arena>
void *reallocate(void *block, std::size_t bytes) {
    if (mark_of(block) != mark + arena) all_home_ = false;
    auto *const begin =
        static_cast<char *>(std::realloc(static_cast<char *>(block) - front, bytes + front));
    return begin == nullptr ? nullptr : begin + front;
}

/// Initialises the arena unless an earlier test did.
template <int arena>
void make() {
    int is_there = 0;
    REQUIRE(GxB_arena_initialized(&is_there, arena));
    if (is_there != 0) return;
    // One of the three arenas has no realloc.
    REQUIRE(GxB_arena_init(arena, allocate<arena>, nullptr,
                           arena == 2 ? nullptr : reallocate<arena>, release<arena>));
}

} // namespace

long live_in(int arena) {
    return live_[arena];
}
int arena_of(const void *block) {
    const std::uint64_t found = mark_of(block) - mark;
    return found < count ? static_cast<int>(found) : -1;
}
void *memory_of(int arena, std::size_t bytes) {
    return arena == 1 ? allocate<1>(bytes) : arena == 2 ? allocate<2>(bytes) : allocate<3>(bytes);
}
void free_in(int arena, void *block) {
    (arena == 1 ? release<1> : arena == 2 ? release<2> : release<3>)(block);
}
bool all_went_home() {
    return all_home_;
}
void allow(int arena, long allowed) {
    allowed_[arena] = allowed;
}

void Arenas::SetUp() {
    // No arena holds arrays on a GPU.
    REQUIRE(GrB_Global_get_INT32(GrB_GLOBAL, &device_, GrX_DEVICE));
    REQUIRE(GrB_Global_set_INT32(GrB_GLOBAL, GrX_DEVICE_OFF, GrX_DEVICE));
    for (int arena = 1; arena < count; arena++) allow(arena, -1);
    make<1>();
    make<2>();
    make<3>();
    for (int arena = 1; arena < count; arena++) EXPECT_EQ(live_in(arena), 0);
}

void Arenas::TearDown() {
    for (int arena = 1; arena < count; arena++) EXPECT_EQ(live_in(arena), 0) << arena;
    EXPECT_TRUE(all_went_home());
    for (const GrB_Field field : {GxB_ARENA_HEADER, GxB_ARENA_DATA})
        REQUIRE(GrB_Global_set_INT32(GrB_GLOBAL, 0, field));
    REQUIRE(GrB_Global_set_INT32(GrB_GLOBAL, device_, GrX_DEVICE));
}

} // namespace api
