import Foundation

/// The times in the status of a file.
enum FileTime {
    /// When the content changed.
    static func modified(_ status: stat) -> timespec {
        #if canImport(Darwin)
            status.st_mtimespec
        #else
            status.st_mtim
        #endif
    }

    /// When the content or the metadata changed.
    static func changed(_ status: stat) -> timespec {
        #if canImport(Darwin)
            status.st_ctimespec
        #else
            status.st_ctim
        #endif
    }

    /// When the content changed, as a date.
    static func modificationDate(_ status: stat) -> Date {
        let time = modified(status)
        return Date(timeIntervalSince1970: Double(time.tv_sec) + Double(time.tv_nsec) / 1e9)
    }
}
