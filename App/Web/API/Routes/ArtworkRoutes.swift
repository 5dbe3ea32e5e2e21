import FermataDomain
import FermataPresentation
import HTTPTypes
import Hummingbird

/// The pictures of music.
struct ArtworkRoutes {
    /// A browser has few connections: none of them is to wait longer for a picture's own server.
    private static let patience = Duration.seconds(3)
    private let music: MusicListDataSource
    private let artwork: GetArtworkUsecase

    init(_ app: Composition) {
        music = app.stored
        artwork = app.artwork
    }

    func add(to router: Router<WebServer.Context>) {
        router.get("/api/music/:id/artwork") { request, context in
            try QueryParameters(request).end()
            let id = try await music.find(try context.parameter("id")).id
            switch await soon(id) {
            case .success(let picture?):
                return BufferedResponse(
                    picture.bytes, type: picture.format.mediaType, lifetime: "private, no-cache"
                ).response(to: request)
            case .success(nil): return Placeholder.answer(lifetime: "private, max-age=60").response(to: request)
            case .failure(is SourceFailure), nil: return Placeholder.answer(lifetime: "no-store").response(to: request)
            case .failure(let error): throw error
            }
        }
    }

    /// The picture, or what went wrong; nil where it takes too long. What comes later is kept for the next time.
    private func soon(_ id: MusicID) async -> Result<ArtworkImage?, any Error>? {
        let (results, result) = AsyncStream.makeStream(of: Result<ArtworkImage?, any Error>.self)
        Task { [artwork] in
            do { result.yield(.success(try await artwork.execute(id))) } catch { result.yield(.failure(error)) }
            result.finish()
        }
        let timer = Task {
            try await Task.sleep(for: Self.patience)
            result.finish()
        }
        defer { timer.cancel() }
        return await results.first { _ in true }
    }
}

extension ArtworkImage.Format {
    fileprivate var mediaType: String { "image/\(rawValue)" }
}
