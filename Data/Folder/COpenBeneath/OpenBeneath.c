#define _GNU_SOURCE
#include "OpenBeneath.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <unistd.h>
#ifdef __linux__
#include <linux/openat2.h>
#include <sys/syscall.h>
#endif

int open_beneath(int folder, const char *path, int flags) {
#ifdef __linux__
    struct open_how how = {.flags = flags | O_CLOEXEC, .resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS};
    long file;
    do file = syscall(SYS_openat2, folder, path, &how, sizeof how);
    while (file < 0 && errno == EINTR);
    // Linux before 5.6 has no such call, and some sandboxes forbid it.
    if (file >= 0 || (errno != ENOSYS && errno != EPERM)) return (int)file;
#endif
    return open_beneath_by_component(folder, path, flags);
}

/// Opens an entry of a folder by the first `length` bytes of a name.
static int open_entry(int folder, const char *name, size_t length, int flags) {
    char entry[NAME_MAX + 1] = {0};
    if (length > NAME_MAX) {
        errno = ENAMETOOLONG;
        return -1;
    }
    memcpy(entry, name, length);
    if (strcmp(entry, "..") == 0) {
        errno = EXDEV;
        return -1;
    }
    int file;
    do file = openat(folder, entry, flags | O_NOFOLLOW | O_CLOEXEC);
    while (file < 0 && errno == EINTR);
    return file;
}

int open_beneath_by_component(int folder, const char *path, int flags) {
    for (int current = folder;;) {
        const size_t length = strcspn(path, "/");
        const char *rest = path + length + strspn(path + length, "/");
        const int next = open_entry(current, path, length, *rest ? O_RDONLY | O_DIRECTORY : flags);
        const int error = errno;
        if (current != folder) close(current);
        errno = error;
        if (next < 0 || !*rest) return next;
        current = next;
        path = rest;
    }
}
