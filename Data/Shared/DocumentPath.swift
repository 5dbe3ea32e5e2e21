import FermataDomain
import Foundation

/// Resolves the paths of documents: files, symbolic links and the program's own streams.
enum DocumentPath {
    private static let linksLimit = 40
    private static let streams: [String: CInt] = ["/dev/stdin": 0, "/dev/stdout": 1, "/dev/stderr": 2]

    /// Opens a file as open(2) does, or duplicates an inherited stream at its current position.
    ///
    /// Throws `StorageFailure`: `.notOpen` for a descriptor that the program opened itself, for example the library's.
    static func open(_ path: String, _ flags: CInt) throws(StorageFailure) -> OpenFile {
        guard let stream = stream(path) else { return try OpenFile(path, flags) }
        let ownFlags = fcntl(stream, F_GETFD)
        if ownFlags >= 0, ownFlags & FD_CLOEXEC != 0 { throw .notOpen }
        return try OpenFile(closing: fcntl(stream, F_DUPFD_CLOEXEC, 3))
    }

    /// The descriptor in a path such as `/dev/stdin` or `/dev/fd/3`; nil for any other path.
    static func stream(_ path: String) -> CInt? {
        if let stream = streams[path] { return stream }
        let prefix = ["/dev/fd/", "/proc/self/fd/"].first { path.hasPrefix($0) }
        return prefix.flatMap { CInt(path.dropFirst($0.count)) }
    }

    /// Follows a file's symbolic links, even to a file that does not exist yet; nil for a circle.
    static func destination(of path: String) -> String? {
        var path = path
        for _ in 0..<linksLimit {
            guard let target = linkTarget(at: path) else { return path }
            path = target.hasPrefix("/") ? target : "\(folder(of: path))/\(target)"
        }
        return nil
    }

    /// The absolute path of one that a person wrote, without `.`, `..` and a `~` at its beginning; empty for empty
    /// text.
    static func absolute(_ path: String) -> String {
        if path.isEmpty { return path }
        return URL(filePath: NSString(string: path).expandingTildeInPath).standardizedFileURL.path
    }

    /// Whether a path names a file of any kind, or a link, even one that leads nowhere.
    static func exists(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }

    static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    static func name(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
    }

    private static func linkTarget(at path: String) -> String? {
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(path, &bytes, bytes.count)
        return count < 0 ? nil : String(decoding: bytes[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
