// The inputs and outputs of `run gcn`, and its network as an object.
#pragma once

#include "engine.h"
#include "gcn/gcn.h"
#include "io/labels.h"
#include "io/read_options.h"

#include <memory>
#include <string>
#include <vector>

namespace grb::tool {

/// The nodes of one split with their classes; nullptr: no split.
struct TargetsDeleter {
    void operator()(GcnTargets *targets) const {
        gcn_targets_free(targets);
        delete targets;
    }
};
using Targets = std::unique_ptr<GcnTargets, TargetsDeleter>;

struct GcnData {
    Matrix A_hat;
    Matrix X;
    uint64_t vertices = 0;
    uint64_t entries = 0; ///< of the graph
    uint64_t n_features = 0;
    Labels labels;
    Targets train, validation, test;
};

struct GcnFiles {
    std::string graph;
    std::string features;
    std::string labels;       ///< "" for none
    uint64_t seed = 1;        ///< of random features
    GrB_Type type = GrB_FP32; ///< of the values of A_hat and X
    ReadOptions read;         ///< of the graph
};

/// Recognises random:COLUMNS in place of a file: X is full then, uniform in [0, 1) before its rows
/// are normalized.
bool is_random(const std::string &features);

/// Throws InputError if a file is unusable or the files do not fit together.
GcnData load_gcn_data(const GcnFiles &files);

/// Makes the targets of each split. Throws InputError if a split is empty.
void make_targets(GcnData &data, const std::string &name, GrB_Index n_classes);

class Network {
public:
    Network(const GcnOptions &options, uint64_t n_features, uint64_t n_classes);
    ~Network() { gcn_free(&gcn_); }
    Network(const Network &) = delete;
    Network &operator=(const Network &) = delete;
    Gcn *get() { return &gcn_; }

private:
    Gcn gcn_;
};

/// The two files of a network's weights: NAME-0.npy and NAME-1.npy.
/// NAME-LAYER.npy.
std::string weights_file(const std::string &name, int layer);
void save_weights(const std::string &name, const Gcn &gcn);

/// Saves the operands and the result of an inference for other programs: A_hat by rows as
/// NAME-offsets.npy, NAME-columns.npy and NAME-values.npy, X including its zeros as
/// NAME-features.npy, the weights, and NAME-logits.npy.
void save_operands(const std::string &name, const GcnData &data, const Gcn &gcn);

/// The numbers of hidden values and of classes of the network with these weights.
struct WeightsShape {
    uint64_t n_features = 0;
    uint64_t hidden = 0;
    uint64_t n_classes = 0;
};
/// Throws InputError if the two files do not fit together.
WeightsShape weights_shape(const std::string &name);
void load_weights(const std::string &name, const Gcn &gcn);

} // namespace grb::tool
