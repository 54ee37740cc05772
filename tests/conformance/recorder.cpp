// Collects the codes that the wrapped functions return, and appends them to $GRAPHBLAST_RECORD.
#include "conformance/recorder.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <fcntl.h>
#include <mutex>
#include <string>
#include <unistd.h>

namespace recorder {

namespace {

/// The codes recorded so far. The class has no destructor, as calls may come from destructors of
/// other static objects.
class Record {
public:
    /// Attributes the codes that functions return from now on to `test`.
    void begin(const char *test) {
        const std::lock_guard<std::mutex> lock(mutex_);
        collect();
        test_ = test;
    }

    void write() {
        const std::lock_guard<std::mutex> lock(mutex_);
        collect();
        const char *path = std::getenv("GRAPHBLAST_RECORD");
        if (path == nullptr || text_.empty()) return;
        // Opened to append: a child made by fork() may write to the same file.
        const int file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
        if (file < 0 ||
            ::write(file, text_.data(), text_.size()) != static_cast<ssize_t>(text_.size())) {
            std::fprintf(stderr, "recorder: %s: %s\n", path, std::strerror(errno));
            _exit(1);
        }
        close(file);
        text_.clear();
    }

private:
    void collect() {
        for (unsigned function = 0; function < function_count; function++) {
            for (int code = first_code; code <= last_code; code++) {
                std::atomic<bool> &seen = tallies[function].seen[code - first_code];
                if (!seen.load(std::memory_order_relaxed)) continue;
                seen.store(false, std::memory_order_relaxed);
                text_ += std::string(function_names[function]) + '\t' + std::to_string(code) +
                         '\t' + test_ + '\n';
            }
        }
    }

    std::mutex mutex_;
    std::string text_;
    std::string test_ = program_invocation_short_name;
};

Record &record() {
    static Record *const the_record = [] {
        std::atexit([] { record().write(); });
        return new Record;
    }();
    return *the_record;
}

/// At load, so that exit writes after the destructors of the program's static objects.
[[maybe_unused]] const Record *const at_load_ = &record();

unsigned find_idle() {
    const char *wanted = std::getenv("GRAPHBLAST_IDLE");
    if (wanted == nullptr) return function_count;
    for (unsigned function = 0; function < function_count; function++) {
        if (std::strcmp(function_names[function], wanted) == 0) return function;
    }
    std::fprintf(stderr, "recorder: GRAPHBLAST_IDLE: no function %s\n", wanted);
    std::abort();
}

} // namespace

void *find_next(unsigned function) {
    void *const next = dlsym(RTLD_NEXT, function_names[function]);
    if (next != nullptr) return next;
    std::fprintf(stderr, "recorder: no library has %s\n", function_names[function]);
    std::abort();
}

unsigned idle_function() {
    static const unsigned function = find_idle();
    return function;
}

void refuse_code(unsigned function, int code) {
    std::fprintf(stderr, "recorder: %s returned %d\n", function_names[function], code);
    std::abort();
}

} // namespace recorder

/// Called by the tests' listener (listener.cpp).
extern "C" __attribute__((visibility("default"))) void graphblast_record_test(const char *test) {
    recorder::record().begin(*test == '\0' ? program_invocation_short_name : test);
}
