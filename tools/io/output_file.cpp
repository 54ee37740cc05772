// Writes output files that appear only when complete.
#include "output_file.h"

#include "input_error.h"
#include "packer.h"
#include "standard_streams.h"

#include "base/new_file.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

namespace grb::tool {

namespace {

/// Returns whether standard output is this file or pipe.
bool is_standard_output(const struct stat &file) {
    struct stat status {};
    return fstat(STDOUT_FILENO, &status) == 0 && status.st_dev == file.st_dev &&
           status.st_ino == file.st_ino;
}

} // namespace

struct OutputFile::Target {
    ReplacingFile file;
    OpenFile stream; ///< open unless it is a regular file
};

OutputFile::OutputFile(std::string path) : path_(std::move(path)), target_(new Target) {
    if (path_.empty()) throw InputError("the name of the output is empty");
    if (is_silent()) return;
    struct stat status {};
    const bool is_there = path_ != "-" && stat(path_.c_str(), &status) == 0;
    if (path_ == "-" || (is_there && !S_ISCHR(status.st_mode) && is_standard_output(status))) {
        take_standard_output();
        return;
    }
    if (is_there && (S_ISFIFO(status.st_mode) || S_ISCHR(status.st_mode))) {
        target_->stream.open(open_file(AT_FDCWD, path_.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY));
        if (!target_->stream.is_open()) fail("cannot open");
    } else if (is_there && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode)) {
        throw InputError(
            fmt::format("{}: only files, pipes and character devices are written", path_));
    } else if (!target_->file.open(path_.c_str())) {
        fail(target_->file.attempt());
    }
    packer_ = packer_for(path_);
}

OutputFile::~OutputFile() = default;

/// From here on the program prints on standard error, so that the output stays clean.
void OutputFile::take_standard_output() {
    static bool is_taken = false;
    if (is_taken)
        throw InputError(fmt::format("{}: standard output is another file already", path_));
    is_taken = true;
    std::fflush(stdout);
    target_->stream.open(fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
    if (!target_->stream.is_open() || dup2(STDERR_FILENO, STDOUT_FILENO) < 0) fail("cannot write");
}

void OutputFile::fail(const char *what) const {
    throw InputError(fmt::format("{}: {}: {}", path_, what, std::strerror(errno)));
}

void OutputFile::write_bytes(const void *bytes, size_t size) {
    const bool is_written = target_->stream.is_open()
                                ? write_all(target_->stream.number(), bytes, size)
                                : target_->file.write(bytes, size);
    if (!is_written) fail("cannot write");
}

void OutputFile::write(std::string_view text) {
    if (is_silent()) return;
    if (packer_ != nullptr)
        pack(text, false);
    else
        write_bytes(text.data(), text.size());
}

void OutputFile::pack(std::string_view text, bool is_last) {
    const bool is_packed = packer_->pack(
        text, is_last, [this](const void *bytes, size_t size) { write_bytes(bytes, size); });
    if (!is_packed) throw InputError(fmt::format("{}: cannot compress", path_));
}

void OutputFile::finish() {
    if (is_silent()) return;
    if (packer_ != nullptr) pack({}, true);
    if (target_->stream.is_open()) {
        if (!target_->stream.close()) fail("cannot write");
    } else if (!target_->file.finish()) {
        fail(target_->file.attempt());
    }
}

std::unique_ptr<OutputFile> open_output(const std::string &path) {
    return path.empty() ? nullptr : std::make_unique<OutputFile>(path);
}

void finish_with(OutputFile &file, std::string_view text) {
    file.write(text);
    file.finish();
}

void remove_unfinished_outputs() {
    unlink_temporaries();
}

} // namespace grb::tool
