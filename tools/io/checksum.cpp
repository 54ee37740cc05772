// Computes checksums in blocks.
#include "checksum.h"

#include <algorithm>
#include <cstring>
#include <vector>

namespace grb::tool {

namespace {

constexpr size_t read_bytes = size_t{1} << 16;
constexpr uint64_t factor = 0x9e3779b97f4a7c15; // 2^64 over the golden ratio

uint64_t mixed(uint64_t sum, uint64_t word) {
    sum = (sum ^ word) * factor;
    return sum ^ sum >> 29;
}

/// Four independent sums keep the processor busy.
uint64_t sum_of_block(const char *bytes) {
    uint64_t lanes[4] = {1, 2, 3, 4};
    for (size_t at = 0; at < read_bytes; at += 32) {
        uint64_t words[4];
        std::memcpy(words, bytes + at, sizeof words);
        for (int k = 0; k < 4; ++k) lanes[k] = mixed(lanes[k], words[k]);
    }
    return mixed(mixed(lanes[0], lanes[1]), mixed(lanes[2], lanes[3]));
}

std::vector<uint64_t> sums_of_blocks(const char *bytes, size_t blocks) {
    std::vector<uint64_t> sums(blocks);
#pragma omp parallel for schedule(static) if (blocks > 16)
    for (size_t k = 0; k < blocks; ++k) sums[k] = sum_of_block(bytes + k * read_bytes);
    return sums;
}

} // namespace

void Checksum::add_blocks(const char *bytes, size_t blocks) {
    for (const uint64_t sum : sums_of_blocks(bytes, blocks)) sum_ = mixed(sum_, sum);
}

void Checksum::add_by_all(const char *bytes, size_t size, Processes &group) {
    const size_t blocks = size / read_bytes, first = group.part().begin(blocks);
    const std::vector<uint64_t> own =
        sums_of_blocks(bytes + first * read_bytes, group.part().end(blocks) - first);
    for (const std::string &sums :
         group.gather({reinterpret_cast<const char *>(own.data()), 8 * own.size()}))
        for (size_t at = 0; at < sums.size(); at += sizeof(uint64_t)) {
            uint64_t sum = 0;
            std::memcpy(&sum, sums.data() + at, sizeof sum);
            sum_ = mixed(sum_, sum);
        }
    size_ += blocks * read_bytes;
    add(bytes + blocks * read_bytes, size % read_bytes);
}

void Checksum::add(const void *data, size_t size) {
    const auto *bytes = static_cast<const char *>(data);
    size_ += size;
    if (!rest_.empty()) {
        const size_t wanted = std::min(size, read_bytes - rest_.size());
        rest_.append(bytes, wanted);
        bytes += wanted;
        size -= wanted;
        if (rest_.size() < read_bytes) return;
        add_blocks(rest_.data(), 1);
        rest_.clear();
    }
    const size_t blocks = size / read_bytes;
    if (blocks != 0) add_blocks(bytes, blocks);
    if (size != blocks * read_bytes) rest_.assign(bytes + blocks * read_bytes, size % read_bytes);
}

uint64_t Checksum::value() const {
    std::string last = rest_;
    last.resize(read_bytes); // the size tells the padding from zeros of the data
    return mixed(mixed(sum_, sum_of_block(last.data())), size_);
}

uint64_t checksum(const void *bytes, size_t size) {
    Checksum sum;
    sum.add(bytes, size);
    return sum.value();
}

uint64_t checksum(const void *bytes, size_t size, Processes &group) {
    Checksum sum;
    sum.add_by_all(static_cast<const char *>(bytes), size, group);
    return sum.value();
}

} // namespace grb::tool
