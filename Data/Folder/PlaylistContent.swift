import Expat
import FermataDomain
import Foundation

/// The name and entries of a playlist file.
///
/// Source: https://en.wikipedia.org/wiki/M3U, https://en.wikipedia.org/wiki/PLS_(file_format), https://xspf.org/spec
struct PlaylistContent: Sendable {
    private static let entriesLimit = 100_000

    /// An entry as the file describes it.
    struct Entry: Sendable {
        /// The first one that has a file is meant.
        var paths: [PlaylistPath] = []
        /// Addresses that are no paths of files.
        var addresses: [String] = []
        var artist: String?
        /// The title; in an M3U file without an artist, usually both, as in `David Bowie - Changes`.
        var title: String?
        var duration: Duration?
    }

    private(set) var name: String?
    /// Entries that have a path, an address or a title.
    private(set) var entries: [Entry] = []
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
        var next = Entry()
        for line in lines {
            let entry = line.trimmed
            if entry.first != UInt8(ascii: "#") {
                add(line, encoding, to: next)
                next = Entry()
            } else if entry.starts(with: "#PLAYLIST:".utf8) {
                let title = encoding.text(of: entry.dropFirst("#PLAYLIST:".utf8.count).trimmed)
                name = title.contains { !$0.isWhitespace } ? title : name
            } else if entry.starts(with: "#EXTINF:".utf8) {
                next = Self.entry(information: encoding.text(of: entry.dropFirst("#EXTINF:".utf8.count)))
            }
        }
    }

    /// Reads `217,David Bowie - Changes`, in which attributes may follow the seconds.
    private static func entry(information: String) -> Entry {
        let parts = information.split(separator: ",", maxSplits: 1, omittingEmptySubsequences: false)
        let seconds = parts[0].split(whereSeparator: \.isWhitespace).first.flatMap { Double($0) } ?? 0
        let title = parts.count == 2 ? parts[1].trimmingCharacters(in: .whitespaces) : ""
        return Entry(
            title: title.isEmpty ? nil : title,
            duration: (1...Double(Int32.max)).contains(seconds) ? .milliseconds(Int64(seconds * 1_000)) : nil)
    }

    /// The entries are `File1=…` and so on, in the order of the lines.
    private mutating func readPLS(_ bytes: [UInt8]) {
        let (lines, encoding) = Self.lines(bytes)
        for line in lines {
            guard let equals = line.firstIndex(of: UInt8(ascii: "=")) else { continue }
            let key = String(decoding: line[..<equals].trimmed, as: UTF8.self).lowercased()
            if key.hasPrefix("file"), Int(key.dropFirst(4)) != nil {
                add(line[(equals + 1)...], encoding, to: Entry())
            }
        }
    }

    private mutating func readXSPF(_ bytes: [UInt8]) {
        let document = XSPFDocument(bytes)
        name = document.title
        for track in document.tracks {
            var entry = Entry(artist: track.creator, title: track.title, duration: track.duration)
            entry.paths = track.locations.compactMap { PlaylistPath(address: $0) }
            entry.addresses = track.locations.filter { $0.contains("://") }
            add(entry)
        }
        failure = document.errorLine.map { .invalidXML(line: $0) }
    }

    private mutating func add(_ line: ArraySlice<UInt8>, _ encoding: TextEncoding, to entry: Entry) {
        var entry = entry
        entry.paths = PlaylistPath(line: line, encoding).map { [$0] } ?? []
        if entry.paths.isEmpty { entry.addresses = [encoding.text(of: line.trimmed)] }
        add(entry)
    }

    private mutating func add(_ entry: Entry) {
        let isKnown = !entry.paths.isEmpty || !entry.addresses.isEmpty || entry.title != nil
        if isKnown, entries.count < Self.entriesLimit { entries.append(entry) }
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

/// The title and the tracks of an XSPF document, read with Expat.
///
/// Reads up to the first error. Declarations within the document are an error, and other files are not read, so that a
/// document cannot define entities that multiply its text. Source: https://xspf.org/spec
struct XSPFDocument {
    struct Track {
        var locations: [String] = []
        var title: String?
        var creator: String?
        var duration: Duration?
    }

    /// The first title that is not empty.
    fileprivate(set) var title: String?
    fileprivate(set) var tracks: [Track] = []
    /// The line of the first error; nil if the document is valid.
    private(set) var errorLine: Int?

    init(_ bytes: [UInt8]) {
        let text = Array(Self.encoding(of: bytes).text(of: bytes).utf8)
        // The text is UTF-8 now, whatever the document declares.
        guard let parser = XML_ParserCreateNS("UTF-8", XSPFReader.separator) else { return }
        defer { XML_ParserFree(parser) }
        let reader = XSPFReader(parser)
        let isValid = withExtendedLifetime(reader) {
            text.withUnsafeBytes { text in
                // One call for the complete text, because parts of a long tag would be parsed again with each call.
                XML_Parse(parser, text.baseAddress?.assumingMemoryBound(to: CChar.self), CInt(text.count), 1)
            } == XML_STATUS_OK
        }
        self = reader.document
        if !isValid { errorLine = Int(clamping: XML_GetCurrentLineNumber(parser)) }
    }

    fileprivate init() {}

    /// The encoding by the byte-order mark, else by the XML declaration, else by the bytes.
    private static func encoding(of bytes: [UInt8]) -> TextEncoding {
        let start = String(decoding: bytes.prefix(200), as: UTF8.self)
        let label = start.firstMatch(of: /^<\?xml[^>]*\sencoding\s*=\s*["']([A-Za-z0-9._-]+)["']/)?.1
        let declared = label.flatMap { TextEncoding(label: String($0)) }
        return TextEncoding(byteOrderMarkOf: bytes) ?? (declared == .utf8 ? nil : declared) ?? TextEncoding(of: bytes)
    }
}

/// Builds a document from the events of a parser.
private final class XSPFReader {
    /// Between the namespace and the name of an element.
    static let separator = CChar(bitPattern: UInt8(ascii: "|"))
    private static let namespace = "http://xspf.org/ns/0/"
    private static let namespaceLimit = 256
    private static let depthLimit = 64
    private static let trackLimit = 100_000
    private static let locationLimit = 10
    /// The bytes of a title or location; the paths that a system can open are shorter.
    private static let textLimit = 16_384

    var document = XSPFDocument()
    private let parser: XML_Parser
    /// The names of the open elements.
    private var elements: [String] = []
    private var track = XSPFDocument.Track()
    /// The bytes of the open element.
    private var text: [UInt8] = []

    init(_ parser: XML_Parser) {
        self.parser = parser
        XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
        XML_SetElementHandler(
            parser, { reader, name, _ in XSPFReader.of(reader)?.start(name) },
            { reader, _ in XSPFReader.of(reader)?.end() })
        XML_SetCharacterDataHandler(parser) { reader, text, count in
            XSPFReader.of(reader)?.add(UnsafeRawBufferPointer(start: text, count: Int(count)))
        }
        XML_SetStartDoctypeDeclHandler(parser) { reader, _, _, _, hasDeclarations in
            if hasDeclarations != 0 { XSPFReader.of(reader)?.stop() }
        }
        XML_SetStartNamespaceDeclHandler(parser) { reader, _, namespace in
            // The parser repeats the namespace in the name of each element.
            if namespace.map({ strlen($0) > XSPFReader.namespaceLimit }) ?? false { XSPFReader.of(reader)?.stop() }
        }
    }

    private static func of(_ pointer: UnsafeMutableRawPointer?) -> XSPFReader? {
        pointer.map { Unmanaged<XSPFReader>.fromOpaque($0).takeUnretainedValue() }
    }

    private func stop() { XML_StopParser(parser, XML_Bool(XML_FALSE)) }

    private var isTitle: Bool { elements == ["playlist", "title"] }
    /// The name of the open element of a track; nil outside a track, and within other elements of one.
    private var trackElement: String? { elements.dropLast().last == "track" ? elements.last : nil }

    private func start(_ name: UnsafePointer<XML_Char>?) {
        guard elements.count < Self.depthLimit, let name else { return stop() }
        let parts = String(cString: name).split(separator: "|", omittingEmptySubsequences: false)
        // Elements of other namespaces are extensions.
        let isKnown = parts.count == 1 || parts.dropLast().joined(separator: "|") == Self.namespace
        elements.append(isKnown ? String(parts[parts.count - 1]) : "")
        text = []
    }

    private func add(_ bytes: UnsafeRawBufferPointer) {
        if isTitle || trackElement != nil, text.count <= Self.textLimit { text += bytes }
    }

    private func end() {
        if isTitle, document.title == nil {
            document.title = content.isEmpty ? nil : content
        } else if elements.last == "track" {
            if document.tracks.count < Self.trackLimit { document.tracks.append(track) }
            track = XSPFDocument.Track()
        } else if let trackElement {
            endPart(trackElement)
        }
        _ = elements.popLast()
    }

    /// Reads the element of a track that ends.
    private func endPart(_ name: String) {
        switch name {
        case "location":
            if text.count <= Self.textLimit, track.locations.count < Self.locationLimit {
                track.locations.append(content)
            }
        case "title": track.title = content.isEmpty ? nil : content
        case "creator": track.creator = content.isEmpty ? nil : content
        case "duration":
            // In milliseconds.
            track.duration = Int32(content).flatMap { $0 > 0 ? .milliseconds(Int64($0)) : nil }
        default: break
        }
    }

    private var content: String {
        let text = String(decoding: text.prefix(Self.textLimit), as: UTF8.self)
        return String(text.drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
    }
}
