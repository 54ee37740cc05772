// Builds the text of a log line.
#pragma once

#include "algebra/operators.hpp"
#include "storage/snapshot.hpp"

#include <algorithm>
#include <cstdarg>
#include <cstdio>

namespace grb {

/// Appends to a fixed buffer and cuts text that does not fit.
class Line {
public:
    Line(char *text, std::size_t size) : text_(text), size_(size) { text_[0] = 0; }
    __attribute__((format(printf, 2, 3))) void add(const char *format, ...) {
        std::va_list arguments;
        va_start(arguments, format);
        const int written = std::vsnprintf(text_ + length_, size_ - length_, format, arguments);
        va_end(arguments);
        if (written > 0) length_ = std::min(size_ - 1, length_ + static_cast<std::size_t>(written));
    }

private:
    char *text_;
    std::size_t size_, length_ = 0;
};

const char *name_of_format(Format format) noexcept;
/// Adds " A=3x4:5:sparse:FP64"; adds nothing for null.
void add_operand(Line &line, const char *name, const Ref<Snapshot> &operand);
/// Adds " op_name=PLUS_FP64".
void add_op(Line &line, const BinaryOp &op);

} // namespace grb
