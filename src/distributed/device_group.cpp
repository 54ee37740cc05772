// Runs each member of a device group on a thread of its own.
#include "distributed/device_group.hpp"

#include "base/array_ranges.hpp"
#include "base/current_function.hpp"
#include "base/error.hpp"
#include "base/group_devices.hpp"
#include "base/parallel.hpp"
#include "base/processors.hpp"
#include "dispatch/context.hpp"
#include "dispatch/running.hpp"

#include <atomic>
#include <chrono>
#include <csignal>
#include <limits>
#include <mutex>
#include <optional>
#include <pthread.h>
#include <utility>

namespace grb {

namespace {

constinit thread_local bool among_devices = false;

/// Waiting threads spin at first: calls of one program follow each other within microseconds, the
/// work of one device in between takes some hundred more, and waking a thread takes longer than the
/// former. If the members would take most of the processors, they sleep sooner.
std::chrono::microseconds patience() noexcept {
    static const int processors = usable_processors();
    const bool are_few = 2 * static_cast<int>(group_devices().size()) <= processors;
    return std::chrono::microseconds(are_few ? 2000 : 200);
}

template <class F>
void await(std::atomic<std::uint64_t> &number, const F &holds) noexcept {
    const auto end = std::chrono::steady_clock::now() + patience();
    for (;;) {
        for (int k = 0; k < 64; k++)
            if (holds(number.load(std::memory_order_acquire))) return;
        if (std::chrono::steady_clock::now() >= end) break;
    }
    for (;;) {
        const std::uint64_t seen = number.load(std::memory_order_acquire);
        if (holds(seen)) return;
        number.wait(seen, std::memory_order_acquire);
    }
}

/// Work that pays for any number of threads.
constexpr double endless = std::numeric_limits<double>::max();

struct Work {
    void (*body)(const void *, int) = nullptr;
    const void *context = nullptr;
};

void run_at(Device &device, const Work &work, int member) noexcept {
    const At at(device);
    const AmongDevices mode(true);
    const Running::Inside inside(running(), &device);
    work.body(work.context, member);
}

/// The thread of a member. The first member has none: the caller does its work.
class Worker {
public:
    /// Returns false if the system has no thread for it.
    bool start(int member) noexcept {
        member_ = member;
        sigset_t all, before;
        sigfillset(&all);
        for (const int own : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGSYS, SIGPROF})
            sigdelset(&all, own);
        pthread_sigmask(SIG_SETMASK, &all, &before);
        is_there_ = pthread_create(&thread_, nullptr, &enter, this) == 0;
        pthread_sigmask(SIG_SETMASK, &before, nullptr);
        if (is_there_) pthread_setname_np(thread_, "graphblast-team");
        return is_there_;
    }
    bool is_there() const noexcept { return is_there_; }
    void give(Device &device, const Work &work, const Running &running,
              const char *function) noexcept {
        device_ = &device;
        work_ = work;
        is_unseen_ = running.is_unseen;
        depth_ = running.depth;
        threads_.store(threads_for(endless), std::memory_order_relaxed);
        function_ = function;
        given_.fetch_add(1, std::memory_order_release);
        given_.notify_one();
    }
    void wait() noexcept {
        const std::uint64_t wanted = given_.load(std::memory_order_relaxed);
        await(done_, [wanted](std::uint64_t done) { return done == wanted; });
    }
    void end() noexcept {
        if (!is_there_) return;
        device_ = nullptr;
        given_.fetch_add(1, std::memory_order_release);
        given_.notify_one();
        pthread_join(thread_, nullptr);
        is_there_ = false;
        done_.store(given_.load());
    }
    /// Forgets the thread in a forked child, where it does not exist.
    void forget() noexcept {
        is_there_ = false;
        done_.store(given_.load());
    }

private:
    static void *enter(void *self) {
        static_cast<Worker *>(self)->loop();
        return nullptr;
    }
    void loop() noexcept {
        for (std::uint64_t turn = done_.load(); true;) {
            await(given_, [turn](std::uint64_t given) { return given != turn; });
            turn++;
            if (device_ == nullptr) return;
            Running &own = running();
            own.is_unseen = is_unseen_;
            own.depth = depth_;
            set_current_function(function_);
            engage_limit(&threads_);
            run_at(*device_, work_, member_);
            engage_limit(nullptr);
            own.depth = 0;
            done_.store(turn, std::memory_order_release);
            done_.notify_one();
        }
    }

