#include "gcn_data.h"

#include "commands.h"
#include "graph.h"

#include "io/graph_spec.h"
#include "io/input_error.h"
#include "io/matrix_market.h"
#include "io/npy.h"

#include <array>
#include <fmt/format.h>

namespace grb::tool {

namespace {

Targets targets_of(const Labels &labels, Split split, const std::string &name,
                   GrB_Index n_classes) {
    constexpr std::array<const char *, 4> names = {"none", "train", "val", "test"};
    std::vector<GrB_Index> nodes;
    std::vector<int32_t> classes;
    for (size_t v = 0; v < labels.classes.size(); ++v) {
        if (labels.splits[v] != split) continue;
        nodes.push_back(v);
        classes.push_back(labels.classes[v]);
    }
    if (nodes.empty())
        throw InputError(fmt::format("{}: no node is in the split '{}'", name,
                                     names[static_cast<size_t>(split)]));
    Targets targets(new GcnTargets{});
    check(gcn_targets_new(targets.get(), GrB_FP32, nodes.data(), classes.data(), nodes.size(),
                          n_classes),
          "gcn_targets_new");
    return targets;
}

std::string weights_file(const std::string &name, int layer) {
    return fmt::format("{}-{}.npy", name, layer);
}

/// A matrix is as many values as its shape says: all of it is full.
DenseArray to_array(GrB_Matrix W) {
    DenseArray array;
    check(GrB_Matrix_nrows(&array.nrows, W), "GrB_Matrix_nrows");
    check(GrB_Matrix_ncols(&array.ncols, W), "GrB_Matrix_ncols");
    GrB_Index count = array.nrows * array.ncols;
    std::vector<GrB_Index> rows(count);
    std::vector<GrB_Index> cols(count);
    array.values.resize(count);
    check(GrB_Matrix_extractTuples_FP32(rows.data(), cols.data(), array.values.data(), &count, W),
          "GrB_Matrix_extractTuples");
    return array;
}

void fill(GrB_Matrix W, const DenseArray &array) {
    std::vector<GrB_Index> rows(array.values.size());
    std::vector<GrB_Index> cols(array.values.size());
    for (size_t k = 0; k < rows.size(); ++k) {
        rows[k] = k / array.ncols;
        cols[k] = k % array.ncols;
    }
    check(GrB_Matrix_clear(W), "GrB_Matrix_clear");
    check(GrB_Matrix_build_FP32(W, rows.data(), cols.data(), array.values.data(), rows.size(),
                                nullptr),
          "GrB_Matrix_build");
}

} // namespace

GcnData load_gcn_data(const GcnFiles &files) {
    const EdgeList edges = load_graph(files.graph, progress_bar(files.graph));
    require_square(files.graph, edges);
    const EdgeList features = read_matrix_market(files.features, progress_bar(files.features));
    if (features.nrows != edges.nrows)
        throw InputError(fmt::format("{}: {} rows of features, {} has {} vertices", files.features,
                                     features.nrows, files.graph, edges.nrows));
    if (features.size() == 0)
        throw InputError(fmt::format("{}: there are no features", files.features));
    GcnData data;
    data.vertices = edges.nrows;
    data.entries = edges.size();
    data.n_features = features.ncols;
    if (!files.labels.empty()) data.labels = read_labels(files.labels, edges.nrows);
    check(gcn_adjacency(data.A_hat.out(), to_matrix(edges).matrix, GrB_FP32), "gcn_adjacency");
    check(gcn_features(data.X.out(), to_matrix(features).matrix, GrB_FP32), "gcn_features");
    return data;
}

void make_targets(GcnData &data, const std::string &name, GrB_Index n_classes) {
    data.train = targets_of(data.labels, Split::train, name, n_classes);
    data.validation = targets_of(data.labels, Split::validation, name, n_classes);
    data.test = targets_of(data.labels, Split::test, name, n_classes);
}

Network::Network(const GcnOptions &options, uint64_t n_features, uint64_t n_classes) {
    check(gcn_new(&gcn_, &options, n_features, n_classes), "gcn_new");
}

void save_weights(const std::string &name, const Gcn &gcn) {
    for (int layer = 0; layer < 2; ++layer)
        write_npy(weights_file(name, layer), to_array(gcn.layer[layer].W));
}

WeightsShape weights_shape(const std::string &name) {
    const DenseArray first = read_npy(weights_file(name, 0));
    const DenseArray second = read_npy(weights_file(name, 1));
    if (first.ncols != second.nrows || first.values.empty() || second.values.empty())
        throw InputError(fmt::format("{}: {} x {} and {} x {} are no weights of two layers", name,
                                     first.nrows, first.ncols, second.nrows, second.ncols));
    return {first.nrows, first.ncols, second.ncols};
}

void load_weights(const std::string &name, const Gcn &gcn) {
    for (int layer = 0; layer < 2; ++layer)
        fill(gcn.layer[layer].W, read_npy(weights_file(name, layer)));
}

} // namespace grb::tool
