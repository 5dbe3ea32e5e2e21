/// The name and entries of a playlist file.
///
/// Source: https://en.wikipedia.org/wiki/M3U, https://en.wikipedia.org/wiki/PLS_(file_format), https://xspf.org/spec
struct PlaylistContent: Equatable, Sendable {
    private static let entriesLimit = 100_000
    /// No system opens longer paths.
    private static let pathLimit = 4_096

    private(set) var name: String?
    /// Paths, absolute or relative to the playlist's folder. Web addresses are skipped.
    private(set) var entries: [BytePath] = []

    /// `type` is the extension of the file's name.
    init(_ bytes: [UInt8], type: String) {
        switch type {
        case "xspf": readXSPF(bytes)
        case "pls": readPLS(bytes)
        default: readM3U(bytes)
        }
    }

    private mutating func readM3U(_ bytes: [UInt8]) {
        for line in Self.lines(bytes) {
            if line.first != UInt8(ascii: "#") {
                add(line)
            } else if let title = Self.value(of: "#PLAYLIST:", in: line) {
                name = title
            }
        }
    }

    /// The entries are `File1=…` and so on, in the order of the lines.
    private mutating func readPLS(_ bytes: [UInt8]) {
        for line in Self.lines(bytes) {
            guard let equals = line.firstIndex(of: UInt8(ascii: "=")) else { continue }
            let key = String(decoding: line[..<equals], as: UTF8.self).lowercased()
            if key.hasPrefix("file"), Int(key.dropFirst(4)) != nil { add(line[(equals + 1)...]) }
        }
    }

    private mutating func readXSPF(_ bytes: [UInt8]) {
        let document = XSPFDocument(String(decoding: bytes, as: UTF8.self))
        name = document.title
        for location in document.locations { add(address: location) }
    }

    private mutating func add(_ line: ArraySlice<UInt8>) {
        let text = String(decoding: line, as: UTF8.self)
        // A `file:` address needs no host, RFC 8089.
        if text.contains("://") || text.lowercased().hasPrefix("file:/") {
            add(address: text)
        } else {
            add(BytePath(Array(line)))
        }
    }

    /// Adds a `file:` address, or a reference without a scheme, both percent-encoded.
    private mutating func add(address: String) {
        if let path = BytePath(address: address) {
            add(path)
        } else if !address.contains("://"), let path = BytePath(address: "file:///" + address) {
            add(BytePath(Array(path.bytes.dropFirst())))
        }
    }

    private mutating func add(_ path: BytePath) {
        let isPath = !path.bytes.isEmpty && path.bytes.count <= Self.pathLimit && !path.bytes.contains(0)
        if isPath, entries.count < Self.entriesLimit { entries.append(path) }
    }

    /// The lines without a byte-order mark, line ends and white space at the ends.
    private static func lines(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
        bytes.withoutByteOrderMark.split { $0 == 10 || $0 == 13 }.compactMap { line in
            guard let first = line.firstIndex(where: { $0 > 32 }), let last = line.lastIndex(where: { $0 > 32 }) else {
                return nil
            }
            return line[first...last]
        }
    }

    private static func value(of key: String, in line: ArraySlice<UInt8>) -> String? {
        guard line.starts(with: key.utf8) else { return nil }
        let value = String(decoding: line.dropFirst(key.utf8.count), as: UTF8.self)
        return value.contains { !$0.isWhitespace } ? value : nil
    }
}
