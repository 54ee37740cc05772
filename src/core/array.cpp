#include "core/array.hpp"

#include "core/error.hpp"

#include <mutex>
#include <unistd.h>

namespace grb {

namespace {

DeviceMemory device_memory{};
pid_t device_process = 0; // whose device it is

/// Copies between host and device are one after the other anyway.
std::mutex &transfers() {
    static std::mutex mutex;
    return mutex;
}

} // namespace

void set_device_memory(const DeviceMemory &functions) noexcept {
    device_memory = functions;
    device_process = getpid();
}

Array::Block::~Block() {
    release(pointer);
    if (on_device != nullptr) device_memory.release(on_device);
}

Array::Array(std::size_t bytes) : block_(make_ref<Block>()) {
    block_->pointer = allocate(bytes);
    block_->bytes = bytes;
}

Array Array::zeroed(std::size_t bytes) {
    Array array;
    array.block_ = make_ref<Block>();
    array.block_->pointer = allocate_zeroed(bytes);
    array.block_->bytes = bytes;
    return array;
}

Array Array::copy_of(const void *source, std::size_t bytes) {
    Array array(bytes);
    if (bytes != 0) std::memcpy(array.data(), source, bytes);
    return array;
}

Array Array::adopt(void *pointer, std::size_t bytes, std::size_t capacity) {
    Array array;
    array.block_ = make_ref<Block>();
    array.block_->pointer = pointer;
    array.block_->bytes = bytes;
    array.block_->capacity = capacity;
    return array;
}

Array Array::on_device(std::size_t bytes) {
    Array array;
    array.block_ = make_ref<Block>();
    array.block_->on_device = device_memory.allocate(bytes);
    array.block_->bytes = bytes;
    array.block_->is_on_host.store(false, std::memory_order_relaxed);
    array.block_->is_on_device.store(true, std::memory_order_release);
    return array;
}

Array Array::adopt_on_device(void *pointer, std::size_t bytes) {
    Array array;
    array.block_ = make_ref<Block>();
    array.block_->on_device = pointer;
    array.block_->bytes = bytes;
    array.block_->is_on_host.store(false, std::memory_order_relaxed);
    array.block_->is_on_device.store(true, std::memory_order_release);
    return array;
}

void Array::fetch() const {
    // Before the lock, which a thread that the child does not have may have held at the fork.
    if (getpid() != device_process)
        throw Error(GrB_INVALID_OBJECT,
                    "the entries are on the GPU of the process that forked this "
                    "one, which cannot fetch them");
    const std::lock_guard<std::mutex> guard(transfers());
    Block &block = *block_;
    if (block.is_on_host.load(std::memory_order_relaxed)) return;
    if (block.pointer == nullptr) block.pointer = allocate(block.bytes);
    device_memory.download(block.pointer, block.on_device, block.bytes);
    block.is_on_host.store(true, std::memory_order_release);
}

void Array::leave_device() {
    if (!block_->is_on_host.load(std::memory_order_acquire)) fetch();
    block_->is_on_device.store(false, std::memory_order_relaxed);
    device_memory.release(std::exchange(block_->on_device, nullptr));
}

const void *Array::device_data() const {
    if (!block_) return nullptr;
    Block &block = *block_;
    if (!block.is_on_device.load(std::memory_order_acquire)) {
        const std::lock_guard<std::mutex> guard(transfers());
        if (!block.is_on_device.load(std::memory_order_relaxed)) {
            if (block.on_device == nullptr) block.on_device = device_memory.allocate(block.bytes);
            device_memory.upload(block.on_device, block.pointer, block.bytes);
            block.is_on_device.store(true, std::memory_order_release);
        }
    }
    return block.on_device;
}

void *Array::device_data_for_writing() {
    if (!block_) return nullptr;
    Block &block = *block_;
    if (block.on_device == nullptr) block.on_device = device_memory.allocate(block.bytes);
    block.is_on_device.store(true, std::memory_order_release);
    block.is_on_host.store(false, std::memory_order_release);
    return block.on_device;
}

void *Array::give_away() noexcept {
    void *const pointer = std::exchange(block_->pointer, nullptr);
    block_ = {};
    return pointer;
}

void *Array::give_away_on_device() noexcept {
    void *const pointer = std::exchange(block_->on_device, nullptr);
    block_ = {};
    return pointer;
}

void Array::shrink(std::size_t bytes) noexcept {
    if (!block_ || bytes >= block_->bytes) return;
    if (!is_on_host()) return; // a smaller copy on the device is not worth the launch
    const bool worth_a_copy = block_->bytes - bytes > 4096 && bytes < block_->bytes / 8 * 7;
    if (worth_a_copy && allocator().realloc != nullptr) {
        void *smaller = allocator().realloc(block_->pointer, bytes == 0 ? 1 : bytes);
        if (smaller != nullptr) {
            block_->pointer = smaller;
            block_->capacity = 0;
        }
    }
    block_->bytes = bytes;
}

} // namespace grb
