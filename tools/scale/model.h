#pragma once

#include "links.h"
#include "log.h"

namespace grb::scale {

/// How matrices are cut: by rows, or into blocks of a square of GPUs.
enum class Cut { rows, blocks };
const char *name_of(Cut cut);

struct Setting {
    double gpus = 1;
    Cut cut = Cut::rows;
    double growth = 1;     ///< rows and entries of all operands are so many times those of the log
    bool overlaps = false; ///< a pull's exchange goes on beside its product
};

/// What one operation, or all of a log, take on so many GPUs.
struct Prediction {
    double seconds = 0;
    double bytes = 0;       ///< that each GPU receives
    double collectives = 0; ///< exchanges one after the other
    void add(const Prediction &other);
};

Prediction predict(const Operation &operation, const Links &links, const Setting &setting);
Prediction predict(const std::vector<Operation> &log, const Links &links, const Setting &setting);

/// Bytes of the largest operation's operands on each GPU: its share of the matrices, and the vectors that its
/// products read, whole where rows are cut.
double memory_of_a_gpu(const std::vector<Operation> &log, const Links &links,
                       const Setting &setting);

/// Entries of the largest matrix that a graph of the same kind may have on so many GPUs.
double most_entries(const std::vector<Operation> &log, const Links &links, const Setting &setting);

/// Entries of the log's largest matrix.
double entries_of_largest(const std::vector<Operation> &log);

} // namespace grb::scale
