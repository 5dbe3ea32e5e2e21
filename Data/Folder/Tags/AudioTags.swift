import FermataDomain

/// The tags of an audio file by their names in TagLib's property maps.
///
/// Source: https://taglib.org/api/p_propertymapping.html, https://picard-docs.musicbrainz.org/en/appendices/tag_mapping.html
struct AudioTags: Equatable, Sendable {
    /// The names of the tags that are read; others are dropped.
    private static let names: Set<String> = [
        "TITLE", "ARTIST", "ALBUMARTIST", "ALBUM", "TRACKNUMBER", "DISCNUMBER", "DATE", "ORIGINALDATE", "GENRE",
        "LYRICS", "UNSYNCEDLYRICS", "SYNCEDLYRICS", "ADVISORY", "ITUNESADVISORY",
        "MUSICBRAINZ_TRACKID",
    ]
    /// Values of one tag that are joined; more are dropped.
    private static let valueLimit = 100
    /// The bytes of all values; what does not fit is dropped.
    private static let byteLimit = 1 << 20

    private var values: [String: [String]] = [:]
    private var size = 0
    var duration = Duration.zero
    var hasPicture = false

    /// Adds a value in UTF-8. Ignores the suffix of a key such as `LYRICS:eng`.
    mutating func add(_ key: String, _ bytes: UnsafeRawBufferPointer) {
        let name = String(key.prefix { $0 != ":" }).uppercased()
        guard Self.names.contains(name), size + bytes.count <= Self.byteLimit else { return }
        let value = String(decoding: bytes, as: UTF8.self)
        let known = values[name]?.count ?? 0
        guard known < Self.valueLimit, value.contains(where: { !$0.isWhitespace }) else { return }
        size += bytes.count
        values[name, default: []].append(value)
    }

    var title: String { joined("TITLE") }
    var artist: String { joined("ARTIST").isEmpty ? joined("ALBUMARTIST") : joined("ARTIST") }
    var album: String { joined("ALBUM") }
    var genre: String? { first("GENRE") == nil ? nil : joined("GENRE") }
    var track: Int? { number("TRACKNUMBER") }
    var disc: Int? { number("DISCNUMBER") }
    /// Synchronized lyrics come first, because they say when each line is sung.
    var lyrics: String { first("SYNCEDLYRICS") ?? first("LYRICS") ?? first("UNSYNCEDLYRICS") ?? "" }

    var released: ReleaseDate? {
        ["DATE", "ORIGINALDATE"].lazy.compactMap { first($0) }.compactMap { text in
            // Some files contain `2001-02-03 04:05` or `20010203`.
            ReleaseDate(String(text.prefix { $0 != " " })) ?? ReleaseDate(String(text.prefix(4)))
        }.first
    }

    /// The iTunes advisory is 1 or 4 for explicit and 2 for clean music.
    var explicit: ExplicitStatus {
        switch first("ITUNESADVISORY") ?? first("ADVISORY") {
        case "1", "4": .explicit
        case "2": .clean
        default: .unknown
        }
    }

    /// The id of the recording, despite the tag's name.
    var recording: RecordingID? { values["MUSICBRAINZ_TRACKID"]?.lazy.compactMap { RecordingID($0) }.first }

    private func first(_ name: String) -> String? { values[name]?.first }

    private func joined(_ name: String) -> String { (values[name] ?? []).joined(separator: ", ") }

    /// The number in `3` and `3/12`.
    private func number(_ name: String) -> Int? {
        first(name).flatMap { Int($0.prefix { $0 != "/" }.filter { $0 != " " }) }.flatMap { $0 > 0 ? $0 : nil }
    }
}
