// Predicts the time and memory of a log's operations on many GPUs.
#include "model.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

namespace grb::scale {

namespace {

constexpr double four_bytes = 4294967296.0; ///< smaller numbers have four bytes

bool is_one_of(const std::string &name, std::initializer_list<std::string_view> names) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

double index_bytes(double size) {
    return size < four_bytes ? 4 : 8;
}

/// An operand in a graph of the same kind that is `growth` times as large. Columns of a vector or a
/// thin matrix stay.
Operand grown(Operand o, double growth) {
    if (!o.is_there) return o;
    const bool is_square = o.rows == o.columns;
    o.entries *= growth;
    if (o.is_vector() || is_square) o.columns *= growth;
    if (!o.is_vector()) o.rows *= growth;
    return o;
}

/// `side`: the number of column blocks; columns are numbered within one.
double bytes_of(const Operand &o, double side = 1) {
    if (!o.is_there) return 0;
    if (o.is_full) return o.elements() * o.value_bytes;
    const double list = o.entries * (index_bytes(o.columns / side) + o.value_bytes);
    if (o.is_vector()) return std::min(list, o.elements() / 8 + o.elements() * o.value_bytes);
    return list + (o.rows + 1) * index_bytes(o.entries);
}

/// One operation on `setting.gpus` GPUs.
class Model {
public:
    Model(const Operation &operation, const Links &links, const Setting &setting)
        : o_(operation), links_(links), gpus_(setting.gpus), growth_(setting.growth),
          is_cut_in_blocks_(setting.cut == Cut::blocks), overlaps_(setting.overlaps),
          A_(grown(o_.A, growth_)), B_(grown(o_.B, growth_)), u_(grown(o_.u, growth_)),
          T_(grown(o_.T, growth_)) {}

    Prediction prediction() {
        const double fixed = std::min(o_.seconds, links_.fixed_us * 1e-6);
        const double work = (o_.seconds - fixed) * growth_;
        if (gpus_ <= 1) return {fixed + work, 0, 0};
        exchange();
        double product = work / gpus_;
        if (is_by_columns_)
            product += bytes_of(A_) / (links_.memory_gbs * 1e9) * (1 - 1 / gpus_);
        else
            product *= at(is_cut_in_blocks_ ? links_.imbalance_2d : links_.imbalance_1d, gpus_);
        const double moved = transfer_;
        const double waited = links_.latency(gpus_) * collectives_;
        const bool is_pull = o_.name == "mxv" && u_.is_full;
        const double both = overlaps_ && is_pull ? std::max(product, moved) : product + moved;
        return {fixed + both + waited, bytes_, collectives_};
    }

private:
    double side() const { return std::sqrt(gpus_); }

    /// Each of `members` GPUs gets the others' parts of `whole` bytes.
    void gather(double whole, double members, double collectives) {
        const double bytes = whole * (members - 1) / members;
        bytes_ += bytes;
        // The members of a block's row or column are in different nodes once the machine has
        // several.
        transfer_ += bytes / links_.bandwidth(gpus_);
        collectives_ += collectives;
    }

    void exchange() {
        if (o_.name == "mxv")
            exchange_vector();
        else if (o_.name == "mxm")
            exchange_matrices();
        else if (is_one_of(o_.name, {"transpose", "orient", "build", "extract", "assign", "sort",
                                     "concat", "tuples"}))
            exchange_tuples();
        else if (o_.gives_scalar)
            ++collectives_;
        // Processes exchange their error states before they commit.
        if (gpus_ > links_.gpus_per_node) ++collectives_;
    }

    void exchange_vector() {
        if (is_cut_in_blocks_) {
            const double positions = o_.is_transposed ? A_.columns : A_.rows;
            gather(bytes_of(u_, side()) / side(), side(), 1);
            gather((positions / 8 + positions * u_.value_bytes) / side(), side(), 1);
        } else {
            gather(bytes_of(u_), gpus_, 1);
        }
        ++collectives_; // the number of entries
    }

