// Opening of the plugin and its devices, and the settings that control it.
#include "cuda/library/backend.hpp"

#include "base/device_memory.hpp"
#include "base/error.hpp"
#include "base/group_devices.hpp"
#include "base/message.hpp"
#include "base/own_folder.hpp"
#include "costs/choice_basis.hpp"
#include "costs/coefficient.hpp"
#include "cuda/library/clean_workspace.hpp"
#include "cuda/library/cuda_device.hpp"
#include "cuda/library/decompress.hpp"
#include "cuda/library/device_list.hpp"
#include "cuda/library/range_functions.hpp"
#include "cuda/library/user_operators.hpp"
#include "dispatch/context.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <dlfcn.h>
#include <mutex>
#include <string_view>
#include <sys/stat.h>
#include <unistd.h>

namespace grb::device {

namespace {

/// The state of the plugin, for all devices.
struct Backend {
    std::mutex mutex;
    std::atomic<Mode> mode{Mode::automatic};
    DeviceList devices;
    std::uint64_t memory_cap = 0;      // 0: all of the device's memory
    char path[4096] = "";              // of the plugin, if given
    std::atomic<double> bytes_seen{0}; // of operands that a GPU could have taken
    std::atomic<bool> was_tried{false}, is_open{false};
    std::atomic<pid_t> opener{0}; // process that opens or has opened the plugin; 0: none
    Table table{};                // written once, before is_open
};

Backend &state() noexcept {
    // Never destroyed: arrays on the device may outlive every static object.
    alignas(Backend) static unsigned char memory[sizeof(Backend)];
    static Backend &backend = *new (memory) Backend;
    return backend;
}

constexpr Host host = {&note, &decompress};

/// Logs that the device is missing. Without a log, reports it on standard error if the user asked
/// for the device by `variable` (null: did not ask, unless by GRAPHBLAST_CUDA=always).
void note_absence(const char *variable, const char *detail) {
    note("absent", detail);
    if (variable == nullptr && state().mode == Mode::always) variable = "GRAPHBLAST_CUDA=always";
    if (variable != nullptr && context().log_level() == LogLevel::none)
        say(": %s ignored: %s", variable, detail);
}

/// Returns the current device; null if the thread has none or one of another kind. Such a thread
/// has no GPU: its arrays are made elsewhere, so the plugin could not read them. Outside of scopes
/// the first GPU is the default.
CudaDevice *cuda_here() noexcept {
    Device *const device = here();
    return device != nullptr && device->kind() == cuda_kind ? static_cast<CudaDevice *>(device)
                                                            : nullptr;
}

/// Returns the current device. Throws Failure unless it can be used.
CudaDevice &usable_here() {
    CudaDevice *const device = cuda_here();
    if (device == nullptr || !device->is_usable()) throw Failure(Status::failed);
    return *device;
}

/// Adds a device to the list for ever. Throws Failure when there are too many.
CudaDevice &make_device(Runtime *runtime, const Facts &facts) {
    // Does not use the user's allocation functions: a device's object outlives GrB_finalize.
    alignas(CudaDevice) static unsigned char memory[most_devices_at_once][sizeof(CudaDevice)];
    static std::atomic<int> count{0};
    const int number = count.fetch_add(1);
    if (number >= most_devices_at_once) throw Failure(Status::failed);
    auto &device = *new (memory[number]) CudaDevice(runtime, facts);
    rate_device(add_device(device), {facts.capability, static_cast<double>(facts.multiprocessors),
                                     static_cast<double>(facts.l2_bytes), facts.bytes_a_second});
    return device;
}

/// Returns false, with a note in the log, when there is no plugin.
bool open_plugin(Backend &backend) {
    const bool is_given = backend.path[0] != 0;
    const char *const plugin = is_given ? "GRAPHBLAST_CUDA_PLUGIN" : nullptr;
    const OwnPath own("libgraphblast-cuda.so");
    if (!is_given && !own.is_known()) {
        note_absence(plugin, OwnPath::unknown);
        return false;
    }
    void *library = dlopen(is_given ? backend.path : own.text, RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) {
        note_absence(plugin, dlerror());
        return false;
    }
    const auto entry = reinterpret_cast<PluginEntry>(dlsym(library, plugin_entry_name));
    if (entry == nullptr || !entry(GRAPHBLAST_PLUGIN_BUILD, &backend.table)) {
        note_absence(plugin, "the plugin belongs to another build of the library");
        return false;
    }
    return true;
}

void open(Backend &backend) {
    if (!open_plugin(backend)) return;
    install_range_functions();
    // Sets the figure only if it was given: partitioned products do not start by themselves without
    // it.
    set_memory_function(cuda_kind, [](const Device &device) noexcept {
        return std::min(state().memory_cap,
                        static_cast<const CudaDevice &>(device).facts().memory_bytes);
    });
    Device *opened[most_devices_at_once];
    std::size_t count = 0;
    const DeviceList &devices = backend.devices;
    for (int k = 0; k < devices.count; k++) {
        Facts facts{};
        Runtime *runtime = nullptr;
        const Status status =
            backend.table.open(devices.ordinals[k], backend.memory_cap, &host, &facts, &runtime);
        if (status != Status::ok) {
            if (devices.is_all && k != 0) break; // there are no more devices
            const char *const variable =
                devices.is_group ? "GRAPHBLAST_CUDA_DEVICES" : "GRAPHBLAST_CUDA_DEVICE";
            note_absence(devices.is_given ? variable : nullptr, backend.table.error_text());
            continue;
        }
        CudaDevice &device = make_device(runtime, facts);
        if (count == 0) set_default_device(device);
        opened[count++] = &device;
        note("open", facts.name);
    }
    if (devices.is_group && count > 1) set_group_devices({opened, count});
    if (count != 0) backend.is_open.store(true, std::memory_order_release); // all are open by now
}

/// Returns true while the plugin is closed but may be opened. Only then the bytes of problems are
/// added up.
bool is_undecided() noexcept {
    return !state().was_tried.load(std::memory_order_relaxed) && mode() == Mode::automatic;
}

/// Asks as refuses_device() does: a call that is refused for being small leaves the plugin closed.
bool may_open() noexcept {
    const Backend &backend = state();
    if (backend.was_tried.load(std::memory_order_acquire) || mode() == Mode::off) return false;
    return mode() == Mode::always || context().has_rules() ||
           backend.bytes_seen.load(std::memory_order_relaxed) >= worth_opening;
}

double least_bytes() noexcept {
    return smallest_for_opening;
}

void open_now() noexcept {
    can_open();
}

bool has_driver() noexcept {
    void *const driver = dlopen("libcuda.so.1", RTLD_LAZY);
    if (driver != nullptr) dlclose(driver);
    return driver != nullptr;
}

void add_operands(double bytes) noexcept {
    if (bytes < smallest_for_opening) return;
    // Deliberate race: a lost update only delays opening the device.
    std::atomic<double> &seen = state().bytes_seen;
    const double before = seen.load(std::memory_order_relaxed), now = before + bytes;
    seen.store(now, std::memory_order_relaxed);
    // Without a driver nothing can open later: the host is known to be alone and goes on writing
    // outputs in place.
    if (before < worth_opening && now >= worth_opening && !has_driver()) can_open();
}

constexpr Setting settings[] = {
    {"GRAPHBLAST_CUDA", [](const char *value) { set_mode(value); }},
    {"GRAPHBLAST_CUDA_DEVICE", &set_ordinals},
    {"GRAPHBLAST_CUDA_DEVICES", &set_group_ordinals},
    {"GRAPHBLAST_CUDA_MEMORY", &set_memory_cap},
    {"GRAPHBLAST_CUDA_PLUGIN", &set_plugin},
};

[[maybe_unused]] const bool is_known =
    (set_device_opener({&is_undecided, &may_open, &least_bytes, &add_operands, &open_now}),
     at_initialise(&reset_settings, settings), at_finalise(&trim), true);

} // namespace

void reset_settings() noexcept {
    Backend &backend = state();
    set_mode(Mode::automatic);
    backend.devices = {};
    backend.memory_cap = 0;
    backend.path[0] = 0;
}

void set_mode(const char *text) {
    const std::string_view value = text;
    if (value != "0" && value != "1" && value != "always")
        throw Error(GrB_INVALID_VALUE, "\"%s\" is not 0, 1 or always", text);
    set_mode(value == "0" ? Mode::off : value == "1" ? Mode::automatic : Mode::always);
}

void set_ordinals(const char *text) {
    state().devices = DeviceList::parsed(text);
}

void set_group_ordinals(const char *text) {
    DeviceList list = DeviceList::parsed(text);
    list.is_group = true;
    state().devices = list;
}

HostString group_ordinals() {
    return state().devices.text();
}

void require_unopened(const char *setting) {
    if (state().was_tried.load(std::memory_order_acquire))
        throw Error(GrB_INVALID_VALUE, "%s must be set before a GPU is used", setting);
}

void set_memory_cap(const char *text) {
    state().memory_cap = whole_number(text, UINT64_MAX);
}

void set_plugin(const char *path) {
    Backend &backend = state();
    if (*path != '/') throw Error(GrB_INVALID_VALUE, "\"%s\" is not an absolute path", path);
    if (std::strlen(path) >= sizeof backend.path)
        throw Error(GrB_INVALID_VALUE, "longer than %zu bytes", sizeof backend.path - 1);
    struct stat facts {};
    if (::stat(path, &facts) != 0)
        throw Error(GrB_INVALID_VALUE, "cannot open %s: %s", path, std::strerror(errno));
    // Opening a FIFO would block until a writer comes.
    if (!S_ISREG(facts.st_mode)) throw Error(GrB_INVALID_VALUE, "%s is no regular file", path);
    std::strcpy(backend.path, path);
}

const Table &table() noexcept {
    return state().table;
}

Mode mode() noexcept {
    return state().mode.load(std::memory_order_relaxed);
}

void set_mode(Mode mode) noexcept {
    state().mode.store(mode, std::memory_order_relaxed);
    set_avoids_host(mode == Mode::always);
    change_choice_basis();
}

bool is_open() noexcept {
    if (!state().is_open.load(std::memory_order_acquire)) return false;
    const CudaDevice *const device = cuda_here();
    return device != nullptr && device->is_usable();
}

bool can_open() noexcept {
    Backend &backend = state();
    if (backend.mode == Mode::off) return false;
    if (!backend.was_tried.load(std::memory_order_acquire)) {
        // After a fork during another thread's opening, the child would wait for that thread for
        // ever.
        pid_t opener = 0;
        if (!backend.opener.compare_exchange_strong(opener, getpid()) && opener != getpid())
            return false;
        const std::lock_guard<std::mutex> guard(backend.mutex);
        if (!backend.was_tried.load(std::memory_order_relaxed)) {
            try {
                open(backend);
            } catch (const std::exception &error) {
                note("absent", error.what());
            }
            backend.was_tried.store(true, std::memory_order_release);
        }
    }
    return is_open();
}

Device &open_device(int ordinal, std::uint64_t memory_cap) {
    if (!can_open()) throw Failure(Status::failed);
    Facts facts{};
    Runtime *runtime = nullptr;
    const Status status = state().table.open(ordinal, memory_cap, &host, &facts, &runtime);
    if (status != Status::ok) throw Failure(status);
    return make_device(runtime, facts);
}

Runtime *runtime() {
    return usable_here().runtime();
}

AnyFunction find_function(const char *name) {
    const AnyFunction function = state().table.find(name);
    if (function == nullptr) throw Failure(Status::unsupported);
    return function;
}

void upload(void *to, const void *from_host, std::size_t bytes) {
    usable_here().upload(to, from_host, bytes);
}

void download(void *to_host, const void *from, std::size_t bytes) {
    check(state().table.download(runtime(), to_host, from, bytes));
}

void clear(void *to, std::size_t bytes) {
    check(state().table.clear(runtime(), to, bytes));
}

void copy(void *to, const void *from, std::size_t bytes) {
    check(state().table.copy(runtime(), to, from, bytes));
}

void hand_over(void *pointer) {
    check(state().table.hand_over(runtime(), pointer));
}

Status adopt(void *pointer, std::size_t bytes) {
    return state().table.adopt(runtime(), pointer, bytes);
}

const char *absence_of(const Function<const char **> &library) {
    const char *reason = nullptr;
    check(library(&reason));
    return reason;
}

const char *error_text() noexcept {
    return state().table.error_text();
}

bool is_worth_opening(double bytes) noexcept {
    if (state().was_tried.load(std::memory_order_relaxed)) return true;
    return bytes >= smallest_for_opening &&
           state().bytes_seen.load(std::memory_order_relaxed) >= worth_opening;
}

const Facts &facts() noexcept {
    static const Facts none{};
    const CudaDevice *const device = cuda_here();
    return device != nullptr ? device->facts() : none;
}

const char *absence() noexcept {
    if (mode() == Mode::off) return "switched off";
    return can_open() ? nullptr : "no GPU";
}

const char *absence_so_far() noexcept {
    if (mode() == Mode::off) return "switched off";
    if (!state().was_tried.load(std::memory_order_acquire)) return device_is_not_open;
    return is_open() ? nullptr : "no GPU";
}

void check(Status status) {
    if (status == Status::unsupported) note_refused_sources();
    if (status != Status::ok) usable_here().check(status);
}

Counters counters() noexcept {
    Counters sum{};
    for (Device *const device : devices()) {
        if (device->kind() != cuda_kind) continue;
        const Counters own = state().table.counters(static_cast<CudaDevice *>(device)->runtime());
        sum.bytes_to_device += own.bytes_to_device;
        sum.bytes_to_host += own.bytes_to_host;
        sum.synchronisations += own.synchronisations;
        sum.launches += own.launches;
        sum.compilations += own.compilations;
        sum.cache_hits += own.cache_hits;
        sum.bytes_held += own.bytes_held;
        sum.bytes_peak += own.bytes_peak;
    }
    return sum;
}

void trim() noexcept {
    for (Device *const device : devices()) {
        if (device->kind() != cuda_kind || !device->is_own()) continue;
        drop_kept_workspaces(*device);
        state().table.trim(static_cast<CudaDevice *>(device)->runtime());
    }
}

} // namespace grb::device
