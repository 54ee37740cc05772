// The stub plugin's counters and settings, which tests read and write.
#pragma once

#include "cuda/table.h"

struct StubPlugin {
    std::uint64_t calls;        // of the table and of functions found by it
    const char *last_call;      // for messages
    std::uint64_t count;        // the value of a ticket
    const char *refused_source; // null: none
};

/// Exported by the stub plugin.
extern "C" StubPlugin *stub_plugin();
