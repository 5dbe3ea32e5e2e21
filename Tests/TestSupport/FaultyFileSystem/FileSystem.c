#include "Folder.h"

#include <stdlib.h>
#include <string.h>

/// An open file of an observed folder. SQLite's own file follows it in memory.
typedef struct {
    sqlite3_file base;
    faulty_folder *folder;
    const char *path;
} faulty_file;

static sqlite3_vfs *original = NULL;

static sqlite3_file *real(sqlite3_file *file) { return (sqlite3_file *)((faulty_file *)file + 1); }

static bool file_fails(sqlite3_file *file, bool needs_space, const char *operation) {
    faulty_file *faulty = (faulty_file *)file;
    return fails(faulty->folder, needs_space, operation, faulty->path);
}

static int close_file(sqlite3_file *file) { return real(file)->pMethods->xClose(real(file)); }

static int read_file(sqlite3_file *file, void *bytes, int count, sqlite3_int64 offset) {
    if (file_fails(file, false, "read")) return SQLITE_IOERR_READ;
    return real(file)->pMethods->xRead(real(file), bytes, count, offset);
}

static int write_file(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset) {
    faulty_file *faulty = (faulty_file *)file;
    bool failed = file_fails(file, true, "write");
    if (failed && faulty->folder->kind != FAULT_FULL) return SQLITE_IOERR_WRITE;
    if (failed) count /= 2;
    int code = real(file)->pMethods->xWrite(real(file), bytes, count, offset);
    if (code == SQLITE_OK) disk_write(faulty->folder, faulty->path, bytes, count, offset);
    return failed ? SQLITE_FULL : code;
}

static int truncate_file(sqlite3_file *file, sqlite3_int64 size) {
    faulty_file *faulty = (faulty_file *)file;
    if (file_fails(file, false, "truncate")) return SQLITE_IOERR_TRUNCATE;
    int code = real(file)->pMethods->xTruncate(real(file), size);
    if (code == SQLITE_OK) disk_truncate(faulty->folder, faulty->path, size);
    return code;
}

/// Needs no sync of the real file, because only the simulated disk can crash.
static int sync_file(sqlite3_file *file, int flags) {
    faulty_file *faulty = (faulty_file *)file;
    if (file_fails(file, false, "sync")) return SQLITE_IOERR_FSYNC;
    disk_sync(faulty->folder, faulty->path);
    return SQLITE_OK;
}

static int file_size(sqlite3_file *file, sqlite3_int64 *size) {
    if (file_fails(file, false, "size")) return SQLITE_IOERR_FSTAT;
    return real(file)->pMethods->xFileSize(real(file), size);
}

static int lock_file(sqlite3_file *file, int level) { return real(file)->pMethods->xLock(real(file), level); }

static int unlock_file(sqlite3_file *file, int level) { return real(file)->pMethods->xUnlock(real(file), level); }

static int check_lock(sqlite3_file *file, int *result) {
    return real(file)->pMethods->xCheckReservedLock(real(file), result);
}

static int control_file(sqlite3_file *file, int operation, void *argument) {
    return real(file)->pMethods->xFileControl(real(file), operation, argument);
}

static int sector_size(sqlite3_file *file) { return real(file)->pMethods->xSectorSize(real(file)); }

static int characteristics(sqlite3_file *file) { return real(file)->pMethods->xDeviceCharacteristics(real(file)); }

static int map_memory(sqlite3_file *file, int page, int size, int extends, void volatile **memory) {
    if (file_fails(file, extends, "map")) {
        bool is_full = ((faulty_file *)file)->folder->kind == FAULT_FULL;
        return is_full ? SQLITE_IOERR_SHMSIZE : SQLITE_IOERR_SHMMAP;
    }
    return real(file)->pMethods->xShmMap(real(file), page, size, extends, memory);
}

static int lock_memory(sqlite3_file *file, int offset, int count, int flags) {
    return real(file)->pMethods->xShmLock(real(file), offset, count, flags);
}

static void memory_barrier(sqlite3_file *file) { real(file)->pMethods->xShmBarrier(real(file)); }

static int unmap_memory(sqlite3_file *file, int deletes) {
    return real(file)->pMethods->xShmUnmap(real(file), deletes);
}

/// Version 2 supports shared memory, but no memory-mapped files, whose writes cannot be observed.
static const sqlite3_io_methods methods = {
    .iVersion = 2, .xClose = close_file, .xRead = read_file, .xWrite = write_file, .xTruncate = truncate_file,
    .xSync = sync_file, .xFileSize = file_size, .xLock = lock_file, .xUnlock = unlock_file,
    .xCheckReservedLock = check_lock, .xFileControl = control_file, .xSectorSize = sector_size,
    .xDeviceCharacteristics = characteristics, .xShmMap = map_memory, .xShmLock = lock_memory,
    .xShmBarrier = memory_barrier, .xShmUnmap = unmap_memory,
};

static int open_file(sqlite3_vfs *vfs, const char *path, sqlite3_file *file, int flags, int *out) {
    faulty_folder *folder = folder_of(path);
    if (!folder) return original->xOpen(original, path, file, flags, out);
    file->pMethods = NULL;
    if (fails(folder, false, "open", path)) return SQLITE_CANTOPEN;
    int exists = 0, opened = 0;
    original->xAccess(original, path, SQLITE_ACCESS_EXISTS, &exists);
    int code = original->xOpen(original, path, real(file), flags, &opened);
    if (out) *out = opened;
    if (code != SQLITE_OK) return code;
    faulty_file *faulty = (faulty_file *)file;
    faulty->folder = folder;
    // SQLite keeps the path until it closes the file.
    faulty->path = path;
    file->pMethods = &methods;
    disk_open(folder, path, real(file), !exists);
    return SQLITE_OK;
}

static int delete_file(sqlite3_vfs *vfs, const char *path, int syncs) {
    faulty_folder *folder = folder_of(path);
    if (folder && fails(folder, false, "delete", path)) return SQLITE_IOERR_DELETE;
    int code = original->xDelete(original, path, syncs);
    if (folder && code == SQLITE_OK) disk_delete(folder, path, syncs);
    return code;
}

static int find_file(sqlite3_vfs *vfs, const char *path, int flags, int *result) {
    faulty_folder *folder = folder_of(path);
    if (folder && fails(folder, false, "find", path)) return SQLITE_IOERR_ACCESS;
    return original->xAccess(original, path, flags, result);
}

/// Makes the file system SQLite's default.
int register_faulty_file_system(void) {
    static sqlite3_vfs vfs;
    original = sqlite3_vfs_find(NULL);
    vfs = *original;
    vfs.zName = "faulty";
    vfs.szOsFile = (int)sizeof(faulty_file) + original->szOsFile;
    vfs.xOpen = open_file;
    vfs.xDelete = delete_file;
    vfs.xAccess = find_file;
    return sqlite3_vfs_register(&vfs, 1);
}
