// Places: where bytes can be and kernels run. The host is place 0 and has no object of this class. Each GPU is one
// more place. This file knows no particular kind of place.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <optional>
#include <span>

namespace grb {

class Snapshot;

/// A kind of place: the prefix of its rows' names ("cuda"). Compared by address.
using PlaceKind = const char *;
inline constexpr char host_kind[] = "cpu";

/// Thrown when a place cannot do what was asked: it is out of memory, lacks a library or has failed. The operation then
/// runs on the host.
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

    /// False in a process that was forked after the place joined: such a process must not touch the place's memory.
    bool is_own() const noexcept;
    /// False while the place is switched off, after it failed, and in a process that did not open it.
    virtual bool is_usable() const noexcept = 0;
    /// Memory of the place. Throws PlaceFailure; release() takes null too.
    virtual void *allocate(std::size_t bytes) = 0;
    virtual void release(void *pointer) noexcept = 0;
    /// Queues a copy behind all earlier work of the place. `from_host` may change once this returns. Throws
    /// PlaceFailure.
    virtual void upload(void *to, const void *from_host, std::size_t bytes) = 0;
    /// Copies to the host, after all earlier work of the place, and waits. Throws Error GrB_INVALID_OBJECT when the
    /// bytes are lost.
    virtual void download(void *to_host, const void *from, std::size_t bytes) = 0;
    /// Queues a copy from another place of this kind, in the order of both places' queues. False: there is no direct
    /// way, and the caller copies through the host. Throws PlaceFailure.
    virtual bool copy_from(void *to, Place &other, const void *from, std::size_t bytes);
    /// Waits for all queued work. Throws Error GrB_INVALID_OBJECT when some of it failed.
    virtual void finish() = 0;
    /// Waits for the count of entries that an earlier call left under a ticket (EntryCount); once for each ticket.
    /// False when the place failed.
    virtual bool take_count(unsigned ticket, std::uint64_t *count) noexcept = 0;
    virtual void drop_count(unsigned ticket) noexcept = 0;
    /// Whether a snapshot whose arrays are here has the entry; if so, its value is copied to the host. Nothing: the
    /// host should look. This is no row of the registry: choosing one would cost more than looking at one entry.
    virtual std::optional<bool> find_entry(const Snapshot &snapshot, std::uint64_t row,
                                           std::uint64_t column, void *value);
    /// Begins a range on a profiler's time line; false: there is no profiler.
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
/// Adds the place to the list for ever and returns its id. Throws std::length_error when there are most_places.
int add_place(Place &place);
/// All but the host, in the order of their ids.
std::span<Place *const> places() noexcept;

/// Waits for the queued work of all places. Throws Error GrB_INVALID_OBJECT when some of it failed.
void finish_places();

/// The place that the calling thread works at, which its allocations and calls concern: that of the innermost scope
/// (At), else the default place; null when there is none.
Place *here() noexcept;
/// Makes this the place of all threads that are in no scope.
void set_default_place(Place &place) noexcept;

/// Puts the calling thread at a place until the end of the scope. Until then no memory is given up that the thread
/// reads or writes there.
class At {
public:
    explicit At(Place &place) noexcept;
    ~At();
    At(const At &) = delete;
    At &operator=(const At &) = delete;

private:
    Place *before_;
};

/// The same for code that only asks for facts: it protects no memory.
class Glance {
public:
    explicit Glance(Place &place) noexcept;
    ~Glance();
    Glance(const Glance &) = delete;
    Glance &operator=(const Glance &) = delete;

private:
    Place *before_;
};

/// The refusal (this address) of a row that needs a place opened first, for a problem that is worth opening it.
inline constexpr char place_is_not_open[] = "not opened yet";

/// Opens places once problems are worth it. Installed by the library of a kind of place.
struct PlaceOpener {
    bool (*is_undecided)() noexcept;
    /// True: some row could get a place opened now. False: every row that needs one refuses, whatever the problem.
    bool (*may_open)() noexcept;
    /// Operands of fewer bytes do not count.
    double (*least_bytes)() noexcept;
    /// Takes note that the host is about to work on operands of so many bytes.
    void (*see_operands)(double bytes) noexcept;
    /// Opens the places, the first time it is called, and waits. The rows' refusals then say whether there is one.
    void (*open)() noexcept;
};
void set_place_opener(const PlaceOpener &opener) noexcept;
const PlaceOpener &place_opener() noexcept;
/// There is no other place than the host, and no row could have one opened.
bool is_host_alone() noexcept;

/// For tests. True: rows of the host are chosen only where no other place has a row that accepts.
bool avoids_host() noexcept;
void set_avoids_host(bool avoids) noexcept;

} // namespace grb
