// Implements Array: its blocks, the transfers between devices, and loans.
#include "base/array_ranges.hpp"
#include "base/array_replica.hpp"
#include "base/error.hpp"
#include "base/large_pages.hpp"
#include "base/loans.hpp"
#include "base/parallel.hpp"
#include "base/spare_blocks.hpp"

#include <mutex>

namespace grb {

Ref<Array::Block> Array::Block::make_with_replica(Device &device, void *memory, std::size_t bytes) {
    static_assert(sizeof(Block) % alignof(Replica) == 0);
    void *const both = allocate(sizeof(Block) + sizeof(Replica));
    auto *const block = new (both) Block;
    auto *const replica = new (block + 1) Replica(device, *block, true);
    // No other thread knows the block yet.
    block->bytes = bytes;
    block->is_on_host.store(false, std::memory_order_relaxed);
    replica->pointer = memory;
    replica->is_valid.store(true, std::memory_order_relaxed);
    block->replicas.store(replica, std::memory_order_relaxed);
    return Ref<Block>::adopt(block);
}

Array::Replica *Array::Block::at(const Device &device) const noexcept {
    Replica *replica = replicas.load(std::memory_order_acquire);
    while (replica != nullptr && replica->device != &device) replica = replica->next;
    return replica;
}

Array::Replica *Array::Block::source(const Replica *but) const noexcept {
    Replica *one = replicas.load(std::memory_order_acquire);
    while (one != nullptr && (one == but || !one->is_valid.load())) one = one->next;
    return one;
}

Array::Replica &Array::Block::make_replica(Device &device) {
    if (Replica *const found = at(device)) return *found; // another thread has made it meanwhile
    auto *const made = new Replica(device, *this, false);
    made->next = replicas.load();
    replicas.store(made, std::memory_order_release);
    return *made;
}

/// Makes each replica spare memory; to be called when the bytes have come to a second device.
void Array::Block::join_lists() noexcept {
    for (Replica *one = replicas.load(); one != nullptr; one = one->next)
        if (one->is_valid.load()) one->join(*one->device);
}

void Array::Block::release_replicas(const Replica *but) noexcept {
    for (Replica *one = replicas.load(); one != nullptr; one = one->next) {
        if (one == but || one->pointer == nullptr || !one->device->is_own() || one->is_lent())
            continue;
        one->leave(*one->device);
        one->device->release(one->remove());
    }
}

namespace {

/// The arena of a block's copy on the host. Memory that is lent on a device has a copy of the
/// library's own.
constexpr int host_arena(int arena) noexcept {
    return arena == memory_of_device ? 0 : arena;
}

} // namespace

Array::Block::~Block() {
    const bool is_ours = !is_lent || arena == memory_of_device;
    if (host_arena(arena) != 0) {
        if (is_ours) release_in(arena, pointer);
    } else if (is_ours &&
               !keep_spare_block(pointer, pointer == nullptr ? 0 : std::max(bytes, capacity))) {
        release(pointer);
    }
    Replica *replica = replicas.load(std::memory_order_relaxed);
    if (replica == nullptr) return;
    // take_out() runs under the list's lock, which leave() takes: afterwards no thread reads the
    // replica any more.
    for (Replica *one = replica; one != nullptr; one = one->next) one->leave(*one->device);
    while (replica != nullptr) {
        Replica *const one = std::exchange(replica, replica->next);
        if (one->device->is_own() && !one->is_lent()) one->device->release(one->pointer);
        if (one->is_in_block) {
            one->~Replica();
        } else {
            delete one;
        }
    }
}

Array::Array(std::size_t bytes) : block_(make_ref<Block>()) {
    std::size_t capacity = roomy_size(bytes);
    block_->pointer = take_spare_block(capacity);
    if (block_->pointer == nullptr)
        block_->pointer = with_large_pages(allocate(capacity), capacity);
    block_->bytes = bytes;
    block_->capacity = capacity == bytes ? 0 : capacity;
}

Array Array::zeroed(std::size_t bytes) {
    Array array;
    array.block_ = make_ref<Block>();
    std::size_t capacity = roomy_size(bytes);
    void *memory = take_spare_block(capacity);
    if (memory == nullptr) {
        memory = with_large_pages(allocate_zeroed(capacity), capacity);
    } else {
        constexpr double steps_of_byte = 0.05;
        parallel_ranges(bytes, steps_of_byte, [&](std::uint64_t begin, std::uint64_t end) {
            std::memset(static_cast<unsigned char *>(memory) + begin, 0, end - begin);
        });
    }
    array.block_->pointer = memory;
    array.block_->bytes = bytes;
    array.block_->capacity = capacity == bytes ? 0 : capacity;
    return array;
}

Array Array::copy_of(const void *source, std::size_t bytes) {
    Array array(bytes);
    if (bytes != 0) std::memcpy(array.data(), source, bytes);
    return array;
}

Array Array::in_arena(int arena, std::size_t bytes) {
    if (arena == 0) return Array(bytes);
    Array array;
    array.block_ = make_ref<Block>();
    array.block_->arena = static_cast<std::uint8_t>(arena);
    array.block_->pointer = with_large_pages(allocate_in(arena, bytes), bytes);
    array.block_->bytes = bytes;
    return array;
}

Array Array::moved_to(int arena) const {
    if (!block_ || block_->arena == arena) return *this;
    const void *const source = data();
    Array copy = in_arena(arena, block_->bytes);
    if (block_->bytes != 0) std::memcpy(copy.data(), source, block_->bytes);
    return copy;
}

Array Array::adopt(void *pointer, std::size_t bytes, std::size_t capacity, int arena) {
    Array array;
    array.block_ = make_ref<Block>();
    array.block_->arena = static_cast<std::uint8_t>(arena);
    array.block_->pointer = pointer;
    array.block_->bytes = bytes;
    array.block_->capacity = capacity;
    return array;
}

Array Array::adopt_at(Device &device, void *pointer, std::size_t bytes) {
    Array array;
    array.block_ = Block::make_with_replica(device, pointer, bytes);
    return array;
}

Array Array::at(Device &device, std::size_t bytes) {
    void *const memory = device.allocate(bytes);
    try {
        return adopt_at(device, memory, bytes);
    } catch (const std::exception &) {
        device.release(memory);
        throw;
    }
}

Array Array::lend(const void *pointer, std::size_t bytes, std::size_t capacity, int arena) {
    void *const memory = const_cast<void *>(pointer);
    Array array;
    if (arena == memory_of_device) {
        array.block_ = Block::make_with_replica(*here(), memory, bytes);
        array.block_->arena = memory_of_device;
        array.block_->capacity = capacity;
    } else {
        array = adopt(memory, bytes, capacity, arena);
    }
    array.block_->is_lent = true;
    return array;
}

void Array::end_loan() const {
    if (!is_lent() || block_->is_unique()) return;
    if (block_->arena == memory_of_device) {
        fetch();
        for (Replica *one = block_->replicas.load(); one != nullptr; one = one->next) {
            if (!one->is_in_block) continue;
            one->leave(*one->device);
            one->remove();
        }
        block_->arena = 0;
        block_->capacity = 0;
        block_->is_lent = false;
        return;
    }
    void *const copy = allocate_in(block_->arena, block_->bytes);
    std::memcpy(copy, block_->pointer, block_->bytes);
    block_->pointer = copy;
    block_->capacity = 0;
    block_->is_lent = false;
}

bool Array::is_at(const Device &device) const noexcept {
    if (!block_) return false;
    const Replica *const replica = block_->at(device);
    return replica != nullptr && replica->is_valid.load(std::memory_order_acquire);
}

Device *Array::Block::fetch() {
    if (is_on_host.load(std::memory_order_relaxed)) return nullptr;
    Replica *from = source(nullptr);
    if (from == nullptr) return nullptr;
    // A range of an array on the host is nearer than its copy on a device, and remains when the
    // device fails.
    Replica *const ranges = at(device_of_ranges());
    if (ranges != nullptr && ranges->is_valid.load() && on_host_in_one_run(ranges->pointer))
        from = ranges;
    if (pointer == nullptr) pointer = allocate_in(host_arena(arena), bytes);
    from->device->download(pointer, from->arrived(), bytes);
    is_on_host.store(true, std::memory_order_release);
    join_lists();
    return from->device;
}

void Array::fetch() const {
    Block &block = *block_;
    // Checks before it takes the mutex, which a thread of the parent may have locked for ever in a
    // forked child.
    const Replica *const first = block.replicas.load(std::memory_order_acquire);
    if (first != nullptr && !first->device->is_own())
        throw Error(GrB_INVALID_OBJECT,
                    "the entries are on the GPU of the process that forked this "
                    "one, which cannot fetch them");
    const std::lock_guard<SmallMutex> guard(block.transfers);
    if (Device *const sender = block.fetch()) sender->has_sent(*this);
}

void Array::leave_host() const noexcept {
    Block &block = *block_;
    const std::lock_guard<SmallMutex> guard(block.transfers);
    if (!block.is_on_host.load() || block.is_lent || block.source(nullptr) == nullptr) return;
    block.is_on_host.store(false, std::memory_order_release);
    release_in(block.arena, std::exchange(block.pointer, nullptr));
    // Other devices have copies of this one.
    Replica *first = block.replicas.load();
    while (!first->is_in_block) first = first->next;
    block.release_replicas(first);
}

void *Array::data_for_writing() {
    if (!block_->is_on_host.load(std::memory_order_acquire)) fetch();
    if (block_->replicas.load()->device->is_own()) {
        const std::lock_guard<SmallMutex> guard(block_->transfers);
        block_->release_replicas(nullptr);
    }
    return block_->pointer;
}

const void *Array::data_at(Device &device) const {
    if (!block_) return nullptr;
    Replica *replica = block_->at(device);
    if (replica != nullptr) {
        replica->note_use();
        if (replica->is_valid.load()) return replica->handed_out();
    }
    const std::lock_guard<SmallMutex> guard(block_->transfers);
    if (replica == nullptr) replica = &block_->make_replica(device);
    if (!replica->is_valid.load()) copy_to(*replica, device);
    replica->note_use();
    return replica->handed_out();
}

/// Gives memory and bytes to a replica that has neither. The caller holds the mutex.
void Array::copy_to(Replica &replica, Device &device) const {
    Block &block = *block_;
    void *const uploaded = replica.upload_beside();
    // Disables asynchronous upload while it reads the source.
    const SendsAhead::Suspended now;
    struct Memory {
        Device &device;
        void *pointer;
        ~Memory() { device.release(pointer); }
    } memory{device, uploaded != nullptr ? uploaded : device.allocate(block.bytes)};
    // Another device is nearer than the host.
    const Replica *other = block.replicas.load();
    for (; other != nullptr; other = other->next)
        if (other != &replica && other->is_valid.load() && other->device->kind() == device.kind())
            break;
    const Replica *const ranges = block.at(device_of_ranges());
    const bool has_ranges =
        ranges != nullptr && ranges->is_valid.load() && !block.is_on_host.load();
    // Readers of ranges on devices read all of them at once, and none from the copy that another
    // reader has just gathered.
    const bool are_near = has_ranges && are_at_devices(ranges->pointer, device.kind());
    if (uploaded == nullptr &&
        (are_near || other == nullptr ||
         !device.copy_from(memory.pointer, *other->device, other->arrived(), block.bytes))) {
        if (has_ranges) {
            gather_at(device, memory.pointer, ranges->pointer);
        } else {
            if (Device *const sender = block.fetch()) sender->has_sent(*this);
            device.upload(memory.pointer, block.pointer, block.bytes);
        }
    }
    replica.pointer = std::exchange(memory.pointer, nullptr);
    replica.is_valid.store(true);
    block.join_lists();
}

void *Array::data_at_for_writing(Device &device) {
    if (!block_) return nullptr;
    Block &block = *block_;
    Replica *replica = block.at(device);
    const bool has_no_other = replica != nullptr && replica->is_valid.load() &&
                              !block.is_on_host.load() && block.source(replica) == nullptr;
    if (has_no_other) {
        replica->note_use();
        return replica->pointer;
    }
    const std::lock_guard<SmallMutex> guard(block.transfers);
    if (replica == nullptr) replica = &block.make_replica(device);
    if (replica->pointer == nullptr) replica->pointer = device.allocate(block.bytes);
    block.release_replicas(replica);
    block.is_on_host.store(false, std::memory_order_release);
    replica->note_use();
    replica->is_valid.store(true);
    return replica->arrived();
}

void *Array::give_away() noexcept {
    void *const pointer = std::exchange(block_->pointer, nullptr);
    block_ = {};
    return pointer;
}

void *Array::give_away_at(Device &device) noexcept {
    void *memory = nullptr;
    if (Replica *const replica = block_->at(device)) {
        replica->leave(device);
        const std::lock_guard<SmallMutex> guard(block_->transfers);
        memory = replica->remove();
    }
    block_ = {};
    return memory;
}

void Array::shrink(std::size_t bytes) noexcept {
    if (!block_ || bytes >= block_->bytes) return;
    if (!is_on_host()) { // the memory on a device stays: a smaller copy is not worth the launch
        block_->bytes = bytes;
        return;
    }
    const bool worth_a_copy = block_->bytes - bytes > 4096 && bytes < block_->bytes / 8 * 7;
    const AllocatorFunctions *const functions = arena_functions(block_->arena);
    if (worth_a_copy && functions != nullptr && functions->realloc != nullptr) {
        void *smaller = functions->realloc(block_->pointer, bytes == 0 ? 1 : bytes);
        if (smaller != nullptr) {
            block_->pointer = smaller;
            block_->capacity = 0;
        }
    }
    block_->bytes = bytes;
}

} // namespace grb
