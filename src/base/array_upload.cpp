// Uploads to a device that run beside the device's other work.
#include "base/array_ranges.hpp"
#include "base/array_replica.hpp"

#include <utility>

namespace grb {

const SendsAhead *&SendsAhead::innermost() noexcept {
    static constinit thread_local const SendsAhead *scope = nullptr;
    return scope;
}

SendsAhead::SendsAhead(const void *pinned) noexcept
    : pinned_(pinned), before_(std::exchange(innermost(), this)) {}

SendsAhead::~SendsAhead() {
    innermost() = before_;
}

void *Array::Replica::upload_beside() {
    const RangeFunctions &functions = range_functions(*device);
    const SendsAhead *const ahead = SendsAhead::innermost();
    const bool begins = ahead != nullptr && functions.begin_upload != nullptr;
    const bool is_long =
        functions.upload_new != nullptr && block->bytes >= functions.least_to_upload;
    if (!begins && !is_long) return nullptr;
    const Replica *const ranges = block->at(device_of_ranges());
    if (ranges == nullptr || !ranges->is_valid.load() || block->is_on_host.load()) return nullptr;
    for (const Replica *one = block->replicas.load(); one != nullptr; one = one->next)
        if (one != ranges && one->is_valid.load()) return nullptr;
    const void *const from = on_host_in_one_run(ranges->pointer);
    if (from == nullptr) return nullptr;
    if (!begins) return functions.upload_new(*device, from, block->bytes);
    const void *const pinned = ahead->pinned_;
    void *const memory = functions.begin_upload(*device, pinned != nullptr ? pinned : from,
                                                block->bytes, pinned != nullptr);
    is_in_flight.store(memory != nullptr);
    return memory;
}

void *Array::Replica::handed_out() const {
    return SendsAhead::innermost() != nullptr ? pointer : arrived();
}

void Array::Replica::await() const {
    // A second thread may tell the device again, which changes nothing.
    range_functions(*device).await_upload(*device, pointer);
    is_in_flight.store(false, std::memory_order_release);
}

} // namespace grb
