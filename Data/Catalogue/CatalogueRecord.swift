import Crypto
package import FermataDomain
package import Foundation

/// Decodes the songs of one catalogue document.
package struct RecordDecoder: DocumentDecoder {
    private let json: RecordJSON
    private let addresses: AddressResolver

    package init(base: URL, depthLimit: Int) { self.init(base: Optional(base), depthLimit: depthLimit) }

    /// Without a `base`, relative addresses are dropped.
    init(base: URL?, depthLimit: Int) {
        addresses = AddressResolver(base: base)
        json = RecordJSON(depthLimit: depthLimit)
    }

    /// Adds a record to a batch. The record's song is decoded when it is first read.
    package func decode(_ bytes: Data, at position: Int, into batch: inout RemoteBatch) {
        let record = RemoteRecord(position: position, fingerprint: Self.fingerprint(of: bytes), size: bytes.count) {
            do throws(RecordError) {
                if let music = fastMusic(from: bytes) { return music }
                return try music(from: bytes)
            } catch {
                throw RejectedRecord(position: position, error)
            }
        }
        batch.records.append(record)
    }

    /// Returns the song of a simple record; nil for any other record, valid or not.
    package func fastMusic(from bytes: Data) -> RemoteMusic? {
        bytes.withUnsafeBytes { bytes in
            var reader = FastRecordReader(bytes)
            return try? reader.record().music(addresses)
        }
    }

    /// Returns the song of any record. Throws `RecordError`.
    package func music(from bytes: Data) throws(RecordError) -> RemoteMusic {
        try json.decode(CatalogueRecord.self, from: bytes).music(addresses)
    }

    /// Returns the song of a record that was read from another form.
    func music(from record: CatalogueRecord) -> RemoteMusic { record.music(addresses) }

    /// The first 64 bits of SHA-256.
    private static func fingerprint(of bytes: Data) -> UInt64 {
        var hash = SHA256()
        bytes.withUnsafeBytes { hash.update(bufferPointer: $0) }
        return hash.finalize().first64Bits
    }
}

/// A record of a catalogue document, before addresses and keys are resolved.
struct CatalogueRecord {
    enum Key: String, RecordKey, CaseIterable {
        case id, title, singer, album, duration, image, file, lyrics
        case explicit, popularity, released, year, genre, track, disc, recording, release, albumArtist
    }

    /// The longest valid duration, in seconds: some 68 years.
    static let maximumDuration = Int(Int32.max)

    var id: String?
    var title = ""
    var singer = ""
    var album = ""
    var albumArtist = ""
    /// Seconds.
    var duration = -1
    var image = ""
    var file = ""
    var lyrics = ""
    var explicit = ExplicitStatus.unknown
    var popularity: Double?
    var released: String?
    var year: Int?
    var genre: String?
    var track: Int?
    var disc: Int?
    /// A MusicBrainz id, or other text.
    var recording: String?
    /// A MusicBrainz id, or other text.
    var release: String?

    /// Whether the record has a valid title and duration.
    var isValid: Bool {
        (0...Self.maximumDuration).contains(duration)
            && title.unicodeScalars.contains { !$0.properties.isWhitespace }
    }

    /// Returns the song that the record describes.
    func music(_ addresses: AddressResolver) -> RemoteMusic {
        RemoteMusic(
            key: id ?? DerivedKey(artist: singer, album: album, title: title, seconds: duration).text,
            title: title, artist: singer, album: album, albumArtist: albumArtist, duration: .seconds(duration),
            disc: disc, track: track, genre: genre,
            artworkURL: addresses.address(image), audioURL: addresses.address(file), lyrics: lyrics,
            explicit: explicit, popularity: popularity,
            released: released.flatMap { ReleaseDate($0) } ?? year.flatMap { ReleaseDate(year: $0) },
            recording: recording.flatMap { MusicBrainzID($0) }, release: release.flatMap { MusicBrainzID($0) })
    }
}

extension CatalogueRecord: Decodable {
    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        title = try fields.required(.title)
        duration = try fields.duration()
        singer = try fields.text(.singer)
        album = try fields.text(.album)
        image = try fields.text(.image)
        file = try fields.text(.file)
        lyrics = try fields.text(.lyrics)
        id = try fields.identity(.id)
        explicit = try fields.explicitStatus()
        popularity = try fields.decodeIfPresent(Double.self, forKey: .popularity)
        released = try fields.decodeIfPresent(String.self, forKey: .released)
        year = try fields.integer(.year)
        genre = try fields.decodeIfPresent(String.self, forKey: .genre)
        track = try fields.integer(.track)
        disc = try fields.integer(.disc)
        // Any other value of these is ignored.
        albumArtist = (try? fields.decode(String.self, forKey: .albumArtist)) ?? ""
        recording = try? fields.decode(String.self, forKey: .recording)
        release = try? fields.decode(String.self, forKey: .release)
    }
}

extension KeyedDecodingContainer<CatalogueRecord.Key> {
    fileprivate func text(_ key: Key) throws -> String {
        try decodeIfPresent(String.self, forKey: key) ?? ""
    }

    /// The duration in seconds.
    fileprivate func duration() throws -> Int {
        let (field, maximum) = (Key.duration.stringValue, CatalogueRecord.maximumDuration)
        guard let seconds = try integer(.duration) else { throw RecordError.missing(field: field) }
        guard seconds >= 0 else { throw RecordError.negative(field: field) }
        guard seconds <= maximum else { throw RecordError.tooLarge(field: field, limit: maximum) }
        return seconds
    }

