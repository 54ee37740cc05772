#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

namespace grb::tool {

class Packer;

/// A file that appears under its name only when it is complete; "-" is standard output, what the program prints is on
/// standard error then. A file that is there is replaced: links to it stay, and so do its mode and its owner. A pipe
/// or a character device is written to. A name that ends in .gz, .zst or .bz2 is compressed.
class OutputFile {
public:
    explicit OutputFile(std::string path);
    ~OutputFile();
    OutputFile(const OutputFile &) = delete;
    OutputFile &operator=(const OutputFile &) = delete;

    void write(std::string_view text);
    /// Puts it in place. Without it there is no file, or the old one.
    void finish();

private:
    struct Target;
    void take_standard_output();
    void pack(std::string_view text, bool is_last);
    void write_bytes(const void *bytes, size_t size);
    [[noreturn]] void fail(const char *what) const;

    std::string path_;
    std::unique_ptr<Target> target_;
    std::unique_ptr<Packer> packer_;
};

/// Opened before the work whose result goes there: where that fails, nothing is lost. Null for no name.
std::unique_ptr<OutputFile> open_output(const std::string &path);

/// All that the file is to hold.
void finish_with(OutputFile &file, std::string_view text);

/// What is being written leaves nothing behind. For a handler of signals that end the program.
void remove_unfinished_outputs();

} // namespace grb::tool
