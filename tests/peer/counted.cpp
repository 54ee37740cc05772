// Memory for our library that is counted: each block has its size in front. Memory for the peer,
// whose second release of a block is ignored: the block may be ours by then.
#include "peer/library.h"

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <unordered_set>

namespace grb::peer {
namespace {

constexpr std::size_t front = 64; // keeps the alignment that malloc gives, and that of cache lines
std::atomic<long> bytes_held{0}, blocks_held{0};

std::mutex mutex;
std::unordered_set<void *> &peer_blocks() {
    static auto *const blocks = new std::unordered_set<void *>; // the peer releases some at exit
    return *blocks;
}

} // namespace

Held held() {
    return {bytes_held.load(), blocks_held.load()};
}

void *counted_allocate(std::size_t bytes) {
    if (bytes > SIZE_MAX - front) return nullptr;
    auto *const block = static_cast<unsigned char *>(std::malloc(bytes + front));
    if (block == nullptr) return nullptr;
    std::memcpy(block, &bytes, sizeof bytes);
    bytes_held += static_cast<long>(bytes);
    blocks_held++;
    return block + front;
}

void counted_release(void *pointer) {
    if (pointer == nullptr) return;
    unsigned char *const block = static_cast<unsigned char *>(pointer) - front;
    std::size_t bytes = 0;
    std::memcpy(&bytes, block, sizeof bytes);
    bytes_held -= static_cast<long>(bytes);
    blocks_held--;
    std::free(block);
}

void *peer_allocate(std::size_t bytes) {
    void *const block = std::malloc(bytes);
    const std::lock_guard<std::mutex> lock(mutex);
    if (block != nullptr) peer_blocks().insert(block);
    return block;
}

void peer_release(void *pointer) {
    const std::lock_guard<std::mutex> lock(mutex);
    if (peer_blocks().erase(pointer) != 0) std::free(pointer);
}

} // namespace grb::peer
