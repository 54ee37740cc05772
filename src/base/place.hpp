// Places: where bytes can be and kernels run. The host is place 0 and has no object of this class; each GPU is
// one more, and so is whatever else joins the list. Nothing here knows what kind of place there is.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <optional>
#include <span>

namespace grb {

class Snapshot;

/// A kind of place by the prefix of its rows' names ("cuda"). Compared by address.
using PlaceKind = const char *;
inline constexpr char host_kind[] = "cpu";

/// A place cannot do what was asked now: out of its memory, a library missing, out of service. The operation
/// then runs on the host.
class PlaceFailure : public std::exception {
public:
    const char *what() const noexcept override { return "the place failed"; }
};

class Place {
public:
    Place(PlaceKind kind) noexcept : kind_(kind) {}
    Place(const Place &) = delete;
    Place &operator=(const Place &) = delete;

    PlaceKind kind() const noexcept { return kind_; }
    /// From 1 on, in the order in which places joined.
    int id() const noexcept { return id_; }

    /// False in a process that was forked from the one where it joined: its memory is not to be touched.
    bool is_own() const noexcept;
    /// False while it is switched off, when it failed, and in a process that did not open it.
    virtual bool is_usable() const noexcept = 0;
    /// Memory of the place. Throws PlaceFailure; release() takes null too.
    virtual void *allocate(std::size_t bytes) = 0;
    virtual void release(void *pointer) noexcept = 0;
    /// Queued behind all that was asked of the place before; `from_host` may change when this returns. Throws
    /// PlaceFailure.
    virtual void upload(void *to, const void *from_host, std::size_t bytes) = 0;
    /// Waits. Throws Error GrB_INVALID_OBJECT when the bytes cannot be had any more.
    virtual void download(void *to_host, const void *from, std::size_t bytes) = 0;
    /// Queued, from the memory of another place of this kind; both queues keep the order. False: there is no
    /// such way, and the bytes go through the host. Throws PlaceFailure.
    virtual bool copy_from(void *to, Place &other, const void *from, std::size_t bytes);
    /// Waits for all that is queued. Throws Error GrB_INVALID_OBJECT when some of it failed.
    virtual void finish() = 0;
    /// The number behind a ticket that a call left (EntryCount), waited for once. False when the place fails.
    virtual bool take_count(unsigned ticket, std::uint64_t *count) noexcept = 0;
    virtual void drop_count(unsigned ticket) noexcept = 0;
    /// True when a snapshot whose arrays are here has the entry, whose value is copied to the host; nothing: the host
    /// should look. A service and no row of the registry: there is no choice to log or to force, and the picking would
    /// cost more than a look at one entry.
    virtual std::optional<bool> find_entry(const Snapshot &snapshot, std::uint64_t row,
                                           std::uint64_t column, void *value);
    /// A range on a profiler's time line; false: nobody looks.
    virtual bool begin_range(const char *name) noexcept;
    virtual void end_range() noexcept;

protected:
    ~Place() = default;

private:
    friend int add_place(Place &place);
    PlaceKind kind_;
    int id_ = 0, process_ = 0;
};

inline constexpr int most_places = 64;
/// The place joins the list, for ever. Gives its id; throws std::length_error when there are most_places.
int add_place(Place &place);
/// All but the host, in the order of their ids.
std::span<Place *const> places() noexcept;

/// Waits for all that is queued anywhere. Throws Error GrB_INVALID_OBJECT when some of it failed.
void finish_places();

/// The place that the calling thread works at: what its allocations and calls concern. Outside of scopes the
/// default place; null where there is none.
Place *here() noexcept;
/// Outside of scopes threads are at this one from now on.
void set_default_place(Place &place) noexcept;

/// Puts the calling thread at a place until the end of the scope. What the thread reads or writes there meanwhile
/// is not given up for want of memory.
class At {
public:
    explicit At(Place &place) noexcept;
    ~At();
    At(const At &) = delete;
    At &operator=(const At &) = delete;

private:
    Place *before_;
};

/// The same for who only asks and uses nothing there.
class Glance {
public:
    explicit Glance(Place &place) noexcept;
    ~Glance();
    Glance(const Glance &) = delete;
    Glance &operator=(const Glance &) = delete;

private:
    Place *before_;
};

/// Who may open places once problems are worth it, and what was decided so far.
struct PlaceOpener {
    bool (*is_undecided)() noexcept;
    /// Operands of so many bytes are about to be worked on at the host.
    void (*see_operands)(double bytes) noexcept;
};
void set_place_opener(const PlaceOpener &opener) noexcept;
const PlaceOpener &place_opener() noexcept;

/// For tests: rows of the host are chosen only where no other place has one.
bool avoids_host() noexcept;
void set_avoids_host(bool avoids) noexcept;

} // namespace grb
