// Prints a case: "? description", "= code", "> object", its entries, "!" for each error, and "<
// entry" for an entry of an output before an accumulator of another domain.
#include "oracle/case.h"

#include <algorithm>
#include <cstdio>

namespace grb::oracle {
namespace {

void print_content(const char *mark, const std::string &name, const Content &content) {
    std::printf("%s %s %s %s %zu\n", mark, name.c_str(), type_name(content.type),
                content.shape().c_str(), content.entries.size());
}

void print_entry(const Position &at, const std::string &text, double tolerance) {
    std::printf("%llu %llu %s", static_cast<unsigned long long>(at.first),
                static_cast<unsigned long long>(at.second), text.c_str());
    if (tolerance > 0) std::printf("~%.3g", tolerance);
    std::putchar('\n');
}

bool is_equal(const Content &a, const Content &b) {
    return a.nrows == b.nrows && a.ncols == b.ncols &&
           std::equal(a.entries.begin(), a.entries.end(), b.entries.begin(), b.entries.end(),
                      [&](const auto &x, const auto &y) {
                          return x.first == y.first &&
                                 text_of(a.type, x.second.bytes) == text_of(a.type, y.second.bytes);
                      });
}

GrB_Info wait_for(const Handles &object) {
    return object.vector ? GrB_Vector_wait(object.vector, GrB_MATERIALIZE)
                         : GrB_Matrix_wait(object.matrix, GrB_MATERIALIZE);
}

void print_error(const Handles &object) {
    const char *text = nullptr;
    if (object.vector) GrB_Vector_error(&text, object.vector);
    if (object.matrix) GrB_Matrix_error(&text, object.matrix);
    if (text) std::printf("# says: %s\n", text);
}

} // namespace

void Case::show_operands() const {
    for (const Operand &operand : operands_) {
        if (operand.is_alias) continue;
        print_content("#", operand.name, operand.content);
        for (const auto &[at, value] : operand.content.entries)
            std::printf("# %llu %llu %s\n", static_cast<unsigned long long>(at.first),
                        static_cast<unsigned long long>(at.second),
                        text_of(operand.content.type, value.bytes).c_str());
    }
}

void Case::call(const std::string &function, const std::vector<Operand *> &outputs,
                const std::function<GrB_Info()> &f) {
    std::printf("? %s%s %s\n", function.c_str(), description_.c_str(),
                values == Values::Small ? "small" : "wild");
    if (shows_operands) show_operands();
    std::fflush(stdout); // a crash leaves the description behind
    GrB_Info info = f();
    for (const Operand *output : outputs) {
        if (info == GrB_SUCCESS) info = wait_for(output->object);
    }
    std::printf("= %d\n", static_cast<int>(info));
    if (shows_operands && info != GrB_SUCCESS) {
        for (const Operand *output : outputs) print_error(output->owned);
    }
    for (const Operand &operand : operands_) {
        if (operand.is_alias) continue;
        const bool is_output =
            std::any_of(outputs.begin(), outputs.end(), [&](const Operand *output) {
                return output == &operand ||
                       (output->is_alias && output->object.matrix == operand.owned.matrix &&
                        output->object.vector == operand.owned.vector);
            });
        if (is_output) {
            print_object(operand.name, operand.owned, operand.content.type, &operand.content);
            continue;
        }
        Content now;
        if (read_back(operand.owned, operand.content.type, now) != GrB_SUCCESS ||
            !is_equal(now, operand.content))
            std::printf("! input %s changed\n", operand.name.c_str());
    }
}

void Case::print_object(const std::string &name, const Handles &object, int type,
                        const Content *before) {
    Content content;
    const GrB_Info info = read_back(object, type, content);
    if (info != GrB_SUCCESS) {
        std::printf("> %s unreadable, code %d\n", name.c_str(), static_cast<int>(info));
        return;
    }
    print_content(">", name, content);
    if (before && accumulator_ && accumulator_->z != type) {
        for (const auto &[at, value] : before->entries) {
            std::printf("< ");
            print_entry(at, text_of(type, value.bytes), 0);
        }
    }
    for (const auto &[at, value] : content.entries) {
        double allowed = 0;
        const auto term = terms.find(at);
        if (is_inexact() && before && term != terms.end()) {
            const auto old = before->entries.find(at);
            allowed = tolerance(term->second, old == before->entries.end() ? nullptr : &old->second,
                                type);
        }
        print_entry(at, text_of(type, value.bytes), allowed);
    }
}

void Case::print_scalar(const std::string &name, int type, GrB_Scalar scalar) {
    Value value;
    const GrB_Info info =
        with_api(type, [&](auto api) { return api.scalar_get(api.pointer(value.bytes), scalar); });
    if (info == GrB_SUCCESS) {
        print_value(name, type, value, is_inexact() ? tolerance(terms[{0, 0}], nullptr, type) : 0);
    } else {
        std::printf("> %s %s code %d\n", name.c_str(), type_name(type), static_cast<int>(info));
    }
}

void Case::print_value(const std::string &name, int type, const Value &value, double allowed) {
    std::printf("> %s %s value\n", name.c_str(), type_name(type));
    print_entry({0, 0}, text_of(type, value.bytes), allowed);
}

} // namespace grb::oracle
