import FermataDomain

/// Pictures of a library that keeps none.
struct NoArtwork: ArtworkRepository {
    func picture(of music: Music) async throws -> Picture? { nil }
}
