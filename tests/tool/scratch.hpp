#pragma once

#include "paths.h"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

/// A folder of one test, removed after it.
class Scratch : public testing::Test {
protected:
    void SetUp() override {
        const auto *const info = testing::UnitTest::GetInstance()->current_test_info();
        std::string name = std::string(info->test_suite_name()) + "." + info->name();
        for (char &c : name) c = c == '/' ? '-' : c;
        folder_ = std::filesystem::temp_directory_path() /
                  ("graphblast-" + std::to_string(getpid()) + "-" + name);
        std::filesystem::create_directories(folder_);
    }
    void TearDown() override { std::filesystem::remove_all(folder_); }

    std::string path(const std::string &name) const { return (folder_ / name).string(); }

    std::string write(const std::string &name, const std::string &bytes) const {
        std::ofstream(path(name), std::ios::binary) << bytes;
        return path(name);
    }

    std::string read(const std::string &name) const {
        std::ifstream file(path(name), std::ios::binary);
        return {std::istreambuf_iterator<char>(file), {}};
    }

    size_t files() const {
        return static_cast<size_t>(std::distance(std::filesystem::directory_iterator(folder_), {}));
    }

    struct Outcome {
        int status;
        std::string out, err;
    };

    Outcome tool(const std::string &arguments) const {
        return command(GRAPHBLAST_TOOL " " + arguments);
    }

    /// Runs a command through the shell.
    Outcome command(const std::string &line) const {
        const std::filesystem::path streams = folder_.string() + ".streams";
        std::filesystem::create_directories(streams);
        const std::string out = (streams / "out").string();
        const std::string err = (streams / "err").string();
        const int code = std::system((line + " >" + out + " 2>" + err + " </dev/null").c_str());
        Outcome outcome{WIFEXITED(code) ? WEXITSTATUS(code) : -1, text_of(out), text_of(err)};
        std::filesystem::remove_all(streams);
        return outcome;
    }

private:
    static std::string text_of(const std::string &file) {
        std::ifstream stream(file);
        return {std::istreambuf_iterator<char>(stream), {}};
    }

    std::filesystem::path folder_;
};
