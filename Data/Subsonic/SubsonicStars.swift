package import FermataDomain
import Foundation

/// The stars of the user of a server.
extension SubsonicRepository: RemoteStarRepository {
    /// The songs of one request: an address of 100 ids is shorter than what servers accept.
    private static let batchSize = 100

    package func starredKeys() async throws -> Set<String> {
        try await connections.run(for: source) { client in
            let request = SubsonicRequest("getStarred2")
            return Set(
                try await client.call(request, limit: SubsonicLimits.references, returning: StarredSongs.self).ids)
        }
    }

    package func setStar(_ isStarred: Bool, of keys: [String]) async throws -> Set<String> {
        let client = try await connections.client(for: source)
        let method = isStarred ? "star" : "unstar"
        var missing: Set<String> = []
        for start in stride(from: 0, to: keys.count, by: Self.batchSize) {
            let batch = Array(keys[start..<min(start + Self.batchSize, keys.count)])
            do {
                try await Self.send(method, batch, client)
            } catch is SubsonicError {
                // Servers differ in what they have changed before an error, and some report a repeated star as one.
                for key in batch where try await !Self.succeeds(method, [("id", key)], client) { missing.insert(key) }
            }
        }
        return missing
    }

    private static func send(_ method: String, _ keys: [String], _ client: SubsonicClient) async throws {
        _ = try await client.call(
            SubsonicRequest(method, keys.map { ("id", $0) }), returning: SubsonicSuccess.self)
    }

    /// Changes one song; returns false if the server has no such song.
    ///
    /// Any other error of the server is ignored: the next read shows whether the song has its star or rating.
    private static func succeeds(
        _ method: String, _ parameters: [(String, String)], _ client: SubsonicClient
    ) async throws -> Bool {
        do {
            _ = try await client.call(SubsonicRequest(method, parameters), returning: SubsonicSuccess.self)
        } catch let error as SubsonicError {
            return error.code != SubsonicError.notFoundCode
        }
        return true
    }
}

/// The ratings of the user of a server: https://opensubsonic.netlify.app/docs/endpoints/setrating/
extension SubsonicRepository: RemoteRatingRepository {
    package func ratings(of keys: [String]) async throws -> [String: Rating?] {
        let client = try await connections.client(for: source)
        var ratings: [String: Rating?] = [:]
        for key in keys {
            do {
                let song = try await client.call(SubsonicRequest("getSong", [("id", key)]), returning: RatedSong.self)
                ratings[key] = .some(song.rating)
            } catch is SubsonicError {
                continue
            } catch let failure as SourceFailure where failure.showsUnknownMethod {
                return [:]
            }
        }
        return ratings
    }

    /// Sends one request for each song, as the protocol requires.
    package func setRating(_ rating: Rating?, of keys: [String]) async throws -> Set<String> {
        let client = try await connections.client(for: source)
        let number = String(rating?.rawValue ?? 0)
        var missing: Set<String> = []
        do {
            for key in keys where try await !Self.succeeds("setRating", [("id", key), ("rating", number)], client) {
                missing.insert(key)
            }
        } catch let failure as SourceFailure where failure.showsUnknownMethod {
            // The server stores no ratings, so the library keeps its own, and sends them no more.
            return Set(keys)
        }
        return missing
    }
}

/// Stars and ratings of albums and artists, which the server identifies by ids that its songs state.
extension SubsonicRepository: RemoteSubjectRepository {
    package func send(_ change: SubjectChange) async throws {
        try await connections.run(for: source) { client in
            do {
                let song = try await client.call(
                    SubsonicRequest("getSong", [("id", change.key)]), returning: SongSubjects.self)
                guard let (name, id) = song.parameter(for: change.subject) else { return }
                try await Self.send(change.edit, name, id, client)
            } catch let error as SubsonicError where error.code == SubsonicError.notFoundCode {
                // The server has no such song, album or artist; it would refuse the next attempt as well.
            }
        }
    }

