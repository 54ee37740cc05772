// Tests the tables that every launch and result uses: kernel lookup and cached blocks of memory.
#include "cuda/plugin/block_cache.hpp"
#include "cuda/plugin/kernel_table.hpp"
#include "cuda/plugin/program_spec.hpp"

#include "algebra/catalogue.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <set>
#include <thread>
#include <vector>

namespace grb::device {
namespace {

KernelKey key_of(int k) {
    return KernelKey().add("kernel").add("Plus").add(k).add("double").add(nullptr).add(k % 2 == 0);
}

TEST(KernelKeys, KeepTheirParts) {
    EXPECT_EQ(KernelKey().add("a").add("b").add(-17).add(nullptr).add(true).text(), ",a,b,-17,-,1");
    EXPECT_EQ(KernelKey().add("a").add(4).add(32).add(64).add(100).text(), ",a,4,P,64,100");
    for (const std::size_t length :
         {1, 7, 50, 300}) { // the inline text ends within a component or between
        const std::string part(length, 'x');
        KernelKey key;
        std::string expected;
        for (int k = 0; k < 200; k++) {
            key.add(part.c_str());
            expected += ',' + part;
            ASSERT_EQ(key.text(), expected);
            const KernelKey copy = key;
            ASSERT_EQ(copy.text(), expected);
        }
    }
}

TEST(KernelTables, FindWhatWasAdded) {
    KernelTable table, other;
    std::vector<int> kernels(1000);
    const auto at = [&](int k) { return &kernels[static_cast<std::size_t>(k)]; };
    for (int k = 0; k < 500; k++) {
        EXPECT_EQ(table.find(key_of(k), "entry"), nullptr);
        table.add(key_of(k), "entry", at(k));
        table.add(key_of(k), "second", at(k + 500));
    }
    for (int round = 0; round < 3; round++) {
        for (int k = 0; k < 500; k++) {
            EXPECT_EQ(table.find(key_of(k), "entry"), at(k));
            EXPECT_EQ(table.find(key_of(k), "second"), at(k + 500));
            EXPECT_EQ(table.find(key_of(k), "third"), nullptr);
            EXPECT_EQ(other.find(key_of(k), "entry"), nullptr);
        }
    }
    // The border between key and entry is significant.
    EXPECT_EQ(table.find(KernelKey().add(KernelTable::name_of(key_of(1), "entry").c_str() + 1), ""),
              nullptr);
}

TEST(KernelTables, SharedByThreads) {
    KernelTable table;
    static const int kernels[100] = {};
    std::vector<std::thread> threads;
    std::atomic<int> wrong{0};
    for (int t = 0; t < 4; t++) {
        threads.emplace_back([&] {
            for (int round = 0; round < 200; round++) {
                for (int k = 0; k < 100; k++) {
                    const void *found = table.find(key_of(k), "entry");
                    if (found == nullptr) table.add(key_of(k), "entry", &kernels[k]);
                    if (found != nullptr && found != &kernels[k]) wrong++;
                }
            }
        });
    }
    for (std::thread &thread : threads) thread.join();
    EXPECT_EQ(wrong, 0);
    EXPECT_EQ(table.find(key_of(99), "entry"), &kernels[99]);
}

TEST(BlockCaches, SizesFitAndWasteLittle) {
    for (std::size_t bytes = 8; bytes < 100'000; bytes += 1 + bytes / 50) {
        const std::size_t size = BlockCache::block_size(bytes);
        EXPECT_GE(size, bytes);
        EXPECT_LE(size, bytes + std::max<std::size_t>(512, bytes / 8));
        EXPECT_EQ(BlockCache::block_size(size), size);
    }
    EXPECT_EQ(BlockCache::block_size(BlockCache::largest_kept), BlockCache::largest_kept);
    EXPECT_EQ(BlockCache::block_size(BlockCache::largest_kept + 1), BlockCache::largest_kept + 1);
}

TEST(BlockCaches, GiveBlocksOutOnce) {
    BlockCache blocks;
    char memory[4];
    EXPECT_EQ(blocks.reuse(1000), nullptr);
    blocks.add(&memory[0], 1000);
    blocks.add(&memory[1], 1000);
    blocks.add(&memory[2], 5000);
    EXPECT_EQ(blocks.held_bytes(), 7000U);
    EXPECT_EQ(blocks.reuse(1000), nullptr);
    EXPECT_EQ(blocks.take_back(&memory[0]), BlockCache::Owner::nobody);
    EXPECT_EQ(blocks.take_back(&memory[1]), BlockCache::Owner::nobody);
    EXPECT_EQ(blocks.held_bytes(), 5000U);
    EXPECT_EQ(blocks.kept_bytes(), 2 * BlockCache::block_size(1000));
    EXPECT_EQ(blocks.reuse(5000), nullptr);
    std::set<void *> given{blocks.reuse(900), blocks.reuse(1024)};
    EXPECT_EQ(given, (std::set<void *>{&memory[0], &memory[1]}));
    EXPECT_EQ(blocks.held_bytes(), 5000U + 900 + 1024);
    EXPECT_EQ(blocks.kept_bytes(), 0U);
    EXPECT_EQ(blocks.reuse(1000), nullptr);
}

TEST(BlockCaches, LargeBlocksAreNotKept) {
    BlockCache blocks;
    char memory;
    blocks.add(&memory, BlockCache::largest_kept + 1);
    EXPECT_EQ(blocks.take_back(&memory), BlockCache::Owner::pool);
    EXPECT_EQ(blocks.held_bytes(), 0U);
    EXPECT_EQ(blocks.kept_bytes(), 0U);
    EXPECT_EQ(blocks.reuse(BlockCache::largest_kept + 1), nullptr);
}

TEST(BlockCaches, DropWhatTheyKeep) {
    BlockCache blocks;
    char memory[10];
    for (char &block : memory) blocks.add(&block, 4000);
    for (int k = 0; k < 6; k++) blocks.take_back(&memory[k]);
    std::set<void *> freed;
    blocks.drop_kept([&](void *pointer) { freed.insert(pointer); });
    EXPECT_EQ(freed.size(), 6U);
    EXPECT_EQ(freed.count(&memory[6]), 0U);
    EXPECT_EQ(blocks.kept_bytes(), 0U);
    EXPECT_EQ(blocks.held_bytes(), 4U * 4000);
    EXPECT_EQ(blocks.reuse(4000), nullptr);
    // The pool returns the same address again, for another size.
    blocks.add(&memory[0], 100);
    EXPECT_EQ(blocks.take_back(&memory[0]), BlockCache::Owner::nobody);
    EXPECT_EQ(blocks.reuse(100), &memory[0]);
}

TEST(BlockCaches, BlocksChangeHands) {
    BlockCache blocks;
    char memory[3000];
    blocks.adopt(&memory[0], 1000);
    blocks.add(&memory[1000], 1000);
    EXPECT_EQ(blocks.held_bytes(), 2000U);
    blocks.forget(&memory[1000]);
    EXPECT_EQ(blocks.held_bytes(), 1000U);
    // An adopted block is not reused, whatever its size.
    EXPECT_EQ(blocks.take_back(&memory[0]), BlockCache::Owner::other);
    EXPECT_EQ(blocks.block_among(&memory[0], 3000), nullptr);
    EXPECT_EQ(blocks.held_bytes(), 0U);
    EXPECT_EQ(blocks.kept_bytes(), 0U);
    EXPECT_EQ(blocks.reuse(1000), nullptr);
}

TEST(BlockCaches, KnowTheBytesOfBlocks) {
    BlockCache blocks;
    static char memory[8192];
    blocks.add(&memory[2048], 1000); // a block of 1024
    blocks.adopt(&memory[4096], 1000);
    EXPECT_EQ(blocks.block_among(&memory[0], 2048), nullptr);
    EXPECT_EQ(blocks.block_among(&memory[0], 2049), &memory[2048]);
    EXPECT_EQ(blocks.block_among(&memory[2048], 1), &memory[2048]);
    EXPECT_EQ(blocks.block_among(&memory[3071], 1), &memory[2048]);
    EXPECT_EQ(blocks.block_among(&memory[3072], 1024), nullptr);
    EXPECT_EQ(blocks.block_among(&memory[5095], 8), &memory[4096]);
    EXPECT_EQ(blocks.block_among(&memory[5096], 8), nullptr);
    EXPECT_EQ(blocks.take_back(&memory[2048]), BlockCache::Owner::nobody);
    EXPECT_EQ(blocks.block_among(&memory[2560], 16), &memory[2048]); // kept
    blocks.drop_kept([](void *) {});
    blocks.forget(&memory[4096]);
    EXPECT_EQ(blocks.block_among(&memory[0], 8192), nullptr);
}

/// Programs omit exactly the operands that the catalogue's operators ignore.
template <class Op>
void expect_forgets(const char *functor) {
    for (const bool is_flipped : {false, true}) {
        SparseArrays A{};
        A.type = "short";
        const char *u_type = "short";
        bool u_is_iso = false;
        forget_unused({{"Min", "int"}, {functor, "int"}, "int"}, is_flipped, A, u_type, u_is_iso);
        const bool forgets_A = is_flipped ? Op::ignores_y : Op::ignores_x;
        const bool forgets_u = is_flipped ? Op::ignores_x : Op::ignores_y;
        EXPECT_STREQ(A.type, forgets_A ? "int" : "short") << functor;
        EXPECT_STREQ(u_type, forgets_u ? "int" : "short") << functor;
        EXPECT_EQ(A.is_iso, forgets_A);
        EXPECT_EQ(u_is_iso, forgets_u);
    }
}

TEST(ProgramTexts, ForgetWhatTheOperatorIgnores) {
    expect_forgets<First<int>>("First");
    expect_forgets<Second<int>>("Second");
    expect_forgets<Oneb<int>>("Oneb");
    expect_forgets<Plus<int>>("Plus");
    expect_forgets<Minus<int>>("Minus");
    expect_forgets<Times<int>>("Times");
    expect_forgets<Div<int>>("Div");
    expect_forgets<Min<int>>("Min");
    expect_forgets<Max<int>>("Max");
    expect_forgets<Eq<int>>("Eq");
    expect_forgets<Ne<int>>("Ne");
    expect_forgets<Gt<int>>("Gt");
    expect_forgets<Lt<int>>("Lt");
    expect_forgets<Ge<int>>("Ge");
    expect_forgets<Le<int>>("Le");
    expect_forgets<Lor<bool>>("Lor");
    expect_forgets<Bor<int>>("Bor");
}

} // namespace
} // namespace grb::device
