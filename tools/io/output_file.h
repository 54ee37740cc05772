// Output files.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

namespace grb::tool {

class Packer;

/// A file that appears under its name only when it is complete; "-" is standard output, and the
/// program then prints on standard error. Replaces an existing file, but keeps links to it, its
/// mode and its owner. Writes directly to a pipe or a character device. Compresses if the name ends
/// in .gz, .zst or .bz2. A silent process (standard_streams.h) writes nothing.
class OutputFile {
public:
    explicit OutputFile(std::string path);
    ~OutputFile();
    OutputFile(const OutputFile &) = delete;
    OutputFile &operator=(const OutputFile &) = delete;

    void write(std::string_view text);
    /// Puts the file in place. Without this call no file appears, or the old one stays.
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

/// Opens the file before the work for its contents: a failure loses nothing. Returns null for no
/// name.
std::unique_ptr<OutputFile> open_output(const std::string &path);

/// Writes the whole contents and finishes the file.
void finish_with(OutputFile &file, std::string_view text);

/// Removes unfinished files. For a handler of signals that end the program.
void remove_unfinished_outputs();

} // namespace grb::tool