    private static func send(
        _ edit: AnnotationEdit, _ name: String, _ id: String, _ client: SubsonicClient
    ) async throws {
        let request =
            switch edit {
            case .bookmark(let isBookmarked): SubsonicRequest(isBookmarked ? "star" : "unstar", [(name, id)])
            case .rate(let rating):
                SubsonicRequest("setRating", [("id", id), ("rating", String(rating?.rawValue ?? 0))])
            }
        do {
            _ = try await client.call(request, returning: SubsonicSuccess.self)
        } catch let failure as SourceFailure where failure.lacksMethod {
            // The server stores nothing of the kind. Other pages than its response may be those of a proxy.
        }
    }
}

/// The ids of a song's album and artists.
struct SongSubjects: SubsonicContent {
    private let album: String?
    private let artists: [(name: ArtistName, id: String)]

    private enum Key: String, CodingKey {
        case song, albumId, artistId, artist, displayArtist, artists, albumArtists
    }

    init(from decoder: any Decoder) throws {
        let song = try decoder.container(keyedBy: Key.self).nestedContainer(keyedBy: Key.self, forKey: .song)
        album = try? song.text(.albumId)
        let lists = [Key.artists, .albumArtists].compactMap {
            try? song.decodeIfPresent(LenientList<ReferencedArtist>.self, forKey: $0)
        }
        var artists: [(name: ArtistName, id: String)] = lists.flatMap(\.elements).compactMap { element in
            (try? element.get()).map { (name: $0.name, id: $0.id) }
        }
        if let id = try? song.text(.artistId) {
            let names = [Key.artist, .displayArtist].compactMap { try? song.text($0) }
            artists += names.map { (name: ArtistName($0), id: id) }
        }
        self.artists = artists
    }

    private struct ReferencedArtist: Decodable {
        let name: ArtistName
        let id: String

        private enum Key: String, CodingKey {
            case name
        }

        init(from decoder: any Decoder) throws {
            name = ArtistName(try decoder.container(keyedBy: Key.self).text(.name) ?? "")
            id = try ItemReference(from: decoder).id
        }
    }

    /// The parameter of a star: the name and the id; nil if the server does not state the id.
    func parameter(for subject: AnnotatedSubject) -> (name: String, id: String)? {
        switch subject {
        case .album: album.map { ("albumId", $0) }
        case .artist(let name): artists.first { $0.name == ArtistName(name) }.map { ("artistId", $0.id) }
        }
    }
}

/// A song with its rating.
struct RatedSong: SubsonicContent {
    /// Nil if the user has not rated it.
    let rating: Rating?

    private enum Key: String, CodingKey {
        case song, userRating
    }

    init(from decoder: any Decoder) throws {
        let song = try decoder.container(keyedBy: Key.self).nestedContainer(keyedBy: Key.self, forKey: .song)
        rating = song.count(.userRating).flatMap(Rating.init)
    }
}

/// The songs that the user of a server has starred.
struct StarredSongs: SubsonicContent {
    static let list: String? = Key.song.rawValue
    private(set) var ids: [String] = []

    private enum Key: String, CodingKey {
        case starred2, song
    }

    init(from decoder: any Decoder) throws {
        try add(try decoder.container(keyedBy: Key.self).list(.song, in: .starred2))
    }

    /// Throws for a song without an id: it would count as a song without a star.
    mutating func add(_ elements: [Result<ItemReference, InvalidElement>]) throws {
        ids += try elements.map { element in
            guard let id = element.id else { throw RecordError.missing(field: "id") }
            return id
        }
    }
}

/// Sends plays to a server: https://opensubsonic.netlify.app/docs/endpoints/scrobble/
extension SubsonicRepository: RemoteScrobbleRepository {
    package func send(_ scrobble: Scrobble) async throws {
        let client = try await connections.client(for: source)
        let milliseconds = Int64(saturating: scrobble.started.timeIntervalSince1970 * 1_000)
        let request = SubsonicRequest(
            "scrobble", [("id", scrobble.key), ("time", String(milliseconds)), ("submission", "true")])
        do {
            _ = try await client.call(request, returning: SubsonicSuccess.self)
        } catch is SubsonicError {
            // The server has no such song, or counts no plays; it would refuse the next attempt as well.
        } catch let failure as SourceFailure where failure.showsUnknownMethod {
        } catch let failure as SourceFailure where failure.cause == .status(500, retryAfter: nil) {
            // The server cannot handle this play, which must not block later ones.
        }
    }
}
