// Tests the building blocks of a group's variants: cuts, partitions and their whole, collectives,
// split lists and moved thunks.
#include "base/error.hpp"
#include "distributed/exchange.hpp"
#include "distributed/partitioning.hpp"
#include "distributed/positional.hpp"
#include "distributed/split_list.hpp"
#include "graphblast/gxb_objects.h"
#include "problems/problems.hpp"
#include "unit/storage_model.hpp"

namespace grb {
namespace {

TEST(Cuts, CoverEverythingUnevenlyWithAnEmptyOne) {
    for (const int blocks : {1, 2, 3, 7, 64}) {
        for (const std::uint64_t n : {0ULL, 1ULL, 2ULL, 5ULL, 63ULL, 1000ULL, 1ULL << 60}) {
            const Cuts cuts(n, blocks);
            SCOPED_TRACE(testing::Message() << n << " in " << blocks);
            ASSERT_EQ(cuts.blocks(), blocks);
            EXPECT_EQ(cuts.begin(0), 0U);
            EXPECT_EQ(cuts.end(blocks - 1), n);
            EXPECT_EQ(cuts.length(), n);
            std::uint64_t most = 0, least = UINT64_MAX;
            for (int block = 0; block < blocks; block++) {
                ASSERT_LE(cuts.begin(block), cuts.end(block));
                most = std::max(most, cuts.extent(block));
                least = std::min(least, cuts.extent(block));
                if (cuts.extent(block) == 0) continue;
                EXPECT_EQ(cuts.owner(cuts.begin(block)), block);
                EXPECT_EQ(cuts.owner(cuts.end(block) - 1), block);
            }
            if (blocks >= 3) {
                EXPECT_EQ(least, 0U);
                EXPECT_EQ(cuts.extent(blocks / 2), 0U);
            }
            if (blocks >= 2 && n >= 1000) {
                EXPECT_GT(most, n / static_cast<std::uint64_t>(blocks));
            }
        }
    }
}

TEST(CopiedBits, AtAnyDevice) {
    std::mt19937_64 random(5);
    std::vector<std::uint64_t> from(6);
    for (std::uint64_t &word : from) word = random();
    const auto bit = [](const std::vector<std::uint64_t> &words, std::uint64_t k) {
        return words[k / 64] >> (k % 64) & 1;
    };
    for (const std::uint64_t at : {0U, 1U, 63U, 64U, 100U})
        for (const std::uint64_t to : {0U, 5U, 63U, 64U, 127U})
            for (const std::uint64_t n : {0U, 1U, 64U, 65U, 200U}) {
                std::vector<std::uint64_t> target(6, 0);
                copy_bits(target.data(), to, from.data(), at, n);
                for (std::uint64_t k = 0; k < 6 * 64; k++) {
                    const bool is_copied = k >= to && k < to + n;
                    ASSERT_EQ(bit(target, k), is_copied ? bit(from, at + k - to) : 0)
                        << at << " to " << to << ", " << n << " bits: " << k;
                }
            }
}

struct Case {
    std::uint64_t nrows, ncols;
    std::size_t nvals;
};
const Case cases[] = {{1, 1, 1}, {1, 70, 9}, {1, 70, 70}, {7, 1, 3}, {5, 13, 0}, {40, 30, 200}};
const Layout layouts[] = {{false, false, false, 4, 4}, {false, true, false, 4, 4},
                          {true, false, false, 4, 4},  {true, true, false, 8, 8},
                          {false, false, true, 8, 4},  {true, false, true, 8, 8}};

/// Returns the entries with a coordinate in [begin, end), shifted to begin at 0.
Entries within(const Entries &entries, Axis axis, std::uint64_t begin, std::uint64_t end) {
    Entries found;
    for (const auto &[position, value] : entries) {
        Position at = position;
        std::uint64_t &along = axis == Axis::rows ? at.first : at.second;
        if (along < begin || along >= end) continue;
        along -= begin;
        found[at] = value;
    }
    return found;
}

/// Calls body(snapshot, entries) for matrices in every format.
template <class F>
void for_matrices(const F &body) {
    unsigned seed = 7;
    for (const Case &one : cases)
        for (const Layout &layout : layouts)
            for (const Format format :
                 {Format::sparse, Format::hypersparse, Format::bitmap, Format::full}) {
                const Type *const type = test_types()[seed % test_types().size()];
                const Entries entries =
                    random_entries(type, one.nrows, one.ncols, one.nvals, layout.is_iso, seed++);
                const auto rows = Snapshot::of_rows(type, one.nrows, one.ncols,
                                                    lay_out(entries, type, one.nrows, layout));
                SCOPED_TRACE(testing::Message()
                             << one.nrows << " x " << one.ncols << ", " << one.nvals
                             << " entries, format " << static_cast<int>(format) << " size "
                             << type->size << " iso " << layout.is_iso);
                body(*converted(*rows, format), entries);
            }
}

TEST(Slices, HaveTheEntriesOfTheirRange) {
    for_matrices([](const Snapshot &A, const Entries &entries) {
        for (const Axis axis : {Axis::rows, Axis::columns}) {
            const Cuts cuts(length_of(A, axis), 3);
            for (int block = 0; block < 3; block++) {
                const auto own_partition = slice(A, axis, cuts.begin(block), cuts.end(block));
                EXPECT_EQ(length_of(*own_partition, axis), cuts.extent(block));
                EXPECT_EQ(length_of(*own_partition, other(axis)), length_of(A, other(axis)));
                expect_entries(*own_partition,
                               within(entries, axis, cuts.begin(block), cuts.end(block)));
                if (own_partition->nvals() != 0) {
                    EXPECT_EQ(own_partition->is_iso(), A.is_iso());
                    EXPECT_EQ(is_dense(*own_partition), is_dense(A));
                }
            }
        }
    });
}

TEST(Joined, PartitionsAreTheWholeAgain) {
    for_matrices([](const Snapshot &A, const Entries &entries) {
        for (const int members : {1, 2, 3, 7}) {
            const Axis axis = A.nrows() == 1 ? Axis::columns : Axis::rows;
            const Cuts cuts(length_of(A, axis), members);
            LocalGroup group(members);
            HostVector<Ref<Snapshot>> partitions;
            for (int block = 0; block < members; block++)
                partitions.push_back(slice(A, axis, cuts.begin(block), cuts.end(block)));
            const auto whole =
                joined(group, partitions, axis, cuts, A.type(), A.nrows(), A.ncols());
            expect_entries(*whole, entries);
            if (A.nvals() != 0) {
                EXPECT_EQ(whole->is_iso(), A.is_iso());
                EXPECT_EQ(whole->format(), A.nrows() == 1 && A.format() == Format::hypersparse
                                               ? Format::sparse
                                               : A.format());
            }
            // The whole keeps its partitions.
            EXPECT_EQ((*partitioning_of(*whole, axis, cuts))[members - 1].get(),
                      partitions.back().get());
        }
    });
}

TEST(Joined, OnePartitionOfEachForm) {
    const Type *const type = builtin_type(TypeCode::fp64);
    const Cuts cuts(90, 3); // 22, 0, 68
    const auto make = [&](std::uint64_t n, Format format, unsigned seed, bool is_iso,
                          Entries &entries) {
        entries = random_entries(type, n, 8, n * 2, is_iso, seed);
        const auto rows =
            Snapshot::of_rows(type, n, 8, lay_out(entries, type, n, {false, is_iso, false, 4, 4}));
        return converted(*rows, format);
    };
    const Format formats[] = {Format::sparse, Format::hypersparse, Format::bitmap};
    unsigned seed = 1;
    for (const Format first : formats)
        for (const Format last : formats)
            for (const bool is_iso : {false, true}) {
                Entries low, high;
                LocalGroup group(3);
                HostVector<Ref<Snapshot>> partitions;
                partitions.push_back(make(cuts.extent(0), first, seed++, is_iso, low));
                partitions.push_back(Snapshot::empty(type, 0, 8));
                partitions.push_back(make(cuts.extent(2), last, seed++, false, high));
                for (const auto &[position, value] : high)
                    low[{position.first + cuts.begin(2), position.second}] = value;
                expect_entries(*joined(group, partitions, Axis::rows, cuts, type, 90, 8), low);
            }
}

TEST(KeptPartitions, ForbidWritingTheWholeInPlace) {
    const Type *const type = builtin_type(TypeCode::fp64);
    const Entries entries = random_entries(type, 20, 10, 60, false, 3);
    const auto A =
        Snapshot::of_rows(type, 20, 10, lay_out(entries, type, 20, {false, false, false, 4, 4}));
    EXPECT_TRUE(A->owns_arrays());
    const Cuts cuts(20, 3);
    Ref<const Partitioning> blocks = partitioning_of(*A, Axis::rows, cuts);
    EXPECT_FALSE(A->owns_arrays());
    EXPECT_EQ(partitioning_of(*A, Axis::rows, cuts).get(), blocks.get()) << "cut once";
    EXPECT_NE(partitioning_of(*A, Axis::rows, Cuts(20, 2)).get(), blocks.get());
    EXPECT_NE(partitioning_of(*A, Axis::columns, Cuts(10, 3)).get(), blocks.get());
    EXPECT_GT(A->bytes_held(), A->bytes());
    blocks = nullptr;
    A->attachments().clear();
    EXPECT_TRUE(A->owns_arrays());
}

Array bytes(const char *text) {
    return Array::copy_of(text, std::strlen(text));
}
std::string text_of(const Array &array) {
    return std::string(array.as<char>(), array.bytes());
}

TEST(GroupVerbs, MoveBytesInTheOrderOfTheMembers) {
    LocalGroup group(3);
    const Array from[] = {bytes("ab"), Array(), bytes("cde")};
    EXPECT_EQ(text_of(group.allgatherv(from)), "abcde");
    const Array one[] = {Array(), bytes("xy"), Array(0)};
    EXPECT_EQ(group.allgatherv(one).identity(), one[1].identity()) << "nothing to put together";
    EXPECT_EQ(group.allgatherv(std::span(one, 1)).bytes(), 0U);
    const Array all[] = {bytes("aab"), bytes("bcc"), bytes("abc")};
    const Bounds bounds[] = {{0, 2, 3, 3}, {0, 0, 1, 3}, {0, 1, 2, 3}};
    const HostVector<Array> received = group.alltoallv(all, bounds);
    ASSERT_EQ(received.size(), 3U);
    EXPECT_EQ(text_of(received[0]), "aaa");
    EXPECT_EQ(text_of(received[1]), "bbb");
    EXPECT_EQ(text_of(received[2]), "ccc");
    EXPECT_EQ(text_of(group.broadcast(bytes("root"), 1)), "root");
}

TEST(GroupVerbs, TheLowestFailingMemberDecides) {
    LocalGroup group(4);
    const auto counts =
        group.each([](int member) { return static_cast<std::uint64_t>(member * 10); });
    EXPECT_EQ(counts, (HostVector<std::uint64_t>{0, 10, 20, 30}));
    int turns = 0;
    try {
        group.each([&](int member) -> std::uint64_t {
            turns++;
            EXPECT_TRUE(group_context().is_inside);
            EXPECT_EQ(group_context().member, member);
            if (member == 3) throw std::bad_alloc();
            if (member == 2) throw Error(GrB_INVALID_VALUE, "member %d", member);
            return 0;
        });
        ADD_FAILURE() << "nobody failed";
    } catch (const Error &error) {
        EXPECT_NE(std::strstr(error.what(), "member 2"), nullptr) << error.what();
    }
    EXPECT_EQ(turns, 4) << "all vote";
    EXPECT_FALSE(group_context().is_inside);
    EXPECT_EQ(group_context().member, -1);
}

TEST(Exchange, KeepsTheOrderOfSendersAndOfEach) {
    LocalGroup group(3);
    HostVector<Tuples> sent(3);
    for (std::uint64_t member : {0, 2}) { // the second member has nothing
        Tuples &own = sent[member] = Tuples::of(5, sizeof(std::uint64_t));
        for (std::uint64_t k = 0; k < 5; k++) {
            own.row()[k] = k;
            own.column()[k] = member;
            own.values.as<std::uint64_t>()[k] = 100 * member + k;
        }
    }
    const HostVector<Tuples> received =
        exchanged(group, sent, sizeof(std::uint64_t),
                  [](int, std::uint64_t k) { return k % 2 == 0 ? 0 : 2; });
    const auto values_of = [&](std::size_t member) {
        const Tuples &own = received[member];
        const auto *const values = own.values.as<std::uint64_t>();
        return std::vector<std::uint64_t>(values, values + own.count);
    };
    EXPECT_EQ(values_of(0), (std::vector<std::uint64_t>{0, 2, 4, 200, 202, 204}));
    EXPECT_EQ(received[1].count, 0U);
    EXPECT_EQ(values_of(2), (std::vector<std::uint64_t>{1, 3, 201, 203}));
}

TEST(SplitLists, EveryPositionIsWithItsOwner) {
    const std::uint64_t n = 40;
    const std::uint64_t scattered[] = {39, 0, 5, 5, 38, 1, 20, 0, 39};
    const IndexList lists[] = {IndexList::all(n),
                               IndexList::progression(3, 2, 15, n),
                               IndexList::progression(39, -3, 13, n),
                               IndexList::progression(7, 1, 1, n),
                               IndexList::progression(0, 1, 0, n),
                               {scattered, 9},
                               {scattered, 0}};
    for (const int blocks : {1, 2, 3, 7}) {
        const Cuts cuts(n, blocks);
        for (const IndexList &list : lists) {
            const SplitList split(list, cuts);
            std::uint64_t total = 0;
            for (int block = 0; block < blocks; block++) {
                const IndexList own = split.block(block);
                total += own.count;
                EXPECT_TRUE(!own.is_all || own.count == cuts.extent(block));
                for (std::uint64_t r = 0; r < own.count; r++) {
                    const std::uint64_t k = split.position(block, r);
                    EXPECT_TRUE(r == 0 || k > split.position(block, r - 1))
                        << "in the list's order";
                    EXPECT_EQ(own[r] + cuts.begin(block), list[k]);
                    EXPECT_EQ(split.owner(k), block);
                    EXPECT_EQ(split.rank(k), r);
                }
            }
            EXPECT_EQ(total, list.count);
        }
    }
}

TEST(MovedThunks, TellThePartitionWhereItBegins) {
    const std::uint64_t first = 17;
    const GrB_IndexUnaryOp tests[] = {GrB_TRIL,  GrB_TRIU,  GrB_DIAG,  GrB_OFFDIAG,
                                      GrB_ROWLE, GrB_ROWGT, GrB_COLLE, GrB_COLGT};
    const auto value = [](GrB_IndexUnaryOp op, std::uint64_t i, std::uint64_t j,
                          const OwnValue &thunk) {
        alignas(8) unsigned char z[8] = {};
        Positions positions;
        positions.row = i;
        positions.first_column = j;
        op->batch(op, z, nullptr, true, positions, thunk, 1);
        return std::string(reinterpret_cast<char *>(z), op->ztype->size);
    };
    for (std::int64_t t :
         {INT64_MIN, std::int64_t{-20}, std::int64_t{0}, std::int64_t{18}, INT64_MAX})
        for (std::uint64_t i : {0U, 1U, 5U})
            for (std::uint64_t j : {0U, 12U, 17U, 18U, 22U, 40U}) {
                const OwnValue thunk = OwnValue::of(t);
                for (const GrB_IndexUnaryOp op : tests)
                    EXPECT_EQ(value(op, i, j, shifted_thunk(*op, thunk, first)),
                              value(op, i + first, j, thunk))
                        << op->name << " " << t << " at " << i << ", " << j;
                for (const GrB_IndexUnaryOp op :
                     {GrB_ROWINDEX_INT64, GrB_DIAGINDEX_INT64, GrB_COLINDEX_INT64})
                    EXPECT_EQ(value(op, i, j, shifted_thunk(*op, thunk, first)),
                              value(op, i + first, j, thunk));
                const OwnValue narrow = OwnValue::of(static_cast<std::int32_t>(t));
                for (const GrB_IndexUnaryOp op :
                     {GrB_ROWINDEX_INT32, GrB_DIAGINDEX_INT32, GrB_COLINDEX_INT32})
                    EXPECT_EQ(value(op, i, j, shifted_thunk(*op, narrow, first)),
                              value(op, i + first, j, narrow));
            }
    EXPECT_EQ(refuses_positional(*GrB_TRIL), nullptr);
    EXPECT_NE(refuses_positional(*GxB_NONZOMBIE), nullptr);
}

} // namespace
} // namespace grb
