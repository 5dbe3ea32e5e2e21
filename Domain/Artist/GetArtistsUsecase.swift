/// Gets the artists of songs that the listener may see.
public struct GetArtistsUsecase: Sendable {
    private let repository: any ArtistRepository
    private let annotations: any SubjectAnnotationRepository
    private let listener: Listener

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
        let end = window.limit.map { window.offset + $0 } ?? .max
        let artists = try await repository.artists(nameContaining: text, allowing: listener.filter, limit: end)
        return try await annotations.annotated(Array(artists.dropFirst(window.offset)))
    }

    /// Returns the annotations of artists, in their order.
    public func annotations(ofArtists names: [String]) async throws -> [SubjectAnnotations] {
        try await annotations.annotations(of: names.map { .artist($0) })
    }

    /// Returns a window of the bookmarked artists whose names contain a text, in the order of names.
    public func bookmarked(named text: String = "", window: Window = .all) async throws -> [AnnotatedArtist] {
        var found: [AnnotatedArtist] = []
        for known in try await annotations.all(allowing: .all) where known.annotations.isBookmarked {
            guard case .artist(let name) = known.subject, ArtistName(name).contains(text),
                let artist = try await repository.artist(name, allowing: listener.filter)
            else { continue }
            found.append(AnnotatedArtist(artist, known.annotations))
        }
        return Array(found.dropFirst(window.offset).prefix(window.limit ?? .max))
    }
}
