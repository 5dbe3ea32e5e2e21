import FermataDomain
import Foundation

/// A song as a server describes it (`Child`).
///
/// Source: https://opensubsonic.netlify.app/docs/responses/child/
struct SubsonicSong: Decodable {
    let id: String
    private let title: String
    private let artist: String
    private let album: String
    private let duration: Int
    private let disc: Int?
    private let track: Int?
    private let year: Int?
    private let genre: String?
    private let artwork: String?
    private let explicit: ExplicitStatus
    private let playCount: Int?
    private let recording: RecordingID?
    /// Whether it is a video or a podcast.
    let isNotMusic: Bool

    private enum Key: String, CodingKey {
        case id, title, artist, displayArtist, album, duration, discNumber, track, year, genre, coverArt, explicitStatus
        case playCount, musicBrainzId, isVideo, isDir, type
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        guard let id = try values.text(.id), !id.isEmpty else { throw RecordError.missing(field: Key.id.rawValue) }
        guard let title = try values.text(.title) else { throw RecordError.missing(field: Key.title.rawValue) }
        guard title.unicodeScalars.contains(where: { !$0.properties.isWhitespace }) else {
            throw RecordError.empty(field: Key.title.rawValue)
        }
        (self.id, self.title) = (id, title)
        let names = try [values.text(.displayArtist), values.text(.artist)].compactMap { $0 }
        artist = names.first { !$0.isEmpty } ?? ""
        album = try values.text(.album) ?? ""
        duration = min(max(0, values.number(.duration) ?? 0), CatalogueRecord.maximumDuration)
        disc = values.count(.discNumber).flatMap { $0 > 0 ? $0 : nil }
        track = values.count(.track).flatMap { $0 > 0 ? $0 : nil }
        year = values.number(.year)
        genre = try values.text(.genre).flatMap { $0.isEmpty ? nil : $0 }
        artwork = try values.text(.coverArt).flatMap { $0.isEmpty ? nil : $0 }
        explicit = try values.text(.explicitStatus).flatMap { ExplicitStatus(rawValue: $0) } ?? .unknown
        playCount = values.count(.playCount)
        recording = (try? values.text(.musicBrainzId))?.flatMap { RecordingID($0) }
        let type = try values.text(.type)
        isNotMusic =
            (try? values.decode(Bool.self, forKey: .isVideo)) == true
            || (try? values.decode(Bool.self, forKey: .isDir)) == true || (type ?? "music") != "music"
    }

    /// The song with addresses on its server.
    func music(on server: SubsonicServer) -> RemoteMusic {
        RemoteMusic(
            key: id, title: title, artist: artist, album: album, duration: .seconds(duration),
            disc: disc, track: track, genre: genre,
            artworkURL: artwork.map { server.address(of: .artwork($0)) }, audioURL: server.address(of: .audio(id)),
            explicit: explicit, popularity: playCount.map(Double.init),
            released: year.flatMap { ReleaseDate(year: $0) }, recording: recording, needsKey: true)
    }
}
