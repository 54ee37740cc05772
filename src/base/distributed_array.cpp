// Implements distributed arrays: a pseudo-device keeps the part of this process.
#include "base/distributed_array.hpp"

#include "base/error.hpp"

#include <memory>

namespace grb {

namespace {

struct Part : HostAllocated {
    explicit Part(OwnPart &&part) : held(std::move(part)) {}
    const OwnPart held;
};

constexpr char kind_of_parts[] = "parts";
constinit std::atomic<GatherParts> gather_parts{nullptr};

/// The copies that this call has gathered. One thread at a time makes calls of a process group.
constinit HostVector<Array> gathered;

/// It supports only reading to the host.
class DeviceOfParts final : public Device {
public:
    DeviceOfParts() noexcept : Device(kind_of_parts) {}
    bool is_usable() const noexcept override { return true; }
    void *allocate(std::size_t) override { throw DeviceFailure(); }
    void release(void *pointer) noexcept override { delete static_cast<Part *>(pointer); }
    void upload(void *, const void *, std::size_t) override { throw DeviceFailure(); }
    void download(void *to_host, const void *from, std::size_t bytes) override {
        const GatherParts gather = gather_parts.load();
        if (gather == nullptr)
            throw Error(GrB_INVALID_OBJECT,
                        "the entries are distributed over a process group that has ended");
        gather(static_cast<const Part *>(from)->held.own, bytes, to_host);
    }
    void finish() override {}
    bool take_count(unsigned, std::uint64_t *) noexcept override { return false; }
    void drop_count(unsigned) noexcept override {}
    /// Without memory for the list the copy lasts as long as the array.
    void has_sent(const Array &array) noexcept override {
        try {
            gathered.push_back(array);
        } catch (const std::bad_alloc &) {
        }
    }
};

DeviceOfParts &device_of_parts() noexcept {
    // Is never destroyed: arrays may outlive every static object.
    alignas(DeviceOfParts) static unsigned char memory[sizeof(DeviceOfParts)];
    static DeviceOfParts &only = *new (memory) DeviceOfParts;
    return only;
}

} // namespace

Array distributed_array(OwnPart part) {
    const std::size_t bytes = part.bounds.back();
    auto made = std::make_unique<Part>(std::move(part));
    Array array = Array::adopt_at(device_of_parts(), made.get(), bytes);
    made.release();
    return array;
}

const OwnPart &own_part_of(const Array &array) {
    return static_cast<const Part *>(array.data_at(device_of_parts()))->held;
}

bool is_distributed(const Array &array) noexcept {
    return array.has_replicas() && array.is_at(device_of_parts());
}

Array lasting(const Array &array) {
    return is_distributed(array) ? Array::copy_of(array.data(), array.bytes()) : array;
}

void set_gather_parts(GatherParts gather) noexcept {
    gather_parts.store(gather);
}

void drop_gathered_copies() noexcept {
    for (const Array &array : gathered) array.leave_host();
    HostVector<Array>().swap(gathered); // its memory goes back before the allocator may change
}

} // namespace grb
