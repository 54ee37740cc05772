// Tests how a matrix passes through a device in partitions: readers wait for prefetched bytes, as
// much as fits stays, and nothing is uploaded twice. Host memory stands for a device's; uploads end
// only when a reader waits.
#include "base/array_ranges.hpp"
#include "base/device_memory.hpp"
#include "dispatch/carry_out.hpp"
#include "dispatch/variant.hpp"
#include "distributed/streamed_matrix.hpp"
#include "unit/mxv_fixture.hpp"
#include "unit/stub_device.hpp"

#include <gtest/gtest.h>

#include <map>
#include <numeric>
#include <set>

namespace grb {
namespace {

using stub_test::held;
using stub_test::stub;

struct Upload {
    const void *from;
    std::size_t bytes;
};
std::map<void *, Upload> in_flight;
std::uint64_t uploaded = 0, uploaded_from_pinned = 0;
bool has_room = true;

void *begin_upload(Device &device, const void *from, std::size_t bytes, bool is_lasting) {
    if (!has_room) return nullptr;
    void *const to = device.allocate(bytes);
    in_flight[to] = {from, bytes};
    uploaded += bytes;
    if (is_lasting) uploaded_from_pinned += bytes;
    return to;
}
void await_upload(Device &, void *to) {
    const auto found = in_flight.find(to);
    if (found == in_flight.end()) return;
    std::memcpy(to, found->second.from, found->second.bytes);
    in_flight.erase(found);
}

class StreamingOfBlocks : public testing::Test {
protected:
    stub_test::StubDevice &device = stub(0);
    const At at{device};

