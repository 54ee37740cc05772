// Ends commands at their time limit, and shows how far an algorithm is.
#include "time_limit.h"

#include "between.h"
#include "engine.h"
#include "team.h"

#include "io/output_file.h"
#include "io/progress_text.h"
#include "io/standard_streams.h"
#include "io/status_line.h"

#include <CLI/CLI.hpp>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <exception>
#include <fmt/format.h>
#include <graphblast/algorithms.h>
#include <optional>
#include <poll.h>
#include <string_view>
#include <thread>
#include <unistd.h>

namespace grb::tool {

namespace {

using Clock = std::chrono::steady_clock;

constexpr double grace = 5;

/// The main thread's part in the end at the limit.
enum class Stage {
    other,     ///< it does not look at is_over
    algorithm, ///< one is running, and looks at is_over
    end        ///< the thread that set this ends the program
};

/// Shared with the thread that waits for the time limit.
struct Limit {
    double seconds = 0;
    std::atomic<bool> is_over{false};
    std::atomic<Stage> stage{Stage::other};
};
Limit limit_;

bool go(Stage from, Stage to) {
    return limit_.stage.compare_exchange_strong(from, to);
}

std::string limit_text() {
    return fmt::format("stopped after {:g} s, the time limit", limit_.seconds);
}

void wait(double seconds) {
    std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
}

/// Waits for another thread's output no longer than a moment: a reader of the pipe may be stuck.
void flush_output() {
    pollfd output{STDOUT_FILENO, POLLOUT, 0};
    if (poll(&output, 1, 0) != 1 || ftrylockfile(stdout) != 0) return;
    std::fflush(stdout);
    funlockfile(stdout);
}

[[noreturn]] void end_program() {
    remove_unfinished_outputs();
    erase_status();
    flush_output();
    put_on_standard_error(fmt::format("graphblast: {}\n", limit_text()));
    _exit(time_over_status);
}

void wait_for_limit() {
    // The first of several processes ends the job, so that its message comes.
    wait(limit_.seconds + (is_silent() ? 1 : 0));
    limit_.is_over = true;
    if (!go(Stage::other, Stage::end)) {
        wait(grace);
        // An algorithm that has stopped leaves the end to the main thread; its output may be stuck.
        if (!go(Stage::algorithm, Stage::end) && !go(Stage::other, Stage::end)) wait(grace);
    }
    end_program();
}

/// The running algorithm as it reports itself.
struct Rounds {
    Clock::time_point begin = Clock::now();
    RoundText text;
    std::string_view name;      ///< such as "bfs_levels"
    uint64_t done = 0;          ///< rounds
    std::exception_ptr failure; ///< of the watch function, which C code calls
};

/// All processes stop before the same round: when the first one's time is over.
bool is_over_for_all() {
    if (limit_.seconds == 0 || team().size() == 1) return limit_.is_over;
    if (team().gather_numbers<char>(limit_.is_over ? 1 : 0).front() == 0) return false;
    limit_.is_over = true;
    return true;
}

/// The watch function of algorithms.
bool begin_round(const gba_Progress *progress, void *data) {
    Rounds &rounds = *static_cast<Rounds *>(data);
    rounds.name = progress->function;
    rounds.name.remove_prefix(std::string_view("gba_").size());
    rounds.done = progress->rounds;
    if (has_status_line()) {
        const std::chrono::duration<double> now = Clock::now() - rounds.begin;
        const std::optional<std::string> line =
            rounds.text.at(now.count(), rounds.name, progress->rounds, progress->done,
                           progress->total, status_columns());
        if (line) show_status(*line);
    }
    try {
        return is_over_for_all();
    } catch (...) {
        rounds.failure = std::current_exception();
        return true;
    }
}

/// Watches the calling thread's algorithms during its life.
class Watch {
public:
    explicit Watch(Rounds &rounds) {
        gba_watch(begin_round, &rounds);
        change(Stage::other, Stage::algorithm);
    }
    ~Watch() {
        change(Stage::algorithm, limit_.is_over ? Stage::end : Stage::other);
        gba_watch(nullptr, nullptr);
        erase_status();
    }
    Watch(const Watch &) = delete;
    Watch &operator=(const Watch &) = delete;

private:
    /// Waits for the end where the other thread has begun it.
    static void change(Stage from, Stage to) {
        while (!go(from, to)) pause();
    }
};

} // namespace

void add_timeout(CLI::App &all, double &seconds) {
    for (const char *const name : {"run", "gap", "graphalytics", "bench", "explain", "report",
                                   "plot", "generate", "convert", "weaver"})
        all.get_subcommand(name)
            ->add_option("--timeout", seconds,
                         "Stop after so many seconds with status 124; files appear whole or not")
            ->check(between(0.001, 1e9));
}

void limit_time(double seconds) {
    if (seconds == 0) return;
    limit_.seconds = seconds;
    // The thread handles no signals: their handlers interrupt the calls of the main thread.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    std::thread(wait_for_limit).detach();
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

void watched(const std::function<GrB_Info()> &algorithm, const char *call) {
    Rounds rounds;
    GrB_Info info = GrB_SUCCESS;
    {
        const Watch watch(rounds);
        info = algorithm();
    }
    if (rounds.failure) std::rethrow_exception(rounds.failure);
    if (info != GBA_STOPPED) check(info, call);
    if (limit_.stage == Stage::end)
        throw TimeOver(fmt::format("{}: {} had {} round{} done", limit_text(), rounds.name,
                                   rounds.done, rounds.done == 1 ? "" : "s"));
}

} // namespace grb::tool
