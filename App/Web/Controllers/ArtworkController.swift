import FermataDomain
import FermataPresentation
import HTTPTypes
import Hummingbird

/// Serves the artwork of music.
struct ArtworkController {
    /// The longest wait for a remote server. A browser has few connections, so a picture must not block one for long.
    private static let timeout = Duration.seconds(3)
    let music: MusicListDataSource
    let artwork: GetArtworkUsecase
    let scaler: ArtworkScaler
    let clock: any Clock<Duration>
    /// Bounds the originals in memory: those that are scaled, and those that wait for it.
    private let scaling = TaskLimiter(16)

    init(music: MusicListDataSource, artwork: GetArtworkUsecase, scaler: ArtworkScaler, clock: any Clock<Duration>) {
        (self.music, self.artwork, self.scaler, self.clock) = (music, artwork, scaler, clock)
    }

    func addRoutes(to group: RouterGroup<WebContext>) {
        group.get("music/:id/artwork", use: image)
    }

    private func image(_ request: Request, _ context: WebContext) async throws -> Response {
        var parameters = try QueryParameters(request)
        let size: ArtworkSize? = try parameters.choice("size")
        try parameters.end()
        let id = try await music.find(try context.parameter("id")).id
        guard let size else { return try await image(of: id, nil) }
        return try await scaling.run { try await image(of: id, size) }
    }

    private func image(of id: MusicID, _ size: ArtworkSize?) async throws -> Response {
        switch await result(for: id) {
        case .success(let image?): return try await response(image, size)
        case .success(nil): return PlaceholderArtwork.response(lifetime: "private, max-age=60")
        case .failure(is SourceFailure), nil: return PlaceholderArtwork.response(lifetime: "no-store")
        case .failure(let error): throw error
        }
    }

    /// Without a size, the original. Clients may store a size for an hour, so that they show a changed image later.
    private func response(_ image: ArtworkImage, _ size: ArtworkSize?) async throws -> Response {
        guard let size else { return .buffered(image.bytes, type: image.format.mediaType) }
        let scaled = try await scaler.image(image, fitting: size)
        return .buffered(scaled.bytes, type: scaled.format.mediaType, lifetime: "private, max-age=3600")
    }

    /// The artwork or its error; nil after the time-out. Artwork that arrives later is cached for the next request.
    private func result(for id: MusicID) async -> Result<ArtworkImage?, any Error>? {
        await awaitValue(within: Self.timeout, clock: clock) { [artwork] in
            do { return .success(try await artwork.execute(id)) } catch { return .failure(error) }
        }
    }
}

extension ArtworkImage.Format {
    var mediaType: String { "image/\(rawValue)" }
}

/// The image that is shown for music without artwork: a fermata.
enum PlaceholderArtwork {
    static func response(lifetime: String) -> Response {
        .buffered(svg.utf8, type: "image/svg+xml", lifetime: lifetime)
    }

    static let svg = """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" role="img" aria-label="No picture">\
        <rect width="64" height="64" fill="#8884"/>\
        <path d="M14 40a18 18 0 0 1 36 0h-3a15 13 0 0 0-30 0z" fill="#888"/><circle cx="32" cy="38" r="3" fill="#888"/>\
        </svg>

        """
}
