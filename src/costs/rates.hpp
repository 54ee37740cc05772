// The rates that many host variants share: coefficients that their cost models divide by.
// Coefficients of one variant or family are defined beside its cost function. `graphblast tune`
// measures these rates and fits those coefficients.
#pragma once

#include "costs/coefficient.hpp"

namespace grb {

/// Rates are per second and thread; the last members are times. The generic defaults were fitted on
/// several hosts. Those of servers and desktops are unmeasured estimates.
struct Rates {
    Rates();

    HostCoefficient stream_bytes{"stream_bytes", "bytes/s", "reading or writing in order",
                                 1.4e10,         1.6e10,    1.5e10};
    HostCoefficient stream_cached{"stream_cached", "bytes/s", "the same within the caches", 4e10};
    HostCoefficient stream_cached_bytes{"stream_cached_bytes", "bytes",
                                        "of a thread: beyond this footprint streams go to memory",
                                        4e6};
    HostCoefficient stream_threads{"stream_threads", "1",
                                   "threads whose streams memory serves at once", 20};
    HostCoefficient fresh_bytes{"fresh_bytes", "bytes/s", "clearing new memory", 2.4e10};
    HostCoefficient gathers_cached{"gathers_cached",
                                   "1/s",
                                   "indexed reads, footprint within the last-level cache",
                                   6e8,
                                   8e8,
                                   1e9};
    HostCoefficient gathers_memory{
        "gathers_memory", "1/s", "indexed reads beyond it", 1e8, 1e8, 1.5e8};
    HostCoefficient scatters_cached{"scatters_cached",
                                    "1/s",
                                    "indexed read-modify-writes within the last-level cache",
                                    3e8,
                                    5e8,
                                    6e8};
    HostCoefficient scatters_memory{
        "scatters_memory", "1/s", "indexed read-modify-writes beyond it", 6e7, 6e7, 1e8};
    HostCoefficient hash_probes{
        "hash_probes", "1/s", "inserting or finding in a table that fits a cache", 2e8, 2e8, 2.5e8};
    HostCoefficient sort_keys{"sort_keys", "1/s", "keys sorted", 5e7, 5e7, 6e7};
    HostCoefficient operations_curated{
        "operations_curated", "1/s", "multiply-adds in a curated template", 1e9, 1.2e9, 1.8e9};
    HostCoefficient operations_batch{
        "operations_batch", "1/s", "the same through batches", 3e8, 4e8, 6e8};
    HostCoefficient operations_user{
        "operations_user", "1/s", "the same through a user's function pointer", 1e8, 1.5e8, 2e8};
    HostCoefficient call_seconds{"call_seconds", "s", "a variant that does nothing", 2.6e-7};
    HostCoefficient result_seconds{"result_seconds", "s", "a result with arrays of its own", 5e-7};
    HostCoefficient pool_seconds{"pool_seconds", "s", "sharing a loop with other threads", 4e-6};
    HostCoefficient pool_thread_seconds{"pool_thread_seconds", "s",
                                        "the same, for each thread of them", 8.5e-7};
    HostCoefficient thread_loss{
        "thread_loss", "1",
        "of a loop's work, for each further thread: caches and memory are shared", 0.02};
    HostCoefficient conversion_bytes{
        "conversion_bytes", "bytes",
        "of a dense element that becomes a list entry, read and written", 10};
};

/// The rates in force.
const Rates &rates() noexcept;
/// Reads a profile: lines `name value` (`name@2 value`: of device 2 alone), `class server`, #
/// comments. Logs and skips unknown names and bad numbers. Returns false when the file cannot be
/// read.
bool load_profile(const char *path) noexcept;

} // namespace grb
