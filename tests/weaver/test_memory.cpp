/// Caches, DRAM, and what warps make of them: lines of an access, hits, banks, atomics.

#include "weaver/machine.h"

#include "io/input_error.h"

#include <bit>
#include <gtest/gtest.h>

namespace {

using namespace grb::weaver;

TEST(Caches, KeepTheLinesUsedLast) {
    Cache cache(2 * 64 * 2, 2, 64); // two sets of two ways
    cache.replace(0, 10);
    cache.replace(2, 20);
    EXPECT_NE(cache.find(0), nullptr); // 2 is the older one now
    EXPECT_EQ(cache.replace(4, 30).line, 2u);
    EXPECT_EQ(cache.find(2), nullptr);
    ASSERT_NE(cache.find(4), nullptr);
    EXPECT_EQ(cache.find(4)->filled, 30u);
    EXPECT_EQ(cache.replace(1, 0).line, Cache::none) << "the other set is empty";
    cache.forget(0);
    EXPECT_EQ(cache.find(0), nullptr);
    EXPECT_NE(cache.find(4), nullptr);
    cache.clear();
    EXPECT_EQ(cache.find(4), nullptr);
}

TEST(Dram, OpensRowsAndSharesTheChannel) {
    Parameters p;
    Dram dram(p);
    const uint64_t burst = p.dram_burst, column = p.dram_column;
    EXPECT_EQ(dram.access(0, 100), 100 + p.dram_activate + column + burst);
    const uint64_t open = dram.access(p.dram_channels, 1000); // same channel, same row
    EXPECT_EQ(open, 1000 + column + burst);
    EXPECT_EQ(dram.access(2 * p.dram_channels, 1000), open + burst) << "one after the other";
    EXPECT_EQ(dram.access(1, 1000), 1000 + p.dram_activate + column + burst) << "another channel";
    // The next row of the same bank.
    const uint32_t lines = p.dram_row_bytes / p.line_bytes * p.dram_channels * p.dram_banks;
    EXPECT_EQ(dram.access(lines, 5000), 5000 + p.dram_precharge + p.dram_activate + column + burst);
    EXPECT_EQ(dram.row_misses(), 3u);
    EXPECT_EQ(dram.lines(), 5u);
}

TEST(Dram, IsSlowerByTheClockRatio) {
    Parameters p;
    p.clock_ratio = 3;
    Dram dram(p);
    EXPECT_EQ(dram.access(0, 0), 3u * (p.dram_activate + p.dram_column + p.dram_burst));
}

TEST(Levels, MissOnceAndFindWhatIsUnderWay) {
    const Parameters p;
    Dram dram(p);
    Level level({64 * 16, 4, 1, 5, 2}, 64, nullptr, dram);
    const Level::Times first = level.access(3, 100, Access::load, 1);
    EXPECT_EQ(first.ready, 100 + 5 + p.dram_activate + p.dram_column + p.dram_burst);
    EXPECT_EQ(level.access(3, 101, Access::load, 1).ready, first.ready) << "under way";
    EXPECT_EQ(level.access(3, 500, Access::load, 1).ready, 505u);
    EXPECT_EQ(level.counts().lines, 3u);
    EXPECT_EQ(level.counts().misses, 1u);
    // Two lines can be under way: the third waits for the first.
    level.access(4, 1000, Access::load, 1);
    const uint64_t second = level.access(5, 1000, Access::load, 1).ready;
    EXPECT_GE(level.access(6, 1000, Access::load, 1).taken, 1000 + p.dram_column);
    EXPECT_GT(level.access(7, 1000, Access::load, 1).taken, second - 1);
}

TEST(Memories, EndWhereAddressesDo) {
    Memory memory;
    EXPECT_EQ(memory.allocate(1, 64), 0u);
    EXPECT_EQ(memory.copy_in({7, 8}, 64), 16u) << "at the begin of a line";
    EXPECT_EQ(memory[17], 8u);
    EXPECT_THROW(memory.allocate(uint64_t{1} << 30, 64), grb::tool::InputError);
}

TEST(Levels, WriteBackWhatHasNoRoom) {
    const Parameters p;
    Dram dram(p);
    Level level({64, 1, 1, 2, 4}, 64, nullptr, dram);
    level.access(1, 0, Access::store, 1);
    EXPECT_EQ(dram.lines(), 0u) << "a store fetches nothing";
    level.access(2, 100, Access::load, 1);
    EXPECT_EQ(dram.lines(), 2u) << "one written, one read";
    level.access(3, 200, Access::load, 1);
    EXPECT_EQ(dram.lines(), 3u) << "what is clean is dropped";
}

/// A machine of one core with one warp, and a kernel on it.
class OneWarp : public testing::Test {
protected:
    OneWarp() {
        p_.sockets = p_.cores_per_socket = p_.warps = 1;
        p_.table_entries = 32;
        array_ = memory_.allocate(4096, p_.line_bytes);
    }
    Counts run(Builder &b) {
        Machine machine(p_, memory_);
        machine.run(Kernel(b.finish()), 1);
        cycles_ = machine.cycles();
        atomic_words_ = machine.memory_system().atomic_words();
        return machine.counts();
    }
    /// Lines that a load by index (thread × stride) asks the L1 for.
    uint64_t lines_of(uint32_t stride) {
        Builder b;
        const Register at = b.op(Op::multiply, b.op(Op::lane, 0), stride);
        b.load(array_, at);
        return run(b).l1.lines;
    }

