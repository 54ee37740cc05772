// Tests finding files beside this program, which is linked to the library's objects; tests/plugins
// has the shared library.
#include "base/own_folder.hpp"

#include <cstdlib>
#include <filesystem>
#include <gtest/gtest.h>
#include <string>
#include <unistd.h>

namespace {

namespace fs = std::filesystem;

const fs::path program = fs::canonical("/proc/self/exe");

TEST(OwnFolder, IsThePrograms) {
    const fs::path before = fs::current_path();
    const grb::OwnPath here(program.filename().c_str());
    fs::current_path("/");
    const grb::OwnPath there(program.filename().c_str()), missing("no such file");
    fs::current_path(before);
    EXPECT_EQ(here.text, program);
    EXPECT_EQ(there.text, program);
    EXPECT_TRUE(missing.is_known());
    EXPECT_EQ(missing.text, program.parent_path() / "no such file");
}

/// A parent may pass any argv[0].
TEST(OwnFolder, IsNotWhatTheParentSays) {
    const fs::path other = fs::temp_directory_path() / ("own_folder_" + std::to_string(getpid()));
    fs::create_directory(other);
    fs::copy_file("/bin/true", other / program.filename());
    const std::string command = "exec -a '" + (other / program.filename()).string() + "' '" +
                                program.string() + "' --gtest_filter=OwnFolder.IsThePrograms";
    EXPECT_EQ(std::system(("bash -c \"" + command + "\" >/dev/null").c_str()), 0);
    fs::remove_all(other);
}

} // namespace
