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
    let clock: any Clock<Duration>

    func addRoutes(to group: RouterGroup<WebContext>) {
        group.get("music/:id/artwork", use: image)
    }

    private func image(_ request: Request, _ context: WebContext) async throws -> Response {
        try QueryParameters(request).end()
        let id = try await music.find(try context.parameter("id")).id
        switch await result(for: id) {
        case .success(let image?): return .buffered(image.bytes, type: image.format.mediaType)
        case .success(nil): return PlaceholderArtwork.response(lifetime: "private, max-age=60")
        case .failure(is SourceFailure), nil: return PlaceholderArtwork.response(lifetime: "no-store")
        case .failure(let error): throw error
        }
    }

    /// The artwork or its error; nil after the time-out. Artwork that arrives later is cached for the next request.
    private func result(for id: MusicID) async -> Result<ArtworkImage?, any Error>? {
        await awaitValue(within: Self.timeout, clock: clock) { [artwork] in
            do { return .success(try await artwork.execute(id)) } catch { return .failure(error) }
        }
    }
}

extension ArtworkImage.Format {
    fileprivate var mediaType: String { "image/\(rawValue)" }
}