    Parameters p_;
    Memory memory_;
    uint32_t array_ = 0;
    uint64_t cycles_ = 0, atomic_words_ = 0;
};

TEST_F(OneWarp, AccessesAreLines) {
    EXPECT_EQ(lines_of(0), 1u);
    EXPECT_EQ(lines_of(1), 2u) << "32 words, 16 a line";
    EXPECT_EQ(lines_of(2), 4u);
    EXPECT_EQ(lines_of(16), 32u);
    EXPECT_EQ(lines_of(100), 32u);
    p_.line_bytes = 128;
    p_.dram_row_bytes = 1024;
    EXPECT_EQ(lines_of(1), 1u);
    EXPECT_EQ(lines_of(16), 16u);
}

TEST_F(OneWarp, AsksForEachThreadWhereReadsAreNotCoalesced) {
    p_.l1_coalesces = 0;
    EXPECT_EQ(lines_of(0), 32u);
    EXPECT_EQ(lines_of(1), 32u);
    EXPECT_EQ(lines_of(16), 32u);
}

TEST_F(OneWarp, OnlyThreadsOfTheMaskAccess) {
    Builder b;
    const Register lane = b.op(Op::lane, 0);
    b.if_true(b.op(Op::less, lane, 3));
    b.load(array_, b.op(Op::multiply, lane, 16));
    b.end_if();
    EXPECT_EQ(run(b).l1.lines, 3u);
}

TEST_F(OneWarp, ASecondLoadHits) {
    Builder b;
    const Register lane = b.op(Op::lane, 0);
    const Register sum = b.load(array_, lane);
    b.into(sum, Op::add, sum, b.load(array_, lane));
    const Counts counts = run(b);
    EXPECT_EQ(counts.l1.lines, 4u);
    EXPECT_EQ(counts.l1.misses, 4u) << "it asks before the lines are there";
    Builder later;
    const Register of = later.op(Op::lane, 0);
    const Register value = later.load(array_, of);
    later.into(of, Op::bit_and, value, 0); // waits for the first load
    later.load(array_, of);
    EXPECT_EQ(run(later).l1.misses, 2u);
}

TEST_F(OneWarp, LoadsTakeAsLongAsTheirLevels) {
    Builder b;
    const Register lane = b.op(Op::lane, 0);
    const Register first = b.load(array_, b.op(Op::move, 0));
    b.into(first, Op::add, first, lane);
    run(b);
    const uint64_t with = cycles_;
    Builder without;
    const Register other = without.op(Op::lane, 0);
    without.into(other, Op::add, other, 1);
    run(without);
    const uint64_t miss = 2 * p_.network_latency + 2 * p_.l2_latency + p_.dram_activate +
                          p_.dram_column + p_.dram_burst;
    EXPECT_GE(with - cycles_, miss);
    EXPECT_LE(with - cycles_, miss + 20);
}

TEST_F(OneWarp, StoresAndAtomicsChangeMemoryInOrder) {
    Builder b;
    const Register lane = b.op(Op::lane, 0), zero = b.op(Op::move, 0);
    b.store(array_ + 32, lane, lane);
    b.atomic(Op::atomic_minimum, array_, zero, lane);
    const Register one = b.op(Op::to_float, b.op(Op::move, 1));
    b.atomic(Op::atomic_add_float, array_ + 1, zero, one);
    b.atomic(Op::atomic_add_float, array_ + 64, lane, one);
    memory_[array_] = 17;
    run(b);
    EXPECT_EQ(memory_[array_], 0u);
    EXPECT_EQ(std::bit_cast<float>(memory_[array_ + 1]), 32.0f);
    for (uint32_t k = 0; k < 32; ++k) {
        EXPECT_EQ(memory_[array_ + 32 + k], k);
        EXPECT_EQ(std::bit_cast<float>(memory_[array_ + 64 + k]), 1.0f);
    }
    EXPECT_EQ(atomic_words_, 34u) << "threads that name one word are one";
}

TEST_F(OneWarp, AtomicsOfOneWordWaitWhereTheyAreNotMerged) {
    const auto run_atomics = [&] {
        Builder b;
        const Register lane = b.op(Op::lane, 0), zero = b.op(Op::move, 0);
        for (int k = 0; k < 10; ++k) b.atomic(Op::atomic_minimum, array_, zero, lane);
        run(b);
        return cycles_;
    };
    const uint64_t merged = run_atomics();
    EXPECT_EQ(atomic_words_, 10u);
    p_.l2_atomic_merges = 0;
    const uint64_t one_by_one = run_atomics();
    EXPECT_EQ(atomic_words_, 320u);
    EXPECT_LT(merged, 3u * 32);
    EXPECT_GE(one_by_one, 9u * 32) << "the last waits for 32 words of each other one";
    EXPECT_EQ(memory_[array_], 0u);
}

TEST_F(OneWarp, BanksOfSharedMemoryWait) {
    const auto cycles = [&](uint32_t stride) {
        Builder b;
        const Register at = b.op(Op::multiply, b.op(Op::lane, 0), stride);
        const Register value = b.shared_load(0, at);
        b.into(value, Op::add, value, 1);
        run(b);
        return cycles_;
    };
    const uint64_t without = cycles(1);
    EXPECT_EQ(cycles(0), without) << "one word for all";
    EXPECT_EQ(cycles(2), without + 1);
    EXPECT_EQ(cycles(8), without + 7);
}

TEST_F(OneWarp, LoopsAndConditionsTakeThreadsOut) {
    Builder b;
    const Register lane = b.op(Op::lane, 0), sum = b.op(Op::move, 0), k = b.op(Op::move, 0);
    b.loop();
    b.break_if(b.op(Op::equal, k, lane)); // thread t goes round t times
    b.into(sum, Op::add, sum, 2);
    b.if_true(b.op(Op::less, 15, lane));
    b.into(sum, Op::add, sum, 1);
    b.end_if();
    b.into(k, Op::add, k, 1);
    b.end_loop();
    b.store(array_, lane, sum);
    run(b);
    for (uint32_t t = 0; t < 32; ++t) EXPECT_EQ(memory_[array_ + t], t < 16 ? 2 * t : 3 * t) << t;
}

TEST_F(OneWarp, WarpsWaitForEachOther) {
    p_.warps = 4;
    Builder b;
    const Register lane = b.op(Op::lane, 0), warp = b.op(Op::warp, 0);
    b.if_true(b.op(Op::equal, warp, 3));
    for (int k = 0; k < 50; ++k) b.into(lane, Op::add, lane, 0);
    b.shared_store(0, b.op(Op::move, 5), 77);
    b.end_if();
    b.emit({Op::barrier, Stage::init});
    b.store(array_, warp, b.shared_load(0, b.op(Op::move, 5)));
    const Counts counts = run(b);
    for (uint32_t w = 0; w < 4; ++w) EXPECT_EQ(memory_[array_ + w], 77u);
    EXPECT_GT(counts.stalls[static_cast<size_t>(Cause::barrier)], 150u);
}

} // namespace
