/// The warning about a library on a network file system.
public struct NetworkLibraryText: Equatable, Sendable {
    public let text: String

    /// `fileSystem` is the type of the file system: `nfs4`.
    public init(path: String, fileSystem: String) {
        text = """
            The library \(path) is on a network file system (\(fileSystem)), where SQLite’s locks may not hold. Use it \
            from one computer at a time, or move it to a local disk.
            """
    }
}
