import CTagReader
import FermataDomain
import Foundation

/// Reads the tags and pictures of audio files with TagLib.
enum TagReader {
    /// The bytes that the tags and pictures of one file may need.
    static let byteLimit: Int64 = 16 << 20

    /// If the file is named as audio, MPEG audio may begin after other bytes. Throws `FileFailure`.
    static func tags(of file: AudioFile, isNamedAudio: Bool) throws(FileFailure) -> AudioTags {
        var properties = tag_reader_properties()
        var tags = AudioTags()
        let result = withUnsafeMutablePointer(to: &tags) { context in
            tag_reader_read(
                file.descriptor, byteLimit, isNamedAudio, &properties,
                { context, tag, key, value, size in
                    guard let key, let value, let tags = context?.assumingMemoryBound(to: AudioTags.self) else {
                        return
                    }
                    let bytes = UnsafeRawBufferPointer(start: value, count: size)
                    tags.pointee.add(String(cString: key), bytes, tag: Int(tag))
                }, context)
        }
        try check(result)
        tags.decodeMarkedValues()
        tags.duration = .milliseconds(max(0, properties.milliseconds))
        tags.hasPicture = properties.has_picture
        return tags
    }

    /// Returns the front cover or the first picture, or nil if the file has none. Throws `FileFailure`.
    static func picture(in file: AudioFile) throws(FileFailure) -> Data? {
        var picture: Data?
        let result = withUnsafeMutablePointer(to: &picture) { context in
            tag_reader_picture(
                file.descriptor, byteLimit,
                { context, bytes, size in
                    guard let bytes else { return }
                    context?.assumingMemoryBound(to: Data?.self).pointee = Data(bytes: bytes, count: size)
                }, context)
        }
        try check(result)
        return picture
    }

    private static func check(_ result: tag_reader_result) throws(FileFailure) {
        switch result {
        case tag_reader_success: return
        case tag_reader_too_large: throw .tagsTooLarge(limit: Int(byteLimit))
        case tag_reader_io_error: throw .storage(.hardware)
        default: throw .notAudio
        }
    }
}

/// The tags of an audio file by their names in TagLib's property maps and those that other programs write.
///
/// A file may have several tags. The first one that has a value of a field determines the field.
///
/// Source: https://taglib.org/api/p_propertymapping.html, https://picard-docs.musicbrainz.org/en/appendices/tag_mapping.html,
/// https://mediafile.readthedocs.io
struct AudioTags: Equatable, Sendable {
    /// The names of a field, from the most to the least preferred one.
    private enum Field: CaseIterable {
        case title, artist, artists, albumArtist, album, compilation, track, disc, date, genre, lyrics, advisory,
            recording, release

        var names: [String] {
            switch self {
            case .title: ["TITLE"]
            case .artist: ["ARTIST"]
            case .artists: ["ARTISTS"]
            case .albumArtist: ["ALBUMARTIST", "ALBUM ARTIST", "ALBUM_ARTIST"]
            case .album: ["ALBUM"]
            case .compilation: ["COMPILATION", "TCMP"]
            case .track: ["TRACKNUMBER", "TRACK"]
            case .disc: ["DISCNUMBER", "DISC"]
            case .date: ["DATE", "YEAR", "RELEASEDATE", "ORIGINALDATE", "ORIGINALYEAR"]
            case .genre: ["GENRE"]
            // Synchronized lyrics come first, because they say when each line is sung.
            case .lyrics: ["SYNCEDLYRICS", "LYRICS", "UNSYNCEDLYRICS", "UNSYNCED LYRICS"]
            case .advisory: ["ITUNESADVISORY", "ADVISORY"]
            case .recording: ["MUSICBRAINZ_TRACKID"]
            case .release: ["MUSICBRAINZ_ALBUMID"]
            }
        }
    }

    /// The names of the tags that are read; others are dropped.
    private static let names = Set(Field.allCases.flatMap(\.names))
    /// Values of one name that are joined; more are dropped.
    private static let valueLimit = 100
    /// The bytes of all values; what does not fit is dropped.
    private static let byteLimit = 1 << 20

