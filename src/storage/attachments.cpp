// Keeps attachments in a list that is safe for threads and for forked children.
#include "storage/attachments.hpp"

#include <mutex>

namespace grb {

/// Locks the mutex, but not in a forked child: a thread that the child lacks may have held it.
class Attachments::Guard {
public:
    explicit Guard(SmallMutex &mutex) noexcept {
        const auto all = devices();
        if (!all.empty() && !all.front()->is_own()) return;
        mutex.lock();
        mutex_ = &mutex;
    }
    ~Guard() {
        if (mutex_ != nullptr) mutex_->unlock();
    }
    Guard(const Guard &) = delete;
    Guard &operator=(const Guard &) = delete;

private:
    SmallMutex *mutex_ = nullptr;
};

struct Attachments::Node final : SpareMemory, HostAllocated {
    Node(Attachments &list, SnapshotItem what, const AttachmentKey &its,
         Ref<const Attachment> &&kept) noexcept
        : owner(&list), kind(what), key(its), value(std::move(kept)) {}
    Attachments *owner;
    SnapshotItem kind;
    AttachmentKey key;
    Ref<const Attachment> value;
    Node *next = nullptr;

    bool is(SnapshotItem what, const AttachmentKey &its) const noexcept {
        return kind == what && key.of_columns == its.of_columns && key.device == its.device;
    }
    Device &device() const noexcept { return *const_cast<Device *>(key.device); }

    Taken take_out() noexcept override {
        const std::unique_lock<SmallMutex> guard(owner->mutex_, std::try_to_lock);
        if (!guard.owns_lock() || !value->is_unique()) return {};
        Node *one = owner->first_.load(std::memory_order_relaxed);
        if (one == this) {
            owner->first_.store(next, std::memory_order_relaxed);
        } else {
            while (one->next != this) one = one->next;
            one->next = next;
        }
        return {this, [](Device &, void *node) { delete static_cast<Node *>(node); },
                value->bytes()};
    }
};

Attachments::Node *Attachments::node_of(SnapshotItem kind,
                                        const AttachmentKey &key) const noexcept {
    Node *node = first_.load(std::memory_order_relaxed);
    while (node != nullptr && !(node->is(kind, key) && node->key.parameter == key.parameter))
        node = node->next;
    return node;
}

Ref<const Attachment> Attachments::find(SnapshotItem kind,
                                        const AttachmentKey &key) const noexcept {
    if (empty()) return nullptr;
    const Guard guard(mutex_);
    Node *const node = node_of(kind, key);
    if (node == nullptr) return nullptr;
    node->note_use();
    return node->value;
}

Ref<const Attachment> Attachments::add_any(SnapshotItem kind, const AttachmentKey &key,
                                           Ref<const Attachment> made) {
    auto *const node = new Node(*this, kind, key, Ref<const Attachment>(made));
    Ref<const Attachment> other;
    {
        const Guard guard(mutex_);
        if (const Node *const found = node_of(kind, key)) {
            other = found->value;
        } else {
            node->next = first_.load(std::memory_order_relaxed);
            first_.store(node, std::memory_order_release);
            was_used_.store(true, std::memory_order_release);
            if (key.device != nullptr) node->join(node->device());
        }
    }
    if (!other) return made;
    delete node;
    return other;
}

int Attachments::count(SnapshotItem kind, const AttachmentKey &key) const noexcept {
    if (empty()) return 0;
    const Guard guard(mutex_);
    int count = 0;
    for (const Node *node = first_.load(std::memory_order_relaxed); node != nullptr;
         node = node->next)
        count += node->is(kind, key) ? 1 : 0;
    return count;
}

std::size_t Attachments::bytes() const noexcept {
    if (empty()) return 0;
    const Guard guard(mutex_);
    std::size_t bytes = 0;
    for (const Node *node = first_.load(std::memory_order_relaxed); node != nullptr;
         node = node->next)
        bytes += sizeof(Node) + node->value->bytes();
    return bytes;
}

void Attachments::clear() noexcept {
    // The thread that took out the last node may still be inside the mutex.
    if (!was_used_.load(std::memory_order_acquire)) return;
    Node *node = nullptr;
    {
        // A thread that takes a node out of a list of spare memory gives up while the mutex is
        // held.
        const Guard guard(mutex_);
        node = first_.exchange(nullptr);
        for (Node *one = node; one != nullptr; one = one->next)
            if (one->key.device != nullptr) one->leave(one->device());
    }
    while (node != nullptr) delete std::exchange(node, node->next);
}

} // namespace grb
