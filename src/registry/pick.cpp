#include "registry/pick.hpp"

#include "base/message.hpp"
#include "base/open_file.hpp"
#include "base/team_parts.hpp"
#include "registry/burble.hpp"
#include "registry/device_rates.hpp"
#include "registry/log_line.hpp"
#include "registry/schedules.hpp"

#include "io/matrix_market.hpp"

#include <cerrno>
#include <cinttypes>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <sys/stat.h>
#include <unistd.h>

namespace grb {

namespace {

const HostCoefficient calls_short_enough{"calls_short_enough", "1",
                                         "of call_seconds: a row estimated at no more is taken, "
                                         "and what follows it in the list cannot win",
                                         1.25};

/// Entries, format and type.
void add_storage(Line &line, const Snapshot &operand) {
    line.add(":%s%" PRIu64 ":%s:%s%s", operand.knows_nvals() ? "" : "<=", operand.most_nvals(),
             name_of_format(operand.format()), short_name(operand.type()->code),
             operand.is_iso() ? ":iso" : "");
}

void add_vector(Line &line, const char *name, const Ref<Snapshot> &operand) {
    line.add(" %s=%" PRIu64, name, operand->ncols());
    add_storage(line, *operand);
}

void add_mask(Line &line, const MaskInput &mask) {
    static constexpr const char *names[] = {"none", "value", "structure"};
    line.add(" mask=%s%s", mask.is_complemented && !mask.is_none() ? "comp_" : "",
             names[static_cast<int>(mask.kind)]);
    if (mask.snapshot) add_operand(line, "M", mask.snapshot);
}

void add_semiring(Line &line, const Semiring &semiring) {
    line.add(" semiring=%s_%s_%s", short_name(semiring.add->op->code),
             short_name(semiring.multiply->code), short_name(semiring.multiply->xtype->code));
}

/// Adds a considered row, with its place when there are several places.
void add_row(Line &line, const char *separator, const Consideration &row) {
    line.add("%s%s", separator, row.name);
    if (row.place != nullptr && places().size() > 1) line.add("@%d", row.place->id());
}

std::atomic<int (*)(const char *, ...)> print_{nullptr};
std::atomic<int (*)()> flush_{nullptr};

/// Without what GRAPHBLAST_CUDA=always adds.
double own_estimate(const Consideration &row) {
    return row.seconds < aversion_to_host ? row.seconds : row.seconds - aversion_to_host;
}

} // namespace

void write_log_line(const char *line) {
    const auto print = context().is_burbling() ? print_.load() : nullptr;
    if (print != nullptr) {
        print("%s", line);
        if (const auto flush = flush_.load()) flush();
    }
    if (print == nullptr || context().set_log_level() != LogLevel::none) put_text(stderr, line);
}

void set_burble_functions(const Burble &functions) noexcept {
    print_ = functions.print;
    flush_ = functions.flush;
}

const char *name_of_format(Format format) noexcept {
    static constexpr const char *names[] = {"auto",   "sparse", "hypersparse",
                                            "bitmap", "full",   "balanced"};
    return names[static_cast<int>(format)];
}

void add_operand(Line &line, const char *name, const Ref<Snapshot> &operand) {
    if (!operand) return;
    line.add(" %s=%" PRIu64 "x%" PRIu64, name, operand->nrows(), operand->ncols());
    add_storage(line, *operand);
}

void add_op(Line &line, const BinaryOp &op) {
    line.add(" op_name=%s_%s", short_name(op.code), short_name(op.xtype->code));
}

void dump_operands(std::span<const DumpOperand> operands, char *prefix, std::size_t size) {
    static std::atomic<unsigned> number{0};
    char name[64], path[96];
    // An existing file is an earlier process's, or a trap. Then the next number is tried.
    bool is_used = true;
    for (int turn = 0; is_used && turn < 1000; turn++) {
        std::snprintf(name, sizeof name, "graphblast-%d-%u", static_cast<int>(getpid()),
                      number.fetch_add(1));
        is_used = false;
        for (const DumpOperand &operand : operands) {
            std::snprintf(path, sizeof path, "%s-%s.mtx", name, operand.name);
            struct stat facts {};
            if (operand.snapshot != nullptr && lstat(path, &facts) == 0) is_used = true;
        }
    }
    for (const DumpOperand &operand : operands) {
        if (operand.snapshot == nullptr) continue;
        std::snprintf(path, sizeof path, "%s-%s.mtx", name, operand.name);
        if (!write_matrix_market(path, *operand.snapshot))
            say(": cannot write %s: %s", path, std::strerror(errno));
    }
    std::snprintf(prefix, size, " dump=%s", name);
}

double seconds_now() noexcept {
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

bool absence_should_be_ended(const Cost &with_part, double best_without) noexcept {
    std::atomic<double> &debt = with_part.missing_in->debt_of(with_part.missing_part);
    const double sum = debt.load(std::memory_order_relaxed) + (best_without - with_part.seconds);
    debt.store(sum, std::memory_order_relaxed);
    return sum >= with_part.missing_seconds;
}

double short_enough() noexcept {
    return rates().call_seconds * calls_short_enough;
}

FromAfar cost_from_afar(std::size_t bytes_away, std::size_t operand_bytes) noexcept {
    constexpr double arrays = 2; // indices and values, each with a copy and a wait of its own
    const device::Rates &r = device::rates();
    return {arrays * (r.wait_seconds + r.launch_seconds) +
                static_cast<double>(bytes_away) / r.download_bytes,
            rates().call_seconds + static_cast<double>(operand_bytes) / rates().stream_bytes};
}

FromAfar cost_from_afar(const Traffic &traffic) noexcept {
    const device::Rates &r = device::rates();
    const auto away = static_cast<double>(traffic.away);
    return {r.wait_seconds + away / r.download_bytes + away / r.upload_bytes +
                traffic.arrays_away * (r.wait_seconds + r.launch_seconds),
            rates().call_seconds + static_cast<double>(traffic.bytes) / rates().stream_bytes};
}

void log_pick(Operation operation, const char *chosen, const Place *place,
              std::span<const Consideration> considered, std::span<const Consideration> compared,
              const char *description, const Elapsed &elapsed, std::size_t bytes) {
    const double end = seconds_now();
    char text[8192];
    Line line(text, sizeof text - 1); // and the line's end
    line.add("graphblast pick op=%s variant=%s", name_of(operation), chosen);
    if (place != nullptr && places().size() > 1) line.add(" place=%d", place->id());
    const TeamTurn &turn = team_turn();
    if (turn.member >= 0) line.add(" member=%d", turn.member);
    // Without a row of its own an operation reads what the team has gathered.
    const bool is_of_team = std::strncmp(chosen, "team/", 5) == 0;
    if (team_parts() != 0 && !turn.is_inside && !is_of_team) line.add(" gathered=1");
    if (!schedules_of(chosen).empty()) line.add(" schedule=%s", last_schedule());
    line.add("%s prepare_us=%.3f end_us=%.3f", description, elapsed.preparing * 1e6, end * 1e6);
    const char *separator = " cost_us=";
    for (const Consideration &row : considered) {
        if (row.refusal != nullptr) continue;
        add_row(line, separator, row);
        line.add("(%.3g)", own_estimate(row) * 1e6);
        separator = ";";
    }
    separator = " paid_us=";
    for (const Consideration &row : considered) {
        if (row.refusal != nullptr || row.missing_seconds <= 0) continue;
        add_row(line, separator, row);
        line.add("(%.3g)", own_estimate(row) * 1e6 - row.missing_seconds * 1e6);
        separator = ";";
    }
    separator = " refused=";
    for (const Consideration &row : considered) {
        if (row.refusal == nullptr) continue;
        add_row(line, separator, row);
        line.add("(");
        for (const char *c = row.refusal; *c != 0; c++) line.add("%c", *c == ' ' ? '_' : *c);
        line.add(")");
        separator = ";";
    }
    separator = " compared_us=";
    for (const Consideration &row : compared) {
        add_row(line, separator, row);
        line.add("(%.3f)", row.seconds * 1e6);
        separator = ";";
    }
    line.add(" time_us=%.3f bytes=%zu gbs=%.3f", elapsed.running * 1e6, bytes,
             elapsed.running > 0 ? static_cast<double>(bytes) / elapsed.running * 1e-9 : 0.0);
    write_log_line(std::strcat(text, "\n"));
}

void describe(const MxvProblem &problem, char *text, std::size_t size) {
    Line line(text, size);
    add_semiring(line, *problem.semiring);
    add_mask(line, problem.mask);
    line.add(" tran=%d flip=%d", problem.is_transposed, problem.is_flipped);
    add_operand(line, "A", problem.A);
    add_vector(line, "u", problem.u);
}

void describe(const MxmProblem &problem, char *text, std::size_t size) {
    Line line(text, size);
    add_semiring(line, *problem.semiring);
    add_mask(line, problem.mask);
    line.add(" tran=%d tran1=%d", problem.is_A_transposed, problem.is_B_transposed);
    add_operand(line, "A", problem.A);
    add_operand(line, "B", problem.B);
}

void describe(const EwiseProblem &problem, char *text, std::size_t size) {
    Line line(text, size);
    add_op(line, *problem.op);
    add_mask(line, problem.mask);
    line.add(" tran=%d tran1=%d", problem.is_A_transposed, problem.is_B_transposed);
    add_operand(line, "A", problem.A);
    add_operand(line, "B", problem.B);
}

void describe(const ApplyProblem &problem, char *text, std::size_t size) {
    static constexpr const char *kinds[] = {"unary", "bind_first", "bind_second", "index"};
    Line line(text, size);
    line.add(" kind=%s", kinds[static_cast<int>(problem.kind)]);
    if (problem.binary != nullptr) add_op(line, *problem.binary);
    if (problem.unary != nullptr) line.add(" op_name=%s", problem.unary->name);
    if (problem.index != nullptr) line.add(" op_name=%s", problem.index->name);
    add_mask(line, problem.mask);
    line.add(" tran=%d", problem.is_transposed);
    add_operand(line, "A", problem.A);
}

void describe(const SelectProblem &problem, char *text, std::size_t size) {
    Line line(text, size);
    line.add(" op_name=%s", problem.index->name);
    add_mask(line, problem.mask);
    line.add(" tran=%d", problem.is_transposed);
    add_operand(line, "A", problem.A);
}

void describe(const ReduceProblem &problem, char *text, std::size_t size) {
    Line line(text, size);
    add_op(line, *problem.monoid->op);
    add_mask(line, problem.mask);
    line.add(" tran=%d to=%s", problem.is_transposed, problem.to_scalar ? "scalar" : "vector");
    add_operand(line, "A", problem.A);
}

void describe(const TransposeProblem &problem, char *text, std::size_t size) {
    Line line(text, size);
    add_mask(line, problem.mask);
    add_operand(line, "A", problem.A);
}

void describe(const ExtractProblem &problem, char *text, std::size_t size) {
    Line line(text, size);
    add_mask(line, problem.mask);
    line.add(" tran=%d rows=%" PRIu64 "%s columns=%" PRIu64 "%s", problem.is_transposed,
             problem.rows.count, problem.rows.is_all ? ":all" : "", problem.columns.count,
             problem.columns.is_all ? ":all" : "");
    add_operand(line, "A", problem.A);
}

void describe(const AssignProblem &problem, char *text, std::size_t size) {
    Line line(text, size);
    add_mask(line, problem.mask);
    line.add(" tran=%d rows=%" PRIu64 "%s columns=%" PRIu64 "%s C=%" PRIu64 "x%" PRIu64,
             problem.is_transposed, problem.rows.count, problem.rows.is_all ? ":all" : "",
             problem.columns.count, problem.columns.is_all ? ":all" : "", problem.nrows,
             problem.ncols);
    add_operand(line, "A", problem.A);
}

void describe(const KroneckerProblem &problem, char *text, std::size_t size) {
    Line line(text, size);
    add_op(line, *problem.op);
    add_mask(line, problem.mask);
    line.add(" tran=%d tran1=%d", problem.is_A_transposed, problem.is_B_transposed);
    add_operand(line, "A", problem.A);
    add_operand(line, "B", problem.B);
}

void describe(const MaxkProblem &problem, char *text, std::size_t size) {
    Line line(text, size);
    line.add(" k=%" PRIu64 " abs=%d tran=%d", problem.k, problem.is_by_magnitude,
             problem.is_transposed);
    add_operand(line, "A", problem.A);
}

void describe(const CommitProblem &problem, char *text, std::size_t size) {
    Line line(text, size);
    if (problem.accumulator != nullptr)
        line.add(" accumulator=%s_%s", short_name(problem.accumulator->code),
                 short_name(problem.accumulator->xtype->code));
    add_mask(line, problem.mask);
    line.add(" applied=%d replace=%d", problem.mask_was_applied, problem.is_replace);
    if (!problem.is_whole())
        line.add(" rows=%" PRIu64 " columns=%" PRIu64, problem.region->rows.count,
                 problem.region->columns.count);
    if (problem.has_line()) line.add(" line=%s", problem.region->line_is_column ? "column" : "row");
    line.add(" shared=%d", is_dense(*problem.current) && !problem.may_write);
    add_operand(line, "C", problem.current);
    add_operand(line, "T", problem.T);
}

} // namespace grb
