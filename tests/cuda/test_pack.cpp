// Tests the pack of kernels compiled at build time: it returns what was packed, or nothing.
#include "cuda/library/decompress.hpp"
#include "cuda/pack/hot_programs.hpp"
#include "cuda/pack/write_pack.hpp"
#include "cuda/plugin/jit.hpp"
#include "cuda/plugin/pack.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <vector>

namespace grb::device {
namespace {

namespace fs = std::filesystem;

const std::vector<PackedProgram> programs = {
    {"first", 80, "code of first for 80"},
    {"first", 90, "code of first for 90"},
    {"second", 80, "code of second"},
    {"third", 90, std::string(10'000, 't')},
    {"empty", 90, ""},
};

class Packs : public testing::Test {
protected:
    void SetUp() override {
        char name[] = "/tmp/graphblast-pack-XXXXXX";
        ASSERT_NE(mkdtemp(name), nullptr);
        folder = name;
        path = (folder / pack_file_name).string();
        ASSERT_TRUE(write_pack(path, "basis", programs));
    }
    void TearDown() override { fs::remove_all(folder); }

    fs::path folder;
    std::string path;
};

std::string found(Pack &pack, const std::string &program, int capability) {
    std::string code;
    return pack.find(program, capability, &code) ? code : "nothing";
}

TEST_F(Packs, GiveWhatWasPutIn) {
    Pack pack(path, "basis", &decompress);
    EXPECT_EQ(pack.trouble(), nullptr);
    EXPECT_EQ(pack.size(), programs.size());
    for (const PackedProgram &program : programs)
        EXPECT_EQ(found(pack, program.text, program.capability), program.code);
    EXPECT_EQ(found(pack, "fourth", 90), "nothing");
    EXPECT_EQ(fs::directory_iterator(folder)->path(), fs::path(path)) << "a part was left";
}

/// Code for 8.0 runs on 8.6, not on 9.0 and not on 7.5.
TEST_F(Packs, CodeOfTheSameGeneration) {
    Pack pack(path, "basis", &decompress);
    EXPECT_EQ(found(pack, "first", 86), "code of first for 80");
    EXPECT_EQ(found(pack, "first", 90), "code of first for 90");
    EXPECT_EQ(found(pack, "second", 90), "nothing");
    EXPECT_EQ(found(pack, "third", 86), "nothing");
    EXPECT_EQ(found(pack, "first", 75), "nothing");
    EXPECT_EQ(found(pack, "first", 120), "nothing");
}

TEST_F(Packs, AbsentOrForeign) {
    Pack absent((folder / "absent").string(), "basis", &decompress),
        nowhere("", "basis", &decompress);
    EXPECT_EQ(absent.trouble(), nullptr);
    EXPECT_EQ(nowhere.trouble(), nullptr);
    EXPECT_EQ(found(absent, "first", 90), "nothing");
    for (const char *basis : {"other", "another", ""}) {
        Pack foreign(path, basis, &decompress);
        EXPECT_NE(foreign.trouble(), nullptr);
        EXPECT_EQ(found(foreign, "first", 90), "nothing");
    }
    Pack no_file(folder.string(), "basis", &decompress);
    EXPECT_NE(no_file.trouble(), nullptr);
}

/// Expects the packed code, or a trouble.
void expect_right_or_trouble(const std::string &path) {
    Pack pack(path, "basis", &decompress);
    for (const PackedProgram &program : programs) {
        const std::string code = found(pack, program.text, program.capability);
        EXPECT_TRUE(code == program.code || (code == "nothing" && pack.trouble() != nullptr))
            << program.text << ": " << code.substr(0, 40);
    }
}

/// A dictionary stores the common code of similar kernels.
TEST_F(Packs, AlikeProgramsTakeLittle) {
    std::vector<PackedProgram> alike;
    std::string shared;
    std::mt19937_64 random(1);
    for (int k = 0; k < 2000; k++) shared += static_cast<char>(random());
    for (int k = 0; k < 1000; k++) {
        std::string code = shared;
        for (int change = 0; change < 20; change++)
            code[random() % code.size()] = static_cast<char>(random());
        alike.push_back({"program " + std::to_string(k), 90, code});
    }
    ASSERT_TRUE(write_pack(path, "basis", alike));
    EXPECT_LT(fs::file_size(path), alike.size() * shared.size() / 3);
    Pack pack(path, "basis", &decompress);
    for (const PackedProgram &program : alike)
        EXPECT_EQ(found(pack, program.text, 90), program.code);
    EXPECT_EQ(pack.trouble(), nullptr);
    // Damage to the first bytes of the dictionary, which lies behind the index, disables the whole
    // pack.
    {
        std::fstream stream(path, std::ios::in | std::ios::out | std::ios::binary);
        stream.seekp(static_cast<std::streamoff>(sizeof(PackHead) + padded(5) +
                                                 alike.size() * sizeof(PackEntry) + 8));
        stream << "damage";
    }
    Pack damaged(path, "basis", &decompress);
    EXPECT_EQ(damaged.trouble(), nullptr);
    EXPECT_EQ(found(damaged, alike[0].text, 90), "nothing");
    EXPECT_STREQ(damaged.trouble(), "it is damaged");
}

TEST_F(Packs, OfAnotherVersion) {
    std::ofstream(path, std::ios::binary) << "GraphBLAST pack 1\n" << std::string(1000, 'x');
    Pack old(path, "basis", &decompress);
    EXPECT_STREQ(old.trouble(), "it is of another version");
    EXPECT_EQ(found(old, "first", 90), "nothing");
}

/// A lack of memory does not count as damage of the file.
TEST_F(Packs, WithoutMemory) {
    static bool has_memory;
    has_memory = false;
    Pack pack(path, "basis", [](const CompressedBlock *from, void *to, std::size_t bytes) {
        return has_memory ? decompress(from, to, bytes) : Status::out_of_memory;
    });
    EXPECT_EQ(found(pack, "first", 90), "nothing");
    EXPECT_EQ(pack.trouble(), nullptr);
    has_memory = true;
    EXPECT_EQ(found(pack, "first", 90), "code of first for 90");
}

TEST_F(Packs, EveryTruncation) {
    for (auto bytes = fs::file_size(path); bytes-- > 0;) {
        if (bytes > 1000 && bytes % 97 != 0) continue; // within one long code
        fs::resize_file(path, bytes);
        expect_right_or_trouble(path);
    }
    Pack nothing_left(path, "basis", &decompress);
    EXPECT_NE(nothing_left.trouble(), nullptr);
}

TEST_F(Packs, EveryFlippedByte) {
    const auto bytes = fs::file_size(path);
    int troubles = 0;
    for (std::uintmax_t offset = 0; offset < bytes; offset++) {
        if (offset > 1000 && offset % 97 != 0) continue;
        std::fstream stream(path, std::ios::in | std::ios::out | std::ios::binary);
        stream.seekg(static_cast<std::streamoff>(offset));
        const int byte = stream.get();
        const auto put = [&](int value) {
            stream.seekp(static_cast<std::streamoff>(offset));
            stream.put(static_cast<char>(value)).flush();
        };
        put(byte ^ 0x10);
        expect_right_or_trouble(path);
        troubles += Pack(path, "basis", &decompress).trouble() != nullptr;
        put(byte);
    }
    EXPECT_GT(troubles, 100); // the whole head
    Pack pack(path, "basis", &decompress);
    EXPECT_EQ(found(pack, "third", 90), programs[3].code);
}

/// A damaged kernel closes the pack and reports it.
TEST_F(Packs, DamagedCode) {
    fs::resize_file(path, fs::file_size(path) - 1);
    {
        std::ofstream stream(path, std::ios::app | std::ios::binary);
        stream.put('x');
    }
    Pack pack(path, "basis", &decompress);
    EXPECT_EQ(pack.trouble(), nullptr);
    std::string code;
    for (const PackedProgram &program : programs)
        pack.find(program.text, program.capability, &code);
    EXPECT_NE(pack.trouble(), nullptr);
    EXPECT_EQ(found(pack, "first", 90), "nothing");
}

TEST_F(Packs, CannotBeWritten) {
    EXPECT_FALSE(write_pack((folder / "missing" / "pack").string(), "basis", programs));
    EXPECT_FALSE(write_pack("/dev/full/pack", "basis", programs));
}

/// The pack of this build has every program as machine code, equal to the compiler's output now.
TEST(BuiltPack, HasEveryProgram) {
    Pack pack(BUILT_PACK, compilation_basis(), &decompress);
    if (pack.size() == 0 && pack.trouble() == nullptr) GTEST_SKIP() << "no pack, or no NVRTC";
    ASSERT_EQ(pack.trouble(), nullptr);
    const std::vector<std::string> texts = hot_programs();
    std::size_t found_ones = 0, bytes = 0;
    const auto begin = std::chrono::steady_clock::now();
    for (const std::string &text : texts) {
        for (const int capability : {80, 90, 120}) {
            std::string code;
            if (!pack.find(text, capability, &code)) continue;
            EXPECT_EQ(code.substr(0, 4), "\177ELF");
            bytes += code.size();
            found_ones++;
        }
    }
    const std::chrono::duration<double, std::micro> time = std::chrono::steady_clock::now() - begin;
    RecordProperty("microseconds_each", std::to_string(time.count() / double(found_ones)));
    EXPECT_EQ(pack.trouble(), nullptr);
    EXPECT_EQ(found_ones, pack.size());
    EXPECT_EQ(found_ones % texts.size(), 0U) << "some program is there for some devices alone";
    EXPECT_GT(found_ones, 0U);
    EXPECT_LT(fs::file_size(BUILT_PACK), bytes / 5) << "not compressed";
    for (std::size_t k = 0; k < texts.size(); k += texts.size() / 4 + 1) {
        for (const int capability : {80, 90, 120}) {
            std::string packed, compiled;
            if (!pack.find(texts[k], capability, &packed)) continue;
            ASSERT_EQ(compile(texts[k], capability, &compiled), Status::ok) << error_text();
            EXPECT_TRUE(packed == compiled) << texts[k];
        }
    }
}

/// The basis depends on sources and options alone.
TEST(PackBasis, NamesSourcesAndOptions) {
    EXPECT_NE(compilation_basis().find("--fmad=false"), std::string::npos);
    EXPECT_GT(compilation_basis().size(), 64U);
    EXPECT_EQ(&compilation_basis(), &compilation_basis());
}

} // namespace
} // namespace grb::device