    /// The values by name in each tag of the file.
    private var tags: [[String: [String]]] = []
    private var size = 0
    var duration = Duration.zero
    var hasPicture = false

    /// Adds a value of one of the file's tags. Ignores the suffix of a key such as `LYRICS:eng`.
    ///
    /// The value is in UTF-8; bytes of an unknown encoding are marked in it until `decodeMarkedValues`.
    mutating func add(_ key: String, _ bytes: UnsafeRawBufferPointer, tag: Int) {
        let name = String(key.prefix { $0 != ":" }).uppercased()
        guard Self.names.contains(name), size + bytes.count <= Self.byteLimit else { return }
        let value = String(decoding: bytes, as: UTF8.self)
        while tags.count <= tag { tags.append([:]) }
        let known = tags[tag][name]?.count ?? 0
        guard known < Self.valueLimit, Self.hasText(value) else { return }
        size += bytes.count
        tags[tag][name, default: []].append(value)
    }

    /// Decodes the values whose encoding the tags do not state: each as UTF-8, or else all in one encoding.
    mutating func decodeMarkedValues() {
        let marked = tags.flatMap { $0.values.joined().compactMap(MarkedText.bytes) }
        if marked.isEmpty { return }
        let encoding = MarkedText.encoding(of: marked.filter { String(validating: $0, as: UTF8.self) == nil })
        for index in tags.indices {
            tags[index] = tags[index].mapValues { values in
                values.map { value in
                    guard let bytes = MarkedText.bytes(of: value) else { return value }
                    return String(validating: bytes, as: UTF8.self) ?? encoding.text(of: bytes)
                }.filter(Self.hasText)
            }.filter { !$0.value.isEmpty }
        }
    }

    private static func hasText(_ value: String) -> Bool { value.contains { !$0.isWhitespace } }

    var title: String { joined(.title) ?? "" }
    var artist: String { joined(.artist) ?? joined(.albumArtist) ?? "" }
    /// The names of several artists: those of the field for them, else several values of the artist.
    var artists: [String] {
        let lists = lists(.artists) + (lists(.artist).isEmpty ? lists(.albumArtist) : lists(.artist))
        return lists.first { $0.count > 1 } ?? []
    }
    var album: String { joined(.album) ?? "" }
    /// The artist of the album. A compilation whose tags name none is by various artists.
    var albumArtist: String {
        joined(.albumArtist) ?? (values(.compilation).first == "1" ? AlbumArtist.ofCompilations : "")
    }
    var genre: String? { joined(.genre) }
    var track: Int? { number(.track) }
    var disc: Int? { number(.disc) }
    var lyrics: String { values(.lyrics).first ?? "" }
    var released: ReleaseDate? { values(.date).lazy.compactMap { ReleaseDate(written: $0) }.first }

    /// The iTunes advisory is 1 or 4 for explicit and 2 for clean music.
    var explicit: ExplicitStatus {
        switch values(.advisory).first {
        case "1", "4": .explicit
        case "2": .clean
        default: .unknown
        }
    }

    /// The id of the recording, despite the tag's name.
    var recording: MusicBrainzID? { values(.recording).lazy.compactMap { MusicBrainzID($0) }.first }

    /// The id of the release, which MusicBrainz's tags call an album.
    var release: MusicBrainzID? { values(.release).lazy.compactMap { MusicBrainzID($0) }.first }

    /// The values of each name in each tag.
    private func lists(_ field: Field) -> [[String]] {
        tags.flatMap { tag in field.names.compactMap { tag[$0] } }
    }

    private func values(_ field: Field) -> FlattenSequence<[[String]]> { lists(field).joined() }

    private func joined(_ field: Field) -> String? { lists(field).first?.joined(separator: ", ") }

    /// The number in `3` and `3/12`.
    private func number(_ field: Field) -> Int? {
        values(field).lazy.compactMap { Int($0.prefix { $0 != "/" }.filter { $0 != " " }) }.first { $0 > 0 }
    }
}

/// Texts in which `CTagReader` marks bytes of an unknown encoding.
private enum MarkedText {
    /// Bytes beyond ASCII that are enough to detect the encoding of texts.
    private static let enoughBytes = 8

