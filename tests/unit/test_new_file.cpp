// Tests files that are created anew, and printable text.
#include "base/new_file.hpp"
#include "base/printable.hpp"

#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <string>
#include <unistd.h>

namespace {

namespace fs = std::filesystem;

class NewFile : public testing::Test {
protected:
    void SetUp() override {
        char name[] = "/tmp/graphblast-new-XXXXXX";
        ASSERT_NE(mkdtemp(name), nullptr);
        folder = name;
        descriptor.open(::open(name, O_PATH | O_DIRECTORY | O_CLOEXEC));
    }
    void TearDown() override { fs::remove_all(folder); }
    std::string text_of(const std::string &name) const {
        std::ifstream file(folder / name);
        return {std::istreambuf_iterator<char>(file), {}};
    }
    std::ptrdiff_t files() const { return std::distance(fs::directory_iterator(folder), {}); }

    fs::path folder;
    grb::OpenFile descriptor;
};

TEST_F(NewFile, IsRemovedUnlessKept) {
    {
        grb::NewFile file;
        ASSERT_TRUE(file.create(descriptor.number(), "a", 0600));
        ASSERT_TRUE(file.write("text", 4));
        EXPECT_EQ(files(), 1);
    }
    EXPECT_EQ(files(), 0);
    {
        grb::NewFile file;
        ASSERT_TRUE(file.create(descriptor.number(), "a", 0600));
        ASSERT_TRUE(file.write("text", 4));
        ASSERT_TRUE(file.keep());
    }
    EXPECT_EQ(text_of("a"), "text");
}

TEST_F(NewFile, TakesNoNameThatIsThere) {
    std::ofstream(folder / "victim") << "old";
    fs::create_symlink("victim", folder / "link");
    fs::create_symlink("nothing", folder / "dangling");
    for (const char *name : {"victim", "link", "dangling"}) {
        grb::NewFile file;
        EXPECT_FALSE(file.create(descriptor.number(), name, 0600));
        EXPECT_EQ(errno, EEXIST);
    }
    EXPECT_EQ(text_of("victim"), "old");
    EXPECT_EQ(files(), 3);
}

TEST_F(NewFile, IsNotKeptAfterAWriteFailed) {
    grb::NewFile file;
    ASSERT_TRUE(file.create_temporary(descriptor.number(), 0600));
    // Simulates a full disk: this write fails, the next would succeed.
    const int reader = ::open("/dev/null", O_RDONLY | O_CLOEXEC), own = file.descriptor();
    const grb::OpenFile copy(::fcntl(own, F_DUPFD_CLOEXEC, 3));
    ASSERT_EQ(::dup3(reader, own, O_CLOEXEC), own);
    ::close(reader);
    EXPECT_FALSE(file.write("text", 4));
    ASSERT_EQ(::dup3(copy.number(), own, O_CLOEXEC), own);
    EXPECT_FALSE(file.write("text", 4));
    EXPECT_FALSE(file.keep_as("a"));
    EXPECT_EQ(errno, EBADF);
    EXPECT_EQ(files(), 0);
}

TEST_F(NewFile, TemporariesAreKnownToASignalHandler) {
    grb::NewFile kept, left;
    ASSERT_TRUE(kept.create_temporary(descriptor.number(), 0600));
    ASSERT_TRUE(left.create_temporary(descriptor.number(), 0600));
    ASSERT_TRUE(kept.keep_as("a"));
    EXPECT_EQ(files(), 2);
    grb::unlink_temporaries();
    EXPECT_EQ(files(), 1);
    EXPECT_TRUE(fs::exists(folder / "a"));
}

TEST_F(NewFile, TakesNoStandardStream) {
    // A child runs this, since it closes its standard streams.
    EXPECT_EXIT(
        {
            ::close(STDIN_FILENO);
            ::close(STDOUT_FILENO);
            grb::NewFile file;
            const bool is_right =
                file.create(descriptor.number(), "a", 0600) && file.descriptor() > STDERR_FILENO;
            std::_Exit(is_right ? 0 : 1);
        },
        testing::ExitedWithCode(0), "");
}

TEST_F(NewFile, ReplacesRegularFilesAlone) {
    for (const std::string name : {"", "/", "/.", "/..", "/missing/a"}) {
        grb::ReplacingFile file;
        EXPECT_FALSE(file.open((folder.string() + name).c_str())) << name;
    }
    grb::ReplacingFile null;
    EXPECT_FALSE(null.open("/dev/null"));
    grb::ReplacingFile file;
    ASSERT_TRUE(file.open((folder / "a").c_str()));
    ASSERT_TRUE(file.write("text", 4));
    EXPECT_FALSE(fs::exists(folder / "a"));
    ASSERT_TRUE(file.finish());
    EXPECT_EQ(text_of("a"), "text");
    EXPECT_EQ(files(), 1);
    grb::ReplacingFile given_up;
    ASSERT_TRUE(given_up.open((folder / "a").c_str()));
    EXPECT_EQ(files(), 2);
    EXPECT_EQ(text_of("a"), "text");
}

std::string printable(std::string_view text) {
    std::string result;
    grb::put_printable(text, [&](std::string_view fragment) { result += fragment; });
    return result;
}

TEST(Printable, SpellsOutWhatIsNotVisible) {
    EXPECT_EQ(printable(""), "");
    EXPECT_EQ(printable("a b~\\"), "a b~\\");
    EXPECT_EQ(printable("\x1b[2J\r\n\t\x7f"), "\\x1b[2J\\x0d\\n\\t\\x7f");
    EXPECT_EQ(printable(std::string_view("a\0b", 3)), "a\\x00b");
    // These are UTF-8 of two, three and four bytes.
    EXPECT_EQ(printable("\xc3\xb6 \xe2\x82\xac \xf0\x9f\x98\x80"),
              "\xc3\xb6 \xe2\x82\xac \xf0\x9f\x98\x80");
    // These are cut short, overlong, a surrogate, beyond the last code, a control character, a mark
    // of direction.
    EXPECT_EQ(printable("\xc3"), "\\xc3");
    EXPECT_EQ(printable("\xc3("), "\\xc3(");
    EXPECT_EQ(printable("\xc0\xaf"), "\\xc0\\xaf");
    EXPECT_EQ(printable("\xe0\x80\xaf"), "\\xe0\\x80\\xaf");
    EXPECT_EQ(printable("\xed\xa0\x80"), "\\xed\\xa0\\x80");
    EXPECT_EQ(printable("\xf4\x90\x80\x80"), "\\xf4\\x90\\x80\\x80");
    EXPECT_EQ(printable("\xc2\x9b"), "\\xc2\\x9b");
    EXPECT_EQ(printable("\xe2\x80\xae"), "\\xe2\\x80\\xae");
}

} // namespace
