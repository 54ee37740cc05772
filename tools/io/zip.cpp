// Reads and writes zip archives.
#include "zip.h"

#include "archive.h"
#include "input_error.h"

#include <algorithm>
#include <cstring>
#include <exception>
#include <fmt/format.h>
#include <memory>
#include <zlib.h>

namespace grb::tool {

namespace {

constexpr uint32_t local_mark = 0x04034b50;
constexpr uint32_t member_mark = 0x02014b50;
constexpr uint32_t end_mark = 0x06054b50;
constexpr uint32_t wide_end_mark = 0x06064b50;
constexpr uint32_t wide_locator_mark = 0x07064b50;
constexpr uint64_t local_bytes = 30;
constexpr uint64_t member_bytes = 46;
constexpr uint64_t end_bytes = 22;
constexpr uint64_t wide_locator_bytes = 20;
constexpr uint64_t in_extra = 0xffffffff; ///< the field of zip64 holds the number
constexpr unsigned wide_field = 1;

uint32_t crc_of(uint32_t crc, std::string_view bytes) {
    return static_cast<uint32_t>(
        crc32_z(crc, reinterpret_cast<const Bytef *>(bytes.data()), bytes.size()));
}

/// Computes the CRC with all threads.
uint32_t crc_of_all(std::string_view bytes) {
    constexpr size_t chunk = size_t{1} << 22;
    const size_t chunks = (bytes.size() + chunk - 1) / chunk;
    if (chunks < 2) return crc_of(0, bytes);
    std::vector<uint32_t> crcs(chunks);
#pragma omp parallel for schedule(dynamic, 1)
    for (size_t k = 0; k < chunks; ++k) crcs[k] = crc_of(0, bytes.substr(k * chunk, chunk));
    uLong crc = crcs[0];
    for (size_t k = 1; k < chunks; ++k)
        crc = crc32_combine(crc, crcs[k],
                            static_cast<z_off_t>(std::min(chunk, bytes.size() - k * chunk)));
    return static_cast<uint32_t>(crc);
}

void put(std::string &out, uint64_t number, unsigned width) {
    for (unsigned k = 0; k < width; ++k) out += static_cast<char>(number >> (8 * k) & 0xff);
}

} // namespace

void ZipReader::fail(const std::string &why) const {
    throw InputError(fmt::format("{}: {}", name_, why));
}

uint64_t ZipReader::number(uint64_t at, unsigned width) const {
    if (at > bytes_.size() || bytes_.size() - at < width)
        fail("truncated zip data: the file ends inside a list");
    uint64_t number = 0;
    std::memcpy(&number, bytes_.data() + at, width);
    return number;
}

ZipReader::ZipReader(std::string_view bytes, const std::string &name) : bytes_(bytes), name_(name) {
    // A comment of at most 2^16 bytes may follow the end.
    const uint64_t least = bytes.size() - std::min<uint64_t>(bytes.size(), end_bytes + 0xffff);
    uint64_t end = bytes.size() < end_bytes ? 0 : bytes.size() - end_bytes + 1;
    while (end > least && number(end - 1, 4) != end_mark) --end;
    if (end <= least) fail("no zip archive, or truncated: there is no list of members at its end");
    --end;
    uint64_t members = number(end + 10, 2);
    uint64_t at = number(end + 16, 4);
    if (end >= wide_locator_bytes && number(end - wide_locator_bytes, 4) == wide_locator_mark) {
        const uint64_t wide = number(end - wide_locator_bytes + 8, 8);
        if (number(wide, 4) != wide_end_mark)
            fail("corrupt zip data: its end is not where it says");
        members = number(wide + 32, 8);
        at = number(wide + 48, 8);
    }
    for (uint64_t k = 0; k < members; ++k) add_member(at);
}

void ZipReader::add_member(uint64_t &at) {
    if (number(at, 4) != member_mark)
        fail(fmt::format("corrupt zip data near byte {}: no member of the list", at));
    Member member;
    if ((number(at + 8, 2) & 1) != 0) fail("a member of the zip archive is encrypted");
    member.method = static_cast<unsigned>(number(at + 10, 2));
    member.crc = static_cast<uint32_t>(number(at + 16, 4));
    member.packed = number(at + 20, 4);
    member.size = number(at + 24, 4);
    const uint64_t name_size = number(at + 28, 2);
    const uint64_t extra_size = number(at + 30, 2);
    const uint64_t comment_size = number(at + 32, 2);
    member.offset = number(at + 42, 4);
    uint64_t extra = at + member_bytes + name_size;
    const uint64_t next = extra + extra_size + comment_size;
    if (next > bytes_.size()) fail("truncated zip data: the file ends inside a list");
    const std::string member_name(bytes_.substr(at + member_bytes, name_size));
    for (const uint64_t stop = extra + extra_size; extra + 4 <= stop;) {
        const uint64_t kind = number(extra, 2);
        const uint64_t size = number(extra + 2, 2);
        uint64_t offset = extra + 4;
        extra = offset + size;
        if (kind != wide_field) continue;
        for (uint64_t *const value : {&member.size, &member.packed, &member.offset}) {
            if (*value != in_extra) continue;
            if (offset + 8 > extra) fail("corrupt zip data: a size is missing");
            *value = number(offset, 8);
            offset += 8;
        }
    }
    members_[member_name] = member;
    at = next;
}

Buffer<char> ZipReader::inflate_member(std::string_view packed, const Member &member,
                                       const std::string &what) const {
    // The limit covers the whole archive: iso values compress to almost nothing, their indices do
    // not.
    const size_t most = longest_text(bytes_.size());
    if (member.size > most)
        fail(fmt::format("{}: {} bytes expand to more than {}: store the array without compression "
                         "if that is right",
                         what, packed.size(), most));
    // Untouched pages cost nothing. The extra byte reveals a member that is too long.
    Buffer<char> text(member.size + 1);
    z_stream stream{};
    if (inflateInit2(&stream, -15) != Z_OK) throw std::bad_alloc();
    const std::unique_ptr<z_stream, int (*)(z_stream *)> owner(&stream, inflateEnd);
    constexpr size_t block = size_t{1} << 20;
    size_t used = 0;
    size_t size = 0;
    for (int code = Z_OK; code != Z_STREAM_END;) {
        const size_t room = std::min(block, text.size() - size);
        const size_t given = std::min(packed.size() - used, block);
        stream.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(packed.data() + used));
        stream.avail_in = static_cast<uInt>(given);
        stream.next_out = reinterpret_cast<Bytef *>(text.data() + size);
        stream.avail_out = static_cast<uInt>(room);
        code = inflate(&stream, Z_NO_FLUSH);
        used += given - stream.avail_in;
        const size_t made = room - stream.avail_out;
        size += made;
        if (size > member.size || (code != Z_OK && code != Z_STREAM_END) ||
            (code == Z_OK && made == 0 && used == packed.size()))
            fail(fmt::format("{}: corrupt zip data near byte {}", what, member.offset + used));
    }
    text.resize(size);
    return text;
}

