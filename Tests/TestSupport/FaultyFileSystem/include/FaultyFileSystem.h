/// An SQLite file system (VFS) that makes operations on the files of chosen folders fail.
///
/// It wraps SQLite's default file system and becomes the default itself; files elsewhere are not affected.
/// It models only the operations of SQLite. Files that are written by other means never fail, and a crash copies them as
/// if they were durable.
/// Source: https://www.sqlite.org/testing.html#i_o_error_testing, https://www.sqlite.org/vfs.html

#ifndef FAULTY_FILE_SYSTEM_H
#define FAULTY_FILE_SYSTEM_H

#include <stdbool.h>
#include <stdint.h>

typedef enum {
    /// Operations are only counted.
    FAULT_NONE,
    /// One operation fails with an I/O error.
    FAULT_ERROR,
    /// From one operation on, all operations that need space fail; a failing write stores half of its bytes.
    FAULT_FULL,
    /// From one operation on, all operations fail.
    ///
    /// At the first one, the folder is copied as a power failure leaves it: writes that were not synced are lost or
    /// stored, each sector by chance.
    FAULT_CRASH,
} fault_kind;

typedef struct faulty_folder faulty_folder;

/// Observes the files below a path, which must not have symbolic links. The result is valid until the program ends.
faulty_folder *faulty_folder_create(const char *path);

/// Starts counting, and plans the fault of an operation, counted from 1.
///
/// `crashed` is the existing folder that receives the files after a crash. The existing content counts as synced.
void faulty_folder_plan(faulty_folder *folder, fault_kind kind, int operation, uint64_t seed, const char *crashed);

/// Returns the number of operations since the plan that this kind of fault can fail.
int faulty_folder_count(faulty_folder *folder, fault_kind kind);

/// Copies the name and the file of the first operation that failed; returns false if none did.
bool faulty_folder_fault(faulty_folder *folder, char *text, int size);

/// Ends the observation.
void faulty_folder_end(faulty_folder *folder);

#endif
