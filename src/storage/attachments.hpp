// What kernels keep with a snapshot from one product to the next: schedules, workspaces, other orders of its
// entries. Storage knows none of them. A family of kernels derives a type of its own from Attachment, in its own
// folder, with a tag by whose address it is found. What is at a place is spare memory there: when memory is short,
// what nobody uses is given up, and made again by who needs it.
#pragma once

#include "base/ref.hpp"
#include "base/small_mutex.hpp"
#include "base/spare_memory.hpp"

namespace grb {

/// Something that a snapshot may lack, by the address of its tag.
class Part {
public:
    constexpr explicit Part(const char *tag) noexcept : tag_(tag) {}
    /// An orientation, or a copy of the arrays on a device or on the host.
    static const Part rows, columns, device, host;
    constexpr const char *tag() const noexcept { return tag_; }
    friend constexpr bool operator==(Part, Part) noexcept = default;

private:
    const char *tag_;
};
namespace part_tags {
inline constexpr char rows[] = "rows", columns[] = "columns", device[] = "device", host[] = "host";
}
inline constexpr Part Part::rows{part_tags::rows}, Part::columns{part_tags::columns},
    Part::device{part_tags::device}, Part::host{part_tags::host};

/// Base of what is kept. Does not change once it is kept. A derived class has `static constexpr char tag[]`.
class Attachment : public RefCounted {
public:
    virtual ~Attachment() = default;
    virtual std::size_t bytes() const noexcept = 0;
};

/// Of which lines of the snapshot it is, and what else tells it from others of its kind.
struct AttachmentKey {
    bool of_columns = false;
    std::uint64_t parameter = 0;
    const Place *place = here(); // null: it is of no place
};

class Attachments {
public:
    Attachments() = default;
    Attachments(const Attachments &) = delete;
    Attachments &operator=(const Attachments &) = delete;
    ~Attachments() { clear(); }

    /// Null where there is none. What the caller holds is not given up.
    template <class T>
    Ref<const T> find(const AttachmentKey &key) const noexcept {
        return of_type<T>(find(Part(T::tag), key));
    }
    /// make() gives a Ref<T> where there is none. Threads that make one at once keep the first.
    template <class T, class Make>
    Ref<const T> get_or_make(const AttachmentKey &key, Make &&make) {
        if (Ref<const T> found = find<T>(key)) return found;
        return of_type<T>(add(Part(T::tag), key, make()));
    }
    /// Keeps it unless there is one; gives the one that is kept. Throws std::bad_alloc.
    template <class T>
    Ref<const T> keep(const AttachmentKey &key, Ref<T> made) {
        return of_type<T>(add(Part(T::tag), key, std::move(made)));
    }
    /// Of one kind, of the rows or of the columns at a place, whatever the parameter.
    template <class T>
    int count(const AttachmentKey &key) const noexcept {
        return count(Part(T::tag), key);
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
    Node *node_of(Part kind, const AttachmentKey &key) const noexcept;
    Ref<const Attachment> find(Part kind, const AttachmentKey &key) const noexcept;
    template <class T>
    Ref<const Attachment> add(Part kind, const AttachmentKey &key, Ref<T> made) {
        return add_any(kind, key, Ref<const Attachment>::share(made.get()));
    }
    Ref<const Attachment> add_any(Part kind, const AttachmentKey &key, Ref<const Attachment> made);
    int count(Part kind, const AttachmentKey &key) const noexcept;

    mutable SmallMutex mutex_; // of the list and what is in it
    std::atomic<Node *> first_{nullptr};
    std::atomic<bool> was_used_{false};
};

} // namespace grb
