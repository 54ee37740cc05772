#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace grb::tool {

/// Called with the bytes done and the bytes there are.
using Progress = std::function<void(size_t, size_t)>;

/// The whole text of a file: plain, gzip or zstd, known by its first bytes. Throws InputError.
std::string read_text(const std::string &path, const Progress &progress = {});

/// The text inside `bytes`, which are plain, gzip or zstd. `name` is for messages.
std::string unpack(std::string bytes, const std::string &name);

/// A file that appears under its name only when it is complete: written beside it, then renamed.
/// A name that ends in .gz or .zst is compressed.
class OutputFile {
public:
    explicit OutputFile(std::string path);
    ~OutputFile();
    OutputFile(const OutputFile &) = delete;
    OutputFile &operator=(const OutputFile &) = delete;

    void write(std::string_view text);
    /// Closes and renames. Without it the file is removed.
    void finish();

private:
    struct Packer;
    void write_bytes(const void *bytes, size_t size);
    [[noreturn]] void fail(const char *what) const;

    std::string path_;
    std::string written_path_;
    int descriptor_ = -1;
    bool renames_ = true;
    std::unique_ptr<Packer> packer_;
};

} // namespace grb::tool