std::vector<std::string> ZipReader::names() const {
    std::vector<std::string> names;
    for (const auto &[name, member] : members_) names.push_back(name);
    return names;
}

const ZipReader::Member &ZipReader::find(const std::string &name) const {
    const auto found = members_.find(name);
    if (found == members_.end()) fail(fmt::format("it has no member {}", name));
    return found->second;
}

ZipBytes ZipReader::unpack(const Member &member, const std::string &what) const {
    if (number(member.offset, 4) != local_mark)
        fail(fmt::format("{}: corrupt zip data: no member begins at byte {}", what, member.offset));
    const uint64_t begin =
        member.offset + local_bytes + number(member.offset + 26, 2) + number(member.offset + 28, 2);
    if (begin > bytes_.size() || bytes_.size() - begin < member.packed)
        fail(fmt::format("{}: truncated zip data: {} bytes from byte {} on are not there", what,
                         member.packed, begin));
    const std::string_view packed = bytes_.substr(begin, member.packed);
    ZipBytes bytes;
    if (member.method == 0)
        bytes.stored_ = packed;
    else if (member.method == 8)
        bytes.unpacked_ = inflate_member(packed, member, what);
    else
        fail(fmt::format("{}: its compression, method {}, is not known", what, member.method));
    return bytes;
}

std::vector<ZipBytes> ZipReader::read(const std::vector<std::string> &members) const {
    std::vector<ZipBytes> all(members.size());
    std::vector<std::exception_ptr> errors(members.size());
#pragma omp parallel for schedule(dynamic, 1) if (members.size() > 1)
    for (size_t k = 0; k < members.size(); ++k) {
        try {
            all[k] = unpack(find(members[k]), members[k]);
        } catch (...) {
            errors[k] = std::current_exception();
        }
    }
    for (size_t k = 0; k < members.size(); ++k) {
        if (errors[k]) std::rethrow_exception(errors[k]);
        const Member &member = find(members[k]);
        if (all[k].view().size() != member.size || crc_of_all(all[k].view()) != member.crc)
            fail(fmt::format("{}: corrupt zip data: size or checksum is wrong", members[k]));
    }
    return all;
}

void ZipWriter::add(const std::string &member, const std::vector<std::string_view> &chunks) {
    uint32_t crc = 0;
    uint64_t size = 0;
    for (const std::string_view chunk : chunks) {
        crc = crc_of(crc, chunk);
        size += chunk.size();
    }
    // Version 4.5 (zip64), no flags, stored, the first day that the format can express.
    std::string common;
    put(common, 45, 2);
    put(common, 0, 4);
    put(common, 0, 2);
    put(common, 0x21, 2);
    put(common, crc, 4);
    put(common, in_extra, 4);
    put(common, in_extra, 4);
    put(common, member.size(), 2);
    std::string head;
    put(head, local_mark, 4);
    head += common;
    put(head, 20, 2);
    head += member;
    put(head, wide_field, 2);
    put(head, 16, 2);
    put(head, size, 8);
    put(head, size, 8);
    put(list_, member_mark, 4);
    put(list_, 45, 2);
    list_ += common;
    put(list_, 28, 2);
    list_.append(2 + 2 + 2 + 4, '\0'); // comment, disk, attributes
    put(list_, in_extra, 4);
    list_ += member;
    put(list_, wide_field, 2);
    put(list_, 24, 2);
    put(list_, size, 8);
    put(list_, size, 8);
    put(list_, written_, 8);
    file_.write(head);
    for (const std::string_view chunk : chunks) file_.write(chunk);
    written_ += head.size() + size;
    ++members_;
}

void ZipWriter::finish() {
    const uint64_t size = list_.size();
    put(list_, wide_end_mark, 4);
    put(list_, 44, 8);
    put(list_, 45, 2);
    put(list_, 45, 2);
    put(list_, 0, 8);
    put(list_, members_, 8);
    put(list_, members_, 8);
    put(list_, size, 8);
    put(list_, written_, 8);
    put(list_, wide_locator_mark, 4);
    put(list_, 0, 4);
    put(list_, written_ + size, 8);
    put(list_, 1, 4);
    put(list_, end_mark, 4);
    put(list_, 0, 4);
    put(list_, members_, 2);
    put(list_, members_, 2);
    put(list_, in_extra, 4);
    put(list_, in_extra, 4);
    put(list_, 0, 2);
    file_.write(list_);
}

} // namespace grb::tool