    /// The bytes of a text; nil if it has no marks.
    static func bytes(of text: String) -> [UInt8]? {
        // The marks begin with this byte.
        guard text.utf8.contains(0xEF) else { return nil }
        let marks = UInt32(TAG_READER_BYTE_MARK)...UInt32(TAG_READER_BYTE_MARK) + 0xFF
        let bytes = text.unicodeScalars.compactMap { scalar in
            marks.contains(scalar.value) ? UInt8(scalar.value - marks.lowerBound) : UInt8(exactly: scalar.value)
        }
        return bytes.count == text.unicodeScalars.count ? bytes : nil
    }

    /// The common encoding of texts that are not UTF-8: an East Asian code page if there are enough bytes to detect it.
    static func encoding(of texts: [[UInt8]]) -> TextEncoding {
        let bytes = Array(texts.joined(separator: [0x0A]))
        guard bytes.count(where: { $0 >= 0x80 }) >= enoughBytes, case .system(let name) = TextEncoding(of: bytes) else {
            return .windows1252
        }
        return .system(name)
    }
}

/// Tags derived from the path of a file without a title: `Artist/Album/03 - Title.mp3`.
///
/// A folder such as `CD1` or `Disc 2` below that of an album is a disc of it.
struct PathTags: Equatable, Sendable {
    var title: String
    var disc: Int?
    var track: Int?
    var artist = ""
    var album = ""
    /// Whether `disc` is that of a folder.
    private(set) var isDiscFolder = false

    /// `path` is relative to the source's folder.
    init(_ path: String) {
        var folders = path.split(separator: "/").map(String.init)
        let name = folders.popLast() ?? path
        let stem = name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
        (disc, track, title) = Self.numbered(stem.contains { !$0.isWhitespace } ? stem : name)
        if folders.count > 1, let number = folders.last.flatMap(Self.disc) {
            folders.removeLast()
            (disc, isDiscFolder) = (number, true)
            album = folders.removeLast()
            artist = folders.last ?? ""
            return
        }
        switch folders.count {
        case 0: break
        case 1: artist = folders[0]
        default: (artist, album) = (folders[folders.count - 2], folders[folders.count - 1])
        }
    }

    /// The number in `CD1`, `Disc 2` and `disk-03 - Live`; nil for other names.
    private static func disc(_ folder: String) -> Int? {
        let name = folder.lowercased()
        guard let word = ["cd", "disc", "disk"].first(where: name.hasPrefix) else { return nil }
        let rest = name.dropFirst(word.count).drop { separators.contains($0) }
        let digits = rest.prefix { $0.isASCII && $0.isNumber }
        let next = rest.dropFirst(digits.count).first
        guard digits.count <= 2, next.map({ !$0.isLetter }) ?? true, let number = Int(digits) else { return nil }
        return number > 0 ? number : nil
    }

    private static let separators = " .-_"

    /// Divides `03 - Title`, `03. Title`, `03 Title`, and `1-03 Title` of disc 1.
    private static func numbered(_ stem: String) -> (disc: Int?, track: Int?, title: String) {
        let parts = stem.split(separator: "-", maxSplits: 1)
        if parts.count == 2, parts[0].count == 1, let disc = Int(parts[0]), disc > 0,
            let (digits, title) = divided(parts[1]), digits.count == 2, let track = Int(digits), track > 0
        {
            return (disc, track, String(title))
        }
        guard let (digits, title) = divided(stem[...]), digits.count <= 3, let number = Int(digits) else {
            return (nil, nil, stem)
        }
        // `24-7` is a title.
        let isTitle = digits.first != "0" && parts.count == 2 && parts[0] == digits && Int(parts[1]) != nil
        return isTitle ? (nil, nil, stem) : (nil, number > 0 ? number : nil, String(title))
    }

    /// Divides a name into its first digits and the text after separators; nil if it has no such parts.
    private static func divided(_ name: Substring) -> (digits: Substring, title: Substring)? {
        let digits = name.prefix { $0.isASCII && $0.isNumber }
        let rest = name.dropFirst(digits.count)
        let title = rest.drop { separators.contains($0) }
        return digits.isEmpty || title.isEmpty || title.count == rest.count ? nil : (digits, title)
    }
}
