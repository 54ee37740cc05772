// Devices: the memories that hold bytes and the processors that run kernels. The host is device 0
// and has no object of class Device. Each GPU is one more device. This file knows no particular
// kind of device.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <optional>
#include <span>

namespace grb {

class Array;
class Snapshot;

/// A kind of device: the prefix of its variants' names ("cuda"). Compared by address.
using DeviceKind = const char *;
inline constexpr char host_kind[] = "cpu";

/// Thrown when a device cannot do a task: it is out of memory, lacks a library or has failed. The
/// operation then runs on the host.
class DeviceFailure : public std::exception {
public:
    const char *what() const noexcept override { return "the device failed"; }
};

class Device {
public:
    Device(DeviceKind kind) noexcept : kind_(kind) {}
    Device(const Device &) = delete;
    Device &operator=(const Device &) = delete;

    DeviceKind kind() const noexcept { return kind_; }
    /// The device's number, from 1 on, in the order in which devices joined.
    int id() const noexcept { return id_; }

    /// Is false in a process that was forked after the device joined: such a process must not touch
    /// the device's memory.
    bool is_own() const noexcept;
    /// Is false while the device is switched off, after it failed, and in a process that did not
    /// open it.
    virtual bool is_usable() const noexcept = 0;
    /// Memory of the device. Throws DeviceFailure; release() also takes null.
    virtual void *allocate(std::size_t bytes) = 0;
    virtual void release(void *pointer) noexcept = 0;
    /// Queues a copy behind all earlier work of the device. `from_host` may change once this
    /// returns. Throws DeviceFailure.
    virtual void upload(void *to, const void *from_host, std::size_t bytes) = 0;
    /// Copies to the host, after all earlier work of the device, and waits. Throws Error
    /// GrB_INVALID_OBJECT when the bytes are lost.
    virtual void download(void *to_host, const void *from, std::size_t bytes) = 0;
    /// Is told after a download that the host has the bytes of an array.
    virtual void has_sent(const Array &array) noexcept;
    /// Queues a copy from another device of this kind, in the order of both devices' queues.
    /// Returns false when there is no direct transfer: the caller then copies through the host.
    /// Throws DeviceFailure.
    virtual bool copy_from(void *to, Device &other, const void *from, std::size_t bytes);
    /// Waits for all queued work. Throws Error GrB_INVALID_OBJECT when some of it failed.
    virtual void finish() = 0;
    /// Waits for the count of entries that an earlier call left under a ticket (EntryCount); once
    /// for each ticket. Returns false when the device failed.
    virtual bool take_count(unsigned ticket, std::uint64_t *count) noexcept = 0;
    virtual void drop_count(unsigned ticket) noexcept = 0;
    /// Says whether a snapshot whose arrays are here has the entry, and copies its value to the
    /// host. Returns nothing when the host should search. This is no variant of the registry:
    /// choosing one would cost more than reading one entry.
    virtual std::optional<bool> find_entry(const Snapshot &snapshot, std::uint64_t row,
                                           std::uint64_t column, void *value);
    /// Begins a range on a profiler's time line; returns false when there is no profiler.
    virtual bool begin_range(const char *name) noexcept;
    virtual void end_range() noexcept;

protected:
    ~Device() = default;

private:
    friend int add_device(Device &device);
    DeviceKind kind_;
    int id_ = 0, process_ = 0;
};

inline constexpr int most_devices_at_once = 64;
/// Adds the device to the list for ever and returns its id. Throws std::length_error when there are
/// most_devices_at_once.
int add_device(Device &device);
/// All devices but the host, in the order of their ids.
std::span<Device *const> devices() noexcept;

/// Waits for the queued work of all devices. Throws Error GrB_INVALID_OBJECT when some of it
/// failed.
void finish_devices();

/// The device of the calling thread's allocations and calls: that of the innermost scope (At), else
/// the default device, or null when there is none.
Device *here() noexcept;
/// Makes this the device of all threads that are in no scope.
void set_default_device(Device &device) noexcept;

/// Puts the calling thread on a device until the end of the scope. Until then the device gives up
/// no memory that the thread reads or writes there.
class At {
public:
    explicit At(Device &device) noexcept;
    ~At();
    At(const At &) = delete;
    At &operator=(const At &) = delete;

private:
    Device *before_;
};

/// Puts the calling thread on a device for code that only asks for facts: it protects no memory.
class QueryScope {
public:
    explicit QueryScope(Device &device) noexcept;
    ~QueryScope();
    QueryScope(const QueryScope &) = delete;
    QueryScope &operator=(const QueryScope &) = delete;

private:
    Device *before_;
};

/// The refusal (this address) of a variant that needs a device opened first, for a problem that is
/// worth opening it.
inline constexpr char device_is_not_open[] = "not opened yet";

/// Opens devices once problems are worth it. The library of a kind of device installs it.
struct DeviceOpener {
    bool (*is_undecided)() noexcept;
    /// Returns true when some variant could have a device opened now, and false when every variant
    /// that needs one refuses, whatever the problem.
    bool (*may_open)() noexcept;
    /// Operands of fewer bytes do not count.
    double (*least_bytes)() noexcept;
    /// Notes that the host is about to work on operands of so many bytes.
    void (*note_operands)(double bytes) noexcept;
    /// Opens the devices on the first call, and waits. The variants' refusals then say whether
    /// there is one.
    void (*open)() noexcept;
};
void set_device_opener(const DeviceOpener &opener) noexcept;
const DeviceOpener &device_opener() noexcept;
/// True when the host is the only device and no variant could have another one opened.
bool is_host_alone() noexcept;

/// For tests. True: a variant of the host is chosen only when no other device has a variant that
/// accepts.
bool avoids_host() noexcept;
void set_avoids_host(bool avoids) noexcept;

} // namespace grb
