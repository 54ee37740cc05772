// Arenas 1 to 3 with counting functions that detect memory returned to another arena.
#pragma once

#include "api/gxb.h"

namespace api {

/// Returns the number of live blocks of an arena.
long live_in(int arena);
/// Returns the arena of a block; -1: none of these.
int arena_of(const void *block);
/// Allocates memory of an arena.
void *memory_of(int arena, std::size_t bytes);
void free_in(int arena, void *block);
/// Returns true if every freed block went back to its own arena.
bool all_went_home();
/// Lets the next `count` allocations of an arena succeed; negative: all.
void allow(int arena, long count);

/// The arenas exist and are empty when a test begins, and are empty when it ends.
class Arenas : public testing::Test {
protected:
    void SetUp() override;
    void TearDown() override;

private:
    std::int32_t device_ = 0;
};

} // namespace api
