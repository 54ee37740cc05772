// Tests arrays of ranges: which device's bytes are read, and that nothing is copied before. Host
// memory stands for the memory of two devices.
#include "base/array_ranges.hpp"
#include "unit/stub_device.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <vector>

namespace grb {
namespace {

using stub_test::copies;
using stub_test::downloads;
using stub_test::held;
using stub_test::stub;

constexpr std::size_t size = sizeof(int);

class ArrayRanges : public testing::Test {
protected:
    void SetUp() override {
        stub(0);
        set_range_functions(
            stub(0).kind(),
            {[](Device &, void *to, std::size_t to_pitch, const void *from, std::size_t from_pitch,
                std::size_t width, std::size_t count) {
                 for (std::size_t k = 0; k < count; k++)
                     std::memcpy(static_cast<char *>(to) + k * to_pitch,
                                 static_cast<const char *>(from) + k * from_pitch, width);
             },
             [](Device &, void *to, const void *from, const void *picks, std::size_t count,
                std::size_t width) {
                 for (std::size_t k = 0; k < count; k++)
                     std::memcpy(static_cast<char *>(to) + k * width,
                                 static_cast<const char *>(from) +
                                     static_cast<const std::uint32_t *>(picks)[k] * width,
                                 width);
             }});
    }
    void TearDown() override { set_range_functions(nullptr, {}); }
    /// Returns first, first + 1, ... on the host.
    static Array numbers(int first, std::size_t count) {
        Array array(count * size);
        std::iota(array.as<int>(), array.as<int>() + count, first);
        return array;
    }
    /// Returns first, first + 1, ... on one device alone.
    static Array numbers_at(Device &device, int first, std::size_t count) {
        const At at(device);
        Array array = Array::make_here(count * size);
        auto *const to = static_cast<int *>(array.data_here_for_writing());
        std::iota(to, to + count, first);
        return array;
    }
    static std::vector<int> at(const Array &array, Device &device) {
        const At here(device);
        const auto *const from = static_cast<const int *>(array.data_at(device));
        return {from, from + array.bytes() / size};
    }
    static std::vector<int> on_host(const Array &array) {
        return {array.as<int>(), array.as<int>() + array.bytes() / size};
    }
    static std::vector<int> ascending(int first, int count) {
        std::vector<int> all(static_cast<std::size_t>(count));
        std::iota(all.begin(), all.end(), first);
        return all;
    }
    /// Returns 0 to 9 from the host, from both devices and from a range of one of these.
    static Array mixed() {
        const Array host = numbers(0, 3), first = numbers_at(stub(0), 3, 2),
                    second = numbers_at(stub(1), 5, 2), longer = numbers_at(stub(1), 0, 12);
        const ArrayRange ranges[] = {{host, 0, 0, 3 * size},
                                     {first, 0, 3 * size, 2 * size},
                                     {second, 0, 5 * size, 2 * size},
                                     {longer, 7 * size, 7 * size, 3 * size}};
        return array_of_ranges(ranges, 10 * size);
    }
};

/// Gathers some numbers of arrays on the host and two devices, in another order.
Array picked(const Array (&arrays)[3]) {
    constexpr std::uint32_t which[] = {5, 0, 2};
    HostVector<ArrayRange> ranges;
    for (const Array &array : arrays)
        ranges.push_back({array, 2 * size, ranges.size() * 3 * size, size, 3, size, size,
                          Array::copy_of(which, sizeof which)});
    return array_of_ranges(ranges, 9 * size);
}

TEST_F(ArrayRanges, PicksArePutTogetherWhereTheyAre) {
    const Array arrays[] = {numbers(0, 8), numbers_at(stub(0), 100, 8),
                            numbers_at(stub(1), 200, 8)};
    const std::vector<int> expected = {7, 2, 4, 107, 102, 104, 207, 202, 204};
    copies = 0;
    EXPECT_EQ(at(picked(arrays), stub(0)), expected);
    EXPECT_EQ(copies, 1); // the bytes of the other device
    EXPECT_FALSE(arrays[2].is_at(stub(0)));
    EXPECT_EQ(at(picked(arrays), stub(1)), expected);
    EXPECT_EQ(on_host(picked(arrays)), expected);
    const Array all = picked(arrays);
    EXPECT_EQ(on_host(range_of(all, 2 * size, 3 * size)), (std::vector<int>{4, 107, 102}));
    EXPECT_EQ(ranges_of(all).size(), 3U);
    EXPECT_EQ(ranges_of(arrays[0]).size(), 0U);
}

TEST_F(ArrayRanges, PicksOfNoDeviceThatCanAreAFailure) {
    set_range_functions(stub(0).kind(), {});
    const Array arrays[] = {numbers(0, 8), numbers_at(stub(0), 100, 8),
                            numbers_at(stub(1), 200, 8)};
    EXPECT_THROW(at(picked(arrays), stub(0)), DeviceFailure);
}

TEST_F(ArrayRanges, AreGatheredByWhoReads) {
    for (int reader = 0; reader < 3; reader++) {
        const Array all = mixed();
        EXPECT_TRUE(is_of_ranges(all));
        EXPECT_FALSE(all.is_on_host());
        downloads = copies = 0;
        if (reader == 2) {
            EXPECT_EQ(on_host(all), ascending(0, 10));
            EXPECT_EQ(downloads, 3); // bytes on the host already are not fetched
            EXPECT_FALSE(all.is_at(stub(0)) || all.is_at(stub(1)));
            continue;
        }
        EXPECT_EQ(at(all, stub(reader)), ascending(0, 10));
        EXPECT_EQ(downloads, 0);
        EXPECT_EQ(copies, 3); // and one upload
        EXPECT_FALSE(all.is_on_host() || all.is_at(stub(1 - reader)));
        // The other reader takes the existing copy.
        EXPECT_EQ(at(all, stub(1 - reader)), ascending(0, 10));
        EXPECT_EQ(copies, 4);
        EXPECT_FALSE(is_of_ranges(all));
    }
}

TEST_F(ArrayRanges, KeepTheirSourcesAndFreeThem) {
    const int before = held;
    Array all = mixed();
    EXPECT_EQ(held, before + 3);
    EXPECT_EQ(at(all, stub(0)), ascending(0, 10));
    EXPECT_EQ(held, before + 4);
    all = {};
    EXPECT_EQ(held, before);
}

TEST_F(ArrayRanges, SourcesAreNotWrittenInPlace) {
    const Array source = numbers(0, 4);
    EXPECT_TRUE(source.is_unique());
    const Array range = range_of(source, size, 2 * size);
    EXPECT_FALSE(source.is_unique());
    EXPECT_EQ(on_host(range), ascending(1, 2));
}

TEST_F(ArrayRanges, WritingLeavesTheSourcesAlone) {
    const Array source = numbers(0, 4);
    Array range = range_of(source, size, 2 * size);
    range.as<int>()[0] = 100;
    EXPECT_EQ(on_host(range), (std::vector<int>{100, 2}));
    EXPECT_EQ(on_host(source), ascending(0, 4));
    EXPECT_TRUE(source.is_unique()); // no array reads it as a range now
    Array there = range_of(source, 0, 2 * size);
    EXPECT_EQ(at(there, stub(0)), ascending(0, 2));
    const At here(stub(0));
    static_cast<int *>(there.data_here_for_writing())[1] = 100;
    EXPECT_EQ(on_host(there), (std::vector<int>{0, 100}));
    EXPECT_EQ(on_host(source), ascending(0, 4));
}

TEST_F(ArrayRanges, ARangeOfTheHostTakesNoMemoryThere) {
    const Array whole = numbers(0, 1000);
    const Array range = range_of(whole, 400 * size, 600 * size);
    EXPECT_EQ(at(range, stub(1)), ascending(400, 600));
    EXPECT_FALSE(range.is_on_host() || whole.is_at(stub(1)));
    EXPECT_EQ(at(range_of(range, 100 * size, 3 * size), stub(0)), ascending(500, 3));
}

TEST_F(ArrayRanges, ARangeThatIsThereIsFoundAgain) {
    const Array first = numbers(0, 3), second = numbers(3, 5);
    const ArrayRange ranges[] = {{first, 0, 0, 3 * size}, {second, 0, 3 * size, 5 * size}};
    const Array all = array_of_ranges(ranges, 8 * size);
    EXPECT_EQ(range_of(all, 0, 8 * size).identity(), all.identity());
    EXPECT_EQ(range_of(all, 3 * size, 5 * size).identity(), second.identity());
    EXPECT_EQ(on_host(range_of(all, 2 * size, 3 * size)), ascending(2, 3));
    EXPECT_EQ(on_host(range_of(all, 4 * size, 2 * size)), ascending(4, 2));
    EXPECT_EQ(range_of(all, size, 0).bytes(), 0u);
}

/// A range whose bytes are on devices alone is read from there, without a copy on the host.
TEST_F(ArrayRanges, RangesOfRangesStayAtTheirDevices) {
    const Array all = mixed(), range = range_of(all, size, 8 * size);
    downloads = 0;
    EXPECT_EQ(at(range, stub(0)), ascending(1, 8));
    EXPECT_EQ(at(range_of(range, 3 * size, 3 * size), stub(1)), ascending(4, 3));
    EXPECT_EQ(downloads, 0);
    EXPECT_TRUE(is_of_ranges(all));
    int seven = 0;
    copy_bytes(all, 7 * size, size, &seven);
    EXPECT_EQ(seven, 7);
    EXPECT_EQ(downloads, 1);
    int ends[4] = {};
    copy_bytes(all, 2 * size, 4 * size, ends); // of three sources
    EXPECT_EQ(std::vector<int>(ends, ends + 4), ascending(2, 4));
    EXPECT_TRUE(is_of_ranges(all));
}

/// The columns of a dense 6 × 5 block are split 2 + 3 and joined again.
TEST_F(ArrayRanges, BlocksOfColumns) {
    constexpr std::size_t rows = 6, columns = 5, cut = 2;
    for (int from = 0; from < 3; from++) {
        const Array whole =
            from == 2 ? numbers(0, rows * columns) : numbers_at(stub(from), 0, rows * columns);
        for (int reader = 0; reader < 3; reader++) {
            const ArrayRange left[] = {{whole, 0, 0, cut * size, rows, columns * size, cut * size}};
            const std::size_t width = (columns - cut) * size;
            const ArrayRange right[] = {{whole, cut * size, 0, width, rows, columns * size, width}};
            const Array a = array_of_ranges(left, rows * cut * size),
                        b = array_of_ranges(right, rows * width);
            std::vector<int> expected;
            for (std::size_t i = 0; i < rows; i++)
                for (std::size_t j = cut; j < columns; j++)
                    expected.push_back(static_cast<int>(i * columns + j));
            EXPECT_EQ(reader == 2 ? on_host(b) : at(b, stub(reader)), expected) << from << reader;
            const ArrayRange both[] = {{a, 0, 0, cut * size, rows, cut * size, columns * size},
                                       {b, 0, cut * size, width, rows, width, columns * size}};
            const Array again = array_of_ranges(both, rows * columns * size);
            EXPECT_EQ(reader == 0 ? on_host(again) : at(again, stub(reader - 1)),
                      ascending(0, rows * columns))
                << from << reader;
        }
    }
}

} // namespace
} // namespace grb
