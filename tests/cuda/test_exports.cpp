// Tests that the plugin has every function that the library knows by name: a missing one would only
// show when called.
#include "cuda/plugin/exports.hpp"
#include "paths.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>

namespace {

namespace fs = std::filesystem;

std::string text_of(const fs::path &path) {
    std::ifstream file(path);
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
}

/// Maps the name of each function in the headers of calls to the name by which it is looked up.
std::map<std::string, std::string> declared_functions() {
    std::map<std::string, std::string> names;
    const std::regex declaration("const\\s+Function<[^;{]*>\\s+(\\w+)\\s*\\{\\s*\"(\\w+)\"\\s*\\}");
    for (const auto &entry :
         fs::recursive_directory_iterator(fs::path(GRAPHBLAST_SOURCE_DIR) / "src/cuda")) {
        const std::string file = entry.path().filename();
        if (file != "table.h" && file.find("_calls.h") == std::string::npos) continue;
        const std::string text = text_of(entry.path());
        const std::sregex_iterator none;
        for (std::sregex_iterator match(text.begin(), text.end(), declaration); match != none;
             ++match)
            EXPECT_TRUE(names.emplace((*match)[1], (*match)[2]).second) << (*match)[1];
    }
    return names;
}

TEST(Exports, EveryFunctionOfTheLibraryIsThere) {
    const std::map<std::string, std::string> functions = declared_functions();
    EXPECT_GT(functions.size(), 40u);
    std::set<std::string> names;
    for (const auto &[function, name] : functions) {
        EXPECT_EQ(function, name);
        EXPECT_NE(grb::device::find_export(name.c_str()), nullptr) << name;
        EXPECT_TRUE(names.insert(name).second) << name << " stands for two functions";
    }
    EXPECT_EQ(grb::device::find_export("no_such_function"), nullptr);
}

/// The variants and services call only those functions.
TEST(Exports, TheLibraryCallsNoOthers) {
    const std::map<std::string, std::string> functions = declared_functions();
    std::set<std::string> called;
    const std::regex call("gpu::(\\w+)");
    for (const auto &entry :
         fs::recursive_directory_iterator(fs::path(GRAPHBLAST_SOURCE_DIR) / "src")) {
        const std::string path = entry.path();
        const bool is_of_plugin = path.find("/cuda/") != std::string::npos &&
                                  path.find("/variants/") == std::string::npos &&
                                  path.find("/library/") == std::string::npos;
        if (is_of_plugin || entry.path().extension() != ".cpp") continue;
        const std::string text = text_of(entry.path());
        const std::sregex_iterator none;
        for (std::sregex_iterator match(text.begin(), text.end(), call); match != none; ++match)
            called.insert((*match)[1]);
    }
    for (const std::string &name : called) EXPECT_TRUE(functions.count(name)) << name;
    for (const auto &[function, name] : functions)
        EXPECT_TRUE(called.count(function)) << function << " is called by nobody";
}

} // namespace
