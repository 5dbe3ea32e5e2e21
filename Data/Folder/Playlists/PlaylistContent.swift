import FermataDomain

/// The name and entries of a playlist file.
///
/// Source: https://en.wikipedia.org/wiki/M3U, https://en.wikipedia.org/wiki/PLS_(file_format), https://xspf.org/spec
struct PlaylistContent: Sendable {
    private static let entriesLimit = 100_000

    private(set) var name: String?
    /// The paths of each entry, the first one that has a file. Web addresses are skipped.
    private(set) var entries: [[PlaylistPath]] = []
    /// Why the entries after an error are missing; nil if all were read.
    private(set) var failure: FileFailure?

    /// `type` is the extension of the file's name.
    init(_ bytes: [UInt8], type: String) {
        switch type {
        case "xspf": readXSPF(bytes)
        case "pls": readPLS(bytes)
        default: readM3U(bytes)
        }
    }

    private mutating func readM3U(_ bytes: [UInt8]) {
        let (lines, encoding) = Self.lines(bytes)
        for line in lines {
            let entry = line.trimmed
            if entry.first != UInt8(ascii: "#") {
                add(line, encoding)
            } else if entry.starts(with: "#PLAYLIST:".utf8) {
                let title = encoding.text(of: entry.dropFirst("#PLAYLIST:".utf8.count).trimmed)
                name = title.contains { !$0.isWhitespace } ? title : name
            }
        }
    }

    /// The entries are `File1=…` and so on, in the order of the lines.
    private mutating func readPLS(_ bytes: [UInt8]) {
        let (lines, encoding) = Self.lines(bytes)
        for line in lines {
            guard let equals = line.firstIndex(of: UInt8(ascii: "=")) else { continue }
            let key = String(decoding: line[..<equals].trimmed, as: UTF8.self).lowercased()
            if key.hasPrefix("file"), Int(key.dropFirst(4)) != nil { add(line[(equals + 1)...], encoding) }
        }
    }

    private mutating func readXSPF(_ bytes: [UInt8]) {
        let document = XSPFDocument(bytes)
        name = document.title
        for locations in document.tracks { add(locations.compactMap { PlaylistPath(address: $0) }) }
        failure = document.errorLine.map { .invalidXML(line: $0) }
    }

    private mutating func add(_ line: ArraySlice<UInt8>, _ encoding: TextEncoding) {
        if let path = PlaylistPath(line: line, encoding) { add([path]) }
    }

    private mutating func add(_ paths: [PlaylistPath]) {
        if !paths.isEmpty, entries.count < Self.entriesLimit { entries.append(paths) }
    }

    /// The lines that are not blank, and their encoding; lines in UTF-16 are converted to UTF-8.
    private static func lines(_ bytes: [UInt8]) -> ([ArraySlice<UInt8>], TextEncoding) {
        var (bytes, encoding) = (bytes, TextEncoding(of: bytes))
        if case .utf16 = encoding { (bytes, encoding) = (Array(encoding.text(of: bytes).utf8), .utf8) }
        let lines = bytes.withoutByteOrderMark.split { $0 == 10 || $0 == 13 }
        return (lines.filter { !$0.trimmed.isEmpty }, encoding)
    }
}

/// The path of a playlist's entry, as the playlist spells it.
struct PlaylistPath: Sendable {
    /// No system opens longer paths.
    private static let byteLimit = 4_096
    /// The names of a path on another computer that are looked for below the source's folder.
    private static let suffixLimit = 16

    /// The path as it is meant to be read: without surrounding white space, and an address without percent-encoding.
    let path: BytePath
    /// The complete line, or the path of the address with its percent-encoding.
    private let line: BytePath
    private let encoding: TextEncoding
    private let isAddress: Bool

    /// Reads a line of an M3U or PLS file; nil for a web address, or for a path that no system opens.
    init?(line: ArraySlice<UInt8>, _ encoding: TextEncoding) {
        let text = encoding.text(of: line.trimmed)
        // A `file:` address needs no host, RFC 8089.
        if text.contains("://") || text.lowercased().hasPrefix("file:/") {
            self.init(address: text)
        } else {
            self.init(BytePath(Array(line.trimmed)), line: BytePath(Array(line)), encoding)
        }
    }

    /// Reads a `file:` address, or a reference without a scheme, both percent-encoded; nil as for lines.
    init?(address: String) {
        var path = BytePath(address)
        if let prefix = BytePath.addressPrefixes.first(where: address.lowercased().hasPrefix) {
            path = BytePath([BytePath.slash] + path.bytes.dropFirst(prefix.utf8.count))
        } else if address.contains("://") {
            return nil
        }
        self.init(path.percentDecoded ?? path, line: path, .utf8, isAddress: true)
    }

    private init?(_ path: BytePath, line: BytePath, _ encoding: TextEncoding, isAddress: Bool = false) {
        guard Self.isPossible(path.bytes) else { return nil }
        (self.path, self.line, self.encoding, self.isAddress) = (path, line, encoding, isAddress)
    }

    /// The literal path, which is looked for first.
    var literal: BytePath { isAddress ? path : line }

    /// Other spellings: without white space, decoded, with percent-encoding and the separators of Windows replaced.
    var spellings: [BytePath] {
        var spellings = [path.bytes, line.bytes]
        // The bytes of a short text can look like those of another encoding.
        for encoding in encoding == .utf8 ? [] : [encoding, .windows1252] {
            spellings += [line.bytes[...], line.bytes[...].trimmed].map { Array(encoding.text(of: $0).utf8) }
        }
        spellings += spellings.compactMap { BytePath($0).percentDecoded?.bytes }
        spellings += spellings.map { $0.map { $0 == UInt8(ascii: "\\") ? BytePath.slash : $0 } }
        var known: Set = [literal.bytes]
        return spellings.filter { Self.isPossible($0) && known.insert($0).inserted }.map { BytePath($0) }
    }

    /// The ends of an absolute path of Windows, the longest first: this computer has the drive's folders elsewhere.
    var windowsSuffixes: [BytePath] {
        for spelling in [literal] + spellings {
            let bytes = spelling.bytes.drop { $0 == BytePath.slash }
            let drive = bytes.prefix(3)
            guard drive.count == 3, drive.dropFirst().elementsEqual(":/".utf8), let letter = drive.first,
                Unicode.Scalar(letter).isASCII, Unicode.Scalar(letter).properties.isAlphabetic
            else { continue }
            let names = bytes.dropFirst(3).split(separator: BytePath.slash).suffix(Self.suffixLimit)
            return names.indices.map { BytePath(Array(names[$0...].joined(separator: [BytePath.slash]))) }
        }
        return []
    }

    private static func isPossible(_ path: [UInt8]) -> Bool {
        !path.isEmpty && path.count <= byteLimit && !path.contains(0)
    }
}

extension ArraySlice<UInt8> {
    /// The bytes without white space and control characters at the ends.
    fileprivate var trimmed: ArraySlice<UInt8> {
        guard let first = firstIndex(where: { $0 > 32 }), let last = lastIndex(where: { $0 > 32 }) else { return [] }
        return self[first...last]
    }
}
