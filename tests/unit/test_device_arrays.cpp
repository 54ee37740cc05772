// Arrays whose bytes are elsewhere, with host memory in the place of a device's.
#include "core/array.hpp"
#include "core/error.hpp"
#include "device/backend.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace grb {
namespace {

std::atomic<int> downloads{0};
std::atomic<bool> is_slow{false};

class DeviceArrays : public testing::Test {
protected:
    void SetUp() override {
        if (device::was_opened()) GTEST_SKIP() << "a real device is in use";
        set_device_memory({
            [](std::size_t bytes) { return std::calloc(1, bytes); },
            [](void *pointer) noexcept { std::free(pointer); },
            [](void *to, const void *from, std::size_t bytes) { std::memcpy(to, from, bytes); },
            [](void *to, const void *from, std::size_t bytes) {
                downloads++;
                while (is_slow) usleep(1000);
                std::memcpy(to, from, bytes);
            },
        });
    }
};

Array numbers_on_device() {
    Array array = Array::on_device(4 * sizeof(int));
    auto *numbers = static_cast<int *>(array.device_data_for_writing());
    for (int k = 0; k < 4; k++) numbers[k] = k + 1;
    return array;
}

TEST_F(DeviceArrays, FetchedOnce) {
    const Array array = numbers_on_device();
    EXPECT_FALSE(array.is_on_host());
    downloads = 0;
    EXPECT_EQ(array.as<int>()[3], 4);
    EXPECT_EQ(array.as<int>()[0], 1);
    EXPECT_EQ(downloads, 1);
    EXPECT_TRUE(array.is_on_host() && array.is_on_device());
}

/// GrB_INVALID_OBJECT in a child when bytes of the parent's device are asked for; what is on the host is
/// there for it too.
bool child_is_refused(const Array &away, const Array &here) {
    alarm(30); // a hang is a failure
    try {
        away.data();
        return false;
    } catch (const Error &error) {
        return error.code() == GrB_INVALID_OBJECT && here.as<int>()[2] == 3;
    }
}

TEST_F(DeviceArrays, ChildAfterFork) {
    const Array away = numbers_on_device(), here = numbers_on_device(), other = numbers_on_device();
    here.data();
    // Another thread of the parent is in the middle of a transfer, whose lock the child inherits.
    is_slow = true;
    downloads = 0;
    std::thread fetching([&] { other.data(); });
    while (downloads == 0) usleep(100);
    const pid_t child = fork();
    if (child == 0) _exit(child_is_refused(away, here) ? 0 : 1);
    is_slow = false;
    fetching.join();
    int status = -1;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    EXPECT_EQ(away.as<int>()[1], 2); // the parent goes on
}

} // namespace
} // namespace grb
