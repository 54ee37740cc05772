#include "base/array.hpp"

#include "base/error.hpp"
#include "base/place_clock.hpp"

#include <mutex>

namespace grb {

/// A block's list grows at its head alone, so that readers walk it without the lock. A replica without memory
/// is none. What has memory is also in the list of its place.
struct Array::Replica : HostAllocated {
    Replica(Place &where, Block &owner) noexcept : place(&where), block(&owner) {}
    Place *place;
    Block *block;
    Replica *next = nullptr; // of the block
    void *pointer = nullptr; // changes under the lock, and while nobody reads
    std::atomic<bool> is_valid{false};
    std::atomic<std::uint64_t> last_use{0};
    Replica *before = nullptr, *after = nullptr; // of the place
};

/// The replicas of each place that have memory. All of it is under one lock, as are copies between places,
/// which are one after the other anyway.
struct ReplicaList {
    using Replica = Array::Replica;

    static std::mutex &lock() {
        static constinit std::mutex mutex;
        return mutex;
    }
    static Replica *&first(const Place &place) noexcept {
        static constinit Replica *heads[most_places + 1] = {};
        return heads[place.id()];
    }
    static void add(Replica &replica, void *memory) noexcept {
        replica.pointer = memory;
        Replica *&head = first(*replica.place);
        replica.before = nullptr;
        replica.after = head;
        if (head != nullptr) head->before = &replica;
        head = &replica;
    }
    /// Gives its memory, which is the caller's to release.
    static void *remove(Replica &replica) noexcept {
        if (replica.pointer == nullptr) return nullptr;
        (replica.before != nullptr ? replica.before->after : first(*replica.place)) = replica.after;
        if (replica.after != nullptr) replica.after->before = replica.before;
        replica.is_valid.store(false);
        return std::exchange(replica.pointer, nullptr);
    }
    /// Its memory, when nobody uses it and the bytes are elsewhere too; else null. A reader notes its use
    /// before it looks whether the replica is valid, so one of the two sees the other.
    static void *give_up(Replica &replica) noexcept {
        if (!replica.is_valid.load() || !replica.block->is_elsewhere(replica)) return nullptr;
        replica.is_valid.store(false);
        if (replica.last_use.load() <= oldest_scope()) return remove(replica);
        replica.is_valid.store(true);
        return nullptr;
    }
    /// The least recently used one that may be given up, by what can be seen beforehand.
    static Replica *oldest(const Place &place) noexcept {
        Replica *found = nullptr;
        const std::uint64_t scope = oldest_scope();
        for (Replica *one = first(place); one != nullptr; one = one->after) {
            const std::uint64_t use = one->last_use.load();
            if (use > scope || !one->block->is_elsewhere(*one)) continue;
            if (found == nullptr || use < found->last_use.load()) found = one;
        }
        return found;
    }
    static std::size_t bytes_of(const Replica &replica) noexcept { return replica.block->bytes; }
};

std::size_t give_up_replicas(Place &place, std::size_t bytes) noexcept {
    std::size_t freed = 0;
    const std::lock_guard<std::mutex> guard(ReplicaList::lock());
    while (freed < bytes) {
        auto *const replica = ReplicaList::oldest(place);
        if (replica == nullptr) break;
        const std::size_t own = ReplicaList::bytes_of(*replica);
        void *const memory = ReplicaList::give_up(*replica);
        if (memory == nullptr) break; // somebody has just come to use it
        place.release(memory);
        freed += own;
    }
    return freed;
}

Array::Replica *Array::Block::at(const Place &place) const noexcept {
    Replica *replica = replicas.load(std::memory_order_acquire);
    while (replica != nullptr && replica->place != &place) replica = replica->next;
    return replica;
}

bool Array::Block::is_elsewhere(const Replica &replica) const noexcept {
    if (is_on_host.load()) return true;
    for (const Replica *one = replicas.load(); one != nullptr; one = one->next)
        if (one != &replica && one->is_valid.load()) return true;
    return false;
}

void Array::Block::release_replicas(const Replica *but) noexcept {
    for (Replica *one = replicas.load(); one != nullptr; one = one->next)
        if (one != but && one->pointer != nullptr) one->place->release(ReplicaList::remove(*one));
}

Array::Block::~Block() {
    release(pointer);
    Replica *replica = replicas.load();
    if (replica == nullptr) return;
    // In a child after fork another thread may have held the lock for ever; the memory is the parent's.
    if (replica->place->is_own()) {
        const std::lock_guard<std::mutex> guard(ReplicaList::lock());
        release_replicas(nullptr);
    }
    while (replica != nullptr) delete std::exchange(replica, replica->next);
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

Array Array::adopt_at(Place &place, void *pointer, std::size_t bytes) {
    Array array;
    array.block_ = make_ref<Block>();
    array.block_->bytes = bytes;
    array.block_->is_on_host.store(false, std::memory_order_relaxed);
    auto *const replica = new Replica(place, *array.block_); // nobody else knows the block yet
    array.block_->replicas.store(replica, std::memory_order_release);
    replica->last_use.store(place_time());
    replica->is_valid.store(true);
    const std::lock_guard<std::mutex> guard(ReplicaList::lock());
    ReplicaList::add(*replica, pointer);
    return array;
}

Array Array::at(Place &place, std::size_t bytes) {
    void *const memory = place.allocate(bytes);
    try {
        return adopt_at(place, memory, bytes);
    } catch (const std::exception &) {
        place.release(memory);
        throw;
    }
}

bool Array::is_at(const Place &place) const noexcept {
    if (!block_) return false;
    const Replica *const replica = block_->at(place);
    return replica != nullptr && replica->is_valid.load(std::memory_order_acquire);
}

/// The block's replica at a place, without memory where it is new.
Array::Replica &Array::replica_at(Place &place) const {
    Block &block = *block_;
    if (Replica *const found = block.at(place)) return *found;
    auto *const made = new Replica(place, block);
    const std::lock_guard<std::mutex> guard(ReplicaList::lock());
    if (Replica *const found = block.at(place)) { // another thread has made it meanwhile
        delete made;
        return *found;
    }
    made->next = block.replicas.load();
    block.replicas.store(made, std::memory_order_release);
    return *made;
}

void Array::fetch() const {
    Block &block = *block_;
    // Before the lock, which a thread that the child does not have may have held at the fork.
    const Replica *const first = block.replicas.load(std::memory_order_acquire);
    if (first != nullptr && !first->place->is_own())
        throw Error(GrB_INVALID_OBJECT,
                    "the entries are on the GPU of the process that forked this "
                    "one, which cannot fetch them");
    const std::lock_guard<std::mutex> guard(ReplicaList::lock());
    if (block.is_on_host.load(std::memory_order_relaxed)) return;
    for (const Replica *one = block.replicas.load(); one != nullptr; one = one->next) {
        if (!one->is_valid.load()) continue;
        if (block.pointer == nullptr) block.pointer = allocate(block.bytes);
        one->place->download(block.pointer, one->pointer, block.bytes);
        block.is_on_host.store(true, std::memory_order_release);
        return;
    }
}

void *Array::data_for_writing() {
    if (!block_->is_on_host.load(std::memory_order_acquire)) fetch();
    if (block_->replicas.load()->place->is_own()) {
        const std::lock_guard<std::mutex> guard(ReplicaList::lock());
        block_->release_replicas(nullptr);
    }
    return block_->pointer;
}

const void *Array::data_at(Place &place) const {
    if (!block_) return nullptr;
    Block &block = *block_;
    Replica &replica = replica_at(place);
    replica.last_use.store(place_time());
    if (replica.is_valid.load()) return replica.pointer;
    // Memory first: to find some, the place may give up replicas, which takes the lock.
    void *memory = place.allocate(block.bytes);
    struct Release {
        Place &place;
        void *&memory;
        ~Release() { place.release(memory); }
    } const release_unused{place, memory};
    const auto source = [&]() -> const Replica * {
        for (const Replica *one = block.replicas.load(); one != nullptr; one = one->next)
            if (one != &replica && one->is_valid.load()) return one;
        return nullptr;
    };
    std::unique_lock<std::mutex> guard(ReplicaList::lock());
    while (!replica.is_valid.load()) {
        const Replica *const other = block.is_on_host.load() ? nullptr : source();
        if (other == nullptr) {
            place.upload(memory, block.pointer, block.bytes);
        } else if (!place.copy_from(memory, *other->place, other->pointer, block.bytes)) {
            guard.unlock();
            fetch();
            guard.lock();
            continue;
        }
        ReplicaList::add(replica, std::exchange(memory, nullptr));
        replica.last_use.store(place_time());
        replica.is_valid.store(true);
    }
    return replica.pointer;
}

void *Array::data_at_for_writing(Place &place) {
    if (!block_) return nullptr;
    Block &block = *block_;
    Replica &replica = replica_at(place);
    void *memory = replica.pointer == nullptr ? place.allocate(block.bytes) : nullptr;
    const std::lock_guard<std::mutex> guard(ReplicaList::lock());
    if (memory != nullptr) ReplicaList::add(replica, memory);
    replica.last_use.store(place_time());
    block.release_replicas(&replica);
    block.is_on_host.store(false, std::memory_order_release);
    replica.is_valid.store(true);
    return replica.pointer;
}

void *Array::give_away() noexcept {
    void *const pointer = std::exchange(block_->pointer, nullptr);
    block_ = {};
    return pointer;
}

void *Array::give_away_at(Place &place) noexcept {
    void *memory = nullptr;
    {
        const std::lock_guard<std::mutex> guard(ReplicaList::lock());
        if (Replica *const replica = block_->at(place)) memory = ReplicaList::remove(*replica);
    }
    block_ = {};
    return memory;
}

void Array::shrink(std::size_t bytes) noexcept {
    if (!block_ || bytes >= block_->bytes) return;
    if (!is_on_host()) return; // a smaller copy elsewhere is not worth the launch
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
