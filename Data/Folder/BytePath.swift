import FermataDomain
import Foundation

/// A path as the file system spells it: bytes that need not be UTF-8.
struct BytePath: Hashable, Sendable {
    static let slash = UInt8(ascii: "/")
    private static let dot = UInt8(ascii: ".")
    /// The beginnings of `file:` addresses, in lower case.
    static let addressPrefixes = ["file://localhost/", "file:///", "file:/"]

    let bytes: [UInt8]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    init(_ text: String) {
        bytes = Array(text.utf8)
    }

    /// Reads a `file:` address (RFC 8089); nil for any other address.
    init?(address: String) {
        let start = address.prefix(Self.addressPrefixes[0].count).lowercased()
        guard let prefix = Self.addressPrefixes.first(where: start.hasPrefix),
            let path = BytePath([Self.slash] + address.utf8.dropFirst(prefix.utf8.count)).percentDecoded,
            !path.bytes.contains(0)
        else { return nil }
        self = path
    }

    /// The path with its percent-encoded bytes decoded; nil if it contains another percent sign.
    var percentDecoded: BytePath? { PercentEncoding.decode(bytes).map { BytePath($0) } }

    /// The path for people; bytes that are not UTF-8 appear as `�`.
    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// The path as a `file:` address (RFC 8089).
    var address: String { "file://" + key }

    /// The path with percent-encoded bytes; unique for each path.
    var key: String { PercentEncoding.encode(bytes, isPath: true) }

    var name: [UInt8] { Array(bytes[((bytes.lastIndex(of: Self.slash) ?? -1) + 1)...]) }

    /// The name's part after its last dot, in lower case; empty if the name has none.
    var fileExtension: String {
        guard let dot = name.lastIndex(of: Self.dot) else { return "" }
        return String(decoding: name[(dot + 1)...], as: UTF8.self).lowercased()
    }

    /// The path without its extension.
    var stem: BytePath {
        guard let dot = name.lastIndex(of: Self.dot) else { return self }
        return BytePath(Array(bytes.dropLast(name.count - dot)))
    }

    var folder: BytePath { BytePath(Array(bytes[..<(bytes.lastIndex(of: Self.slash) ?? 0)])) }

    /// Whether a folder or file of the path is ignored.
    var isIgnored: Bool { bytes.split(separator: Self.slash).contains { Self.isIgnored($0) } }

    /// Whether a name is that of a hidden file, or of a folder for deleted files, old versions or thumbnails.
    ///
    /// One dot hides a file. A name such as `...Baby One More Time` only begins with dots.
    static func isIgnored(_ name: some BidirectionalCollection<UInt8>) -> Bool {
        guard let first = name.first else { return true }
        if first == dot {
            let rest = name.dropFirst()
            return rest.first != dot || rest.allSatisfy { $0 == dot }
        }
        guard systemInitials.contains(first), name.count <= systemNameLimit else { return false }
        return systemNames.contains(String(decoding: name, as: UTF8.self).lowercased())
    }

    /// The names of Windows, of file systems, and of Synology's and QNAP's disk stations, in lower case.
    private static let systemNames: Set = [
        "$recycle.bin", "system volume information", "lost+found", "#recycle", "#snapshot", "@eadir", "@tmp",
        "@recycle",
        "@recently-snapshot", "@__thumb", "@transcode",
    ]
    private static let systemInitials = Array("$#@lLsS".utf8)
    private static let systemNameLimit = 25

    func appending(_ name: [UInt8]) -> BytePath {
        BytePath(bytes.isEmpty ? name : bytes.last == Self.slash ? bytes + name : bytes + [Self.slash] + name)
    }

    func appending(_ path: BytePath) -> BytePath { path.bytes.isEmpty ? self : appending(path.bytes) }

    /// The path relative to a folder that contains it; nil if it is elsewhere.
    func relative(to folder: BytePath) -> BytePath? {
        if self == folder { return BytePath([]) }
        let prefix = folder.bytes.last == Self.slash ? folder.bytes : folder.bytes + [Self.slash]
        return bytes.starts(with: prefix) ? BytePath(Array(bytes.dropFirst(prefix.count))) : nil
    }

    /// The path without symbolic links; nil if it does not exist.
    var resolved: BytePath? {
        withCString { path in
            guard let resolved = realpath(path, nil) else { return nil }
            defer { free(resolved) }
            return BytePath(Array(UnsafeRawBufferPointer(start: resolved, count: strlen(resolved))))
        }
    }

    /// Calls `body` with the path and a NUL at its end.
    func withCString<Value>(_ body: (UnsafePointer<CChar>) -> Value) -> Value {
        (bytes.map { CChar(bitPattern: $0) } + [0]).withUnsafeBufferPointer { body($0.baseAddress.unsafelyUnwrapped) }
    }
}

extension OpenFile {
    /// Opens a path as open(2) does. Throws `StorageFailure`.
    convenience init(_ path: BytePath, _ flags: CInt) throws(StorageFailure) {
        try self.init(closing: path.withCString { Self.descriptor($0, flags) })
    }
}
