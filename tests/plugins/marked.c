// A file in the place of a plugin: it leaves a mark when it is opened, and is refused then, as it
// has no entry point.
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

__attribute__((constructor)) static void leave_mark(void) {
    const char *const mark = getenv("MARK");
    if (mark != NULL) close(open(mark, O_CREAT | O_WRONLY, 0600));
}
