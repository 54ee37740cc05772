// Coefficients of the estimates of the device variants that pull, fitted on graphs of 0.1 to 30
// million entries.
#pragma once

#include "costs/coefficient.hpp"

namespace grb::device {

/// `base` and `spread` of a variant: its time over that of streaming the operands, and how that
/// grows with the deviation of the row lengths over their mean.
struct PullRates {
    DeviceCoefficient entry_seconds{"device_pull_entry_seconds", "s",
                                    "of a thread along its row: a load, then a gather", 0.08e-6};
    DeviceCoefficient turn_seconds{"device_pull_turn_seconds", "s",
                                   "the same of lanes that share a row, and their sum", 0.45e-6};
    DeviceCoefficient row_seconds{"device_pull_row_seconds", "s",
                                  "of a warp that takes its rows one after the other", 0.8e-6};
    DeviceCoefficient turns_at_once{"device_pull_turns_at_once", "1",
                                    "turns along a row that a warp has under way", 3};
    DeviceCoefficient block_turns{"device_pull_block_turns", "1",
                                  "turns of a block for 256 entries of a long row", 1.3};
    DeviceCoefficient serial_from{"device_pull_serial_from", "1",
                                  "entries of 32 rows from which on some have a warp to themselves",
                                  160};
    DeviceCoefficient serial_entries{"device_pull_serial_entries", "1",
                                     "further entries for each such row", 20};

    DeviceCoefficient thread_base{"device_pull_thread_base", "1", "mxv_thread_row", 1.05};
    DeviceCoefficient thread_spread{"device_pull_thread_spread", "1", "mxv_thread_row", 1};
    DeviceCoefficient thread_mean{"device_pull_thread_mean", "1",
                                  "mxv_thread_row: for each entry of a mean row", 1.0 / 16};
    DeviceCoefficient warp_short{"device_pull_warp_short", "1",
                                 "mxv_warp_row: base where rows have up to 8 entries", 1};
    DeviceCoefficient warp_short_spread{"device_pull_warp_short_spread", "1", "mxv_warp_row", 1};
    DeviceCoefficient warp_long{"device_pull_warp_long", "1", "mxv_warp_row: base of longer rows",
                                1.6};
    DeviceCoefficient warp_long_spread{"device_pull_warp_long_spread", "1", "mxv_warp_row", 0.25};
    DeviceCoefficient vsr_base{"device_pull_vsr_base", "1", "mxv_vsr", 3};
    DeviceCoefficient masked_short{"device_pull_masked_short", "1",
                                   "mxv_pull_masked: base where rows have up to 8 entries", 1.05};
    DeviceCoefficient masked_short_spread{"device_pull_masked_short_spread", "1", "mxv_pull_masked",
                                          0.5};
    DeviceCoefficient masked_long{"device_pull_masked_long", "1",
                                  "mxv_pull_masked: base of longer rows", 2};
    DeviceCoefficient masked_long_spread{"device_pull_masked_long_spread", "1", "mxv_pull_masked",
                                         1};
    DeviceCoefficient segmented_base{"device_pull_segmented_base", "1", "mxv_segmented", 1.1};
    DeviceCoefficient segmented_hubs{"device_pull_segmented_hubs", "1",
                                     "mxv_segmented: base where few columns have most entries",
                                     1.3};
    DeviceCoefficient merge_even{"device_pull_merge_even", "1",
                                 "mxv_merge_path: base where rows have similar lengths", 1.2};
    DeviceCoefficient merge_uneven{"device_pull_merge_uneven", "1",
                                   "mxv_merge_path: base where they are not", 1.45};
    DeviceCoefficient row_ends{"device_pull_row_ends", "1",
                               "mxv_merge_path and mxv_segmented: for each row end of an entry",
                               1.5};

    DeviceCoefficient classes_base{"device_pull_classes_base", "1", "mxv_row_classes", 1.2};
    DeviceCoefficient classes_ends{"device_pull_classes_ends", "1",
                                   "mxv_row_classes: for each row end of an entry", 1};
    DeviceCoefficient classes_least{"device_pull_classes_least", "s",
                                    "mxv_row_classes: of the fewest entries", 0.5e-6};

    DeviceCoefficient tries{"device_search_tries", "1",
                            "of the expected tries the longest search takes so many times as many",
                            8};
    DeviceCoefficient thread_misses{"device_search_thread_misses", "1",
                                    "share of the longest walk where rows find nothing: a thread a "
                                    "row",
                                    0.1};
    DeviceCoefficient masked_misses{"device_search_masked_misses", "1",
                                    "the same of warps, under a mask", 0.05};
    DeviceCoefficient warp_misses{"device_search_warp_misses", "1",
                                  "the same of warps, without one", 0.1};
    DeviceCoefficient warp_rows{"device_search_warp_rows", "1/s", "rows that all warps process",
                                1e10, Scaling::processors};
    DeviceCoefficient serial_share{"device_search_serial_share", "1",
                                   "of the time of a warp's own rows, which end early", 0.5};
};
inline const PullRates pull;

} // namespace grb::device
