package import FermataDomain
import Synchronization

/// Returns the values of a test, and records messages.
package final class ArtistRepositoryStub: ArtistRepository {
    package enum Message: Equatable, Sendable {
        case artists(String, ExplicitFilter, limit: Int)
        case beginning(String, ExplicitFilter, limit: Int)
        case playlists(String, ExplicitFilter, limit: Int)
        case related(String, ExplicitFilter, limit: Int)
    }

    package typealias Answer<Value> = @Sendable (ExplicitFilter) async throws -> [Value]
    private let artists: Answer<Artist>
    private let named: (@Sendable (String) -> [Artist])?
    private let beginning: (@Sendable (String) -> [Artist])?
    private let playlists: Answer<ArtistPlaylist>
    private let related: Answer<RelatedArtist>
    private let recorded = Mutex<[Message]>([])

    /// `named` returns the artists whose name contains a text, and `beginning` those whose name or a word of it begins
    /// with one; without them, `artists` does.
    package init(
        artists: @escaping Answer<Artist> = { _ in [] }, named: (@Sendable (String) -> [Artist])? = nil,
        beginning: (@Sendable (String) -> [Artist])? = nil,
        playlists: @escaping Answer<ArtistPlaylist> = { _ in [] },
        related: @escaping Answer<RelatedArtist> = { _ in [] }
    ) {
        (self.artists, self.named, self.beginning) = (artists, named, beginning)
        self.playlists = playlists
        self.related = related
    }

    package var messages: [Message] { recorded.withLock { $0 } }

    package func artists(
        nameContaining text: String, allowing filter: ExplicitFilter, limit: Int
    ) async throws -> [Artist] {
        recorded.withLock { $0.append(.artists(text, filter, limit: limit)) }
        if let named { return Array(named(text).prefix(limit)) }
        return Array(try await artists(filter).prefix(limit))
    }

    package func count(nameContaining text: String, allowing filter: ExplicitFilter) async throws -> Int {
        try await artists(nameContaining: text, allowing: filter, limit: .max).count
    }

    package func artists(named names: [String], allowing filter: ExplicitFilter) async throws -> [Artist] {
        var found: [Artist] = []
        for name in names {
            let artists = try await artists(nameContaining: name, allowing: filter, limit: .max)
            found += artists.filter { ArtistName($0.name) == ArtistName(name) }.prefix(1)
        }
        return found
    }

    package func spelling(of name: ArtistName, allowing filter: ExplicitFilter) async throws -> String? {
        try await artists(filter).first { ArtistName($0.name) == name }?.name
    }

    package func artists(
        beginningWith text: String, allowing filter: ExplicitFilter, limit: Int
    ) async throws -> [Artist] {
        recorded.withLock { $0.append(.beginning(text, filter, limit: limit)) }
        if let beginning { return Array(beginning(text).prefix(limit)) }
        return Array(try await artists(filter).prefix(limit))
    }

    package func playlists(
        withMusicBy artist: String, allowing filter: ExplicitFilter, limit: Int
    ) async throws -> [ArtistPlaylist] {
        recorded.withLock { $0.append(.playlists(artist, filter, limit: limit)) }
        return Array(try await playlists(filter).prefix(limit))
    }

    package func relatedArtists(
        to artist: String, allowing filter: ExplicitFilter, limit: Int
    ) async throws -> [RelatedArtist] {
        recorded.withLock { $0.append(.related(artist, filter, limit: limit)) }
        return Array(try await related(filter).prefix(limit))
    }
}
