#include "PageChecksums.h"

#include <sqlite3.h>
#include <stdint.h>
#include <string.h>

/// An open database file. The file of the wrapped file system follows it in memory.
typedef struct {
    sqlite3_file base;
    /// The size of pages with checksums; 0 for a database without them.
    int page_size;
} database_file;

static const char name[] = "page-checksums";
static sqlite3_vfs *wrapped = NULL;

static sqlite3_file *inner(sqlite3_file *file) { return (sqlite3_file *)((database_file *)file + 1); }

static uint32_t word(const unsigned char *bytes) {
    uint32_t value;
    memcpy(&value, bytes, sizeof value);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    value = __builtin_bswap32(value);
#endif
    return value;
}

/// Adds little-endian words to two running sums: the first word of each pair to the first one.
static void add(const unsigned char *bytes, size_t size, uint32_t *first, uint32_t *second) {
    for (const unsigned char *end = bytes + size; bytes < end; bytes += 8) {
        *first += word(bytes) + *second;
        *second += word(bytes + 4) + *first;
    }
}

/// Computes the checksum in blocks, which is twice as fast as pair by pair: eight pairs without words change the sums
/// by the matrix (1 1; 1 2) to the power of eight, so a block's sums are computed while the last ones are combined.
static void compute(const unsigned char *page, size_t size, unsigned char *checksum) {
    uint32_t first = 0, second = 0;
    const size_t block = 64;
    for (size -= page_checksum_size; size >= block; size -= block, page += block) {
        uint32_t block_first = 0, block_second = 0;
        add(page, block, &block_first, &block_second);
        uint32_t combined = 610 * first + 987 * second + block_first;
        second = 987 * first + 1597 * second + block_second;
        first = combined;
    }
    add(page, size, &first, &second);
    for (int byte = 0; byte < 4; byte++) {
        checksum[byte] = (unsigned char)(first >> 8 * byte);
        checksum[byte + 4] = (unsigned char)(second >> 8 * byte);
    }
}

bool page_has_checksum(const void *page, size_t size) {
    static const unsigned char none[page_checksum_size];
    return memcmp((const unsigned char *)page + size - page_checksum_size, none, page_checksum_size) != 0;
}

bool page_checksum_is_correct(const void *page, size_t size) {
    if (!page_has_checksum(page, size)) return true;
    unsigned char checksum[page_checksum_size];
    compute(page, size, checksum);
    return memcmp((const unsigned char *)page + size - page_checksum_size, checksum, page_checksum_size) == 0;
}

void page_checksum_set(void *page, size_t size) {
    compute(page, size, (unsigned char *)page + size - page_checksum_size);
}

/// Removes the checksum from a page in SQLite's memory.
///
/// Otherwise the log would contain a checksum of earlier content, which a program without this file system would write
/// into the database.
static void remove_checksum(const void *page, int size) {
    memset((unsigned char *)page + size - page_checksum_size, 0, page_checksum_size);
}

/// Finds out from the first page whether the database has checksums.
///
/// Source: https://www.sqlite.org/fileformat2.html#the_database_header
static void read_header(database_file *file, const unsigned char *header) {
    if (memcmp(header, "SQLite format 3", 16) != 0) return;
    int size = header[16] << 8 | header[17];
    file->page_size = header[20] == page_checksum_size ? (size == 1 ? 65536 : size) : 0;
}

static bool is_page(const database_file *file, int count, sqlite3_int64 offset) {
    return count > 0 && count == file->page_size && offset % count == 0;
}

static int close_file(sqlite3_file *file) { return inner(file)->pMethods->xClose(inner(file)); }

static int read_file(sqlite3_file *file, void *bytes, int count, sqlite3_int64 offset) {
    database_file *database = (database_file *)file;
    int code = inner(file)->pMethods->xRead(inner(file), bytes, count, offset);
    if (code != SQLITE_OK) return code;
    if (offset == 0 && count >= 100) read_header(database, bytes);
    if (!is_page(database, count, offset)) return SQLITE_OK;
    if (!page_checksum_is_correct(bytes, (size_t)count)) return SQLITE_IOERR_DATA;
    remove_checksum(bytes, count);
    return SQLITE_OK;
}

/// Another connection may have given checksums to a database that had none when it was opened here.
static void read_header_again(sqlite3_file *file) {
    unsigned char header[100];
    if (inner(file)->pMethods->xRead(inner(file), header, sizeof header, 0) == SQLITE_OK) {
        read_header((database_file *)file, header);
    }
}

