// A performance model of many GPUs.
#pragma once

#include "links.h"
#include "log.h"

namespace grb::scale {

/// The partition of matrices: by rows, or into blocks of a square of GPUs.
enum class Cut { rows, blocks };
const char *name_of(Cut cut);

struct Setting {
    double gpus = 1;
    Cut cut = Cut::rows;
    double growth = 1;     ///< the factor of rows and entries of all operands over the log's
    bool overlaps = false; ///< a pull's exchange overlaps its product
};

/// The cost of one operation, or of a whole log, on so many GPUs.
struct Prediction {
    double seconds = 0;
    double bytes = 0;       ///< received by each GPU
    double collectives = 0; ///< successive exchanges
    void add(const Prediction &other);
};

Prediction predict(const Operation &operation, const Links &links, const Setting &setting);
Prediction predict(const std::vector<Operation> &log, const Links &links, const Setting &setting);

/// Bytes of the largest operation's operands on each GPU: its partition of the matrices, and the
/// vectors that its products read, whole if rows are partitioned.
double memory_of_a_gpu(const std::vector<Operation> &log, const Links &links,
                       const Setting &setting);

/// The most entries of the largest matrix in a graph of the same kind on so many GPUs.
double most_entries(const std::vector<Operation> &log, const Links &links, const Setting &setting);

/// The number of entries of the log's largest matrix.
double entries_of_largest(const std::vector<Operation> &log);

} // namespace grb::scale
