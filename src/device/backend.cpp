#include "device/backend.hpp"

#include "core/context.hpp"
#include "core/error.hpp"
#include "core/message.hpp"
#include "device/clean_cells.hpp"

#include <cerrno>
#include <charconv>
#include <cinttypes>
#include <climits>
#include <cstring>
#include <dlfcn.h>
#include <mutex>
#include <string_view>
#include <sys/stat.h>
#include <unistd.h>

namespace grb::device {

namespace {

struct Backend {
    std::mutex mutex;
    std::atomic<Mode> mode{Mode::automatic};
    int ordinal = 0;
    bool is_ordinal_given = false;
    std::uint64_t memory_cap = 0;      // 0: what the device has
    char path[4096] = "";              // of the plugin, when given
    std::atomic<double> bytes_seen{0}; // of operands that a GPU could have taken
    std::atomic<bool> was_tried{false}, is_open{false}, is_out_of_service{false};
    std::atomic<pid_t> opener{0}; // process that opens or has opened; 0: none yet
    pid_t process = 0;
    Table table{};
    Facts facts{};
};

Backend &state() noexcept {
    // Never destroyed: arrays on the device may outlive every static object.
    alignas(Backend) static unsigned char place[sizeof(Backend)];
    static Backend &backend = *new (place) Backend;
    return backend;
}

void *allocate_on_device(std::size_t bytes) {
    void *pointer = nullptr;
    Status status = state().table.allocate(&pointer, bytes);
    if (status == Status::out_of_memory) {
        drop_kept_cells();
        status = state().table.allocate(&pointer, bytes);
    }
    check(status);
    return pointer;
}
void release_on_device(void *pointer) noexcept {
    if (getpid() == state().process) state().table.release(pointer);
}
void upload(void *to, const void *from_host, std::size_t bytes) {
    check(state().table.upload(to, from_host, bytes));
}
void download(void *to_host, const void *from, std::size_t bytes) {
    const Backend &backend = state();
    if (backend.is_out_of_service.load() ||
        backend.table.download(to_host, from, bytes) != Status::ok) {
        throw Error(GrB_INVALID_OBJECT, "the GPU is out of service and held the only copy of the "
                                        "entries");
    }
}

/// Folder of the shared library that this code is in, with a trailing slash.
HostString own_folder() {
    Dl_info info{};
    if (dladdr(reinterpret_cast<void *>(&own_folder), &info) == 0 || info.dli_fname == nullptr)
        return {};
    const HostString path = info.dli_fname;
    const std::size_t slash = path.rfind('/');
    // A bare name would be looked for in the current folder.
    return slash == HostString::npos ? HostString{} : path.substr(0, slash + 1);
}

void note(const char *what, const char *detail) {
    if (context().log_level() != LogLevel::none) say(" device %s: %s", what, detail);
}

/// What somebody asked for by `variable` (null: nobody) is not there: that is said without a log too.
void note_absence(const char *variable, const char *detail) {
    note("absent", detail);
    if (variable != nullptr && context().log_level() == LogLevel::none)
        say(": %s ignored: %s", variable, detail);
}

void open(Backend &backend) {
    HostString path = backend.path;
    const char *const plugin = path.empty() ? nullptr : "GRAPHBLAST_CUDA_PLUGIN";
    if (path.empty()) {
        path = own_folder();
        if (path.empty()) return;
        path += "libgraphblast-cuda.so";
    }
    void *library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) {
        note_absence(plugin, dlerror());
        return;
    }
    const auto entry = reinterpret_cast<PluginEntry>(dlsym(library, plugin_entry_name));
    if (entry == nullptr || !entry(GRAPHBLAST_PLUGIN_BUILD, &backend.table)) {
        note_absence(plugin, "the plugin belongs to another build of the library");
        return;
    }
    if (backend.table.open(backend.ordinal, backend.memory_cap, &note, &backend.facts) !=
        Status::ok) {
        note_absence(backend.is_ordinal_given ? "GRAPHBLAST_CUDA_DEVICE" : nullptr,
                     backend.table.error_text());
        return;
    }
    set_device_memory({&allocate_on_device, &release_on_device, &upload, &download});
    backend.process = getpid();
    backend.is_open.store(true, std::memory_order_release);
    note("open", backend.facts.name);
}

/// All of the text must be digits, of a number up to `most`.
std::uint64_t number(const char *text, std::uint64_t most) {
    std::uint64_t value = 0;
    const char *const end = text + std::strlen(text);
    const auto [stop, code] = std::from_chars(text, end, value);
    if (code == std::errc::invalid_argument || stop != end)
        throw Error(GrB_INVALID_VALUE, "\"%s\" is not a number", text);
    if (code != std::errc() || value > most)
        throw Error(GrB_INVALID_VALUE, "%s is more than %" PRIu64, text, most);
    return value;
}

} // namespace

void reset_settings() noexcept {
    Backend &backend = state();
    backend.mode = Mode::automatic;
    backend.ordinal = 0;
    backend.is_ordinal_given = false;
    backend.memory_cap = 0;
    backend.path[0] = 0;
}

