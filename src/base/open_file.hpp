// Calls on open files that repeat themselves when a signal interrupts them, and that complete
// partial writes. The library, the plugin and the tool use them.
#pragma once

#include <cstddef>
#include <cstdio>
#include <string_view>
#include <sys/types.h>

namespace grb {

/// A descriptor that the end of the scope closes.
class OpenFile {
public:
    OpenFile() = default;
    explicit OpenFile(int number) noexcept : number_(number) {}
    ~OpenFile() { close(); }
    OpenFile(const OpenFile &) = delete;
    OpenFile &operator=(const OpenFile &) = delete;
    bool is_open() const noexcept { return number_ >= 0; }
    int number() const noexcept { return number_; }
    void open(int number) noexcept;
    /// Returns false when the file system reports that a write was lost.
    bool close() noexcept;

private:
    int number_ = -1;
};

/// Writes all bytes. On false errno says why. A file beyond the size limit is an error and raises
/// no signal.
bool write_all(int descriptor, const void *bytes, std::size_t size) noexcept;

/// Repeats openat until no signal interrupts it.
int open_file(int folder, const char *path, int flags, mode_t mode = 0) noexcept;
/// Waits until the file is on the disk. Also returns true when the file system cannot sync.
bool sync_file(int descriptor) noexcept;

/// Writes a whole text to a C stream and flushes it. An interrupted stream loses the text in its
/// buffer; only writes to pipes and terminals are interrupted, so for these the text goes to the
/// stream's descriptor.
bool put_text(std::FILE *stream, std::string_view text) noexcept;

} // namespace grb
