#define _GNU_SOURCE
#include "CChildProcess.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/// Runs in the child between fork and exec, where only async-signal-safe functions may be called.
static int become(const char *path, char *const arguments[], char *const environment[], int output, int errors,
                  uint64_t memory, int report) {
    setpgid(0, 0);
    int input = open("/dev/null", O_RDONLY);
    if (input < 0) return errno;
    // The descriptors may be among the first three, so they are copied out of the way first.
    int out = fcntl(output, F_DUPFD, 10), err = fcntl(errors, F_DUPFD, 10);
    if (out < 0 || err < 0) return errno;
    if (dup2(input, 0) < 0 || dup2(out, 1) < 0 || dup2(err, 2) < 0) return errno;
    struct rlimit files;
    int last = getrlimit(RLIMIT_NOFILE, &files) == 0 && files.rlim_cur < 65536 ? (int)files.rlim_cur : 65536;
    for (int file = 3; file < last; file++) {
        if (file != report) close(file);
    }
#ifdef __linux__
    struct rlimit limit = {.rlim_cur = memory, .rlim_max = memory};
    if (setrlimit(RLIMIT_DATA, &limit) != 0 && errno != EPERM) return errno;
#endif
    struct rlimit cores = {0, 0};
    setrlimit(RLIMIT_CORE, &cores);
    for (int signal_number = 1; signal_number < NSIG; signal_number++) signal(signal_number, SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    execve(path, arguments, environment);
    return errno;
}

int start_child(const char *path, char *const arguments[], char *const environment[], int output, int errors,
                uint64_t memory, pid_t *child) {
    int report[2];
    if (pipe(report) != 0) return errno;
    for (int end = 0; end < 2; end++) {
        // Above the descriptors of the standard streams, which the child replaces.
        int moved = fcntl(report[end], F_DUPFD_CLOEXEC, 3);
        if (moved < 0) {
            int failure = errno;
            close(report[0]);
            close(report[1]);
            return failure;
        }
        close(report[end]);
        report[end] = moved;
    }
    pid_t process = fork();
    if (process == 0) {
        int failure = become(path, arguments, environment, output, errors, memory, report[1]);
        (void)!write(report[1], &failure, sizeof failure);
        _exit(127);
    }
    int failure = process < 0 ? errno : 0;
    close(report[1]);
    if (process > 0) {
        ssize_t count;
        int reported = 0;
        // The pipe is closed without a report when the program has started.
        do count = read(report[0], &reported, sizeof reported);
        while (count < 0 && errno == EINTR);
        if (count == sizeof reported) {
            failure = reported;
            while (waitpid(process, NULL, 0) < 0 && errno == EINTR) {}
        }
    }
    close(report[0]);
    if (failure == 0) *child = process;
    return failure;
}

int wait_for_child(pid_t child, void (*will_reap)(void *), void *context) {
    siginfo_t info;
    while (waitid(P_PID, (id_t)child, &info, WEXITED | WNOWAIT) != 0 && errno == EINTR) {}
    // The ended process still reserves the id of its group.
    kill(-child, SIGKILL);
    will_reap(context);
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {}
    return status;
}
