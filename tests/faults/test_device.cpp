// Tests every GPU variant, by force, while device memory runs short: the call still succeeds, with
// the right result, and no device memory is lost. Needs a GPU.
#include "faults/device_table.h"
#include "faults/variants.h"

#include <algorithm>
#include <cstdlib>
#include <iostream>

namespace faults {
namespace {

struct Setting {
    Storage storage;
    bool is_resident; // only the device has the operands' values
};

class FaultsDevice : public testing::Test {
protected:
    void SetUp() override {
        table = device_table();
        if (table == nullptr) GTEST_SKIP() << "no GPU";
    }

    /// Returns the contents after the call; allocation `n` on the device fails, 0: none.
    /// `was_refused`: the allocation occurred.
    std::string run(const Case &a_case, const Setting &setting, const RegistryVariant &variant,
                    std::uint64_t n, bool &was_refused) const {
        const Session session;
        World world(setting.storage);
        if (a_case.prepare != nullptr) require(a_case.prepare(world));
        // Runs everything that can on the device, although these problems are small, also the
        // commit.
        require(GrB_Global_set_INT32(GrB_GLOBAL, GrX_DEVICE_ALWAYS,
                                     static_cast<GrB_Field>(GrX_DEVICE)));
        if (setting.is_resident) world.move_to_device();
        force(variant.forced().c_str());
        table->fail_allocation(nullptr, n);
        const GrB_Info info = a_case.call(world);
        run_recorded();
        was_refused = table->fail_allocation(nullptr, 0) == 0 && n != 0;
        EXPECT_EQ(info, GrB_SUCCESS);
        return world.contents();
    }

    /// Returns the number of allocations that were made to fail.
    std::uint64_t sweep_device(const Case &a_case, const Setting &setting,
                               const RegistryVariant &variant) const {
        SCOPED_TRACE(std::string(a_case.name) + ", " + name_of(setting.storage) +
                     (setting.is_resident ? ", on the device " : " ") + variant.name);
        constexpr std::uint64_t most_allocations = 1000;
        bool was_refused = false;
        const std::string expected = run(a_case, setting, variant, 0, was_refused);
        const std::uint64_t held = table->counters(nullptr).bytes_held;
        for (std::uint64_t n = 1; n <= most_allocations; n++) {
            EXPECT_EQ(run(a_case, setting, variant, n, was_refused) == expected, true)
                << "another result, allocation " << n;
            // After a failure, the memory cached between calls may be less.
            EXPECT_LE(table->counters(nullptr).bytes_held, held) << "lost, allocation " << n;
            if (!was_refused || HasFailure()) return n - 1;
        }
        ADD_FAILURE() << "it does not end";
        return most_allocations;
    }

    const grb::device::Table *table = nullptr;
};

/// True for formats in which the sweep also has resident operands.
bool is_moved(Storage storage) {
    return storage == Storage::sparse || storage == Storage::bitmap || storage == Storage::full;
}

/// The number of partitions of the variants for parallel processes, since each call begins and ends
/// a session with the device.
constexpr std::size_t shares = 16;
class FaultsDeviceVariants : public FaultsDevice, public testing::WithParamInterface<std::size_t> {
protected:
    void sweep_variant(const RegistryVariant &variant) const {
        std::uint64_t failures = 0;
        for (const Case &a_case : problems().at(variant.operation)) {
            for (const Storage storage : all_storages) {
                if (!takes(a_case, storage, variant)) continue;
                failures += sweep_device(a_case, {storage, false}, variant);
                if (is_moved(storage)) failures += sweep_device(a_case, {storage, true}, variant);
                if (HasFailure()) return;
            }
        }
        // Variants that only share arrays leave allocations to their commit.
        EXPECT_GT(failures, 0U) << variant.name << ": no problem here makes it allocate";
    }
};

TEST_P(FaultsDeviceVariants, EveryAllocation) {
    std::vector<RegistryVariant> variants = registry();
    std::erase_if(variants, [](const RegistryVariant &variant) {
        return variant.name.rfind("cuda/", 0) != 0 &&
               variant.name.find("_streamed") == std::string::npos;
    });
    ASSERT_GE(variants.size(), shares);
    if (std::none_of(variants.begin(), variants.end(), [](const RegistryVariant &variant) {
            return variant.name == "cuda/mxv_cusparse";
        }))
        std::cout << "without cuda/mxv_cusparse\n";
    const char *const wanted = std::getenv("GRAPHBLAST_TEST_VARIANTS"); // the beginning of names
    for (std::size_t k = GetParam(); k < variants.size() && !HasFailure(); k += shares) {
        if (wanted != nullptr && variants[k].name.rfind(wanted, 0) != 0) continue;
        std::cout << variants[k].forced() << std::endl;
        sweep_variant(variants[k]);
    }
}
INSTANTIATE_TEST_SUITE_P(Shares, FaultsDeviceVariants, testing::Range(std::size_t{0}, shares));

/// After a failure the device is unchanged: the next call runs there.
TEST_F(FaultsDevice, ServiceGoesOn) {
    const Case a_case = problems().at("mxv").front();
    const RegistryVariant variant{"mxv", "cuda/mxv_merge_path"};
    const auto *const storage =
        std::find_if(std::begin(all_storages), std::end(all_storages),
                     [&](Storage each) { return takes(a_case, each, variant); });
    ASSERT_NE(storage, std::end(all_storages));
    bool was_refused = false;
    run(a_case, {*storage, false}, variant, 1, was_refused);
    EXPECT_TRUE(was_refused);
    EXPECT_TRUE(takes(a_case, *storage, variant));
}

} // namespace
} // namespace faults
