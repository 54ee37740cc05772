// Tests text output on C's streams during frequent signals whose handler does not restart calls.
#include "GraphBLAS.h"
#include "suitesparse/GraphBLAS.h"

#include "base/open_file.hpp"

#include <csignal>
#include <cstdio>
#include <gtest/gtest.h>
#include <optional>
#include <string>
#include <sys/time.h>
#include <thread>
#include <unistd.h>

namespace {

volatile std::sig_atomic_t interruptions = 0;

/// Sends a signal each 100 us to the thread that makes this.
class Interruptions {
public:
    Interruptions() {
        struct sigaction action {};
        action.sa_handler = [](int) { interruptions = interruptions + 1; };
        sigaction(SIGALRM, &action, &before_);
        const itimerval each{{0, 100}, {0, 100}};
        setitimer(ITIMER_REAL, &each, nullptr);
    }
    ~Interruptions() {
        const itimerval never{};
        setitimer(ITIMER_REAL, &never, nullptr);
        sigaction(SIGALRM, &before_, nullptr);
    }
    Interruptions(const Interruptions &) = delete;
    Interruptions &operator=(const Interruptions &) = delete;

private:
    struct sigaction before_ {};
};

/// A stream into a pipe with a slow reader, and the text that arrived.
class SlowPipe {
public:
    explicit SlowPipe(bool is_buffered) {
        int ends[2] = {-1, -1};
        EXPECT_EQ(pipe(ends), 0);
        stream = fdopen(ends[1], "w");
        if (!is_buffered) std::setvbuf(stream, nullptr, _IONBF, 0);
        reader_ = std::thread([this, source = ends[0]] {
            sigset_t all;
            sigfillset(&all);
            pthread_sigmask(SIG_BLOCK, &all, nullptr);
            char bytes[1000];
            ssize_t size = 0;
            while ((size = read(source, bytes, sizeof bytes)) > 0) {
                text_.append(bytes, static_cast<std::size_t>(size));
                usleep(300);
            }
            close(source);
        });
    }
    std::string finish() {
        std::fclose(stream);
        reader_.join();
        return text_;
    }
    std::FILE *stream = nullptr;

private:
    std::string text_;
    std::thread reader_;
};

std::string long_text() {
    std::string text;
    for (int k = 0; k < 40000; k++) text += std::to_string(k) + "\n";
    return text;
}

TEST(InterruptedText, IsWholeInAPipe) {
    const std::string text = long_text();
    for (const bool is_buffered : {false, true}) {
        const std::sig_atomic_t before = interruptions;
        SlowPipe pipe(is_buffered);
        {
            const Interruptions signals;
            std::fputs("begin\n", pipe.stream); // the buffered text comes first
            EXPECT_TRUE(grb::put_text(pipe.stream, text));
        }
        EXPECT_TRUE(pipe.finish() == "begin\n" + text);
        EXPECT_GT(interruptions - before, 10);
    }
}

TEST(InterruptedText, OfAFileStaysInOrder) {
    std::FILE *const file = std::tmpfile();
    ASSERT_NE(file, nullptr);
    std::fputs("one ", file);
    EXPECT_TRUE(grb::put_text(file, "two "));
    std::fputs("three", file);
    EXPECT_EQ(std::ftell(file), 13);
    std::rewind(file);
    char text[20] = "";
    EXPECT_EQ(std::fread(text, 1, sizeof text, file), 13u);
    EXPECT_STREQ(text, "one two three");
    std::fclose(file);
}

TEST(InterruptedText, FailsWhereItCannotBeWritten) {
    std::FILE *const full = std::fopen("/dev/full", "w");
    ASSERT_NE(full, nullptr);
    EXPECT_FALSE(grb::put_text(full, "text")); // the stream's buffer has room
    std::fclose(full);
}

TEST(InterruptedText, OfPrintedObjects) {
    ASSERT_EQ(GrB_init(GrB_NONBLOCKING), GrB_SUCCESS);
    GrB_Matrix A = nullptr;
    ASSERT_EQ(GrB_Matrix_new(&A, GrB_FP64, 200, 200), GrB_SUCCESS);
    ASSERT_EQ(
        GrB_Matrix_assign_FP64(A, nullptr, nullptr, 0.125, GrB_ALL, 200, GrB_ALL, 200, nullptr),
        GrB_SUCCESS);
    const auto printed = [&](bool is_interrupted) {
        SlowPipe pipe(true);
        {
            const std::optional<Interruptions> signals =
                is_interrupted ? std::make_optional<Interruptions>() : std::nullopt;
            EXPECT_EQ(GxB_Matrix_fprint(A, "A", GxB_COMPLETE, pipe.stream), GrB_SUCCESS);
        }
        return pipe.finish();
    };
    const std::string plain = printed(false);
    EXPECT_GT(plain.size(), 200000u);
    EXPECT_TRUE(printed(true) == plain);
    std::FILE *const full = std::fopen("/dev/full", "w");
    EXPECT_EQ(GxB_Matrix_fprint(A, "A", GxB_SHORT, full), GrB_INVALID_VALUE);
    std::fclose(full);
    ASSERT_EQ(GrB_Matrix_free(&A), GrB_SUCCESS);
    ASSERT_EQ(GrB_finalize(), GrB_SUCCESS);
}

} // namespace
