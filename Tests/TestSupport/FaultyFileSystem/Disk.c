#include "Folder.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static void free_changes(disk_file *file) {
    for (change *each = file->changes, *next; each; each = next) {
        next = each->next;
        free(each->bytes);
        free(each);
    }
    file->changes = NULL;
}

static void free_file(disk_file *file) {
    free_changes(file);
    free(file->path);
    free(file->content);
    free(file);
}

static void forget(faulty_folder *folder, disk_file *file) {
    disk_file **link = &folder->files;
    while (*link != file) link = &(*link)->next;
    *link = file->next;
    free_file(file);
}

/// Finds the state of a file; forgets it if another file has the path now.
static disk_file *find(faulty_folder *folder, const char *path) {
    disk_file *file = folder->files;
    while (file && (file->is_removed || strcmp(file->path, path) != 0)) file = file->next;
    struct stat status;
    if (!file || (stat(path, &status) == 0 && status.st_ino == file->number)) return file;
    forget(folder, file);
    return NULL;
}

void disk_open(faulty_folder *folder, const char *path, sqlite3_file *source, bool is_new) {
    lock_folders();
    struct stat status;
    if (!find(folder, path) && stat(path, &status) == 0) {
        disk_file *file = calloc(1, sizeof *file);
        file->path = strdup(path);
        file->number = status.st_ino;
        file->is_new = is_new;
        file->size = status.st_size;
        file->content = malloc((size_t)file->size + 1);
        source->pMethods->xRead(source, file->content, (int)file->size, 0);
        file->next = folder->files;
        folder->files = file;
    }
    unlock_folders();
}

static void append(faulty_folder *folder, const char *path, const void *bytes, int count, sqlite3_int64 offset) {
    lock_folders();
    disk_file *file = find(folder, path);
    if (file) {
        change *new = calloc(1, sizeof *new);
        new->offset = offset;
        new->count = count;
        if (count > 0) new->bytes = memcpy(malloc((size_t)count), bytes, (size_t)count);
        change **link = &file->changes;
        while (*link) link = &(*link)->next;
        *link = new;
    }
    unlock_folders();
}

void disk_write(faulty_folder *folder, const char *path, const void *bytes, int count, sqlite3_int64 offset) {
    append(folder, path, bytes, count, offset);
}

void disk_truncate(faulty_folder *folder, const char *path, sqlite3_int64 size) {
    append(folder, path, NULL, -1, size);
}

void resize(disk_file *file, sqlite3_int64 size) {
    if (size > file->size) {
        file->content = realloc(file->content, (size_t)size + 1);
        memset(file->content + file->size, 0, (size_t)(size - file->size));
    }
    file->size = size;
}

void disk_sync(faulty_folder *folder, const char *path) {
    lock_folders();
    disk_file *file = find(folder, path);
    if (file) {
        for (change *each = file->changes; each; each = each->next) {
            if (each->count < 0) {
                resize(file, each->offset);
                continue;
            }
            if (each->offset + each->count > file->size) resize(file, each->offset + each->count);
            memcpy(file->content + each->offset, each->bytes, (size_t)each->count);
        }
        free_changes(file);
        // SQLite syncs the folder with the first sync of a new file.
        for (disk_file *other = folder->files, *next; file->is_new && other; other = next) {
            next = other->next;
            if (other->is_removed) forget(folder, other);
        }
        file->is_new = false;
    }
    unlock_folders();
}

void disk_delete(faulty_folder *folder, const char *path, bool is_synced) {
    lock_folders();
    disk_file *file = folder->files;
    while (file && (file->is_removed || strcmp(file->path, path) != 0)) file = file->next;
    if (file && (is_synced || file->is_new)) {
        forget(folder, file);
    } else if (file) {
        file->is_removed = true;
    }
    unlock_folders();
}

void disk_reset(faulty_folder *folder) {
    while (folder->files) forget(folder, folder->files);
}
