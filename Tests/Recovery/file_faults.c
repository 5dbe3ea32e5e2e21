// Makes the Nth operation that changes files below a folder fail, or kills the program at it.
//
// Loaded with LD_PRELOAD, so it covers every library of the program. The environment sets the folder (FAULT_FOLDER), the
// operation (FAULT_AT, from 1; 0 fails none), the fault (FAULT_KIND: an errno, or 0 to kill), whether all later ones fail,
// too (FAULT_LASTS), and a file of eight bytes in which operations are counted (FAULT_COUNT).
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static _Atomic long own_count;
static _Atomic long *count = &own_count;
static const char *folder;
static long fault_at;
static int fault_kind, fault_lasts;

__attribute__((constructor)) static void configure(void) {
    const char *file = getenv("FAULT_COUNT");
    folder = getenv("FAULT_FOLDER");
    fault_at = atol(getenv("FAULT_AT") ?: "0");
    fault_kind = atoi(getenv("FAULT_KIND") ?: "5");
    fault_lasts = getenv("FAULT_LASTS") != NULL;
    int descriptor = file ? syscall(SYS_open, file, O_RDWR) : -1;
    void *shared = descriptor < 0 ? MAP_FAILED : mmap(NULL, 8, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
    if (shared != MAP_FAILED) count = shared;
}

// Whether this operation fails; sets errno.
static int fails(const char *path) {
    if (!folder || !path || strncmp(path, folder, strlen(folder)) != 0) return 0;
    long number = atomic_fetch_add(count, 1) + 1;
    if (!fault_at || number < fault_at || (number > fault_at && !fault_lasts)) return 0;
    if (!fault_kind) raise(SIGKILL);
    errno = fault_kind;
    return 1;
}

static int fails_at(int descriptor) {
    char link[32], path[PATH_MAX];
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0) return 0;
    path[length] = 0;
    return fails(path);
}

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

#define OPEN(name)                                                                   \
    int name(const char *path, int flags, ...) {                                     \
        va_list rest;                                                                \
        va_start(rest, flags);                                                       \
        mode_t mode = flags & (O_CREAT | __O_TMPFILE) ? va_arg(rest, mode_t) : 0;    \
        va_end(rest);                                                                \
        if (flags & (O_CREAT | O_WRONLY | O_TRUNC) && fails(path)) return -1;        \
        return NEXT(name)(path, flags, mode);                                        \
    }
OPEN(open)
OPEN(open64)

#define CHANGE_FILE(result, name, parameters, ...)                     \
    result name parameters { return fails_at(file) ? -1 : NEXT(name)(__VA_ARGS__); }
CHANGE_FILE(ssize_t, write, (int file, const void *bytes, size_t size), file, bytes, size)
CHANGE_FILE(ssize_t, pwrite, (int file, const void *bytes, size_t size, off_t at), file, bytes, size, at)
CHANGE_FILE(ssize_t, pwrite64, (int file, const void *bytes, size_t size, off64_t at), file, bytes, size, at)
CHANGE_FILE(ssize_t, sendfile, (int file, int from, off_t *at, size_t size), file, from, at, size)
CHANGE_FILE(int, fsync, (int file), file)
CHANGE_FILE(int, fdatasync, (int file), file)
CHANGE_FILE(int, ftruncate, (int file, off_t size), file, size)
CHANGE_FILE(int, ftruncate64, (int file, off64_t size), file, size)

#define CHANGE_PATH(name, parameters, ...)                             \
    int name parameters { return fails(path) ? -1 : NEXT(name)(__VA_ARGS__); }
CHANGE_PATH(rename, (const char *from, const char *path), from, path)
CHANGE_PATH(link, (const char *from, const char *path), from, path)
CHANGE_PATH(mkdir, (const char *path, mode_t mode), path, mode)
CHANGE_PATH(renameat, (int old, const char *from, int new, const char *path), old, from, new, path)
CHANGE_PATH(linkat, (int old, const char *from, int new, const char *path, int flags), old, from, new, path, flags)

// Removing needs no space.
#define REMOVE(name, parameters, ...)                                  \
    int name parameters {                                              \
        if (fault_kind == ENOSPC) return NEXT(name)(__VA_ARGS__);      \
        return fails(path) ? -1 : NEXT(name)(__VA_ARGS__);             \
    }
REMOVE(unlink, (const char *path), path)
REMOVE(unlinkat, (int in, const char *path, int flags), in, path, flags)
