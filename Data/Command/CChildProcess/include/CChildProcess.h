#pragma once
#include <stdint.h>
#include <sys/types.h>

/// Starts a program in a session of its own, without a shell, with an empty standard input.
///
/// SIGINT, SIGTERM and SIGHUP, if they would end this process, first kill the running programs with their groups.
///
/// `output` and `errors` become its standard output and error; it inherits no other file. `memory` limits the bytes of
/// its data, and of that of each program that it starts; systems without such a limit ignore it.
///
/// Stores the id of the process and returns 0, or returns the error number of the system.
int start_child(const char *path, char *const arguments[], char *const environment[], int output, int errors,
                uint64_t memory, pid_t *child);

/// Starts a program in a session of its own, without a shell and standard streams, which goes on after this process.
///
/// Returns 0, or the error number of the system.
int start_detached(const char *path, char *const arguments[], char *const environment[]);

/// Whether the program has ended. Its process stays until `wait_for_child`.
int has_ended(pid_t child);

/// Waits until the program of `start_child` ends, then kills the rest of its process group.
///
/// Returns its status as waitpid(2) does. The id is free for another process after this function has returned.
int wait_for_child(pid_t child, void (*will_reap)(void *), void *context);
