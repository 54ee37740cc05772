// The files that LAGraph's benchmark drivers read.
#pragma once

#include "io/edge_list.h"

#include <cstdint>
#include <cstdio>
#include <fmt/format.h>
#include <stdexcept>
#include <string>
#include <vector>

namespace grb::tool {

class BinaryFile {
public:
    explicit BinaryFile(const std::string &name) : file_(std::fopen(name.c_str(), "wb")) {
        if (file_ == nullptr) throw std::runtime_error("cannot write " + name);
    }
    ~BinaryFile() { std::fclose(file_); }
    void put(const void *from, std::size_t bytes) {
        if (std::fwrite(from, 1, bytes, file_) != bytes) throw std::runtime_error("cannot write");
    }
    template <class T>
    void put(T value) {
        put(&value, sizeof value);
    }

private:
    std::FILE *file_;
};

/// Writes the binary file of LAGraph's drivers: iso BOOL, or INT32.
inline void write_graph(const std::string &name, const EdgeList &list) {
    const bool has_weights = list.weights.size() != 0;
    const Buffer<std::uint64_t> offsets = row_offsets(list);
    BinaryFile file(name);
    file.put(std::string(512, ' ').data(), 512);
    file.put(std::int32_t{0});                     // by row
    file.put(std::int32_t{has_weights ? 2 : 102}); // sparse, sparse with one value
    file.put(0.0625);
    for (const std::uint64_t number : {list.nrows, list.ncols, ~std::uint64_t{0}, list.nrows,
                                       static_cast<std::uint64_t>(list.size())})
        file.put(number);
    file.put(std::int32_t{has_weights ? 3 : 0});
    file.put(std::uint64_t{has_weights ? 4U : 1U});
    file.put(offsets.data(), offsets.size() * 8);
    file.put(list.cols.data(), list.size() * 8);
    if (!has_weights) file.put(std::uint8_t{1});
    std::vector<std::int32_t> weights(has_weights ? list.size() : 0);
    for (std::size_t k = 0; k < weights.size(); k++)
        weights[k] = static_cast<std::int32_t>(list.weights[k]);
    file.put(weights.data(), weights.size() * 4);
}

/// Writes vertices with edges, evenly spread, as the drivers' Matrix Market file.
inline void write_sources(const std::string &name, const EdgeList &list, std::uint64_t count) {
    const Buffer<std::uint64_t> offsets = row_offsets(list);
    std::string text = fmt::format("%%MatrixMarket matrix array integer general\n{} 1\n", count);
    for (std::uint64_t k = 0; k < count; k++) {
        std::uint64_t vertex = list.nrows / count * k;
        while (vertex < list.nrows && offsets[vertex + 1] == offsets[vertex]) vertex++;
        if (vertex == list.nrows) throw std::runtime_error("too few vertices with edges");
        text += fmt::format("{}\n", vertex + 1);
    }
    BinaryFile(name).put(text.data(), text.size());
}

} // namespace grb::tool
