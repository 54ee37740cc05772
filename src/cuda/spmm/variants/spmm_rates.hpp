// Coefficients of the estimates of the device variants of mxm with a full right-hand side, fitted
// on graphs of 0.1 to 1 million entries.
#pragma once

#include "costs/coefficient.hpp"

namespace grb::device {

/// `base`, `spread`: of the time over the bound of bytes and gathers; see PullRates. `fixed`:
/// launches, and tiles that have little to do. `entry_seconds`: of the walk along the longest row.
struct SpmmRates {
    DeviceCoefficient short_rows{
        "device_spmm_short_rows", "1",
        "rows that are one block's or warp's: for each row end of an entry", 4};
    DeviceCoefficient split_long{"device_spmm_split_long", "1",
                                 "spmm_row_split: base where rows have 9.35 entries and more", 1.3};
    DeviceCoefficient split_short{"device_spmm_split_short", "1",
                                  "spmm_row_split: base of shorter rows", 2};
    DeviceCoefficient split_spread{"device_spmm_split_spread", "1", "spmm_row_split", 0.125};
    DeviceCoefficient split_entry_seconds{"device_spmm_split_entry_seconds", "s", "spmm_row_split",
                                          0.25e-6};
    DeviceCoefficient split_first_slice{"device_spmm_split_first_slice", "1",
                                        "spmm_row_split: of its walk, whatever the columns", 0.6};
    DeviceCoefficient split_slice{"device_spmm_split_slice", "1",
                                  "spmm_row_split: of its walk, for each 32 columns", 0.4};
    DeviceCoefficient split_fixed{"device_spmm_split_fixed", "s", "spmm_row_split", 10e-6};
    DeviceCoefficient merge_short{"device_spmm_merge_short", "1",
                                  "spmm_merge: base where rows have less than 9.35 entries", 1.7};
    DeviceCoefficient merge_long{"device_spmm_merge_long", "1", "spmm_merge: base of longer rows",
                                 2};
    DeviceCoefficient merge_fixed{"device_spmm_merge_fixed", "s", "spmm_merge", 28e-6};
    DeviceCoefficient path_base{"device_spmm_path_base", "1", "spmm_merge_path", 2.4};
    DeviceCoefficient path_spread{"device_spmm_path_spread", "1", "spmm_merge_path", 0.0625};
    DeviceCoefficient path_fixed{"device_spmm_path_fixed", "s", "spmm_merge_path", 13e-6};
    DeviceCoefficient path_fixed_narrow{"device_spmm_path_fixed_narrow", "s",
                                        "spmm_merge_path of one or two columns", 34e-6};
    DeviceCoefficient parallel_narrow{"device_spmm_parallel_narrow", "1",
                                      "spmm_parallel_row: base of up to 4 columns", 1.6};
    DeviceCoefficient parallel_wide{"device_spmm_parallel_wide", "1",
                                    "spmm_parallel_row: base of more", 3};
    DeviceCoefficient parallel_spread{"device_spmm_parallel_spread", "1", "spmm_parallel_row",
                                      0.25};
    DeviceCoefficient parallel_turn_seconds{"device_spmm_parallel_turn_seconds", "s",
                                            "spmm_parallel_row: 32 entries of a row", 0.6e-6};
    DeviceCoefficient parallel_row_seconds{"device_spmm_parallel_row_seconds", "s",
                                           "spmm_parallel_row: a row, for every four columns",
                                           0.3e-9, Scaling::per_processors};
    DeviceCoefficient parallel_fixed{"device_spmm_parallel_fixed", "s", "spmm_parallel_row", 6e-6};
    DeviceCoefficient balanced_narrow{"device_spmm_balanced_narrow", "1",
                                      "spmm_parallel_balanced: base of up to 4 columns", 1.8};
    DeviceCoefficient balanced_wide{"device_spmm_balanced_wide", "1",
                                    "spmm_parallel_balanced: base of more", 3};
    DeviceCoefficient balanced_fixed{"device_spmm_balanced_fixed", "s", "spmm_parallel_balanced",
                                     18e-6};
    DeviceCoefficient sequential_base{"device_spmm_sequential_base", "1", "spmm_sequential_row",
                                      1.4};
    DeviceCoefficient sequential_spread{"device_spmm_sequential_spread", "1", "spmm_sequential_row",
                                        0.125};
    DeviceCoefficient sequential_entry_seconds{"device_spmm_sequential_entry_seconds", "s",
                                               "spmm_sequential_row", 0.065e-6};
    DeviceCoefficient sequential_first_slice{
        "device_spmm_sequential_first_slice", "1",
        "spmm_sequential_row: of its walk, whatever the columns", 0.75};
    DeviceCoefficient sequential_slice{"device_spmm_sequential_slice", "1",
                                       "spmm_sequential_row: of its walk, for each 32 columns",
                                       0.25};
    DeviceCoefficient sequential_fixed{"device_spmm_sequential_fixed", "s", "spmm_sequential_row",
                                       9e-6};
    DeviceCoefficient shares_base{"device_spmm_shares_base", "1", "spmm_sequential_balanced", 1.9};
    DeviceCoefficient shares_fixed{"device_spmm_shares_fixed", "s", "spmm_sequential_balanced",
                                   30e-6};
    DeviceCoefficient vector_base{"device_spmm_vector_base", "1", "spmm_vector", 1.2};
    DeviceCoefficient vector_column{"device_spmm_vector_column", "1", "spmm_vector of one column",
                                    2};
    DeviceCoefficient vector_fixed{"device_spmm_vector_fixed", "s", "spmm_vector", 12e-6};
    DeviceCoefficient classes_base{"device_spmm_classes_base", "1", "spmm_row_classes", 1.5};
    DeviceCoefficient classes_ends{"device_spmm_classes_ends", "1",
                                   "spmm_row_classes: for each row end of an entry", 0.5};
    DeviceCoefficient classes_fixed{"device_spmm_classes_fixed", "s", "spmm_row_classes", 5e-6};
    DeviceCoefficient masked_passes{"device_spmm_masked_passes", "1",
                                    "over C, of rows that leave the mask to the commit", 3};
};
inline const SpmmRates spmm_rates;

} // namespace grb::device
