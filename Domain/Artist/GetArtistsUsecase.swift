/// Gets the artists of songs that the listener may see.
public struct GetArtistsUsecase: Sendable {
    private let repository: any ArtistRepository
    private let annotations: any SubjectAnnotationRepository
    private let listener: Listener
    /// How many names are looked up at once.
    private static let batchSize = 100

    public init(
        repository: any ArtistRepository, annotations: any SubjectAnnotationRepository, listener: Listener
    ) {
        self.repository = repository
        self.annotations = annotations
        self.listener = listener
    }

    /// Returns a window of the artists whose names contain a text; see `ArtistRepository` for their order.
    ///
    /// O(n) for the n artists up to the end of the window.
    public func execute(named text: String = "", window: Window = .all) async throws -> [AnnotatedArtist] {
        let artists = try await repository.artists(nameContaining: text, allowing: listener.filter, limit: window.end)
        return try await annotations.annotated(Array(artists.dropFirst(window.offset)))
    }

    /// Returns how many artists' names contain a text. O(n) for n artists.
    public func count(named text: String = "") async throws -> Int {
        try await repository.count(nameContaining: text, allowing: listener.filter)
    }

    /// Returns those artists of some names that the listener may see.
    public func execute(of names: [String]) async throws -> [AnnotatedArtist] {
        try await annotated(names, until: names.count)
    }

    /// Returns the artists of albums that the listener may see with their annotations, in the same order.
    public func annotated(
        _ artists: [AlbumArtistCount]
    ) async throws -> [(artist: AlbumArtistCount, annotations: SubjectAnnotations)] {
        let found = try await annotations.annotations(of: artists.map { .artist($0.name) })
        return zip(artists, found).map { ($0, $1) }
    }

    /// Returns a window of the bookmarked artists whose names contain a text, in the order of names. A bookmarked artist
    /// with exactly this name is the only one.
    public func bookmarked(named text: String = "", window: Window = .all) async throws -> [AnnotatedArtist] {
        let names = try await annotations.all(allowing: .all).compactMap { known -> String? in
            guard known.annotations.isBookmarked, case .artist(let name) = known.subject else { return nil }
            return ArtistName(name).contains(text) ? name : nil
        }
        let exact = names.filter { !text.isBlank && ArtistName($0) == ArtistName(text) }
        let only = try await annotated(exact, until: 1)
        let found = only.isEmpty ? try await annotated(names, until: window.end) : only
        return Array(found.dropFirst(window.offset).prefix(window.limit ?? .max))
    }

    /// Returns the visible artists of some names with their annotations, at least the first `end` ones.
    private func annotated(_ names: [String], until end: Int) async throws -> [AnnotatedArtist] {
        var (found, rest): ([AnnotatedArtist], ArraySlice<String>) = ([], names[...])
        while found.count < end, !rest.isEmpty {
            let batch = Array(rest.prefix(Self.batchSize))
            let artists = try await repository.artistsOfSongsOrAlbums(named: batch, allowing: listener.filter)
            found += try await annotations.annotated(artists)
            rest = rest.dropFirst(batch.count)
        }
        return found
    }
}
