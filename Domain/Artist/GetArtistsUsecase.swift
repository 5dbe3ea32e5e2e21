/// Gets the artists of songs that the listener may see.
public struct GetArtistsUsecase: Sendable {
    private let repository: any ArtistRepository
    private let listener: Listener

    public init(repository: any ArtistRepository, listener: Listener) {
        self.repository = repository
        self.listener = listener
    }

    /// Returns a window of the artists whose names contain a text; see `ArtistRepository` for their order.
    ///
    /// O(n) for the n artists up to the end of the window.
    public func execute(named text: String = "", window: Window = .all) async throws -> [Artist] {
        let end = window.limit.map { window.offset + $0 } ?? .max
        let artists = try await repository.artists(nameContaining: text, allowing: listener.filter, limit: end)
        return Array(artists.dropFirst(window.offset))
    }
}
