// Tasks of kernels that process rows by length classes, for host and device.
#pragma once

namespace grb::device {

/// Number of classes. Class 0: chunks of rows longer than `chunk`. Class k: rows of up to 2^(10 -
/// k) entries and more than half as many.
inline constexpr int row_class_count = 11;

/// Tasks by class, the longest class first. A block works on one class.
struct RowTasks {
    const unsigned *rows, *begins,
        *lengths;      // of each task; within a class by rows, chunks of a row by entries
    unsigned *arrived; // arrived chunks of a row, by its first task: 0 before and after
    unsigned chunk;    // entries of a chunk
    unsigned limits[row_class_count + 1]; // tasks before each class, and their total
    unsigned blocks[row_class_count + 1]; // blocks before each class, and their total
};

} // namespace grb::device