void set_mode(const char *text) {
    const std::string_view value = text;
    if (value != "0" && value != "1" && value != "always")
        throw Error(GrB_INVALID_VALUE, "\"%s\" is not 0, 1 or always", text);
    set_mode(value == "0" ? Mode::off : value == "1" ? Mode::automatic : Mode::always);
}

void set_ordinal(const char *text) {
    state().ordinal = static_cast<int>(number(text, INT_MAX));
    state().is_ordinal_given = true;
}

void set_memory_cap(const char *text) {
    state().memory_cap = number(text, UINT64_MAX);
}

void set_plugin(const char *path) {
    Backend &backend = state();
    if (*path != '/') throw Error(GrB_INVALID_VALUE, "\"%s\" is not an absolute path", path);
    if (std::strlen(path) >= sizeof backend.path)
        throw Error(GrB_INVALID_VALUE, "longer than %zu bytes", sizeof backend.path - 1);
    struct stat facts {};
    if (::stat(path, &facts) != 0)
        throw Error(GrB_INVALID_VALUE, "cannot open %s: %s", path, std::strerror(errno));
    // To open a FIFO would be to wait for somebody who writes to it.
    if (!S_ISREG(facts.st_mode)) throw Error(GrB_INVALID_VALUE, "%s is no regular file", path);
    std::strcpy(backend.path, path);
}

Mode mode() noexcept {
    return state().mode.load(std::memory_order_relaxed);
}

void set_mode(Mode mode) noexcept {
    state().mode.store(mode, std::memory_order_relaxed);
}

const Table *opened_backend() noexcept {
    Backend &backend = state();
    const bool is_usable = backend.is_open.load(std::memory_order_acquire) &&
                           !backend.is_out_of_service.load(std::memory_order_relaxed) &&
                           backend.mode != Mode::off && getpid() == backend.process;
    return is_usable ? &backend.table : nullptr;
}

const Table &backend() {
    const Table *table = opened_backend();
    if (table == nullptr) throw Failure(Status::failed);
    return *table;
}

bool was_opened() noexcept {
    return state().is_open.load(std::memory_order_acquire);
}

const Table *open_backend() noexcept {
    Backend &backend = state();
    if (backend.mode == Mode::off) return nullptr;
    if (!backend.was_tried.load(std::memory_order_acquire)) {
        // A child of a process whose other thread was just opening would wait for it for ever.
        pid_t opener = 0;
        if (!backend.opener.compare_exchange_strong(opener, getpid()) && opener != getpid())
            return nullptr;
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
    return opened_backend();
}

bool is_undecided() noexcept {
    return !state().was_tried.load(std::memory_order_relaxed) && mode() == Mode::automatic;
}

void add_operands(double bytes) noexcept {
    if (bytes < smallest_for_opening) return;
    // Threads that meet here lose a problem each, which does no harm.
    std::atomic<double> &seen = state().bytes_seen;
    seen.store(seen.load(std::memory_order_relaxed) + bytes, std::memory_order_relaxed);
}

bool is_worth_opening(double bytes) noexcept {
    if (state().was_tried.load(std::memory_order_relaxed)) return true;
    return bytes >= smallest_for_opening &&
           state().bytes_seen.load(std::memory_order_relaxed) >= worth_opening;
}

const Facts &facts() noexcept {
    return state().facts;
}

const char *absence() noexcept {
    if (mode() == Mode::off) return "switched off";
    return open_backend() == nullptr ? "no GPU" : nullptr;
}

void check(Status status) {
    if (status == Status::ok) return;
    Backend &backend = state();
    note(status == Status::out_of_memory ? "memory" : "failure", backend.table.error_text());
    if (status == Status::failed) backend.is_out_of_service.store(true);
    throw Failure(status);
}

void finish() {
    Backend &backend = state();
    if (!was_opened()) return;
    if (getpid() != backend.process || backend.is_out_of_service.load())
        throw Error(GrB_INVALID_OBJECT, "the GPU is out of service and holds the only copy of the "
                                        "entries");
    if (backend.table.wait() == Status::ok) return;
    note("failure", backend.table.error_text());
    backend.is_out_of_service.store(true);
    throw Error(GrB_INVALID_OBJECT, "the GPU failed: %s", backend.table.error_text());
}

bool has_counts() noexcept {
    const Backend &backend = state();
    return getpid() == backend.process && !backend.is_out_of_service.load();
}

bool take_count(unsigned ticket, std::uint64_t *count) noexcept {
    Backend &backend = state();
    if (backend.table.take_count(ticket, count) == Status::ok) return true;
    note("failure", backend.table.error_text());
    backend.is_out_of_service.store(true);
    return false;
}

void drop_count(unsigned ticket) noexcept {
    if (getpid() == state().process) state().table.drop_count(ticket);
}

bool Range::open(const char *name) noexcept {
    const Backend &backend = state();
    if (!was_opened() || !backend.facts.has_profiler || getpid() != backend.process) return false;
    backend.table.range_push(name);
    return true;
}

void Range::close() noexcept {
    state().table.range_pop();
}

void trim() noexcept {
    if (!was_opened() || getpid() != state().process) return;
    drop_kept_cells();
    state().table.trim();
}

Counters counters() noexcept {
    return was_opened() ? state().table.counters() : Counters{};
}

} // namespace grb::device
