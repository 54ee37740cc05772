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

/// The text inside `bytes`, which are plain, gzip or zstd. `name` is for messages. Throws InputError,
/// also when the text is longer than longest_text: a few bytes must not fill the memory.
std::string unpack(std::string bytes, const std::string &name);

/// What compressed bytes may expand to. gzip never reaches it beyond the first 16 MiB; of graphs in
/// zstd, only those whose lines are all the same would.
constexpr size_t longest_text(size_t compressed_bytes) {
    return (size_t{16} << 20) + compressed_bytes * 2048;
}

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
