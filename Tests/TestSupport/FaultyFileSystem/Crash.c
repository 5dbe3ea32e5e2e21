#define _DEFAULT_SOURCE
#include "Folder.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { sector = 512 };

static bool ends_with(const char *text, const char *ending) {
    size_t length = strlen(text), count = strlen(ending);
    return length >= count && strcmp(text + length - count, ending) == 0;
}

/// xorshift64: https://www.jstatsoft.org/article/view/v008i14
static bool coin(faulty_folder *folder) {
    folder->random ^= folder->random << 13;
    folder->random ^= folder->random >> 7;
    folder->random ^= folder->random << 17;
    return folder->random >> 40 & 1;
}

static void store(const char *path, const char *bytes, sqlite3_int64 count) {
    FILE *target = fopen(path, "wb");
    if (!target) return;
    fwrite(bytes, 1, (size_t)count, target);
    fclose(target);
}

static char *resized(char *content, sqlite3_int64 *size, sqlite3_int64 new_size) {
    if (new_size > *size) {
        content = realloc(content, (size_t)new_size + 1);
        memset(content + *size, 0, (size_t)(new_size - *size));
    }
    *size = new_size;
    return content;
}

/// Stores the synced content with a random part of the later changes, sector by sector.
static void store_after_crash(faulty_folder *folder, disk_file *file, const char *path) {
    sqlite3_int64 size = file->size;
    char *content = memcpy(malloc((size_t)size + 1), file->content, (size_t)size);
    // Some crashes lose all changes and some lose none.
    bool is_mixed = coin(folder), stores_all = coin(folder);
    for (change *each = file->changes; each; each = each->next) {
        if (each->count < 0) {
            if (is_mixed ? coin(folder) : stores_all) content = resized(content, &size, each->offset);
            continue;
        }
        for (int start = 0; start < each->count; start += sector) {
            if (!(is_mixed ? coin(folder) : stores_all)) continue;
            int count = each->count - start < sector ? each->count - start : sector;
            sqlite3_int64 end = each->offset + start + count;
            if (end > size) content = resized(content, &size, end);
            memcpy(content + each->offset + start, each->bytes + start, (size_t)count);
        }
    }
    store(path, content, size);
    free(content);
}

static void copy(const char *path, const char *target, sqlite3_int64 size) {
    FILE *source = fopen(path, "rb");
    if (!source) return;
    char *content = malloc((size_t)size + 1);
    store(target, content, (sqlite3_int64)fread(content, 1, (size_t)size, source));
    free(content);
    fclose(source);
}

static void copy_folder(faulty_folder *folder, const char *path, const char *target) {
    DIR *listing = opendir(path);
    if (!listing) return;
    for (struct dirent *entry; (entry = readdir(listing));) {
        const char *name = entry->d_name;
        // The system never stores shared memory.
        if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0 || ends_with(name, "-shm")) continue;
        char from[4096], to[4096];
        snprintf(from, sizeof from, "%s/%s", path, name);
        snprintf(to, sizeof to, "%s/%s", target, name);
        struct stat status;
        if (lstat(from, &status) != 0) continue;
        if (S_ISDIR(status.st_mode)) {
            mkdir(to, 0700);
            copy_folder(folder, from, to);
            continue;
        }
        disk_file *file = folder->files;
        while (file && (file->is_removed || strcmp(file->path, from) != 0 || file->number != status.st_ino)) {
            file = file->next;
        }
        if (!file) {
            copy(from, to, status.st_size);
        } else if (!file->is_new || coin(folder)) {
            store_after_crash(folder, file, to);
        }
    }
    closedir(listing);
}

void disk_crash(faulty_folder *folder) {
    if (!folder->crashed) return;
    copy_folder(folder, folder->path, folder->crashed);
    for (disk_file *file = folder->files; file; file = file->next) {
        if (!file->is_removed || !coin(folder)) continue;
        char path[4096];
        snprintf(path, sizeof path, "%s%s", folder->crashed, file->path + strlen(folder->path));
        struct stat status;
        if (stat(path, &status) != 0) store_after_crash(folder, file, path);
    }
}
