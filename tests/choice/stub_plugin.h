// What a test asks of the stub plugin.
#pragma once

#include "cuda/table.h"

struct StubPlugin {
    std::uint64_t calls;        // of the table and of functions that were found by it
    const char *last_call;      // for messages
    std::uint64_t count;        // what a ticket stands for
    const char *refused_source; // null: none
};

/// Exported by the stub plugin.
extern "C" StubPlugin *stub_plugin();
