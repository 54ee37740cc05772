/// Files that claim more than they hold, have no end or are none: refused at once, in one printable
/// line.

#include "io/input_error.h"
#include "io/npy.h"
#include "io/output_file.h"
#include "scratch.hpp"

#include <algorithm>
#include <sys/stat.h>

namespace {

using grb::tool::InputError;
using grb::tool::OutputFile;

const std::string head = "%%MatrixMarket matrix coordinate pattern general\n";

/// AddressSanitizer takes terabytes of addresses by itself.
#ifdef __SANITIZE_ADDRESS__
#define GRAPHBLAST_SANITIZED
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define GRAPHBLAST_SANITIZED
#endif
#endif
#ifdef GRAPHBLAST_SANITIZED
constexpr bool limits_memory = false;
#else
constexpr bool limits_memory = true;
#endif

class Inputs : public Scratch {
protected:
    static void expect_refused(const Outcome &outcome, const std::string &part) {
        EXPECT_EQ(outcome.status, 2) << outcome.err;
        EXPECT_EQ(outcome.out, "");
        EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
        EXPECT_NE(outcome.err.find(part), std::string::npos) << outcome.err;
    }
    void refused(const std::string &arguments, const std::string &part) const {
        SCOPED_TRACE(arguments);
        expect_refused(tool(arguments), part);
    }
    /// With 1 GB of addresses, where the build needs no more by itself.
    void refused_with_little(const std::string &arguments, const std::string &part) const {
        SCOPED_TRACE(arguments);
        const std::string limit = limits_memory ? "ulimit -v 1000000; OMP_NUM_THREADS=2 " : "";
        expect_refused(command("{ " + limit + GRAPHBLAST_TOOL " " + arguments + "; }"), part);
    }
    /// Replays a log with this line.
    Outcome replay(const std::string &line) const {
        return tool("bench --repeat 1 --replay " + write("log", "graphblast pick " + line + "\n"));
    }
};

TEST_F(Inputs, Devices) {
    for (const std::string device : {"/dev/zero", "/dev/null"}) {
        refused("run bfs --graph " + device, device + ": cannot read: it is a device");
        refused("bench --replay " + device, device + ": cannot read: it is a device");
        refused("bench --compare " + device + " " + device, "it is a device");
        refused("info --graph " + device, "it is a device");
    }
    refused("run bfs --graph - </dev/zero", "-: cannot read: it is a device");
}

/// The tool reads an endless input only as far as it is a graph.
TEST_F(Inputs, EndlessPipes) {
    for (const std::string name : {"-", "/dev/stdin"}) {
        SCOPED_TRACE(name);
        expect_refused(command("{ yes | " GRAPHBLAST_TOOL " run bfs --graph " + name + "; }"),
                       "line 1: no graph: an edge needs two columns");
    }
    expect_refused(
        command("{ gzip -c </dev/zero 2>/dev/null | " GRAPHBLAST_TOOL " run bfs --graph -; }"),
        "-: byte 0: no graph: 0x00 stands in no text");
}

TEST_F(Inputs, StandardInput) {
    const Outcome outcome = command("{ " GRAPHBLAST_TOOL " generate path:9 -o - 2>" + path("said") +
                                    " | " GRAPHBLAST_TOOL " run bfs --graph - --source 1; }");
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_NE(outcome.out.find("9 reached in levels 0..8"), std::string::npos) << outcome.out;
}

/// 1.2 GB in files of at most 1.2 MB, fifty streams one behind the other: more than the address
/// space (`ulimit -v`) holds.
TEST_F(Inputs, Bombs) {
    const auto bomb = [this](const std::string &name, const std::string &begin, char filling) {
        OutputFile file(path(name));
        file.write(begin);
        const std::string filled(1 << 20, filling);
        for (int k = 0; k < 24; ++k) file.write(filled);
        file.finish();
        const std::string once = read(name);
        std::string often;
        for (int k = 0; k < 50; ++k) often += once;
        return write(name, often);
    };
    for (const std::string ending : {".gz", ".zst", ".bz2"}) {
        SCOPED_TRACE(ending);
        refused_with_little("run bfs --graph " + bomb("lines.mtx" + ending, head + "9 9 9\n", '\n'),
                            "decompress the file first if that is right");
        // No Matrix Market file: its beginning shows it.
        refused_with_little("convert " + bomb("zeros.mtx" + ending, "", '\0') + " " +
                                path("out.mtx"),
                            "not a Matrix Market file");
    }
}

TEST_F(Inputs, LongerThanMemory) {
    const std::string name = write("long.mtx", head + "1 1 0\n");
    ASSERT_EQ(truncate(name.c_str(), off_t{1} << 42), 0);
    refused("run bfs --graph " + name, "half of this machine's memory");
    refused("bench --replay " + name, "half of this machine's memory");
}

/// A header of a few bytes does not make the algorithms keep numbers for all that it claims.
TEST_F(Inputs, DimensionsWithoutEntries) {
    const std::string n = std::to_string(uint64_t{1} << 60);
    const std::string name = write("huge.mtx", head + n + " " + n + " 1\n1 " + n + "\n");
    for (const char *command : {"run all --graph ", "bench --graph "})
        refused(command + name, "1,152,921,504,606,846,976 vertices are too many for 1 entries");
    refused("run gcn --features random:3 --labels " + name + " --graph " + name, "too many");
    EXPECT_EQ(tool("convert " + name + " " + path("copy.mtx")).status, 0);
    EXPECT_EQ(tool("info --graph " + name).status, 0);
    EXPECT_NE(read("copy.mtx").find("\n1 " + n + "\n"), std::string::npos);
    const std::string features =
        write("wide.mtx", "%%MatrixMarket matrix coordinate real general\n3 " + n + " 1\n1 1 1\n");
    refused("run gcn --graph path:3 --labels " + features + " --features " + features,
            "columns are too many for 1 entries");
}

TEST_F(Inputs, ShapesOfArrays) {
    const auto array = [](const std::string &shape) {
        const std::string text =
            "{'descr': '<f4', 'fortran_order': False, 'shape': (" + shape + "), }\n";
        return std::string("\x93NUMPY\1\0", 8) + static_cast<char>(text.size()) + '\0' + text;
    };
    for (const char *shape :
         {"18446744073709551615, 0", "0, 18446744073709551615", "0, 0", "4294967296, 4294967296",
          "18446744073709551615, 18446744073709551615", "-1, 3", "1", "1e3, 1", ""})
        EXPECT_THROW(grb::tool::parse_npy(array(shape), "a.npy"), InputError) << shape;
    EXPECT_EQ(grb::tool::parse_npy(array("1, 1") + std::string(4, '\0'), "a.npy").values.size(),
              1u);
}

TEST_F(Inputs, LogsWithShapesThatCannotBe) {
    const std::string mxv = "op=mxv semiring=PLUS_TIMES_FP64 mask=none tran=0 flip=0 ";
    Outcome outcome = replay(mxv + "A=3x3:2:sparse:FP64 u=3:1:sparse:FP64");
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(outcome.out.find("not replayed"), std::string::npos) << outcome.out;
    for (const std::string &shape : {std::string("99999999999x99999999999:9"), std::string("0x3:0"),
                                     std::string("3:3"), std::string("x"), std::string("-3x3:2")})
        EXPECT_NE(replay(mxv + "A=" + shape + ":sparse:FP64 u=3:1:sparse:FP64")
                      .out.find("not replayed: 1 line of mxv"),
                  std::string::npos)
            << shape;
    // Names of functions, of a variable that is no object, of nothing, are names of no type.
    for (const char *type : {"init", "mxm", "Matrix_new", "ALL", "FP65", "", "FP64\1"}) {
        outcome = replay(mxv + "A=3x3:2:sparse:" + type + " u=3:1:sparse:FP64");
        EXPECT_EQ(outcome.status, 0) << type << outcome.err;
        EXPECT_NE(outcome.out.find("not replayed: 1 line of mxv"), std::string::npos) << type;
    }
    expect_refused(replay(mxv + "A=3x3:2:sparse:PLUS_FP64 u=3:1:sparse:FP64"), "log: op=mxv ");
    expect_refused(replay(mxv + "A=1000000000x1000000000:999999999999999:sparse:FP64 u=3:1:a:FP64"),
                   "with 999999999999999 entries is too large for this machine");
    outcome = replay(mxv + "A=3x3:2:sparse:FP64 u=4:1:sparse:FP64");
    EXPECT_EQ(outcome.status, 2) << outcome.err;
    EXPECT_NE(outcome.err.find("log: op=mxv "), std::string::npos) << outcome.err;
}

TEST_F(Inputs, ReportsThatNestWithoutEnd) {
    const std::string name = write("deep.json", std::string(1 << 20, '['));
    refused("bench --compare " + name + " " + name, "not a report of 'graphblast bench --json'");
}

/// A terminal obeys nothing that a name or a file holds.
TEST_F(Inputs, MessagesArePrintable) {
    refused("run bfs --graph '" + path("\x1b[31m\n\xff.mtx") + "'", "\\x1b[31m\\n\\xff.mtx: ");
    const std::string umlaut = "gr\xc3\xb6\xc3\x9f"
                               "e.mtx";
    refused("run bfs --graph " + path(umlaut), umlaut + ": cannot open");
    const Outcome outcome = tool("run 'b\x1b"
                                 "fs' --graph path:3");
    EXPECT_EQ(outcome.status, 1);
    EXPECT_NE(outcome.err.find("'b\\x1bfs' is no algorithm"), std::string::npos) << outcome.err;
}

/// A name that is no text does not cost the results.
TEST_F(Inputs, ReportsOfOddNames) {
    const std::string name = write("\xff.mtx", head + "2 2 1\n1 2\n");
    const Outcome outcome = tool("run bfs --graph " + name + " --json " + path("r.json"));
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_NE(outcome.out.find("\\xff.mtx: 2 vertices"), std::string::npos) << outcome.out;
    EXPECT_NE(read("r.json").find("\"vertices\": 2"), std::string::npos);
}

} // namespace
