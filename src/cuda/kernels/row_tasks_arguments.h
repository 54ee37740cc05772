// Tasks of kernels that take rows by classes of length, as host and device see them.
#pragma once

namespace grb::device {

/// Class 0: pieces of rows that are longer than a piece. Class k: rows of up to 2^(10 - k) entries and more than half as
/// many.
inline constexpr int row_class_count = 11;

/// The longest class comes first. A block works on one class.
struct RowTasks {
    const unsigned *rows, *begins,
        *lengths;      // of each task; those of a class by rows, pieces of a row by entries
    unsigned *arrived; // of a row in pieces, by its first task: 0 before and after
    unsigned piece;    // entries
    unsigned limits[row_class_count + 1]; // tasks before each class, and all
    unsigned blocks[row_class_count + 1]; // blocks before each class, and all
};

} // namespace grb::device
