// `run gcn`: trains a graph convolutional network, or infers with one.
#include "commands.h"
#include "gcn_data.h"

#include "io/input_error.h"
#include "io/printable.h"
#include "record/run_record.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <fmt/format.h>
#include <graphblast/grx_narrow.h>
#include <nlohmann/json.hpp>

namespace grb::tool {

namespace {

using nlohmann::json;
using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) {
    return std::chrono::duration<double>(Clock::now() - begin).count();
}

/// The median; of an even number of times the upper one.
double median(std::vector<double> times) {
    const auto middle = times.begin() + static_cast<int64_t>(times.size() / 2);
    std::nth_element(times.begin(), middle, times.end());
    return *middle;
}

struct Score {
    double loss = 0;
    double accuracy = 0;
};

Score score_of(Network &network, const Targets &targets) {
    Score score;
    GrB_Index correct = 0;
    check(gcn_evaluate(&score.loss, &correct, network.get(), targets.get()), "gcn_evaluate");
    score.accuracy = static_cast<double>(correct) / static_cast<double>(targets->count);
    return score;
}

json to_json(const Score &score) {
    return {{"loss", score.loss}, {"accuracy", score.accuracy}};
}

void check_usage(const RunOptions &options, const GcnRunOptions &gcn) {
    const bool draws = gcn.infer && gcn.weights.empty() && is_random(gcn.features);
    if (gcn.features.empty()) throw UsageError("run gcn needs --features");
    if (!gcn.infer && gcn.labels.empty()) throw UsageError("run gcn needs --labels to train");
    if (gcn.infer && gcn.weights.empty() && !draws)
        throw UsageError("--infer needs --weights, or random features for random weights");
    if (gcn.infer && !gcn.save.empty()) throw UsageError("--infer has no weights to --save");
    if (gcn.classes != 0 && !(draws && gcn.labels.empty()))
        throw UsageError("--classes belongs to --infer with random weights and without --labels");
    if (draws && gcn.labels.empty() && gcn.classes == 0)
        throw UsageError("--infer with random weights needs --classes or --labels");
    if (!gcn.infer && options.repeat > 1)
        throw UsageError("--repeat belongs to --infer; --seeds trains several times");
    if (!gcn.infer && !gcn.operands.empty()) throw UsageError("--operands belongs to --infer");
    if (gcn.type != "fp32" && !gcn.operands.empty())
        throw UsageError("--operands belongs to --type fp32");
    if (gcn.seeds > 1 && !(gcn.save.empty() && gcn.predictions.empty() && gcn.weights.empty()))
        throw UsageError("--seeds trains several networks: --weights, --save and --predictions "
                         "belong to one");
    if (gcn.infer && gcn.seeds > 1) throw UsageError("--seeds trains, --infer does not");
}

void choose_device(const std::string &device) {
    if (device == "cpu") run_on(Target::host);
    if (device != "gpu") return;
    if (!has_device()) throw InputError("--device gpu: there is no GPU that the library can use");
    run_on(Target::device);
}

/// The network's shape: that of the given weights, else of the options.
WeightsShape shape_of(const GcnData &data, const GcnRunOptions &gcn) {
    if (gcn.weights.empty())
        return {data.n_features, static_cast<uint64_t>(gcn.hidden),
                static_cast<uint64_t>(gcn.classes != 0 ? gcn.classes : data.labels.n_classes)};
    const WeightsShape shape = weights_shape(gcn.weights);
    if (shape.n_features != data.n_features)
        throw InputError(fmt::format("{}: weights of {} features, {} has {}", gcn.weights,
                                     shape.n_features, gcn.features, data.n_features));
    if (static_cast<uint64_t>(data.labels.n_classes) > shape.n_classes)
        throw InputError(fmt::format("{}: weights of {} classes, {} has {}", gcn.weights,
                                     shape.n_classes, gcn.labels, data.labels.n_classes));
    return shape;
}

GrB_Type stored_type(const std::string &name) {
    return name == "bf16" ? GrX_BF16 : name == "fp16" ? GrX_FP16 : GrB_FP32;
}

GcnOptions network_options(const GcnRunOptions &gcn, const WeightsShape &shape, uint64_t seed) {
    if (static_cast<uint64_t>(gcn.maxk) > shape.hidden)
        throw InputError(
            fmt::format("--maxk {}: there are {} hidden values", gcn.maxk, shape.hidden));
    GcnOptions options{};
    options.type = GrB_FP32;
    options.stored = stored_type(gcn.type);
    options.hidden = shape.hidden;
    options.maxk = static_cast<GrB_Index>(gcn.maxk);
    options.dropout = gcn.dropout;
    options.learning_rate = gcn.learning_rate;
    options.weight_decay = gcn.weight_decay;
    options.seed = seed;
    return options;
}

/// Runs a forward pass without dropout.
void infer(Network &network, const GcnData &data) {
    check(gcn_forward(network.get(), data.A_hat, data.X, 0), "gcn_forward");
    check(GrB_Matrix_wait(network.get()->logits, GrB_MATERIALIZE), "GrB_Matrix_wait");
}

void write_predictions(OutputFile &file, Network &network) {
    Vector classes;
    check(gcn_predict(classes.out(), network.get(), network.get()->logits), "gcn_predict");
    GrB_Index n = 0;
    GrB_Index count = 0;
    check(GrB_Vector_size(&n, classes), "GrB_Vector_size");
    check(GrB_Vector_nvals(&count, classes), "GrB_Vector_nvals");
    std::vector<GrB_Index> nodes(count + 1);
    std::vector<int32_t> predicted(count + 1);
    check(GrB_Vector_extractTuples_INT32(nodes.data(), predicted.data(), &count, classes),
          "GrB_Vector_extractTuples");
    std::vector<int32_t> of_node(n, -1);
    for (GrB_Index k = 0; k < count; ++k) of_node[nodes[k]] = predicted[k];
    std::string text = "node\tlabel\n";
    for (GrB_Index v = 0; v < n; ++v) text += fmt::format("{}\t{}\n", v + 1, of_node[v]);
    finish_with(file, text);
}

/// Trains; prints a line per epoch if `shows_epochs`. Returns the seed's part of the JSON file.
json train(Network &network, const GcnData &data, const GcnRunOptions &gcn, bool shows_epochs) {
    json epochs = json::array();
    std::vector<double> times;
    for (int epoch = 1; epoch <= gcn.epochs; ++epoch) {
        const Clock::time_point begin = Clock::now();
        double loss = 0;
        check(gcn_forward(network.get(), data.A_hat, data.X, static_cast<uint64_t>(epoch)),
              "gcn_forward");
        check(gcn_backward(&loss, network.get(), data.A_hat, data.X, data.train.get()),
              "gcn_backward");
        check(gcn_step(network.get()), "gcn_step");
        times.push_back(seconds_since(begin));
        infer(network, data);
        const Score validation = score_of(network, data.validation);
        epochs.push_back(
            {{"loss", loss}, {"validation", to_json(validation)}, {"seconds", times.back()}});
        if (shows_epochs)
            fmt::print("epoch {:3}  loss {:.4f}  validation loss {:.4f} accuracy {:.1f}%  "
                       "{:.2f} ms\n",
                       epoch, loss, validation.loss, validation.accuracy * 100, times.back() * 1e3);
    }
    return {{"epochs", epochs}, {"epoch_seconds", median(times)}};
}

/// Reports the accuracy of the last forward pass, as a line and as data.
double report_scores(Network &network, const GcnData &data, json &result) {
    const Score train = score_of(network, data.train);
    const Score validation = score_of(network, data.validation);
    const Score test = score_of(network, data.test);
    fmt::print("accuracy: train {:.1f}%, validation {:.1f}%, test {:.1f}%\n", train.accuracy * 100,
               validation.accuracy * 100, test.accuracy * 100);
    result["train"] = to_json(train);
    result["validation"] = to_json(validation);
    result["test"] = to_json(test);
    return test.accuracy;
}

/// Times several runs after one untimed run.
void time_inference(Network &network, const GcnData &data, int repeat, json &result) {
    if (repeat > 1) infer(network, data);
    std::vector<double> times;
    for (int k = 0; k < repeat; ++k) {
        const Clock::time_point begin = Clock::now();
        infer(network, data);
        times.push_back(seconds_since(begin));
    }
    result["inference_times"] = times;
    result["inference_seconds"] = median(times);
    fmt::print("inference: {:.3f} ms{}\n", median(times) * 1e3,
               repeat > 1 ? fmt::format(", the median of {}", repeat) : "");
}

/// The output files, opened before any computation.
struct Outputs {
    Outputs(const RunOptions &options, const GcnRunOptions &gcn)
        : report(open_output(options.json)), predictions(open_output(gcn.predictions)) {
        // Only tries to open the files whose names share a prefix.
        if (!gcn.save.empty()) open_output(weights_file(gcn.save, 0));
        if (!gcn.operands.empty()) open_output(weights_file(gcn.operands, 0));
    }
    std::unique_ptr<OutputFile> report, predictions;
};

json run_seed(const GcnData &data, const GcnRunOptions &gcn, const WeightsShape &shape, int repeat,
              uint64_t seed, const Outputs &outputs, double &accuracy) {
    Network network(network_options(gcn, shape, seed), shape.n_features, shape.n_classes);
    if (!gcn.weights.empty()) load_weights(gcn.weights, *network.get());
    json result = {{"seed", seed}};
    if (!gcn.infer) {
        result.update(train(network, data, gcn, gcn.seeds == 1));
        fmt::print("seed {}: {} epochs, {:.2f} ms each\n", seed, gcn.epochs,
                   result["epoch_seconds"].get<double>() * 1e3);
    }
    time_inference(network, data, repeat, result);
    if (data.test != nullptr) accuracy = report_scores(network, data, result);
    if (!gcn.save.empty()) save_weights(gcn.save, *network.get());
    if (outputs.predictions != nullptr) write_predictions(*outputs.predictions, network);
    if (!gcn.operands.empty()) save_operands(gcn.operands, data, *network.get());
    return result;
}

struct Mean {
    double mean = 0;
    double deviation = 0;
};

Mean mean_of(const std::vector<double> &values) {
    Mean result;
    const auto count = static_cast<double>(values.size());
    for (const double value : values) result.mean += value / count;
    for (const double value : values)
        result.deviation += (value - result.mean) * (value - result.mean) / count;
    result.deviation = std::sqrt(result.deviation);
    return result;
}

json options_of(const GcnRunOptions &gcn, const WeightsShape &shape) {
    return {{"type", gcn.type},
            {"hidden", shape.hidden},
            {"maxk", gcn.maxk},
            {"epochs", gcn.epochs},
            {"dropout", gcn.dropout},
            {"learning_rate", gcn.learning_rate},
            {"weight_decay", gcn.weight_decay}};
}

} // namespace

