// The data that kernels keep with a snapshot from one product to the next: schedules, workspaces,
// other orders of its entries. Storage knows none of them. A family of kernels derives its own type
// from Attachment, in its own folder, with a tag whose address identifies it. Attachments on a
// device are spare memory there: when memory is short, the device gives up unused ones, and kernels
// make them again.
#pragma once

#include "base/ref.hpp"
#include "base/small_mutex.hpp"
#include "base/spare_memory.hpp"

namespace grb {

/// An item that a snapshot may lack, identified by the address of its tag.
class SnapshotItem {
public:
    constexpr explicit SnapshotItem(const char *tag) noexcept : tag_(tag) {}
    /// An orientation, or a copy of the arrays on a device or on the host.
    static const SnapshotItem rows, columns, device, host;
    constexpr const char *tag() const noexcept { return tag_; }
    friend constexpr bool operator==(SnapshotItem, SnapshotItem) noexcept = default;

private:
    const char *tag_;
};
namespace item_tags {
inline constexpr char rows[] = "rows", columns[] = "columns", device[] = "device", host[] = "host";
}
inline constexpr SnapshotItem SnapshotItem::rows{item_tags::rows},
    SnapshotItem::columns{item_tags::columns}, SnapshotItem::device{item_tags::device},
    SnapshotItem::host{item_tags::host};

/// Base of the attachments. An attachment does not change once it is kept. A derived class has
/// `static constexpr char tag[]`.
class Attachment : public RefCounted {
public:
    virtual ~Attachment() = default;
    virtual std::size_t bytes() const noexcept = 0;
};

/// Says whether an attachment is of the rows or columns, and distinguishes it from others of its
/// kind.
struct AttachmentKey {
    bool of_columns = false;
    std::uint64_t parameter = 0;
    const Device *device = here(); // null: it is of no device
};

class Attachments {
public:
    Attachments() = default;
    Attachments(const Attachments &) = delete;
    Attachments &operator=(const Attachments &) = delete;
    ~Attachments() { clear(); }

    /// Returns null when there is none. An attachment that the caller holds is not given up.
    template <class T>
    Ref<const T> find(const AttachmentKey &key) const noexcept {
        return of_type<T>(find(SnapshotItem(T::tag), key));
    }
    /// Finds the attachment, or keeps the Ref<T> that make() returns. Threads that make one at once
    /// keep the first.
    template <class T, class Make>
    Ref<const T> get_or_make(const AttachmentKey &key, Make &&make) {
        if (Ref<const T> found = find<T>(key)) return found;
        return of_type<T>(add(SnapshotItem(T::tag), key, make()));
    }
    /// Keeps it unless there is one; returns the kept one. Throws std::bad_alloc.
    template <class T>
    Ref<const T> keep(const AttachmentKey &key, Ref<T> made) {
        return of_type<T>(add(SnapshotItem(T::tag), key, std::move(made)));
    }
    /// Counts those of one kind, of the rows or of the columns on a device, whatever the parameter.
    template <class T>
    int count(const AttachmentKey &key) const noexcept {
        return count(SnapshotItem(T::tag), key);
    }
    bool empty() const noexcept { return first_.load(std::memory_order_acquire) == nullptr; }
    std::size_t bytes() const noexcept;
    void clear() noexcept;

private:
    struct Node;
    class Guard;
    template <class T>
    static Ref<const T> of_type(Ref<const Attachment> found) noexcept {
        return Ref<const T>::share(static_cast<const T *>(found.get()));
    }
    Node *node_of(SnapshotItem kind, const AttachmentKey &key) const noexcept;
    Ref<const Attachment> find(SnapshotItem kind, const AttachmentKey &key) const noexcept;
    template <class T>
    Ref<const Attachment> add(SnapshotItem kind, const AttachmentKey &key, Ref<T> made) {
        return add_any(kind, key, Ref<const Attachment>::share(made.get()));
    }
    Ref<const Attachment> add_any(SnapshotItem kind, const AttachmentKey &key,
                                  Ref<const Attachment> made);
    int count(SnapshotItem kind, const AttachmentKey &key) const noexcept;

    mutable SmallMutex mutex_; // of the list and its nodes
    std::atomic<Node *> first_{nullptr};
    std::atomic<bool> was_used_{false};
};

} // namespace grb