    void SetUp() override {
        RangeFunctions functions;
        functions.begin_upload = &begin_upload;
        functions.await_upload = &await_upload;
        set_range_functions(device.kind(), functions);
        set_pin_functions(device.kind(),
                          {[](Device &, std::size_t bytes) noexcept { return std::malloc(bytes); },
                           [](Device &, void *memory) noexcept { std::free(memory); }});
        in_flight.clear();
        uploaded = uploaded_from_pinned = 0;
        has_room = true;
    }
    void TearDown() override {
        set_range_functions(nullptr, {});
        set_pin_functions(nullptr, {});
        reset_most_pinned_bytes();
        EXPECT_EQ(pinned_bytes(), 0U);
    }
    static Array numbers(int first, std::size_t count) {
        Array array(count * sizeof(int));
        std::iota(array.as<int>(), array.as<int>() + count, first);
        return array;
    }
    const int *there(const Array &array) { return static_cast<const int *>(array.data_at(device)); }
};

TEST_F(StreamingOfBlocks, WhoReadsWhatIsSentAheadWaits) {
    const Array whole = numbers(0, 100), block = range_of(whole, 40 * sizeof(int), 40);
    const int *sent = nullptr;
    {
        const SendsAhead ahead(nullptr);
        sent = there(block);
        EXPECT_EQ(there(block), sent);
    }
    EXPECT_EQ(in_flight.size(), 1U);
    EXPECT_EQ(uploaded, 40U);
    EXPECT_EQ(there(block), sent);
    EXPECT_EQ(in_flight.size(), 0U);
    EXPECT_EQ(sent[3], 43);
    const int before = held;
    EXPECT_FALSE(read_anew(block).is_at(device));
    EXPECT_EQ(held, before);
}

/// The host has the bytes and does not fetch them from a device that may have failed.
TEST_F(StreamingOfBlocks, TheHostReadsItsOwn) {
    const Array whole = numbers(0, 100), block = range_of(whole, 40 * sizeof(int), 40);
    there(block);
    const int before = stub_test::downloads;
    EXPECT_EQ(block.as<int>()[3], 43);
    EXPECT_EQ(stub_test::downloads, before);
}

/// Another device copies from the first one, and waits for prefetched bytes.
TEST_F(StreamingOfBlocks, WhoCopiesWhatIsSentAheadWaits) {
    const Array whole = numbers(0, 100), block = range_of(whole, 40 * sizeof(int), 40);
    const SendsAhead ahead(nullptr);
    there(block);
    EXPECT_EQ(in_flight.size(), 1U);
    const int before = stub_test::copies;
    EXPECT_EQ(static_cast<const int *>(block.data_at(stub(1)))[3], 43);
    EXPECT_EQ(stub_test::copies, before + 1);
    EXPECT_EQ(in_flight.size(), 0U);
}

/// Pinned bytes are those of the requested array, not of the arrays that it is gathered from.
TEST_F(StreamingOfBlocks, WhatIsGatheredIsNotPinned) {
    const Array whole = numbers(0, 100), pinned = numbers(500, 20),
                first = range_of(whole, 40 * sizeof(int), 40), second = numbers(70, 10);
    const ArrayRange both[] = {{first, 0, 0, 40}, {second, 0, 40, 40}};
    const Array joined = array_of_ranges(both, 80);
    const int *values = nullptr;
    {
        const SendsAhead ahead(std::as_const(pinned).data());
        values = there(joined);
    }
    EXPECT_EQ(values[3], 43);
    EXPECT_EQ(values[13], 73);
    EXPECT_EQ(uploaded_from_pinned, 0U);
}

TEST_F(StreamingOfBlocks, PinnedMemoryIsReadInstead) {
    const Array whole = numbers(0, 100), pinned = numbers(500, 10),
                block = range_of(whole, 40 * sizeof(int), 40);
    {
        const SendsAhead ahead(std::as_const(pinned).data());
        there(block);
    }
    EXPECT_EQ(there(block)[3], 503);
    EXPECT_EQ(uploaded_from_pinned, 40U);
}

TEST_F(StreamingOfBlocks, WithoutRoomItGoesTheUsualWay) {
    const Array whole = numbers(0, 100), block = range_of(whole, 40 * sizeof(int), 40);
    has_room = false;
    const SendsAhead ahead(nullptr);
    EXPECT_EQ(there(block)[3], 43);
    EXPECT_EQ(uploaded, 0U);
}

TEST_F(StreamingOfBlocks, NumbersOfBlocks) {
    // A partition takes 8 MB, but at most a third and at least a sixteenth of the room.
    EXPECT_EQ(blocks_to_stream(250e6, 75e6, 1e9), 32);
    EXPECT_EQ(blocks_to_stream(250e6, 15e6, 1e9), 50);
    EXPECT_EQ(blocks_to_stream(1.2e11, 6e10, 8e10), 32);
    EXPECT_EQ(blocks_to_stream(1000, 2000, 1e9), 2);
    EXPECT_EQ(blocks_to_stream(0, 10, 10), 1);
    EXPECT_EQ(blocks_to_stream(1000, -5, 640), 100);
    EXPECT_EQ(blocks_to_stream(1e12, -5, 640), 1024);
    EXPECT_EQ(bytes_to_stream(100, 30), 70);
    EXPECT_EQ(bytes_to_stream(100, -30), 100);
    EXPECT_EQ(bytes_to_stream(100, 130), 0);
}

/// Ten partitions have 128 rows of two entries, 12 bytes each.
class Streaming : public StreamingOfBlocks {
protected:
    static constexpr int blocks = 10;
    static constexpr std::uint64_t n = 1280;
    static constexpr double bytes_of_block = 128 * 2 * 12;
    Ref<Snapshot> A;
    Ref<const StreamedMatrix> matrix;
    std::vector<int> order;

