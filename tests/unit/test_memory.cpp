// Tests allocation functions and arrays, with each allocation of the storage code failing once.
#include "base/error.hpp"
#include "objects/container.hpp"
#include "storage/build.hpp"
#include "storage_model.hpp"

#include <atomic>
#include <cstdlib>
#include <functional>

namespace grb {
namespace {

std::atomic<std::int64_t> live{0};       // blocks allocated and not yet freed
std::atomic<std::int64_t> countdown{-1}; // allocations until one fails; negative: none does

bool fails_now() {
    return countdown.load() >= 0 && countdown.fetch_sub(1) == 0;
}

void *counting_malloc(std::size_t bytes) {
    if (fails_now()) return nullptr;
    live++;
    return std::malloc(bytes);
}
void *counting_calloc(std::size_t n, std::size_t size) {
    if (fails_now()) return nullptr;
    live++;
    return std::calloc(n, size);
}
void *counting_realloc(void *pointer, std::size_t bytes) {
    return fails_now() ? nullptr : std::realloc(pointer, bytes);
}
void counting_free(void *pointer) {
    if (pointer != nullptr) live--;
    std::free(pointer);
}

class Memory : public ::testing::Test {
protected:
    Memory() : live_before_(live) {
        set_allocator({counting_malloc, counting_calloc, counting_realloc, counting_free});
    }
    ~Memory() override {
        EXPECT_EQ(live.load(), live_before_) << "blocks leaked";
        countdown = -1;
        set_allocator({std::malloc, std::calloc, std::realloc, std::free});
    }

private:
    std::int64_t live_before_;
};

/// Runs `action` with its first allocation failing, then its second, ... until it succeeds. After
/// each failure `unchanged` must hold. Snapshots may keep forms made before the failure.
void sweep(const std::function<void()> &action, const std::function<void()> &unchanged) {
    for (std::int64_t failing = 0; failing < 2000; failing++) {
        countdown = failing;
        bool has_failed = false;
        try {
            action();
        } catch (const std::bad_alloc &) {
            has_failed = true;
        }
        countdown = -1;
        if (!has_failed) {
            EXPECT_GT(failing, 0) << "the action allocates nothing";
            return;
        }
        unchanged();
        if (::testing::Test::HasFailure()) return;
    }
    FAIL() << "never succeeded";
}

TEST_F(Memory, ArraysShareAndReturnTheirBytes) {
    const std::int64_t before = live;
    {
        Array array = Array::of<std::uint32_t>(5000);
        std::memset(array.data(), 7, array.bytes());
        EXPECT_TRUE(array.is_unique());
        const Array other = array;
        EXPECT_FALSE(array.is_unique());
        EXPECT_EQ(other.data(), static_cast<const Array &>(array).data());
        const Array zeros = Array::zeroed(100);
        for (std::size_t k = 0; k < 100; k++) EXPECT_EQ(zeros.as<unsigned char>()[k], 0);
        const Array copy = Array::copy_of(other.data(), 12);
        EXPECT_EQ(copy.as<std::uint32_t>()[2], 0x07070707U);
        Array small = Array(100000);
        std::memset(small.data(), 9, 10);
        small.shrink(10);
        EXPECT_EQ(small.bytes(), 10U);
        EXPECT_EQ(small.as<unsigned char>()[9], 9);
        EXPECT_NE(Array(0).data(), nullptr);
        EXPECT_TRUE(Array().empty());
        const Array adopted = Array::adopt(allocate(64), 64);
        EXPECT_EQ(adopted.bytes(), 64U);
        EXPECT_EQ(adopted.capacity(), 64U);
        Array partial = Array::adopt(allocate(100000), 50000, 100000);
        EXPECT_EQ(partial.bytes(), 50000U);
        EXPECT_EQ(partial.capacity(), 100000U);
        partial.shrink(10);
        EXPECT_EQ(partial.capacity(), 10U);
    }
    EXPECT_EQ(live.load(), before);
}

TEST_F(Memory, FailedAllocationsThrow) {
    countdown = 0;
    EXPECT_THROW(allocate(16), std::bad_alloc);
    countdown = 0;
    EXPECT_THROW(allocate_zeroed(16), std::bad_alloc);
    countdown = 1;
    EXPECT_THROW(Array(16), std::bad_alloc);
    HostAllocator<double> allocator;
    EXPECT_THROW(allocator.allocate(SIZE_MAX / 4), std::bad_alloc);
}

TEST_F(Memory, CallocMayBeAbsent) {
    set_allocator({counting_malloc, nullptr, nullptr, counting_free});
    const std::int64_t before = live;
    {
        Array zeros = Array::zeroed(100000);
        for (std::size_t k = 0; k < 100000; k += 999) EXPECT_EQ(zeros.as<unsigned char>()[k], 0);
        zeros.shrink(5);
        EXPECT_EQ(zeros.bytes(), 5U);
    }
    EXPECT_EQ(live.load(), before);
}

class Sweep : public Memory {
protected:
    static const Type *fp64() { return builtin_type(TypeCode::fp64); }
    WithThreads threads{2};
};

TEST_F(Sweep, Conversions) {
    Layout layout;
    layout.is_jumbled = true;
    const Entries entries = random_entries(fp64(), 90, 120, 9000, false, 3);
    for (const Format source :
         {Format::sparse, Format::hypersparse, Format::bitmap, Format::balanced}) {
        const auto fresh = [&] {
            return converted(
                *Snapshot::of_rows(fp64(), 90, 120, lay_out(entries, fp64(), 90, layout)), source);
        };
        auto snapshot = fresh();
        const auto unchanged = [&] { EXPECT_EQ(snapshot->nvals(), entries.size()); };
        for (const Format target :
             {Format::sparse, Format::hypersparse, Format::bitmap, Format::balanced}) {
            if (target == source) continue;
            sweep([&] { expect_entries(*converted(*snapshot, target), entries); }, unchanged);
            snapshot = fresh();
        }
        sweep([&] { casted(snapshot, builtin_type(TypeCode::int16)); }, unchanged);
        sweep([&] { resized(*snapshot, 50, 60); }, unchanged);
        snapshot = fresh();
        sweep([&] { snapshot->columns(); }, [] {});
        sweep([&] { with_width(snapshot->columns(), 8, 8); }, unchanged);
        expect_entries(*snapshot, entries);
    }
    const SparseForm form = lay_out(entries, fp64(), 90, layout);
    const SparseView view = view_of(form, fp64(), 90, 120);
    for (const auto convert : {sort_rows, transpose_form, to_hyper, to_standard}) {
        sweep([&] { convert(view); }, [&] { EXPECT_EQ(read(view), entries); });
    }
}

TEST_F(Sweep, Build) {
    std::mt19937_64 random(5);
    for (const std::uint64_t size : {std::uint64_t{300}, std::uint64_t{1} << 60}) {
        std::vector<std::uint64_t> rows(4000), columns(4000);
        std::vector<double> values(4000, 1.5);
        for (std::size_t k = 0; k < rows.size(); k++) {
            rows[k] = random() % size;
            columns[k] = random() % size;
        }
        rows[17] = rows[3900];
        columns[17] = columns[3900];
        const BinaryOp *plus = find_binary_op(BinaryCode::plus, TypeCode::int32);
        sweep(
            [&] {
                const auto built = build_snapshot(fp64(), size, size, rows.data(), columns.data(),
                                                  values.data(), fp64(), false, rows.size(), plus);
                EXPECT_EQ(read(built->rows()).at({rows[17], columns[17]}), value_bytes(fp64(), 2));
            },
            [] {});
        EXPECT_THROW(build_snapshot(fp64(), size, size, rows.data(), columns.data(), values.data(),
                                    fp64(), false, rows.size(), nullptr),
                     Error);
    }
}

TEST_F(Sweep, UpdatesFoldsAndResizing) {
    for (const Format format :
         {Format::sparse, Format::hypersparse, Format::bitmap, Format::full}) {
        for (const bool is_iso : {false, true}) {
            GrB_Matrix_opaque matrix(fp64(), 40, 50);
            matrix.options().format = format;
            Layout layout;
            layout.is_iso = is_iso;
            Entries entries = random_entries(fp64(), 40, 50, 2000, is_iso, 2);
            matrix.publish(matrix.conformed(
                Snapshot::of_rows(fp64(), 40, 50, lay_out(entries, fp64(), 40, layout))));
            const auto unchanged = [&] {
                EXPECT_EQ(matrix.nvals(), entries.size());
                for (const auto &[position, bytes] : entries) {
                    std::string value(8, '\0');
                    ASSERT_TRUE(matrix.get_element(position.first, position.second, value.data()));
                    ASSERT_EQ(value, bytes);
                }
            };
            Ref<Snapshot> held = matrix.snapshot(); // so that updates become pending
            for (std::uint64_t k = 0; k < 20; k++) {
                const std::string value = value_bytes(fp64(), 1000 + static_cast<int>(k));
                for (std::int64_t failing = 0; failing < 20; failing++) {
                    countdown = failing;
                    try {
                        matrix.set_element(k, 2 * k, value.data());
                        countdown = -1;
                        break;
                    } catch (const std::bad_alloc &) {
                        countdown = -1;
                        unchanged();
                    }
                }
                entries[{k, 2 * k}] = value;
                matrix.remove_element(k, 2 * k + 1);
                entries.erase({k, 2 * k + 1});
            }
            unchanged();
            sweep([&] { matrix.snapshot(); }, unchanged);
            held = nullptr;
            unchanged();
            sweep(
                [&] {
                    matrix.resize(30, 45);
                    std::erase_if(entries, [](const auto &entry) {
                        return entry.first.first >= 30 || entry.first.second >= 45;
                    });
                },
                unchanged);
            unchanged();
        }
    }
}

TEST_F(Sweep, NewContainers) {
    sweep([] { GrB_Matrix_opaque matrix(builtin_type(TypeCode::fp64), 10, 10); }, [] {});
    sweep([] { GrB_Vector_opaque vector(builtin_type(TypeCode::fp64), 10); }, [] {});
    sweep([] { GrB_Scalar_opaque scalar(builtin_type(TypeCode::fp64)); }, [] {});
}

} // namespace
} // namespace grb