    void exchange_matrices() {
        // Partitions by columns of B, with all of A on each GPU if it fits.
        is_by_columns_ =
            B_.is_full && bytes_of(A_) + 2 * bytes_of(B_) / gpus_ <= links_.memory_bytes;
        if (is_by_columns_) return;
        if (!is_cut_in_blocks_)
            gather(bytes_of(B_), gpus_, 1);
        else if (B_.is_full)
            gather(2 * bytes_of(B_) / side(), side(), 2); // receives B, sends parts of the result
        else
            gather((bytes_of(A_, side()) + bytes_of(B_, side())) / side(), side(), 2 * side());
    }

    void exchange_tuples() {
        const Operand &from = A_.is_there ? A_ : T_.is_there ? T_ : u_;
        gather(bytes_of(from) / gpus_, gpus_, 2); // their number, then the entries
    }

    const Operation &o_;
    const Links &links_;
    const double gpus_, growth_;
    const bool is_cut_in_blocks_, overlaps_;
    const Operand A_, B_, u_, T_;
    bool is_by_columns_ = false;
    double bytes_ = 0, transfer_ = 0, collectives_ = 0;
};

/// The bytes of a GPU that are partitioned among all, and those that each holds whole.
struct Held {
    double cut = 0, whole = 0;
};

Held held_by(const Operation &o, const Setting &setting) {
    const double members = setting.cut == Cut::blocks ? std::sqrt(setting.gpus) : 1;
    Held held;
    for (const Operand &operand : {o.A, o.B, o.T}) {
        const double bytes = bytes_of(grown(operand, setting.growth), members);
        (operand.is_there && !operand.is_vector() ? held.cut : held.whole) += bytes;
    }
    held.whole += bytes_of(grown(o.u, setting.growth), members);
    held.whole /= members;
    return held;
}

} // namespace

const char *name_of(Cut cut) {
    return cut == Cut::rows ? "1D" : "2D";
}

double Links::bandwidth(double gpus) const {
    return (gpus <= gpus_per_node ? at(node_gbs, gpus) : network_gbs) * 1e9;
}

double Links::latency(double gpus) const {
    const double nodes = std::ceil(gpus / gpus_per_node);
    return (collective_us + hop_us * std::ceil(std::log2(nodes))) * 1e-6;
}

void Prediction::add(const Prediction &other) {
    seconds += other.seconds;
    bytes += other.bytes;
    collectives += other.collectives;
}

Prediction predict(const Operation &operation, const Links &links, const Setting &setting) {
    return Model(operation, links, setting).prediction();
}

Prediction predict(const std::vector<Operation> &log, const Links &links, const Setting &setting) {
    Prediction sum;
    for (const Operation &operation : log) sum.add(predict(operation, links, setting));
    return sum;
}

double memory_of_a_gpu(const std::vector<Operation> &log, const Links &links,
                       const Setting &setting) {
    const double imbalance =
        setting.gpus <= 1 ? 1
                          : at(setting.cut == Cut::blocks ? links.imbalance_2d : links.imbalance_1d,
                               setting.gpus);
    double most = 0;
    for (const Operation &operation : log) {
        const Held held = held_by(operation, setting);
        most = std::max(most, held.cut / setting.gpus * imbalance + held.whole);
    }
    return most;
}

double entries_of_largest(const std::vector<Operation> &log) {
    double most = 0;
    for (const Operation &operation : log)
        for (const Operand &operand : {operation.A, operation.B, operation.T})
            if (operand.is_there && !operand.is_vector()) most = std::max(most, operand.entries);
    return most;
}

double most_entries(const std::vector<Operation> &log, const Links &links, const Setting &setting) {
    // Indices become wider with growth, so the bytes grow unevenly: bisect.
    double low = 0, high = 1e12;
    for (int k = 0; k < 200; ++k) {
        Setting tried = setting;
        tried.growth = low + (high - low) / 2;
        (memory_of_a_gpu(log, links, tried) <= links.memory_bytes ? low : high) = tried.growth;
    }
    return low * entries_of_largest(log);
}

} // namespace grb::scale
