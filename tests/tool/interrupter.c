/* Loaded before a program, it interrupts it all the time: of three calls that open, read, write or sync two fail with
   EINTR, the third moves 1000 bytes at most; and each 100 us comes a signal whose handler does not restart calls, which
   also reaches those within the C library. What was interrupted is written into the file that INTERRUPTIONS names. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

enum { opens, reads, writes, syncs, signals, kinds };
static atomic_long counts[kinds];

static int interrupts(int kind) {
    const long turn = atomic_fetch_add(&counts[kind], 1);
    if (turn % 3 != 2) errno = EINTR;
    return turn % 3 != 2;
}

static size_t part_of(size_t size) {
    return size < 1000 ? size : 1000;
}

static int open_now(int folder, const char *path, int flags, va_list arguments) {
    const mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(arguments, mode_t) : 0;
    return interrupts(opens) ? -1 : (int)syscall(SYS_openat, folder, path, flags, mode);
}

int open(const char *path, int flags, ...) {
    va_list arguments;
    va_start(arguments, flags);
    const int number = open_now(AT_FDCWD, path, flags, arguments);
    va_end(arguments);
    return number;
}

int openat(int folder, const char *path, int flags, ...) {
    va_list arguments;
    va_start(arguments, flags);
    const int number = open_now(folder, path, flags, arguments);
    va_end(arguments);
    return number;
}

ssize_t read(int file, void *bytes, size_t size) {
    return interrupts(reads) ? -1 : syscall(SYS_read, file, bytes, part_of(size));
}

ssize_t write(int file, const void *bytes, size_t size) {
    return interrupts(writes) ? -1 : syscall(SYS_write, file, bytes, part_of(size));
}

int fsync(int file) {
    return interrupts(syncs) ? -1 : (int)syscall(SYS_fsync, file);
}

static void count_signal(int number) {
    (void)number;
    atomic_fetch_add(&counts[signals], 1);
}

__attribute__((constructor)) static void begin(void) {
    struct sigaction action = {.sa_handler = count_signal};
    const struct itimerval each = {{0, 100}, {0, 100}};
    sigaction(SIGALRM, &action, NULL);
    setitimer(ITIMER_REAL, &each, NULL);
}

__attribute__((destructor)) static void end(void) {
    const struct itimerval never = {{0, 0}, {0, 0}};
    const char *const name = getenv("INTERRUPTIONS");
    setitimer(ITIMER_REAL, &never, NULL);
    FILE *const file = name == NULL ? NULL : fopen(name, "w");
    if (file == NULL) return;
    for (int kind = 0; kind < kinds; kind++) fprintf(file, "%ld ", atomic_load(&counts[kind]));
    fclose(file);
}
