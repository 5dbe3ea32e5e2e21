import FermataDomain

/// A record of a catalogue document, before addresses and keys are resolved.
struct CatalogueRecord {
    enum Key: String, RecordKey, CaseIterable {
        case id, title, singer, album, duration, image, file, lyrics
        case explicit, popularity, released, year, genre, track, disc, recording, albumArtist
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

    /// Whether the record has a valid title and duration.
    var isValid: Bool { !isBlank && (0...Self.maximumDuration).contains(duration) }

    /// Whether the title has only white space.
    var isBlank: Bool { !title.unicodeScalars.contains { !$0.properties.isWhitespace } }

    /// Returns the song that the record describes.
    func music(_ addresses: AddressResolver) -> RemoteMusic {
        RemoteMusic(
            key: id ?? DerivedKey(artist: singer, album: album, title: title, seconds: duration).text,
            title: title, artist: singer, album: album, albumArtist: albumArtist, duration: .seconds(duration),
            disc: disc, track: track, genre: genre,
            artworkURL: addresses.address(image), audioURL: addresses.address(file), lyrics: lyrics,
            explicit: explicit, popularity: popularity,
            released: released.flatMap { ReleaseDate($0) } ?? year.flatMap { ReleaseDate(year: $0) },
            recording: recording.flatMap { RecordingID($0) })
    }
}
