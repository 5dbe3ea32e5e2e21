/// An error of the folder of downloads.
public enum DownloadError: Error, Equatable, Sendable {
    /// A file or folder of the downloads cannot be read or written.
    case cannotStore(path: String, StorageFailure)
    /// A file needs more bytes than the disk of its folder has free.
    case noSpace(path: String, needed: Int64, free: Int64)
}
