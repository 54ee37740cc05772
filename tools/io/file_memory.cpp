// Maps or copies files, and detects changes of mapped files.
#include "file_memory.h"

#include "archive.h"
#include "buffer.h"
#include "input_error.h"
#include "output_file.h"

#include "base/open_file.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace grb::tool {

namespace {

constexpr int bad_input = 2;

/// The time of the last write to a file, and its size.
struct Version {
    off_t size = 0;
    timespec time{};

    static Version of(int file) {
        struct stat status {};
        if (fstat(file, &status) != 0) return {};
        return {status.st_size, status.st_mtim};
    }
    bool operator==(const Version &other) const {
        return size == other.size && time.tv_sec == other.time.tv_sec &&
               time.tv_nsec == other.time.tv_nsec;
    }
};

/// A mapped file, in an array that a signal handler can read.
struct Mapping {
    std::atomic<bool> is_taken{false};
    std::atomic<char *> begin{nullptr}; ///< null while the rest is not valid
    size_t size = 0;
    int file = -1;
    Version version;
    std::array<char, 512> name{};

    bool has_changed() const { return begin != nullptr && !(Version::of(file) == version); }
    bool holds(const void *address) const {
        const char *const first = begin;
        const auto *const byte = static_cast<const char *>(address);
        return first != nullptr && byte >= first && byte < first + size;
    }
};
std::array<Mapping, 16> mappings;

void say(const char *text) {
    [[maybe_unused]] const bool is_said = write_all(STDERR_FILENO, text, std::strlen(text));
}

/// Ends the program if a changed file caused the signal; else the signal takes its default action.
void on_bad_access(int number, siginfo_t *info, void * /*context*/) {
    for (const Mapping &mapping : mappings) {
        if (!mapping.has_changed() && !(number == SIGBUS && mapping.holds(info->si_addr))) continue;
        say("graphblast: ");
        say(mapping.name.data());
        say(": the file changed while it was used, there is no result\n");
        remove_unfinished_outputs();
        _exit(bad_input);
    }
    signal(number, SIG_DFL);
    raise(number); // takes effect once this handler returns
}

void watch_bad_accesses() {
    for (const int number : {SIGBUS, SIGSEGV}) {
        struct sigaction action {};
        action.sa_sigaction = on_bad_access;
        action.sa_flags = SA_SIGINFO;
        sigaction(number, &action, nullptr);
    }
}

[[noreturn]] void refuse_change(const std::string &name) {
    throw InputError(fmt::format("{}: the file changed while it was used", name));
}

std::shared_ptr<void> copied(const OpenFile &file, const std::string &name, size_t size) {
    const auto memory = std::make_shared<Buffer<uint64_t>>((size + 7) / 8);
    auto *const bytes = reinterpret_cast<char *>(memory->data());
    constexpr size_t chunk = size_t{4} << 20;
    const Version version = Version::of(file.number());
    bool is_whole = true;
#pragma omp parallel for schedule(dynamic, 1) reduction(&& : is_whole) if (size > chunk)
    for (size_t first = 0; first < size; first += chunk) {
        const size_t end = std::min(size, first + chunk);
        for (size_t at = first; at < end && is_whole;) {
            const ssize_t got = pread(file.number(), bytes + at, end - at, static_cast<off_t>(at));
            if (got < 0 && errno == EINTR) continue;
            is_whole = got > 0;
            at += is_whole ? static_cast<size_t>(got) : 0;
        }
    }
    if (!is_whole || !(Version::of(file.number()) == version)) refuse_change(name);
    return {memory, memory->data()};
}

/// Returns null if all slots are taken.
Mapping *free_mapping() {
    for (Mapping &mapping : mappings)
        if (!mapping.is_taken.exchange(true)) return &mapping;
    return nullptr;
}

std::shared_ptr<void> mapped(const OpenFile &file, const std::string &name, size_t size) {
    Mapping *const mapping = free_mapping();
    if (mapping == nullptr)
        throw InputError(fmt::format("{}: {} graphs are mapped already", name, mappings.size()));
    mapping->version = Version::of(file.number());
    // Writes to the pages are private to this process.
    void *const begin =
        mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_NORESERVE, file.number(), 0);
    mapping->file = begin == MAP_FAILED ? -1 : fcntl(file.number(), F_DUPFD_CLOEXEC, 0);
    if (mapping->file < 0) {
        const std::string why = std::strerror(errno);
        if (begin != MAP_FAILED) munmap(begin, size);
        mapping->is_taken = false;
        throw InputError(fmt::format("{}: cannot map: {}", name, why));
    }
    mapping->size = size;
    mapping->name.fill('\0');
    name.copy(mapping->name.data(), mapping->name.size() - 1);
    mapping->begin = static_cast<char *>(begin);
    watch_bad_accesses();
    return {begin, [mapping](void *memory) {
                mapping->begin = nullptr;
                munmap(memory, mapping->size);
                close(mapping->file);
                mapping->is_taken = false;
            }};
}

} // namespace

size_t largest_copied_file() {
    return std::min(size_t{1} << 30, half_of_memory() / 4);
}

std::shared_ptr<void> file_memory(const OpenFile &file, const std::string &name, size_t size,
                                  size_t largest_copy) {
    return size <= largest_copy ? copied(file, name, size) : mapped(file, name, size);
}

void require_unchanged_files() {
    for (const Mapping &mapping : mappings)
        if (mapping.has_changed()) refuse_change(mapping.name.data());
}

} // namespace grb::tool
