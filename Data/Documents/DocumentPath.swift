import Foundation

/// What the path of a document leads to.
enum DocumentPath {
    private static let linksLimit = 40
    private static let streams: [String: CInt] = ["/dev/stdin": 0, "/dev/stdout": 1, "/dev/stderr": 2]

    /// Opens what a path leads to, as open(2) does.
    ///
    /// A stream that was handed to the program is gone on with where it stands: what was appended to stays.
    static func open(_ path: String, _ flags: CInt) -> CInt {
        if let stream = stream(path) { return isOwn(stream) ? -1 : fcntl(stream, F_DUPFD_CLOEXEC, 3) }
        return Foundation.open(path, flags | O_CLOEXEC)
    }

    /// Whether the program opened it for itself, as it does the library; if so, `errno` is EBADF.
    private static func isOwn(_ descriptor: CInt) -> Bool {
        let flags = fcntl(descriptor, F_GETFD)
        guard flags >= 0, flags & FD_CLOEXEC != 0 else { return false }
        errno = EBADF
        return true
    }

    /// The descriptor that a path stands for.
    static func stream(_ path: String) -> CInt? {
        if let stream = streams[path] { return stream }
        let prefix = ["/dev/fd/", "/proc/self/fd/"].first { path.hasPrefix($0) }
        return prefix.flatMap { CInt(path.dropFirst($0.count)) }
    }

    /// Where the symbolic links of a file lead, even if nothing is there yet; nil for a circle.
    static func destination(of path: String) -> String? {
        var path = path
        for _ in 0..<linksLimit {
            guard let next = link(at: path) else { return path }
            path = next.hasPrefix("/") ? next : "\(folder(of: path))/\(next)"
        }
        return nil
    }

    static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    static func name(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
    }

    private static func link(at path: String) -> String? {
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(path, &bytes, bytes.count)
        return count < 0 ? nil : String(decoding: bytes[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
