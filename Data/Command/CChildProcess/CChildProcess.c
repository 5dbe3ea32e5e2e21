#define _GNU_SOURCE
#include "CChildProcess.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/// The running programs, which a signal that ends this process kills, too; 0 for a free place.
static _Atomic pid_t running[64];

/// How many threads are between `fork` and the registration of its process.
static atomic_int starting;

static const int ending_signals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};

static void replace_running(pid_t from, pid_t to) {
    for (size_t place = 0; place < sizeof running / sizeof *running; place++) {
        pid_t expected = from;
        if (atomic_compare_exchange_strong(&running[place], &expected, to)) return;
    }
}

static void kill_running_and_end(int signal_number) {
    // A thread that starts a program blocks these signals, so this is another one and the wait ends soon.
    while (atomic_load(&starting) > 0) {}
    for (size_t place = 0; place < sizeof running / sizeof *running; place++) {
        pid_t child = atomic_load(&running[place]);
        if (child > 0) kill(-child, SIGKILL);
    }
    signal(signal_number, SIG_DFL);
    raise(signal_number);
}

/// Programs run in sessions of their own, so that the terminal does not send them its signals.
static void handle_ending_signals(void) {
    for (size_t place = 0; place < sizeof ending_signals / sizeof *ending_signals; place++) {
        struct sigaction action;
        if (sigaction(ending_signals[place], NULL, &action) == 0 && action.sa_handler == SIG_DFL) {
            signal(ending_signals[place], kill_running_and_end);
        }
    }
}

/// Forks and registers the process, with the signals blocked that would end this one in between.
static pid_t fork_registered(void) {
    sigset_t ending, former;
    sigemptyset(&ending);
    for (size_t place = 0; place < sizeof ending_signals / sizeof *ending_signals; place++) {
        sigaddset(&ending, ending_signals[place]);
    }
    pthread_sigmask(SIG_BLOCK, &ending, &former);
    atomic_fetch_add(&starting, 1);
    pid_t process = fork();
    if (process != 0) {
        if (process > 0) replace_running(0, process);
        atomic_fetch_sub(&starting, 1);
        pthread_sigmask(SIG_SETMASK, &former, NULL);
    }
    return process;
}

/// Runs in the child between fork and exec, where only async-signal-safe functions may be called.
static int exec_child(const char *path, char *const arguments[], char *const environment[], int output, int errors,
                      uint64_t memory, int report) {
    setsid();
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
    if (memory != UINT64_MAX && setrlimit(RLIMIT_DATA, &limit) != 0 && errno != EPERM) return errno;
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

/// Opens the pipe through which a child reports why it cannot run its program.
static int open_report(int report[2]) {
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
    return 0;
}

/// Returns the error that a child reports. The pipe is closed without a report when the program has started.
static int read_report(int report) {
    int reported = 0;
    ssize_t count;
    do count = read(report, &reported, sizeof reported);
    while (count < 0 && errno == EINTR);
    return count == sizeof reported ? reported : 0;
}

int start_child(const char *path, char *const arguments[], char *const environment[], int output, int errors,
                uint64_t memory, pid_t *child) {
    int report[2];
    int failure = open_report(report);
    if (failure != 0) return failure;
    handle_ending_signals();
    pid_t process = fork_registered();
    if (process == 0) {
        failure = exec_child(path, arguments, environment, output, errors, memory, report[1]);
        (void)!write(report[1], &failure, sizeof failure);
        _exit(127);
    }
    failure = process < 0 ? errno : 0;
    close(report[1]);
    if (process > 0) {
        failure = read_report(report[0]);
        if (failure != 0) {
            replace_running(process, 0);
            while (waitpid(process, NULL, 0) < 0 && errno == EINTR) {}
        }
    }
    close(report[0]);
    if (failure == 0) *child = process;
    return failure;
}

int start_detached(const char *path, char *const arguments[], char *const environment[]) {
    int report[2];
    int failure = open_report(report);
    if (failure != 0) return failure;
    int null = open("/dev/null", O_RDWR | O_CLOEXEC);
    pid_t process = null < 0 ? -1 : fork();
    if (process == 0) {
        // A process whose parent has ended is a child of the system, which waits for its end.
        pid_t program = fork();
        if (program > 0) _exit(0);
        failure = program < 0 ? errno
                              : exec_child(path, arguments, environment, null, null, UINT64_MAX, report[1]);
        (void)!write(report[1], &failure, sizeof failure);
        _exit(127);
    }
    failure = process < 0 ? errno : 0;
    if (null >= 0) close(null);
    close(report[1]);
    if (process > 0) {
        failure = read_report(report[0]);
        while (waitpid(process, NULL, 0) < 0 && errno == EINTR) {}
    }
    close(report[0]);
    return failure;
}

int has_ended(pid_t child) {
    siginfo_t info = {0};
    return waitid(P_PID, (id_t)child, &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid == child;
}

int wait_for_child(pid_t child, void (*will_reap)(void *), void *context) {
    siginfo_t info;
    while (waitid(P_PID, (id_t)child, &info, WEXITED | WNOWAIT) != 0 && errno == EINTR) {}
    // The ended process still reserves the id of its group.
    kill(-child, SIGKILL);
    replace_running(child, 0);
    will_reap(context);
    int status = 0, ended = 0;
    do ended = waitpid(child, &status, 0);
    while (ended < 0 && errno == EINTR);
    // Without its status, the program counts as failed.
    return ended == child ? status : 1 << 8;
}
