#include "Folder.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int register_faulty_file_system(void);

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static faulty_folder *folders = NULL;

void lock_folders(void) { pthread_mutex_lock(&mutex); }
void unlock_folders(void) { pthread_mutex_unlock(&mutex); }

faulty_folder *faulty_folder_create(const char *path) {
    faulty_folder *folder = calloc(1, sizeof *folder);
    folder->path = strdup(path);
    folder->is_active = true;
    lock_folders();
    bool is_first = folders == NULL;
    folder->next = folders;
    folders = folder;
    if (is_first) register_faulty_file_system();
    unlock_folders();
    return folder;
}

void faulty_folder_plan(faulty_folder *folder, fault_kind kind, int operation, uint64_t seed, const char *crashed) {
    lock_folders();
    disk_reset(folder);
    free(folder->crashed);
    folder->crashed = crashed ? strdup(crashed) : NULL;
    folder->kind = kind;
    folder->operation = operation;
    folder->count = folder->space_count = 0;
    // The generator needs a number other than 0.
    folder->random = seed * 2 + 1;
    folder->fault[0] = 0;
    unlock_folders();
}

int faulty_folder_count(faulty_folder *folder, fault_kind kind) {
    lock_folders();
    int count = kind == FAULT_FULL ? folder->space_count : folder->count;
    unlock_folders();
    return count;
}

bool faulty_folder_fault(faulty_folder *folder, char *text, int size) {
    lock_folders();
    snprintf(text, (size_t)size, "%s", folder->fault);
    unlock_folders();
    return text[0] != 0;
}

void faulty_folder_end(faulty_folder *folder) {
    lock_folders();
    disk_reset(folder);
    folder->is_active = false;
    unlock_folders();
}

faulty_folder *folder_of(const char *path) {
    if (!path) return NULL;
    lock_folders();
    faulty_folder *folder = folders;
    for (; folder; folder = folder->next) {
        size_t length = strlen(folder->path);
        if (folder->is_active && strncmp(path, folder->path, length) == 0 && path[length] == '/') break;
    }
    unlock_folders();
    return folder;
}

bool fails(faulty_folder *folder, bool needs_space, const char *operation, const char *path) {
    lock_folders();
    folder->count++;
    if (needs_space) folder->space_count++;
    int count = folder->kind == FAULT_FULL ? folder->space_count : folder->count;
    bool is_due = folder->kind == FAULT_ERROR ? count == folder->operation : count >= folder->operation;
    bool result = folder->is_active && folder->kind != FAULT_NONE && is_due
        && (folder->kind != FAULT_FULL || needs_space);
    if (result && !folder->fault[0]) {
        const char *name = strrchr(path, '/');
        snprintf(folder->fault, sizeof folder->fault, "%s %s", operation, name ? name + 1 : path);
        if (folder->kind == FAULT_CRASH) disk_crash(folder);
    }
    unlock_folders();
    return result;
}
