// Writes log lines and operand dumps.
#include "dispatch/log.hpp"

#include "base/group_partitions.hpp"
#include "base/message.hpp"
#include "base/open_file.hpp"
#include "dispatch/burble.hpp"
#include "dispatch/compare.hpp"
#include "dispatch/context.hpp"
#include "dispatch/running.hpp"
#include "dispatch/schedules.hpp"
#include "objects/waiting.hpp"
#include "problems/log_line.hpp"
#include "problems/problems.hpp"

#include "io/matrix_market.hpp"

#include <cerrno>
#include <cinttypes>
#include <cstdio>
#include <cstring>
#include <sys/stat.h>
#include <unistd.h>

namespace grb {

namespace {

/// Adds a considered variant, with its device when there are several devices.
void add_variant(Line &line, const char *separator, const Consideration &variant) {
    line.add("%s%s", separator, variant.name);
    if (variant.device != nullptr && devices().size() > 1) line.add("@%d", variant.device->id());
}

std::atomic<int (*)(const char *, ...)> print_{nullptr};
std::atomic<int (*)()> flush_{nullptr};

/// Returns the estimate without the addition of GRAPHBLAST_CUDA=always.
double own_estimate(const Consideration &variant) {
    return variant.seconds < host_penalty ? variant.seconds : variant.seconds - host_penalty;
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

void dump_operands(std::span<const OperandView> operands, char *prefix, std::size_t size) {
    static std::atomic<unsigned> number{0};
    char name[64], path[96];
    // An existing file belongs to an earlier process, or is a trap: the next number is tried.
    bool is_used = true;
    for (int turn = 0; is_used && turn < 1000; turn++) {
        std::snprintf(name, sizeof name, "graphblast-%d-%u", static_cast<int>(getpid()),
                      number.fetch_add(1));
        is_used = false;
        for (const OperandView &operand : operands) {
            std::snprintf(path, sizeof path, "%s-%s.mtx", name, operand.name);
            struct stat facts {};
            if (operand.snapshot != nullptr && lstat(path, &facts) == 0) is_used = true;
        }
    }
    for (const OperandView &operand : operands) {
        if (operand.snapshot == nullptr) continue;
        std::snprintf(path, sizeof path, "%s-%s.mtx", name, operand.name);
        if (!write_matrix_market(path, *operand.snapshot))
            say(": cannot write %s: %s", path, std::strerror(errno));
    }
    std::snprintf(prefix, size, " dump=%s", name);
}

void dump(const ProblemBase &problem, char *description, std::size_t size) {
    const Operands operands = problem.operands();
    const MaskInput *const mask = problem.mask_input();
    const OperandView all[] = {
        operands[0], operands[1], {"M", mask == nullptr ? nullptr : mask->snapshot.get()}};
    const std::size_t length = std::strlen(description);
    const Running::Unseen unseen; // conversions for the dump are neither counted nor logged
    dump_operands(all, description + length, size - length);
}

namespace {

/// Adds words as one: the line's keys are parted by spaces.
void add_words(Line &line, const char *before, const char *words) {
    line.add("%s", before);
    for (const char *c = words; *c != 0; c++) line.add("%c", *c == ' ' ? '_' : *c);
}

} // namespace

void log_choice(Operation operation, const char *chosen, Stage stage, const Device *device,
                std::span<const Consideration> considered, std::span<const Consideration> compared,
                const char *description, const Elapsed &elapsed, std::size_t bytes) {
    const double end = seconds_now();
    char text[8192];
    Line line(text, sizeof text - 1); // keeps one byte for the line's end
    line.add("graphblast pick op=%s variant=%s stage=%s", name_of(operation), chosen,
             name_of(stage));
    if (device != nullptr && devices().size() > 1) line.add(" device=%d", device->id());
    const GroupContext &turn = group_context();
    if (turn.member >= 0) line.add(" member=%d", turn.member);
    // An operation without a variant of the group reads the gathered operands.
    const bool is_of_group = std::strncmp(chosen, "group/", 6) == 0;
    if (group_partitions() != 0 && !turn.is_inside && !is_of_group) line.add(" gathered=1");
    if (!schedules_of(chosen).empty()) line.add(" schedule=%s", last_schedule());
    if (calls_run_here != nullptr) line.add(" recorded=1");
    if (why_alone.reason != nullptr)
        add_words(line, why_alone.is_of_next ? " alone=next_call:_" : " alone=", why_alone.reason);
    line.add("%s prepare_us=%.3f end_us=%.3f", description, elapsed.preparing * 1e6, end * 1e6);
    const char *separator = " cost_us=";
    for (const Consideration &variant : considered) {
        if (variant.refusal != nullptr) continue;
        add_variant(line, separator, variant);
        line.add("(%.3g)", own_estimate(variant) * 1e6);
        separator = ";";
    }
    separator = " paid_us=";
    for (const Consideration &variant : considered) {
        if (variant.refusal != nullptr || variant.missing_seconds <= 0) continue;
        add_variant(line, separator, variant);
        line.add("(%.3g)", own_estimate(variant) * 1e6 - variant.missing_seconds * 1e6);
        separator = ";";
    }
    separator = " refused=";
    for (const Consideration &variant : considered) {
        if (variant.refusal == nullptr) continue;
        add_variant(line, separator, variant);
        add_words(line, "(", variant.refusal);
        line.add(")");
        separator = ";";
    }
    separator = " compared_us=";
    for (const Consideration &variant : compared) {
        add_variant(line, separator, variant);
        line.add("(%.3f)", variant.seconds * 1e6);
        separator = ";";
    }
    line.add(" time_us=%.3f bytes=%zu gbs=%.3f", elapsed.running * 1e6, bytes,
             elapsed.running > 0 ? static_cast<double>(bytes) / elapsed.running * 1e-9 : 0.0);
    write_log_line(std::strcat(text, "\n"));
}

} // namespace grb