    fileprivate func explicitStatus() throws -> ExplicitStatus {
        do {
            guard let isExplicit = try decodeIfPresent(Bool.self, forKey: .explicit) else { return .unknown }
            return isExplicit ? .explicit : .clean
        } catch DecodingError.typeMismatch {
            guard let status = ExplicitStatus(rawValue: try decode(String.self, forKey: .explicit)) else {
                throw RecordError.wrongType(Key.explicit)
            }
            return status
        }
    }
}

extension CatalogueRecord.Key {
    var expectation: ExpectedValue {
        switch self {
        case .title, .singer, .album, .image, .file, .lyrics, .released, .genre, .recording, .release,
            .albumArtist:
            .text
        case .duration: .seconds
        case .id: .textOrInteger
        case .explicit: .explicitStatus
        case .popularity: .number
        case .year, .track, .disc: .integer
        }
    }

    /// Finds the key with a name, and its bit in a set of keys; nil if there is none.
    static func find(_ name: UnsafeRawBufferPointer) -> (key: Self, bit: UInt32)? {
        let head = head(of: name)
        guard let index = heads.firstIndex(where: { $0.head == head }) else { return nil }
        let (key, text) = (heads[index].key, heads[index].key.rawValue.utf8)
        guard name.count == text.count, name.count <= 8 || name.elementsEqual(text) else { return nil }
        return (key, 1 << UInt32(index))
    }

    /// The first eight bytes of each key's name, which differ for all keys.
    private static let heads = allCases.map { key in
        (head: Array(key.rawValue.utf8).withUnsafeBytes(head), key: key)
    }

    private static func head(of bytes: UnsafeRawBufferPointer) -> UInt64 {
        bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }
}

/// The key of a record without an id: a digest of its artist, album, title and duration.
struct DerivedKey {
    let text: String

    init(artist: String, album: String, title: String, seconds: Int) {
        var hash = SHA256()
        for part in [artist, album, title, String(seconds)] {
            let bytes = Data(part.utf8)
            withUnsafeBytes(of: UInt64(bytes.count).bigEndian) { hash.update(bufferPointer: $0) }
            hash.update(data: bytes)
        }
        text = "sha256:" + hash.finalize().hexadecimal
    }
}

/// Makes the addresses in a document absolute (RFC 3986), and drops those that are not `http` or `https`.
///
/// A document on this computer names files by their paths, and files outside its folder are dropped.
package struct AddressResolver: Sendable {
    /// The address of a document on the web.
    private let base: URL?
    /// The base up to its last slash.
    private let folder: String?
    /// The folder of a document on this computer.
    private let files: BytePath?

    /// `base` is the document's address, on the web or of a file; nil for a document without one.
    package init(base: URL?) {
        files = base.flatMap { $0.isFileURL ? BytePath($0.path).folder : nil }
        self.base = files == nil ? base : nil
        folder = self.base.flatMap { URL(string: ".", relativeTo: $0)?.absoluteString }
    }

    /// Returns the absolute address; nil for empty text, and for addresses that are neither `http`, `https` nor those
    /// of files below the document's folder.
    package func address(_ text: String) -> String? {
        guard !text.isEmpty else { return nil }
        if let files, !Self.isWebAddress(text) { return Self.file(text, below: files)?.address }
        if let folder, Self.isPlainPath(text) { return folder + text }
        if Self.isPlainAddress(text) { return text }
        guard let url = URL(string: text, relativeTo: base)?.absoluteURL,
            let scheme = url.scheme?.lowercased(), ["http", "https"].contains(scheme),
            let host = url.host(), !host.isEmpty
        else { return nil }
        return url.absoluteString
    }

    private static func isWebAddress(_ text: String) -> Bool {
        SourceForm.webBeginnings.contains(where: text.prefix(8).lowercased().hasPrefix)
    }

    /// The path of a file in a folder or below it; nil for any other path, and for hidden files. Links are followed
    /// only when it is opened.
    private static func file(_ text: String, below folder: BytePath) -> BytePath? {
        let path = BytePath(address: text) ?? (text.hasPrefix("/") ? BytePath(text) : folder.appending(BytePath(text)))
        var parts: [ArraySlice<UInt8>] = []
        for part in path.bytes.split(separator: BytePath.slash) where !part.elementsEqual([UInt8(ascii: ".")]) {
            if !part.elementsEqual("..".utf8) { parts.append(part) } else if parts.popLast() == nil { return nil }
        }
        let file = BytePath(parts.flatMap { [BytePath.slash] + $0 })
        guard let inside = file.relative(to: folder), !inside.bytes.isEmpty, !inside.isIgnored,
            !inside.bytes.contains(0)
        else { return nil }
        return file
    }

    private static func isPlainAddress(_ text: String) -> Bool {
        let scheme = text.utf8.starts(with: "https://".utf8) ? 8 : text.utf8.starts(with: "http://".utf8) ? 7 : 0
        return scheme > 0 && text.utf8.count > scheme && isPlainPath(text.utf8.dropFirst(scheme))
    }

    private static func isPlainPath(_ text: String) -> Bool { isPlainPath(text.utf8[...]) }

    /// Whether the path needs no resolving or encoding: every segment is a plain name.
    private static func isPlainPath(_ text: Substring.UTF8View) -> Bool {
        var isAtSegmentStart = true
        for byte in text {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "-"):
                isAtSegmentStart = false
            case UInt8(ascii: "."):
                if isAtSegmentStart { return false }
            case UInt8(ascii: "/"):
                if isAtSegmentStart { return false }
                isAtSegmentStart = true
            default: return false
            }
        }
        return true
    }
}

extension SourceFailure {
    /// Runs a body, and reports a `ContentFailure` as a failure of the source at an address.
    static func reportingContent<Value>(at address: String, _ body: () async throws -> Value) async throws -> Value {
        do {
            return try await body()
        } catch let failure as ContentFailure {
            throw SourceFailure(.content(failure), address: address)
        }
    }
}
