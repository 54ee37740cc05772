// A device that the library does not know: its memory is the host's.
#pragma once

#include "base/spare_memory.hpp"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <cstring>

namespace grb::stub_test {

inline std::atomic<int> downloads{0}, held{0}, copies{0};
inline std::atomic<bool> is_slow{false};

class StubDevice final : public Device {
public:
    explicit StubDevice(DeviceKind kind) : Device(kind) {}
    bool is_usable() const noexcept override { return is_own(); }
    void *allocate(std::size_t bytes) override {
        if (room < bytes && give_up_spare(*this, bytes) == 0) throw DeviceFailure();
        if (room != SIZE_MAX) room -= std::min<std::size_t>(room, bytes);
        held++;
        return std::calloc(1, bytes);
    }
    void release(void *pointer) noexcept override {
        if (pointer == nullptr) return;
        held--;
        std::free(pointer);
    }
    void upload(void *to, const void *from, std::size_t bytes) override {
        std::memcpy(to, from, bytes);
    }
    void download(void *to, const void *from, std::size_t bytes) override {
        downloads++;
        while (is_slow) usleep(1000);
        std::memcpy(to, from, bytes);
    }
    bool copy_from(void *to, Device &other, const void *from, std::size_t bytes) override {
        if (other.kind() != kind()) return false;
        copies++;
        std::memcpy(to, from, bytes);
        return true;
    }
    void finish() override {}
    bool take_count(unsigned, std::uint64_t *) noexcept override { return false; }
    void drop_count(unsigned) noexcept override {}

    std::atomic<std::size_t> room{SIZE_MAX};
};

inline constexpr int most_stubs = 4;

/// Returns a stub device, which lasts until the process ends.
inline StubDevice &stub(int number) {
    static constexpr char kind[] = "memory";
    static StubDevice *const all[most_stubs] = {new StubDevice(kind), new StubDevice(kind),
                                                new StubDevice(kind), new StubDevice(kind)};
    static const bool are_added = [] {
        for (StubDevice *const one : all) add_device(*one);
        return true;
    }();
    (void)are_added;
    return *all[number];
}

} // namespace grb::stub_test
