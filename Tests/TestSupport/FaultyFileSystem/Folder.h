/// The folders of the faulty file system, and the state of their files on a disk.

#ifndef FOLDER_H
#define FOLDER_H

#include <sqlite3.h>
#include <sys/types.h>

#include "FaultyFileSystem.h"

/// A change of a file that is not synced.
typedef struct change {
    sqlite3_int64 offset;
    /// The number of bytes; -1 if the file ends at the offset from then on.
    int count;
    char *bytes;
    struct change *next;
} change;

/// A file as it is on the disk: its synced content, and later changes.
typedef struct disk_file {
    char *path;
    ino_t number;
    char *content;
    sqlite3_int64 size;
    change *changes;
    /// Whether a crash can remove the file, because its name is not synced.
    bool is_new;
    /// Whether a crash can bring the file back, because its removal is not synced.
    bool is_removed;
    struct disk_file *next;
} disk_file;

struct faulty_folder {
    char *path;
    fault_kind kind;
    int operation, count, space_count;
    uint64_t random;
    char *crashed;
    char fault[200];
    bool is_active;
    disk_file *files;
    struct faulty_folder *next;
};

/// Protects all folders.
void lock_folders(void);
void unlock_folders(void);

/// Returns the observed folder of a file, or NULL.
faulty_folder *folder_of(const char *path);

/// Counts an operation, and returns whether it fails.
bool fails(faulty_folder *folder, bool needs_space, const char *operation, const char *path);

/// Records a change of an observed file. Call `disk_open` before the first one.
void disk_open(faulty_folder *folder, const char *path, sqlite3_file *file, bool is_new);
void disk_write(faulty_folder *folder, const char *path, const void *bytes, int count, sqlite3_int64 offset);
void disk_truncate(faulty_folder *folder, const char *path, sqlite3_int64 size);
void disk_sync(faulty_folder *folder, const char *path);
void disk_delete(faulty_folder *folder, const char *path, bool is_synced);

/// Forgets the state of all files.
void disk_reset(faulty_folder *folder);

/// Copies a folder as a crash leaves it.
void disk_crash(faulty_folder *folder);

#endif
