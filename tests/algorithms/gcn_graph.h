// The community graph of tests/data and a network on it.
#pragma once

#include "algorithms/graphs.h"
#include "gcn/gcn.h"
#include "io/labels.h"
#include "paths.h"

namespace grb::tool {

/// The operands that a network reads, in the given type.
struct CommunityGraph {
    explicit CommunityGraph(GrB_Type type) {
        const std::string folder = GRAPHBLAST_SOURCE_DIR "/tests/data/";
        const EdgeList edges = load_graph(folder + "community.mtx");
        const EdgeList words = load_graph(folder + "community_features.mtx");
        labels = read_labels(folder + "community_labels.tsv", edges.nrows);
        n_features = words.ncols;
        GrB_Matrix A = to_matrix(edges, GrB_FP64);
        GrB_Matrix W = to_matrix(words, GrB_FP64);
        EXPECT_EQ(gcn_adjacency(&A_hat, A, type), GrB_SUCCESS);
        EXPECT_EQ(gcn_features(&X, W, type), GrB_SUCCESS);
        GrB_Matrix_free(&A);
        GrB_Matrix_free(&W);
        train = targets(Split::train, type);
        test = targets(Split::test, type);
    }
    ~CommunityGraph() {
        gcn_targets_free(&train);
        gcn_targets_free(&test);
        GrB_Matrix_free(&A_hat);
        GrB_Matrix_free(&X);
    }
    CommunityGraph(const CommunityGraph &) = delete;
    CommunityGraph &operator=(const CommunityGraph &) = delete;

    GcnTargets targets(Split split, GrB_Type type) const {
        std::vector<GrB_Index> nodes;
        std::vector<int32_t> classes;
        for (size_t v = 0; v < labels.classes.size(); ++v) {
            if (labels.splits[v] != split) continue;
            nodes.push_back(v);
            classes.push_back(labels.classes[v]);
        }
        GcnTargets result{};
        EXPECT_EQ(gcn_targets_new(&result, type, nodes.data(), classes.data(), nodes.size(),
                                  static_cast<GrB_Index>(labels.n_classes)),
                  GrB_SUCCESS);
        return result;
    }

    Labels labels;
    GrB_Index n_features = 0;
    GrB_Matrix A_hat = nullptr;
    GrB_Matrix X = nullptr;
    GcnTargets train{}, test{};
};

inline GcnOptions gcn_options(GrB_Type type, GrB_Index hidden, GrB_Index maxk, double dropout) {
    GcnOptions options{};
    options.type = type;
    options.hidden = hidden;
    options.maxk = maxk;
    options.dropout = dropout;
    options.learning_rate = 0.01;
    options.weight_decay = 5e-4;
    options.seed = 1;
    return options;
}

struct OwnedGcn {
    OwnedGcn(const GcnOptions &options, GrB_Index n_features, GrB_Index n_classes) {
        EXPECT_EQ(gcn_new(&gcn, &options, n_features, n_classes), GrB_SUCCESS);
    }
    ~OwnedGcn() { gcn_free(&gcn); }
    OwnedGcn(const OwnedGcn &) = delete;
    OwnedGcn &operator=(const OwnedGcn &) = delete;
    Gcn gcn{};
};

/// Values by rows, NaN where there is no entry.
inline std::vector<double> dense_values(GrB_Matrix A) {
    GrB_Index nrows = 0;
    GrB_Index ncols = 0;
    GrB_Index count = 0;
    EXPECT_EQ(GrB_Matrix_nrows(&nrows, A), GrB_SUCCESS);
    EXPECT_EQ(GrB_Matrix_ncols(&ncols, A), GrB_SUCCESS);
    EXPECT_EQ(GrB_Matrix_nvals(&count, A), GrB_SUCCESS);
    std::vector<GrB_Index> rows(count);
    std::vector<GrB_Index> cols(count);
    std::vector<double> values(count);
    EXPECT_EQ(GrB_Matrix_extractTuples_FP64(rows.data(), cols.data(), values.data(), &count, A),
              GrB_SUCCESS);
    std::vector<double> result(nrows * ncols, std::numeric_limits<double>::quiet_NaN());
    for (GrB_Index k = 0; k < count; ++k) result[rows[k] * ncols + cols[k]] = values[k];
    return result;
}

inline GrB_Matrix dense_matrix(GrB_Type type, GrB_Index nrows, GrB_Index ncols,
                               const std::vector<double> &values) {
    GrB_Matrix A = nullptr;
    std::vector<GrB_Index> rows;
    std::vector<GrB_Index> cols;
    for (GrB_Index k = 0; k < nrows * ncols; ++k) {
        rows.push_back(k / ncols);
        cols.push_back(k % ncols);
    }
    EXPECT_EQ(GrB_Matrix_new(&A, type, nrows, ncols), GrB_SUCCESS);
    EXPECT_EQ(
        GrB_Matrix_build_FP64(A, rows.data(), cols.data(), values.data(), values.size(), nullptr),
        GrB_SUCCESS);
    return A;
}

} // namespace grb::tool
