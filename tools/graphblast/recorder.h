#pragma once

#include "calls.h"

#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace grb::tool {

/// How much memory the process had at a time.
struct MemorySample {
    double time = 0; ///< by now()
    uint64_t bytes = 0;
};

/// What happened in a stretch of time.
struct Recording {
    std::string title;
    double begin = 0, end = 0; ///< by now()
    std::vector<Call> calls;   ///< sorted by their beginnings, with depth
    std::vector<MemorySample> memory;
    std::vector<std::string> notes; ///< of the GPU: "compiled: ...", "fetched: 2097152 bytes"

    double seconds() const { return end - begin; }
};

/// The memory of this process that is not on disk, in bytes; 0 where the system does not say it.
uint64_t resident_bytes();

/// While it lives, the library's choices are noted, and every millisecond the memory. One at a time; the library speaks
/// through GxB_BURBLE and GxB_PRINTF meanwhile.
class Recorder {
public:
    explicit Recorder(std::string title);
    ~Recorder();
    Recorder(const Recorder &) = delete;
    Recorder &operator=(const Recorder &) = delete;
    /// Ends the recording.
    Recording stop();

private:
    void watch_memory();

    Recording recording_;
    bool is_running_ = true;
    bool is_watching_ = true;
    std::mutex mutex_;
    std::condition_variable wake_;
    std::thread watcher_;
};

} // namespace grb::tool
