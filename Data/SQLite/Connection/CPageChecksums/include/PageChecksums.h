/// An SQLite file system (VFS) that adds a checksum to each page of a database, and verifies it when the page is read.
///
/// It applies to databases with exactly 8 reserved bytes per page; other databases are unaffected. A page with a wrong
/// checksum is not returned: the read fails with `SQLITE_IOERR_DATA`. The log (WAL) is not affected: SQLite has
/// checksums in it, and the checksum of a page is added when a checkpoint writes it into the database file.
///
/// The format is that of SQLite's own extension `cksumvfs`, with which other programs can verify and change such a
/// file. Unlike it, this file system accepts pages with 8 zeros in place of the checksum: a program without checksums
/// writes them when it moves the log into the file.
/// Source: https://www.sqlite.org/cksumvfs.html

#ifndef PAGE_CHECKSUMS_H
#define PAGE_CHECKSUMS_H

#include <stdbool.h>
#include <stddef.h>

/// The number of bytes at the end of each page that contain its checksum.
enum { page_checksum_size = 8 };

/// Makes the file system SQLite's default for all connections of this process that are opened from now on.
///
/// It wraps the present default. A second call has no effect. Returns an SQLite result code.
int page_checksums_register(void);

/// Whether the last 8 bytes of a page are the checksum of the others, or zeros. Sizes are multiples of 8.
bool page_checksum_is_correct(const void *page, size_t size);

/// Whether the last 8 bytes of a page are not zeros.
bool page_has_checksum(const void *page, size_t size);

/// Writes the checksum of a page into its last 8 bytes.
void page_checksum_set(void *page, size_t size);

#endif
