// Random programs of calls on living objects, carried out by this library and by another one with
// the same interface, and compared after each call.
//
//   peer_programs OURS PEER [--first N] [--count N] [--steps N] [--program N]
//   peer_programs OURS PEER --blobs
//   peer_programs OURS --soak SECONDS [--first N] [--steps N]
//
// --program N shows one program's calls. A finding is made smaller by leaving out steps, and shown.
// --blobs: each library reads what the other one serialised in SuiteSparse's format. --soak runs
// programs with this library alone and fails when it holds more and more memory after all objects
// were freed.
// Exit status: 0 nothing found, 1 a finding, 2 the libraries cannot be used.
#include "peer/blobs.h"
#include "peer/session.h"

#include <malloc.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>

namespace grb::peer {
namespace {

constexpr long programs_per_process = 25;
constexpr int seconds_per_step = 4; // of the processor: the peer may count through a long dimension

struct Options {
    std::uint64_t first = 0;
    long count = 200, steps = 60, program = -1;
    double soak_seconds = 0;
    bool exchanges_blobs = false;
};

Tally *shared_tally() {
    void *const memory =
        mmap(nullptr, sizeof(Tally), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    return memory == MAP_FAILED ? nullptr : new (memory) Tally;
}

/// From now on, as long as it may take; SIGPROF then.
void start_watch() {
    const itimerval limit{{0, 0}, {seconds_per_step, 0}};
    setitimer(ITIMER_PROF, &limit, nullptr);
}

/// The steps of one program; those left out are false.
using Steps = std::vector<bool>;

std::optional<Finding> run_program(Libraries &libraries, Tally &tally, std::uint64_t number,
                                   const Steps &steps, bool traces) {
    Session session(libraries, tally, number);
    session.traces = traces;
    tally.program = static_cast<long>(number);
    tally.programs++;
    try {
        for (std::size_t k = 0; k < steps.size(); k++) {
            if (libraries.has_peer) start_watch();
            if (steps[k] && !session.run(static_cast<long>(k))) return session.finding();
        }
        if (!session.finish()) return session.finding();
    } catch (const TooLarge &) {
        tally.left_off++;
    }
    return std::nullopt;
}

/// In a process of its own. What it returns: its exit status, or minus the signal that ended it.
template <class Work>
int isolated(Work &&work) {
    std::cout.flush();
    const pid_t child = fork();
    if (child == 0) {
        const int status = work();
        std::cout.flush();
        _exit(status);
    }
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) != child) return 2;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

/// Whether these steps still end in this way: a finding in the same operation, or the same signal.
bool fails_likewise(Libraries &libraries, Tally &tally, std::uint64_t number, const Steps &steps,
                    int status) {
    return isolated([&] {
               libraries.start();
               return run_program(libraries, tally, number, steps, false) ? 1 : 0;
           }) == status;
}

void show_smaller(Libraries &libraries, Tally &tally, std::uint64_t number, long last, long all,
                  int status) {
    Steps steps(static_cast<std::size_t>(last < 0 ? all : last + 1), true);
    for (std::size_t part = steps.size() / 2; part > 0; part /= 2) {
        for (std::size_t begin = 0; begin < steps.size(); begin += part) {
            Steps fewer = steps;
            for (std::size_t k = begin; k < std::min(begin + part, steps.size()); k++)
                fewer[k] = false;
            if (fewer != steps && fails_likewise(libraries, tally, number, fewer, status))
                steps = fewer;
        }
    }
    std::cout << "the same with fewer steps:\n";
    isolated([&] {
        libraries.start();
        const auto finding = run_program(libraries, tally, number, steps, true);
        if (finding) std::cout << "  " << finding->call << "\n  " << finding->text << "\n";
        return 0;
    });
}

void show(const Tally &tally, long peer_crashes) {
    std::printf("%ld programs, %ld calls (%ld failed ones, after which %ld objects were compared), "
                "%ld comparisons of %ld entries\n",
                tally.programs, tally.calls, tally.failed_calls, tally.untouched, tally.comparisons,
                tally.entries);
    for (std::size_t k = 0; k < operations().size(); k++)
        std::printf("%s%s=%ld", k == 0 ? "" : " ", operations()[k].name, tally.operations[k]);
    std::printf("\nlet pass:\n");
    for (int k = 1; k < static_cast<int>(Leniency::count); k++)
        std::printf("  %8ld %s\n", tally.rules[k], name_of(static_cast<Leniency>(k)));
    for (int k = 0; k < static_cast<int>(Rule::count); k++)
        std::printf("  %8ld %s\n", tally.rules[static_cast<int>(Leniency::count) + k],
                    name_of(static_cast<Rule>(k)));
    std::printf("  %8ld crashes of the peer, or steps without end\n", peer_crashes);
    std::printf("  %8ld programs left off at an object with more entries than can be compared\n",
                tally.left_off);
}

/// Returns the number of limits that were exceeded. In 1000 programs the peer crashes seven times.
long check_rules(const Tally &tally, long peer_crashes) {
    const long most_crashes = 5 + tally.programs / 50;
    const long most_left_off = 2 + tally.programs / 1000;
    long excesses = (peer_crashes > most_crashes) + (tally.left_off > most_left_off);
    if (tally.left_off > most_left_off)
        std::printf("more than %ld programs were left off\n", most_left_off);
    if (peer_crashes > most_crashes)
        std::printf("the peer crashed more than %ld times\n", most_crashes);
    for (int k = 0; k < static_cast<int>(Rule::count); k++) {
        const Rule rule = static_cast<Rule>(k);
        const long uses = tally.rules[static_cast<int>(Leniency::count) + k];
        if (uses <= most_of(rule, tally.calls)) continue;
        std::printf("%s let pass %ld, more than %ld\n", name_of(rule), uses,
                    most_of(rule, tally.calls));
        excesses++;
    }
    return excesses;
}

/// All programs, some in each process. The number of findings.
long compare_libraries(Libraries &libraries, const Options &options) {
    Tally *const tally = shared_tally();
    if (tally == nullptr) return 1;
    const Steps all(static_cast<std::size_t>(options.steps), true);
    const std::uint64_t end = options.first + static_cast<std::uint64_t>(options.count);
    long findings = 0, peer_crashes = 0;
    for (std::uint64_t next = options.first; next < end;) {
        const int status = isolated([&] {
            libraries.start();
            for (long k = 0; k < programs_per_process && next < end; k++, next++) {
                const auto finding =
                    run_program(libraries, *tally, next, all, options.program >= 0);
                if (!finding) continue;
                std::cout << "program " << next << ", step " << finding->step << ": "
                          << finding->call << "\n  " << finding->text << "\n";
                tally->step = finding->step;
                return 1;
            }
            libraries.finish();
            return 0;
        });
        if (status == 0) {
            next += programs_per_process;
            continue;
        }
        const auto number = static_cast<std::uint64_t>(tally->program);
        next = number + 1;
        if (status < 0 && tally->side == theirs) {
            peer_crashes++;
            continue;
        }
        if (status < 0)
            std::cout << "program " << number << ", step " << tally->step << " ("
                      << operations()[static_cast<std::size_t>(tally->operation)].name
                      << "): ended by signal " << -status << "\n";
        findings++;
        const long last = tally->step;
        show_smaller(libraries, *tally, number, last, options.steps, status);
    }
    show(*tally, peer_crashes);
    findings += check_rules(*tally, peer_crashes);
    std::printf("%ld findings\n", findings);
    return findings;
}

long resident_kilobytes() {
    long pages = 0, ignored = 0;
    std::FILE *const file = std::fopen("/proc/self/statm", "r");
    if (file == nullptr) return 0;
    if (std::fscanf(file, "%ld %ld", &ignored, &pages) != 2) pages = 0;
    std::fclose(file);
    return pages * (sysconf(_SC_PAGESIZE) / 1024);
}

/// Bytes that the library holds after each program, all objects being freed, level off: the most in
/// the second half of the time exceeds the most in the first by at most a hundredth, which is less
/// than the growth before.
int soak(Libraries &libraries, const Options &options) {
    using Clock = std::chrono::steady_clock;
    const auto start = Clock::now();
    const auto seconds = [&] {
        return std::chrono::duration<double>(Clock::now() - start).count();
    };
    Tally tally;
    const Steps all(static_cast<std::size_t>(options.steps), true);
    Held most[2] = {{0, 0}, {0, 0}};
    double next_line = 0;
    libraries.start();
    for (std::uint64_t number = options.first; seconds() < options.soak_seconds; number++) {
        if (const auto finding = run_program(libraries, tally, number, all, false)) {
            std::printf("program %llu: %s: %s\n", static_cast<unsigned long long>(number),
                        finding->call.c_str(), finding->text.c_str());
            return 1;
        }
        const Held now = held();
        Held &half = most[seconds() > options.soak_seconds / 2];
        half.bytes = std::max(half.bytes, now.bytes);
        half.blocks = std::max(half.blocks, now.blocks);
        if (seconds() >= next_line) {
            std::printf(
                "%.0f s, %ld programs, %ld calls: %ld bytes in %ld blocks; process: %zu bytes "
                "allocated, %ld KB resident\n",
                seconds(), tally.programs, tally.calls, now.bytes, now.blocks, mallinfo2().uordblks,
                resident_kilobytes());
            std::fflush(stdout);
            next_line = seconds() + options.soak_seconds / 20;
        }
    }
    libraries.finish();
    const Held end = held();
    std::printf("most held with all objects freed: %ld bytes in the first half, %ld in the second; "
                "%ld in %ld blocks at the end\n",
                most[0].bytes, most[1].bytes, end.bytes, end.blocks);
    // A thread that helps for the first time keeps a few blocks. What grows has thousands.
    constexpr long blocks_of_threads = 16;
    return most[1].bytes > most[0].bytes + most[0].bytes / 100 ||
           most[1].blocks > most[0].blocks + blocks_of_threads;
}

int run(int argc, char **argv) {
    std::cout << std::unitbuf; // what was written before a crash is seen
    Options options;
    std::vector<std::string> files;
    for (int k = 1; k < argc; k++) {
        const std::string argument = argv[k];
        if (argument.rfind("--", 0) != 0) {
            files.push_back(argument);
            continue;
        }
        if (argument == "--blobs") {
            options.exchanges_blobs = true;
            continue;
        }
        if (k + 1 == argc) return 2;
        const char *const value = argv[++k];
        if (argument == "--first")
            options.first = std::strtoull(value, nullptr, 10);
        else if (argument == "--count")
            options.count = std::atol(value);
        else if (argument == "--steps")
            options.steps = std::atol(value);
        else if (argument == "--program")
            options.program = std::atol(value);
        else if (argument == "--soak")
            options.soak_seconds = std::atof(value);
        else
            return 2;
    }
    if (files.empty() || (files.size() < 2 && options.soak_seconds <= 0)) return 2;
    if (options.program >= 0) {
        options.first = static_cast<std::uint64_t>(options.program);
        options.count = 1;
    }
    Libraries libraries;
    if (!libraries.side[ours].open(files[0])) return 2;
    if (options.soak_seconds > 0) return soak(libraries, options);
    if (!libraries.side[theirs].open(files[1])) return 2;
    libraries.has_peer = true;
    if (options.exchanges_blobs) return compare_blobs(libraries) > 0;
    return compare_libraries(libraries, options) > 0;
}

} // namespace
} // namespace grb::peer

int main(int argc, char **argv) {
    return grb::peer::run(argc, argv);
}