/// Writes the checksum into the page in SQLite's memory, because SQLite does not use the reserved bytes.
static int write_file(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset) {
    database_file *database = (database_file *)file;
    if (offset == 0 && count >= 100) {
        read_header(database, bytes);
    } else if (database->page_size == 0) {
        read_header_again(file);
    }
    bool has_checksum = is_page(database, count, offset);
    if (has_checksum) page_checksum_set((void *)bytes, (size_t)count);
    int code = inner(file)->pMethods->xWrite(inner(file), bytes, count, offset);
    if (has_checksum) remove_checksum(bytes, count);
    return code;
}

static int truncate_file(sqlite3_file *file, sqlite3_int64 size) {
    return inner(file)->pMethods->xTruncate(inner(file), size);
}

static int sync_file(sqlite3_file *file, int flags) { return inner(file)->pMethods->xSync(inner(file), flags); }

static int file_size(sqlite3_file *file, sqlite3_int64 *size) {
    return inner(file)->pMethods->xFileSize(inner(file), size);
}

static int lock_file(sqlite3_file *file, int level) { return inner(file)->pMethods->xLock(inner(file), level); }

static int unlock_file(sqlite3_file *file, int level) { return inner(file)->pMethods->xUnlock(inner(file), level); }

static int check_lock(sqlite3_file *file, int *result) {
    return inner(file)->pMethods->xCheckReservedLock(inner(file), result);
}

static int control_file(sqlite3_file *file, int operation, void *argument) {
    return inner(file)->pMethods->xFileControl(inner(file), operation, argument);
}

static int sector_size(sqlite3_file *file) { return inner(file)->pMethods->xSectorSize(inner(file)); }

static int characteristics(sqlite3_file *file) {
    int flags = inner(file)->pMethods->xDeviceCharacteristics(inner(file));
#ifdef SQLITE_IOCAP_SUBPAGE_READ
    flags &= ~SQLITE_IOCAP_SUBPAGE_READ; // only complete pages can be verified
#endif
    return flags;
}

static int map_memory(sqlite3_file *file, int region, int size, int extends, void volatile **memory) {
    return inner(file)->pMethods->xShmMap(inner(file), region, size, extends, memory);
}

static int lock_memory(sqlite3_file *file, int offset, int count, int flags) {
    return inner(file)->pMethods->xShmLock(inner(file), offset, count, flags);
}

static void memory_barrier(sqlite3_file *file) { inner(file)->pMethods->xShmBarrier(inner(file)); }

static int unmap_memory(sqlite3_file *file, int deletes) {
    return inner(file)->pMethods->xShmUnmap(inner(file), deletes);
}

/// Version 2 has shared memory, but no memory-mapped files, whose pages cannot be verified.
static const sqlite3_io_methods methods = {
    .iVersion = 2, .xClose = close_file, .xRead = read_file, .xWrite = write_file, .xTruncate = truncate_file,
    .xSync = sync_file, .xFileSize = file_size, .xLock = lock_file, .xUnlock = unlock_file,
    .xCheckReservedLock = check_lock, .xFileControl = control_file, .xSectorSize = sector_size,
    .xDeviceCharacteristics = characteristics, .xShmMap = map_memory, .xShmLock = lock_memory,
    .xShmBarrier = memory_barrier, .xShmUnmap = unmap_memory,
};

static int open_file(sqlite3_vfs *vfs, const char *path, sqlite3_file *file, int flags, int *out) {
    if ((flags & SQLITE_OPEN_MAIN_DB) == 0) return wrapped->xOpen(wrapped, path, file, flags, out);
    file->pMethods = NULL;
    int code = wrapped->xOpen(wrapped, path, inner(file), flags, out);
    if (code != SQLITE_OK) return code;
    ((database_file *)file)->page_size = 0;
    file->pMethods = &methods;
    return SQLITE_OK;
}

int page_checksums_register(void) {
    static sqlite3_vfs vfs;
    if (sqlite3_vfs_find(name)) return SQLITE_OK;
    wrapped = sqlite3_vfs_find(NULL);
    if (!wrapped) return SQLITE_ERROR;
    // The other operations are those of the wrapped file system.
    vfs = *wrapped;
    vfs.zName = name;
    vfs.szOsFile = (int)sizeof(database_file) + wrapped->szOsFile;
    vfs.xOpen = open_file;
    return sqlite3_vfs_register(&vfs, 1);
}