    // The caller writes these before `given_` grows; the thread reads them afterwards.
    Device *device_ = nullptr;
    Work work_;
    bool is_unseen_ = false;
    int depth_ = 0;
    std::atomic<int> threads_{0}; // threads that the caller may use on the host
    const char *function_ = nullptr;
    alignas(64) std::atomic<std::uint64_t> given_{0};
    alignas(64) std::atomic<std::uint64_t> done_{0};
    pthread_t thread_{};
    int member_ = 0;
    bool is_there_ = false;
};

/// Never destroyed: its threads may still wait when the process ends.
struct Workers {
    std::mutex mutex; // one problem at a time
    Worker of[most_devices_at_once];
};
constinit Workers workers;

class DeviceGroup final : public GroupOfRanges {
public:
    int size() const noexcept override { return static_cast<int>(group_devices().size()); }

private:
    void run(void (*body)(const void *, int), const void *context) override {
        const std::lock_guard<std::mutex> guard(workers.mutex);
        const std::span<Device *const> devices = group_devices();
        if (devices.empty()) throw DeviceFailure(); // a member failed since the work was cut
        const Work work{body, context};
        const auto members = static_cast<int>(devices.size());
        for (int k = 1; k < members; k++) {
            Worker &worker = workers.of[k];
            if (worker.is_there() || worker.start(k))
                worker.give(*devices[static_cast<std::size_t>(k)], work, running(),
                            current_function());
        }
        for (int k = 0; k < members; k++)
            if (k == 0 || !workers.of[k].is_there())
                run_at(*devices[static_cast<std::size_t>(k)], work, k);
        for (int k = 1; k < members; k++)
            if (workers.of[k].is_there()) workers.of[k].wait();
    }
};

DeviceGroup &only_group() noexcept {
    alignas(DeviceGroup) static unsigned char memory[sizeof(DeviceGroup)];
    static DeviceGroup &only = *new (memory) DeviceGroup;
    return only;
}

void end_workers() {
    const std::lock_guard<std::mutex> guard(workers.mutex);
    for (Worker &worker : workers.of) worker.end();
}

[[maybe_unused]] const bool is_known =
    (at_finalise(&end_workers),
     pthread_atfork(nullptr, nullptr,
                    [] {
                        new (&workers.mutex) std::mutex; // a thread of the parent may have held it
                        for (Worker &worker : workers.of) worker.forget();
                    }),
     true);

} // namespace

bool is_among_devices() noexcept {
    return among_devices;
}
AmongDevices::AmongDevices(bool is_among) noexcept
    : before_(std::exchange(among_devices, is_among)) {}
AmongDevices::~AmongDevices() {
    among_devices = before_;
}

Array GroupOfRanges::allgatherv(std::span<const Array> from) {
    HostVector<ArrayRange> ranges;
    std::size_t total = 0;
    for (const Array &one : from) {
        if (one.bytes() == 0) continue;
        ranges.push_back({one, 0, total, one.bytes()});
        total += one.bytes();
    }
    if (ranges.size() == 1) return ranges.front().from;
    return ranges.empty() ? Array(0) : array_of_ranges(ranges, total);
}
HostVector<Array> GroupOfRanges::alltoallv(std::span<const Array> from,
                                           std::span<const Bounds> bounds) {
    HostVector<Array> received;
    for (std::size_t q = 0; q + 1 < bounds.front().size(); q++) {
        HostVector<Array> fragments;
        for (std::size_t p = 0; p < from.size(); p++)
            fragments.push_back(range_of(from[p], bounds[p][q], bounds[p][q + 1] - bounds[p][q]));
        received.push_back(allgatherv(fragments));
    }
    return received;
}
Array GroupOfRanges::broadcast(const Array &from, int) {
    return from;
}
HostVector<std::uint64_t> GroupOfRanges::vote(std::span<const Ballot> ballots) {
    return counts_of(ballots);
}

Group *device_group() noexcept {
    if (group_partitions() != 0 || group_devices().empty()) return nullptr;
    return &only_group();
}

} // namespace grb
