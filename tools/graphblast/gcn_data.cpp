// Loads the graph, the features, the labels and the weights of `run gcn`.
#include "gcn_data.h"

#include "commands.h"
#include "graph.h"

#include "io/graph_spec.h"
#include "io/input_error.h"
#include "io/matrix_market.h"
#include "io/npy.h"
#include "io/random.h"

#include <array>
#include <charconv>
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

/// Fills missing entries with zeros.
DenseArray to_array(GrB_Matrix W) {
    DenseArray array;
    check(GrB_Matrix_nrows(&array.nrows, W), "GrB_Matrix_nrows");
    check(GrB_Matrix_ncols(&array.ncols, W), "GrB_Matrix_ncols");
    GrB_Index count = 0;
    check(GrB_Matrix_nvals(&count, W), "GrB_Matrix_nvals");
    std::vector<GrB_Index> rows(count);
    std::vector<GrB_Index> cols(count);
    std::vector<float> values(count);
    check(GrB_Matrix_extractTuples_FP32(rows.data(), cols.data(), values.data(), &count, W),
          "GrB_Matrix_extractTuples");
    array.values.assign(array.nrows * array.ncols, 0);
    for (GrB_Index k = 0; k < count; ++k) array.values[rows[k] * array.ncols + cols[k]] = values[k];
    return array;
}

/// The matrix A by rows.
struct Rows {
    std::vector<int64_t> offsets, columns;
    DenseArray values; ///< one row
};

Rows to_rows(GrB_Matrix A) {
    GrB_Index n_offsets = 0;
    GrB_Index n_columns = 0;
    GrB_Index n_values = 0;
    check(GrB_Matrix_exportSize(&n_offsets, &n_columns, &n_values, GrB_CSR_FORMAT, A),
          "GrB_Matrix_exportSize");
    std::vector<GrB_Index> offsets(n_offsets);
    std::vector<GrB_Index> columns(n_columns);
    Rows rows;
    rows.values = {1, n_values, std::vector<float>(n_values)};
    check(GrB_Matrix_export_FP32(offsets.data(), columns.data(), rows.values.values.data(),
                                 &n_offsets, &n_columns, &n_values, GrB_CSR_FORMAT, A),
          "GrB_Matrix_export");
    rows.offsets.assign(offsets.begin(), offsets.end());
    rows.columns.assign(columns.begin(), columns.end());
    return rows;
}

constexpr const char *random_prefix = "random:";

/// Returns COLUMNS of random:COLUMNS.
uint64_t random_columns(const std::string &features) {
    constexpr uint64_t most = uint64_t{1} << 20;
    const char *const first = features.data() + std::string_view(random_prefix).size();
    const char *const last = features.data() + features.size();
    uint64_t columns = 0;
    const auto [end, code] = std::from_chars(first, last, columns);
    if (code != std::errc() || end != last || columns == 0 || columns > most)
        throw InputError(fmt::format("--features {}: COLUMNS of random:COLUMNS is a whole number "
                                     "from 1 to {}",
                                     features, most));
    return columns;
}

Matrix random_features(uint64_t vertices, uint64_t columns, uint64_t seed) {
    constexpr uint64_t stream = 101;
    const RandomStream random(seed, stream);
    return full_matrix(vertices, columns,
                       [&](uint64_t k) { return static_cast<float>(random.unit(k)); });
}

Matrix read_features(const GcnFiles &files, uint64_t vertices) {
    const EdgeList features = read_matrix_market(files.features, progress_bar());
    if (features.nrows != vertices)
        throw InputError(fmt::format("{}: {} rows of features, {} has {} vertices", files.features,
                                     features.nrows, files.graph, vertices));
    if (features.size() == 0)
        throw InputError(fmt::format("{}: there are no features", files.features));
    // The weights have a row for every column, even an unused one.
    constexpr uint64_t always = uint64_t{1} << 20;
    if (features.ncols > always && features.ncols - always > features.size())
        throw InputError(fmt::format("{}: {} columns are too many for {} entries", files.features,
                                     features.ncols, features.size()));
    return to_matrix(features).matrix;
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

std::string weights_file(const std::string &name, int layer) {
    return fmt::format("{}-{}.npy", name, layer);
}

bool is_random(const std::string &features) {
    return features.rfind(random_prefix, 0) == 0;
}

GcnData load_gcn_data(const GcnFiles &files) {
    const EdgeList edges = load_graph(files.graph, progress_bar(), files.read);
    require_square(files.graph, edges);
    const Matrix features =
        is_random(files.features)
            ? random_features(edges.nrows, random_columns(files.features), files.seed)
            : read_features(files, edges.nrows);
    GcnData data;
    data.vertices = edges.nrows;
    data.entries = edges.size();
    check(GrB_Matrix_ncols(&data.n_features, features), "GrB_Matrix_ncols");
    if (!files.labels.empty()) data.labels = read_labels(files.labels, edges.nrows);
    check(gcn_adjacency(data.A_hat.out(), to_matrix(edges).matrix, GrB_FP32), "gcn_adjacency");
    check(gcn_features(data.X.out(), features, GrB_FP32), "gcn_features");
    if (files.type == GrB_FP32) return data;
    for (Matrix *const matrix : {&data.A_hat, &data.X})
        check(gcn_store(matrix->out(), files.type), "gcn_store");
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

void save_operands(const std::string &name, const GcnData &data, const Gcn &gcn) {
    const Rows rows = to_rows(data.A_hat);
    write_npy(name + "-offsets.npy", rows.offsets);
    write_npy(name + "-columns.npy", rows.columns);
    write_npy(name + "-values.npy", rows.values);
    write_npy(name + "-features.npy", to_array(data.X));
    save_weights(name, gcn);
    write_npy(name + "-logits.npy", to_array(gcn.logits));
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
