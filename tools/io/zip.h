// Zip archives in memory.
#pragma once

#include "buffer.h"
#include "output_file.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace grb::tool {

/// A member's bytes: those in the archive if it is stored, else the expanded ones.
class ZipBytes {
public:
    std::string_view view() const {
        return stored_.data() != nullptr ? stored_
                                         : std::string_view(unpacked_.data(), unpacked_.size());
    }

private:
    friend class ZipReader;
    std::string_view stored_;
    Buffer<char> unpacked_;
};

/// A zip archive in memory: members that are stored or deflated, up to 2^64 bytes.
class ZipReader {
public:
    /// Reads the list of members. Throws InputError. Keeps references to `bytes` and `name`.
    ZipReader(std::string_view bytes, const std::string &name);

    std::vector<std::string> names() const;
    /// The bytes of these members, each unpacked by a thread of its own. Throws InputError for the
    /// first one that is missing or damaged.
    std::vector<ZipBytes> read(const std::vector<std::string> &members) const;

private:
    struct Member {
        unsigned method = 0;
        uint32_t crc = 0;
        uint64_t packed = 0;
        uint64_t size = 0;
        uint64_t offset = 0;
    };
    [[noreturn]] void fail(const std::string &why) const;
    uint64_t number(uint64_t at, unsigned width) const;
    void add_member(uint64_t &at);
    const Member &find(const std::string &name) const;
    ZipBytes unpack(const Member &member, const std::string &what) const;
    Buffer<char> inflate_member(std::string_view packed, const Member &member,
                                const std::string &what) const;

    std::string_view bytes_;
    const std::string &name_;
    std::map<std::string, Member> members_;
};

/// Writes an archive of stored members.
class ZipWriter {
public:
    explicit ZipWriter(OutputFile &file) : file_(file) {}
    /// Adds a member: the concatenation of these parts.
    void add(const std::string &member, const std::vector<std::string_view> &chunks);
    void finish();

private:
    OutputFile &file_;
    std::string list_;
    uint64_t members_ = 0;
    uint64_t written_ = 0;
};

} // namespace grb::tool
