// A recorder of a run: calls, memory and notes of the GPU.
#pragma once

#include "calls.h"

#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace grb::tool {

/// The memory of the process at a time.
struct MemorySample {
    double time = 0; ///< by now()
    uint64_t bytes = 0;
};

/// The events of a time interval.
struct Recording {
    std::string title;
    double begin = 0, end = 0; ///< by now()
    std::vector<Call> calls;   ///< sorted by their beginnings, with depth
    std::vector<MemorySample> memory;
    std::vector<std::string> notes; ///< of the GPU: "compiled: ...", "fetched: 2097152 bytes"

    double seconds() const { return end - begin; }
};

/// The resident memory of this process in bytes; 0 if the system does not report it.
uint64_t resident_bytes();

/// Records the library's choices, and the memory every millisecond, while it lives. Only one may
/// exist; it uses GxB_BURBLE and GxB_PRINTF meanwhile.
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
