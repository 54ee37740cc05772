// Tests element updates, publishing, resizing and pinned storage against a std::map.
#include "objects/container.hpp"
#include "storage/build.hpp"
#include "storage_model.hpp"

#include <thread>

namespace grb {
namespace {

const Type *fp64() {
    return builtin_type(TypeCode::fp64);
}

void expect_container(Container &container, const Entries &entries) {
    EXPECT_EQ(container.nvals(), entries.size());
    const auto snapshot = container.snapshot();
    EXPECT_EQ(container.nvals(), entries.size());
    expect_entries(*snapshot, entries);
}

Format attainable(Format pinned, const Container &container) {
    return attainable_format(*container.snapshot(), pinned);
}

/// Makes random sets, removals and reads, with assembly, shared snapshots and lazily made forms in
/// between.
void run_updates(Container &container, const Type *type, Entries entries, unsigned seed,
                 int steps) {
    std::mt19937_64 random(seed);
    std::vector<unsigned char> value(type->size);
    Ref<Snapshot> held;
    for (int step = 0; step < steps; step++) {
        Position position{random() % container.nrows(), random() % container.ncols()};
        if (random() % 2 == 0 && !entries.empty()) {
            const auto next = entries.lower_bound(position);
            if (next != entries.end()) position = next->first;
        }
        const auto choice = random() % 100;
        if (choice < 45) {
            const std::string bytes = value_bytes(type, static_cast<int>(random() % 3));
            container.set_element(position.first, position.second, bytes.data());
            entries[position] = bytes;
        } else if (choice < 70) {
            container.remove_element(position.first, position.second);
            entries.erase(position);
        } else if (choice < 92) {
            const bool found = container.get_element(position.first, position.second, value.data());
            ASSERT_EQ(found, entries.count(position) == 1);
            if (found) {
                ASSERT_EQ(std::string(value.begin(), value.end()), entries[position]);
            }
        } else if (choice < 94) {
            container.snapshot()->columns();
        } else if (choice < 96) {
            held = container.snapshot();
        } else if (choice < 98) {
            held = nullptr;
        } else {
            container.snapshot()->rows();
        }
        ASSERT_EQ(container.nvals(), entries.size());
        if (step % 97 == 0) expect_container(container, entries);
    }
    expect_container(container, entries);
}

TEST(Container, UpdatesAgreeWithAMap) {
    const WithThreads threads(2);
    unsigned seed = 1;
    for (const Type *type : test_types()) {
        for (const Format format : {Format::automatic, Format::sparse, Format::hypersparse,
                                    Format::bitmap, Format::full}) {
            for (const bool is_iso : {false, true}) {
                GrB_Matrix_opaque matrix(type, 12, 17);
                matrix.options().format = format;
                Layout layout;
                layout.is_iso = is_iso;
                const Entries entries = random_entries(type, 12, 17, 12 * 17, is_iso, seed);
                matrix.publish(matrix.conformed(
                    Snapshot::of_rows(type, 12, 17, lay_out(entries, type, 12, layout))));
                run_updates(matrix, type, entries, seed++, 400);
                GrB_Vector_opaque vector(type, 90);
                vector.options().format = format;
                run_updates(vector, type, {}, seed++, 400);
            }
        }
    }
}

TEST(Container, UpdatesByTheOneValueKeepItTheOnlyOne) {
    const std::string one = value_bytes(fp64(), 1), other = value_bytes(fp64(), 2);
    const Entries entries = random_entries(fp64(), 40, 50, 100, true, 9);
    Layout layout;
    layout.is_iso = true;
    GrB_Matrix_opaque matrix(fp64(), 40, 50);
    matrix.options().format = Format::sparse;
    matrix.publish(Snapshot::of_rows(fp64(), 40, 50, lay_out(entries, fp64(), 40, layout)));
    const Position known = entries.begin()->first;
    for (std::uint64_t j = 0; j < 50; j++) matrix.set_element(7, j, one.data());
    matrix.remove_element(known.first, known.second);
    EXPECT_TRUE(matrix.snapshot()->is_iso());
    matrix.set_element(7, 3, other.data());
    EXPECT_FALSE(matrix.snapshot()->is_iso());
}

TEST(Container, ManyUpdatesFoldInParallel) {
    const WithThreads threads(3);
    std::mt19937_64 random(3);
    for (const std::uint64_t nrows :
         {std::uint64_t{1}, std::uint64_t{700}, std::uint64_t{1} << 50}) {
        const std::uint64_t ncols = 5000;
        GrB_Matrix_opaque matrix(fp64(), nrows, ncols);
        matrix.options().format = nrows > 1000 ? Format::automatic : Format::sparse;
        Entries entries;
        for (int round = 0; round < 3; round++) {
            for (int k = 0; k < 15000; k++) {
                Position position{random() % nrows, random() % ncols};
                if (k % 4 == 0 && !entries.empty()) {
                    const auto next = entries.lower_bound(position);
                    if (next != entries.end()) position = next->first;
                }
                if (k % 5 == 0) {
                    matrix.remove_element(position.first, position.second);
                    entries.erase(position);
                    continue;
                }
                const std::string bytes = value_bytes(fp64(), k);
                matrix.set_element(position.first, position.second, bytes.data());
                entries[position] = bytes;
            }
            const auto snapshot = matrix.snapshot();
            ASSERT_EQ(matrix.nvals(), entries.size());
            ASSERT_EQ(read(snapshot->rows()), entries);
        }
    }
}

TEST(Container, DenseUpdatesHappenInPlace) {
    GrB_Vector_opaque vector(fp64(), 1000);
    Entries entries = random_entries(fp64(), 1, 1000, 1000, true, 1);
    Layout layout;
    layout.is_iso = true;
    vector.publish(
        vector.conformed(Snapshot::of_rows(fp64(), 1, 1000, lay_out(entries, fp64(), 1, layout))));
    EXPECT_EQ(vector.snapshot()->format(), Format::full);
    const Snapshot *before = vector.snapshot().get();
    vector.set_element(0, 5, entries[{0, 5}].data());
    EXPECT_TRUE(vector.snapshot()->is_iso());
    const std::string other = value_bytes(fp64(), 9);
    vector.set_element(0, 5, other.data());
    EXPECT_FALSE(vector.snapshot()->is_iso());
    vector.remove_element(0, 7);
    EXPECT_EQ(vector.snapshot()->format(), Format::bitmap);
    EXPECT_EQ(vector.nvals(), 999U);
    vector.set_element(0, 7, other.data());
    EXPECT_EQ(vector.snapshot()->format(), Format::full);
    EXPECT_FALSE(vector.has_pending());
    EXPECT_EQ(vector.snapshot().get(), before);
    entries[{0, 5}] = entries[{0, 7}] = other;
    expect_container(vector, entries);
}

TEST(Container, ReadersKeepTheirSnapshot) {
    for (const Format format : {Format::sparse, Format::bitmap}) {
        GrB_Matrix_opaque matrix(fp64(), 20, 30);
        matrix.options().format = format;
        const Entries entries = random_entries(fp64(), 20, 30, 200, false, 6);
        matrix.publish(matrix.conformed(
            Snapshot::of_rows(fp64(), 20, 30, lay_out(entries, fp64(), 20, Layout{}))));
        const auto held = matrix.snapshot();
        EXPECT_EQ(matrix.unshared(), nullptr);
        Entries changed = entries;
        const Position first = entries.begin()->first;
        changed[first] = value_bytes(fp64(), -5);
        matrix.set_element(first.first, first.second, changed[first].data());
        expect_entries(*held, entries);
        expect_container(matrix, changed);
        expect_entries(*held, entries);
        EXPECT_NE(matrix.unshared(), nullptr);
    }
}

TEST(Container, SharedArraysAreNotChangedInPlace) {
    for (const Format format : {Format::sparse, Format::bitmap}) {
        GrB_Matrix_opaque matrix(fp64(), 20, 30);
        matrix.options().format = format;
        const Entries entries = random_entries(fp64(), 20, 30, 200, false, 6);
        matrix.publish(matrix.conformed(
            Snapshot::of_rows(fp64(), 20, 30, lay_out(entries, fp64(), 20, Layout{}))));
        const auto twin = converted(*matrix.snapshot(), format);
        EXPECT_EQ(matrix.unshared(), nullptr);
        Entries changed = entries;
        const Position first = entries.begin()->first;
        changed[first] = value_bytes(fp64(), -5);
        matrix.set_element(first.first, first.second, changed[first].data());
        matrix.remove_element(entries.rbegin()->first.first, entries.rbegin()->first.second);
        changed.erase(entries.rbegin()->first);
        expect_container(matrix, changed);
        expect_entries(*twin, entries);
    }
}

/// Among so many positions a few pairs share the 32 bits of their hashes that the table keeps.
TEST(Container, PendingUpdatesOfEqualHashesStayApart) {
    constexpr std::size_t count = 400000;
    PendingUpdates pending(sizeof(std::uint64_t));
    std::mt19937_64 random(11);
    std::vector<Position> positions;
    for (std::uint64_t k = 0; k < count; k++) {
        positions.emplace_back(random() >> 4, random() >> 4); // below 2^60
        ASSERT_EQ(pending.find(positions[k].first, positions[k].second), nullptr) << k;
        pending.set(positions[k].first, positions[k].second, &k, false);
    }
    EXPECT_EQ(pending.size(), count);
    for (std::uint64_t k = 0; k < count; k++) {
        const auto *update = pending.find(positions[k].first, positions[k].second);
        ASSERT_NE(update, nullptr) << k;
        ASSERT_EQ(std::memcmp(pending.value_of(*update), &k, sizeof k), 0) << k;
    }
}

TEST(Container, PublishDropsPendingUpdates) {
    GrB_Vector_opaque vector(fp64(), 1000);
    const std::string value = value_bytes(fp64(), 4);
    vector.set_element(0, 3, value.data());
    EXPECT_TRUE(vector.has_pending());
    vector.publish(Snapshot::empty(fp64(), 1, 1000));
    EXPECT_FALSE(vector.has_pending());
    expect_container(vector, {});
}

TEST(Container, ResizeKeepsWhatIsInside) {
    const std::uint64_t huge = std::uint64_t{1} << 60;
    const std::pair<std::uint64_t, std::uint64_t> sizes[] = {
        {40, 50},     {40, 20},     {13, 20}, {13, 90}, {500, 90}, {1, 1},
        {9000, 9000}, {huge, huge}, {70, 70}, {0, 0},   {70, 70}};
    for (const Format format :
         {Format::automatic, Format::sparse, Format::hypersparse, Format::bitmap}) {
        for (const std::size_t nvals : {60U, 900U, 40U * 50U}) {
            GrB_Matrix_opaque matrix(fp64(), 40, 50);
            matrix.options().format = format;
            Entries entries = random_entries(fp64(), 40, 50, nvals, false, 8);
            matrix.publish(matrix.conformed(
                Snapshot::of_rows(fp64(), 40, 50, lay_out(entries, fp64(), 40, Layout{}))));
            for (const auto &[nrows, ncols] : sizes) {
                SCOPED_TRACE(::testing::Message() << nrows << " x " << ncols);
                if (format == Format::bitmap && nrows == 9000) continue;
                matrix.resize(nrows, ncols);
                std::erase_if(entries, [&, r = nrows, c = ncols](const auto &entry) {
                    return entry.first.first >= r || entry.first.second >= c;
                });
                EXPECT_EQ(matrix.nrows(), nrows);
                EXPECT_EQ(matrix.snapshot()->ncols(), ncols);
                expect_container(matrix, entries);
                if (format != Format::automatic) {
                    EXPECT_EQ(matrix.snapshot()->format(), attainable(format, matrix));
                }
            }
        }
    }
    for (const std::uint64_t n :
         {std::uint64_t{10}, std::uint64_t{65}, std::uint64_t{200}, std::uint64_t{100000}}) {
        GrB_Vector_opaque vector(fp64(), 100);
        Entries entries = random_entries(fp64(), 1, 100, 100, false, 8);
        vector.publish(vector.conformed(
            Snapshot::of_rows(fp64(), 1, 100, lay_out(entries, fp64(), 1, Layout{}))));
        vector.resize(1, n);
        std::erase_if(entries, [n](const auto &entry) { return entry.first.second >= n; });
        expect_container(vector, entries);
    }
}

TEST(Container, PinnedFormatAndWidthAreHonoured) {
    GrB_Matrix_opaque matrix(fp64(), 30, 30);
    const Entries entries = random_entries(fp64(), 30, 30, 100, false, 2);
    const auto sparse = Snapshot::of_rows(fp64(), 30, 30, lay_out(entries, fp64(), 30, Layout{}));
    EXPECT_EQ(matrix.conformed(sparse).get(), sparse.get());
    matrix.options().format = Format::full;
    EXPECT_EQ(matrix.conformed(sparse)->format(), Format::bitmap);
    matrix.options().format = Format::hypersparse;
    EXPECT_EQ(matrix.conformed(sparse)->format(), Format::hypersparse);
    matrix.options().index_width = 64;
    const auto wide = matrix.conformed(sparse);
    EXPECT_EQ(wide->rows().index_width, 8);
    EXPECT_EQ(wide->columns().index_width, 8);
    expect_entries(*wide, entries);
    matrix.options().index_width = 32;
    EXPECT_EQ(matrix.conformed(wide)->rows().index_width, 4);
    matrix.options() = StorageOptions{};
    matrix.options().orientations = 2;
    const auto by_column = matrix.conformed(sparse);
    EXPECT_TRUE(by_column->is_by_column());
    EXPECT_FALSE(by_column->has_rows());
    matrix.options().orientations = 1;
    EXPECT_FALSE(matrix.conformed(by_column)->has_columns());
    matrix.options().orientations = 3;
    const auto both = matrix.conformed(by_column);
    EXPECT_TRUE(both->has_columns() && both->has_rows());
    expect_entries(*both, entries);
}

TEST(Container, ReadersFoldTogether) {
    const WithThreads threads(2);
    for (int round = 0; round < 20; round++) {
        GrB_Vector_opaque vector(fp64(), 5000);
        if (round % 2 == 1) vector.options().format = Format::bitmap;
        Entries entries;
        for (std::uint64_t k = 0; k < 500; k++) {
            entries[{0, k * 7}] = value_bytes(fp64(), static_cast<int>(k));
            vector.set_element(0, k * 7, entries[{0, k * 7}].data());
        }
        std::vector<std::thread> workers;
        for (std::uint64_t t = 0; t < 8; t++) {
            workers.emplace_back([&, t] {
                double value = -1;
                EXPECT_TRUE(vector.get_element(0, t * 7, &value));
                EXPECT_EQ(value, static_cast<double>(t));
                EXPECT_EQ(vector.nvals(), 500U);
                EXPECT_EQ(vector.snapshot()->nvals(), 500U);
                EXPECT_FALSE(vector.get_element(0, 1, &value));
            });
        }
        for (std::thread &thread : workers) thread.join();
        expect_container(vector, entries);
    }
}

} // namespace
} // namespace grb