    void SetUp() override {
        StreamingOfBlocks::SetUp();
        mxv_test::Entries entries;
        mxv_test::Random random(7);
        const Type *const type = builtin_type(TypeCode::int64);
        for (std::uint64_t i = 0; i < n; i++)
            for (const std::uint64_t j : {i, (7 * i + 1) % n}) entries[{i, j}] = random.value(type);
        entries[{0, 5}] = random.value(type);
        A = mxv_test::make_matrix(type, n, n, entries, {});
        const AmongDevices among(true);
        matrix = streamed_matrix_of(*A, A->sparse_form(false), false, blocks, device);
        ASSERT_EQ(matrix->cuts().blocks(), blocks);
    }
    void TearDown() override {
        matrix = nullptr;
        A = nullptr;
        StreamingOfBlocks::TearDown();
        EXPECT_EQ(held, 0);
    }
    double bytes_there() const {
        double bytes = 0;
        for (int block = 0; block < blocks; block++)
            if (matrix->vectors(block)->values.is_at(device)) bytes += matrix->bytes_of(block);
        return bytes;
    }
    /// Returns the bytes uploaded for a product that reads each partition.
    std::uint64_t stream(double room) {
        const std::uint64_t before = uploaded;
        const std::lock_guard<std::mutex> guard(matrix->mutex);
        UploadPipeline pipeline(*matrix, room, device);
        order.assign(pipeline.order().begin(), pipeline.order().end());
        for (std::size_t k = 0; k < order.size(); k++) {
            pipeline.prefetch(k);
            EXPECT_LE(bytes_there(), std::max(room, 2 * bytes_of_block + 100));
            const SparseForm &own = *matrix->vectors(order[k]);
            const std::vector<unsigned char> expected = on_host(own.values, own.nvals * 8);
            EXPECT_TRUE(own.values.is_at(device));
            EXPECT_EQ(std::memcmp(own.values.data_at(device), expected.data(), expected.size()), 0);
            own.column_indices.data_at(device);
            pipeline.leave(k);
        }
        EXPECT_EQ(std::set<int>(order.begin(), order.end()).size(), order.size());
        return uploaded - before;
    }
    static std::vector<unsigned char> on_host(const Array &array, std::size_t bytes) {
        std::vector<unsigned char> all(bytes);
        const Array own = read_anew(array);
        copy_bytes(own, 0, bytes, all.data());
        return all;
    }
};

TEST_F(Streaming, WhatFitsStays) {
    constexpr double room = 5.2 * bytes_of_block;
    EXPECT_GT(stream(room), 9.9 * bytes_of_block);
    for (int product = 0; product < 4; product++) {
        EXPECT_NEAR(static_cast<double>(stream(room)), 5 * bytes_of_block, 0.3 * bytes_of_block);
        EXPECT_GT(bytes_there(), 4.9 * bytes_of_block);
        // Three partitions stay, two pass: resident ones come first, and the staying ones lie
        // between the others.
        EXPECT_GE(order[0], 3);
        EXPECT_GE(order[1], 3);
        EXPECT_EQ(order.size(), 10U);
    }
}

TEST_F(Streaming, WhereNothingFitsTwoAreStreamed) {
    for (int product = 0; product < 3; product++) {
        const auto bytes = static_cast<double>(stream(0));
        EXPECT_GT(bytes, (product == 0 ? 9.9 : 7.9) * bytes_of_block);
    }
}

TEST_F(Streaming, WherePlentyFitsNothingMoves) {
    stream(20 * bytes_of_block);
    EXPECT_EQ(stream(20 * bytes_of_block), 0U);
}

TEST_F(Streaming, BlocksThatStreamArePinnedAFewAtATime) {
    constexpr double room = 5.2 * bytes_of_block;
    stream(room);
    EXPECT_EQ(pinned_bytes(), 0U);
    std::uint64_t before = 0;
    for (int product = 0; product < 9; product++) {
        stream(room);
        EXPECT_LE(static_cast<double>(pinned_bytes() - before), 1.1 * bytes_of_block);
        before = pinned_bytes();
    }
    EXPECT_GT(static_cast<double>(before), 6.9 * bytes_of_block);
    EXPECT_LT(static_cast<double>(before), 7.2 * bytes_of_block);
    const std::uint64_t by_now = uploaded_from_pinned;
    const std::uint64_t last = stream(room);
    EXPECT_EQ(last, uploaded_from_pinned - by_now);
    EXPECT_GE(A->bytes_held(), pinned_bytes());
}

TEST_F(Streaming, PinningStopsAtItsLimit) {
    constexpr double room = 5.2 * bytes_of_block;
    set_most_pinned_bytes(static_cast<std::uint64_t>(2.5 * bytes_of_block));
    for (int product = 0; product < 9; product++) stream(room);
    EXPECT_LE(pinned_bytes(), most_pinned_bytes());
    EXPECT_GT(pinned_bytes(), 0U);
}

TEST_F(Streaming, WhereTheDevicePinsNothingItGoesOn) {
    set_pin_functions(device.kind(),
                      {[](Device &, std::size_t) noexcept -> void * { return nullptr; },
                       [](Device &, void *) noexcept {}});
    EXPECT_TRUE(may_pin(*A, false, device));
    for (int product = 0; product < 5; product++) stream(5.2 * bytes_of_block);
    EXPECT_EQ(uploaded_from_pinned, 0U);
    // The estimate then expects no pinned memory.
    EXPECT_FALSE(may_pin(*A, false, device));
    set_most_pinned_bytes(0);
    EXPECT_FALSE(may_pin(*A, true, device));
}

/// All products use the same partitions, but one that leaves much less room has finer ones.
TEST_F(Streaming, BlocksAreShared) {
    const AmongDevices among(true);
    const SparseForm &vectors = A->sparse_form(false);
    EXPECT_EQ(streamed_matrix_of(*A, vectors, false, 2 * blocks, device).get(), matrix.get());
    EXPECT_NE(streamed_matrix_of(*A, vectors, false, 2 * blocks + 1, device).get(), matrix.get());
    EXPECT_NE(streamed_matrix_of(*A, vectors, false, blocks, stub(1)).get(), matrix.get());
    // Each passage pins memory, so there are few.
    const Ref<const StreamedMatrix> finer =
        streamed_matrix_of(*A, vectors, false, 2 * blocks + 1, device);
    EXPECT_EQ(finer->cuts().blocks(), 4 * blocks);
    for (int more = 2 * blocks + 2; more <= 4 * blocks; more++)
        EXPECT_EQ(streamed_matrix_of(*A, vectors, false, more, device).get(), finer.get());
}

/// Without a rule, only a matrix that does not fit is streamed.
TEST_F(Streaming, RefusesWhatFits) {
    static std::uint64_t memory = 0;
    set_memory_function(device.kind(), [](const Device &) noexcept { return memory; });
    const mxv_test::OwnedSemiring semiring(BinaryCode::plus, BinaryCode::times, TypeCode::int64);
    mxv_test::Entries ones;
    for (std::uint64_t i = 0; i < n; i++)
        ones[{0, i}] = mxv_test::small_value(builtin_type(TypeCode::int64), 1);
    MxvProblem problem;
    problem.A = A;
    problem.u = mxv_test::make_vector(builtin_type(TypeCode::int64), n, ones,
                                      mxv_test::VectorForm::bitmap, {});
    problem.semiring = &semiring.semiring;
    const auto refusal = [&]() -> std::string {
        for (const Variant<MxvProblem> *variant : variants<MxvProblem>()) {
            if (std::strcmp(variant->name, "group/mxv_streamed") != 0) continue;
            const char *const why = variant->refuses(problem);
            return why == nullptr ? "" : why;
        }
        return "no variant";
    };
    memory = 120000;
    EXPECT_EQ(refusal(), "");
    memory = 1 << 20;
    EXPECT_EQ(refusal(), "fits");
    memory = 0;
    EXPECT_EQ(refusal(), "no device with memory of its own");
    set_memory_function(nullptr, nullptr);
}

} // namespace
} // namespace grb
