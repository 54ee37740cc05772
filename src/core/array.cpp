#include "core/array.hpp"

namespace grb {

Array::Array(std::size_t bytes) : block_(make_ref<Block>()) {
    block_->pointer = allocate(bytes);
    block_->bytes = bytes;
}

Array Array::zeroed(std::size_t bytes) {
    Array array;
    array.block_ = make_ref<Block>();
    array.block_->pointer = allocate_zeroed(bytes);
    array.block_->bytes = bytes;
    return array;
}

Array Array::copy_of(const void *source, std::size_t bytes) {
    Array array(bytes);
    if (bytes != 0) std::memcpy(array.data(), source, bytes);
    return array;
}

Array Array::adopt(void *pointer, std::size_t bytes) {
    Array array;
    array.block_ = make_ref<Block>();
    array.block_->pointer = pointer;
    array.block_->bytes = bytes;
    return array;
}

void Array::shrink(std::size_t bytes) noexcept {
    if (!block_ || bytes >= block_->bytes) return;
    const bool worth_a_copy = block_->bytes - bytes > 4096 && bytes < block_->bytes / 8 * 7;
    if (worth_a_copy && allocator().realloc != nullptr) {
        void *smaller = allocator().realloc(block_->pointer, bytes == 0 ? 1 : bytes);
        if (smaller != nullptr) block_->pointer = smaller;
    }
    block_->bytes = bytes;
}

} // namespace grb
