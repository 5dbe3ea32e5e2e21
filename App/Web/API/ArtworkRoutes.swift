import FermataDomain
import FermataPresentation
import HTTPTypes
import Hummingbird

/// The pictures of music.
struct ArtworkRoutes {
    private let music: PlaylistDataSource
    private let artwork: GetArtworkUsecase

    init(_ app: Composition) {
        music = app.stored
        artwork = app.artwork
    }

    func add(to router: Router<WebServer.Context>) {
        router.get("/api/music/:id/artwork") { [music, artwork] request, context in
            try QueryParameters(request).end()
            let row = try await music.find(try context.parameter("id"))
            do {
                guard let picture = try await artwork.execute(row.id) else {
                    return Placeholder.answer(lifetime: "private, max-age=60").response(to: request)
                }
                return KnownAnswer(
                    picture.bytes, type: picture.format.mediaType, lifetime: "private, max-age=86400"
                ).response(to: request)
            } catch is SourceFailure {
                return Placeholder.answer(lifetime: "no-store").response(to: request)
            }
        }
    }
}

extension Picture.Format {
    fileprivate var mediaType: String { "image/\(rawValue)" }
}
