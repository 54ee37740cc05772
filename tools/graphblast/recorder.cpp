// Records the library's choices and the memory of the process during a run.
#include "recorder.h"

#include "engine.h"

#include <cstdarg>
#include <cstdio>
#include <unistd.h>

namespace grb::tool {

namespace {

std::mutex lines_mutex;
std::vector<std::string> lines;

/// The function for GxB_PRINTF: stores the line, which is parsed after the recording.
int keep_line(const char *format, ...) {
    char text[8192];
    std::va_list arguments;
    va_start(arguments, format);
    const int length = std::vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    try {
        const std::lock_guard<std::mutex> lock(lines_mutex);
        lines.emplace_back(text);
    } catch (const std::bad_alloc &) {
        return -1; // the library that calls this is C: drops the line
    }
    return length;
}

void take_lines(std::vector<Call> &calls, std::vector<std::string> &notes) {
    static const std::string of_device = "graphblast device ";
    const std::lock_guard<std::mutex> lock(lines_mutex);
    for (const std::string &line : lines) {
        Call call;
        if (parse_call(line, call))
            calls.push_back(std::move(call));
        else if (line.rfind(of_device, 0) == 0)
            notes.push_back(line.substr(of_device.size(), line.find('\n') - of_device.size()));
    }
    lines.clear();
    nest(calls);
}

} // namespace

uint64_t resident_bytes() {
    std::FILE *const file = std::fopen("/proc/self/statm", "re");
    if (file == nullptr) return 0;
    unsigned long long all = 0;
    unsigned long long resident = 0;
    const int found = std::fscanf(file, "%llu %llu", &all, &resident);
    std::fclose(file);
    return found == 2 ? resident * static_cast<uint64_t>(sysconf(_SC_PAGESIZE)) : 0;
}

Recorder::Recorder(std::string title) {
    recording_.title = std::move(title);
    {
        const std::lock_guard<std::mutex> lock(lines_mutex);
        lines.clear();
    }
    speak_to(keep_line);
    recording_.memory.push_back({now(), resident_bytes()});
    watcher_ = std::thread([this] { watch_memory(); });
    recording_.begin = now();
}

Recorder::~Recorder() {
    if (is_running_) stop();
}

Recording Recorder::stop() {
    recording_.end = now();
    is_running_ = false;
    speak_to(nullptr);
    {
        const std::lock_guard<std::mutex> lock(mutex_);
        is_watching_ = false;
    }
    wake_.notify_one();
    watcher_.join();
    recording_.memory.push_back({recording_.end, resident_bytes()});
    take_lines(recording_.calls, recording_.notes);
    return std::move(recording_);
}

void Recorder::watch_memory() {
    // A long run is sampled less often, which bounds the number of samples.
    constexpr size_t most_samples = 4000;
    std::chrono::microseconds pause(1000);
    std::unique_lock<std::mutex> lock(mutex_);
    while (!wake_.wait_for(lock, pause, [this] { return !is_watching_; })) {
        recording_.memory.push_back({now(), resident_bytes()});
        if (recording_.memory.size() < most_samples) continue;
        std::vector<MemorySample> &samples = recording_.memory;
        for (size_t k = 0; 2 * k < samples.size(); ++k) samples[k] = samples[2 * k];
        samples.resize((samples.size() + 1) / 2);
        pause *= 2;
    }
}

} // namespace grb::tool
