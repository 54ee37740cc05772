// Arenas 1 to 3 with functions that count, and that notice when memory goes back to another arena.
#pragma once

#include "api/gxb.h"

namespace api {

/// Blocks of an arena that were not freed yet.
long live_in(int arena);
/// The arena that a block is from; -1: of none of these.
int arena_of(const void *block);
/// Memory as an arena gives it.
void *memory_of(int arena, std::size_t bytes);
void free_in(int arena, void *block);
/// Whether every block went back to its own arena so far.
bool all_went_home();
/// The next allocations of an arena succeed so often; negative: always.
void allow(int arena, long count);

/// The arenas are there and empty when a test begins, and empty when it ends.
class Arenas : public testing::Test {
protected:
    void SetUp() override;
    void TearDown() override;

private:
    std::int32_t device_ = 0;
};

} // namespace api
