// Gives files, and the files of folders, to a target in turn, in builds without libFuzzer.
#include "fuzz/session.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace {

std::vector<std::string> files_of(int count, char **paths) {
    std::vector<std::string> files;
    for (int k = 1; k < count; k++) {
        if (!std::filesystem::is_directory(paths[k])) {
            files.emplace_back(paths[k]);
            continue;
        }
        for (const auto &entry : std::filesystem::directory_iterator(paths[k]))
            files.push_back(entry.path().string());
    }
    std::sort(files.begin(), files.end());
    return files;
}

} // namespace

int main(int argc, char **argv) {
    const std::vector<std::string> files = files_of(argc, argv);
    if (files.empty()) {
        std::fprintf(stderr, "usage: %s FILE|FOLDER...\nThere is no file to replay.\n", argv[0]);
        return 1;
    }
    LLVMFuzzerInitialize(&argc, &argv);
    for (const std::string &file : files) {
        std::ifstream stream(file, std::ios::binary);
        const fuzz::Bytes bytes{std::istreambuf_iterator<char>(stream),
                                std::istreambuf_iterator<char>()};
        if (!stream.is_open() || bytes.empty()) {
            std::fprintf(stderr, "%s: cannot read, or empty\n", file.c_str());
            return 1;
        }
        std::printf("%s: %zu bytes\n", file.c_str(), bytes.size());
        LLVMFuzzerTestOneInput(bytes.data(), bytes.size());
    }
    return 0;
}