int gcn_command(const RunOptions &options, const GcnRunOptions &gcn) {
    check_usage(options, gcn);
    const Outputs outputs(options, gcn);
    const Session session;
    if (options.threads > 0) set_threads(options.threads);
    choose_device(gcn.device);
    GcnData data = load_gcn_data(
        {options.graph, gcn.features, gcn.labels, gcn.seed, stored_type(gcn.type), options.read});
    const WeightsShape shape = shape_of(data, gcn);
    if (!gcn.labels.empty()) make_targets(data, gcn.labels, shape.n_classes);
    fmt::print("{}: {}, {}, {} features, {} classes; {} thread{}{}\n", printable(options.graph),
               counted(data.vertices, "vertex", "vertices"),
               counted(data.entries, "entry", "entries"), grouped(shape.n_features),
               shape.n_classes, threads(), threads() == 1 ? "" : "s",
               gcn.device == "gpu" ? ", " + device_name() : "");

    const DeviceUse before = device_use();
    json runs = json::array();
    std::vector<double> accuracies(static_cast<size_t>(gcn.seeds));
    reset_picks();
    for (size_t k = 0; k < accuracies.size(); ++k)
        runs.push_back(
            run_seed(data, gcn, shape, options.repeat, gcn.seed + k, outputs, accuracies[k]));
    const Mean mean = mean_of(accuracies);
    if (gcn.seeds > 1)
        fmt::print("test accuracy: {:.2f}% in the mean of {} seeds, deviation {:.2f}%\n",
                   mean.mean * 100, gcn.seeds, mean.deviation * 100);
    if (outputs.report == nullptr) return 0;
    const DeviceUse use = device_use().since(before);
    json report = {{"run", json::parse(run_record(device_name()))},
                   {"graph", options.graph},
                   {"vertices", data.vertices},
                   {"entries", data.entries},
                   {"features", shape.n_features},
                   {"classes", shape.n_classes},
                   {"threads", threads()},
                   {"device", device_name()},
                   {"options", options_of(gcn, shape)},
                   {"variants", picks()},
                   {"runs", runs}};
    if (!gcn.labels.empty())
        report["test_accuracy"] = {{"mean", mean.mean}, {"deviation", mean.deviation}};
    if (use.launches != 0)
        report["device_use"] = {{"bytes_in", use.bytes_in},
                                {"bytes_out", use.bytes_out},
                                {"waits", use.waits},
                                {"launches", use.launches}};
    finish_with(*outputs.report, text_of(report));
    return 0;
}

} // namespace grb::tool
