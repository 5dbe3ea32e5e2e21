import FermataDomain
import FermataPresentation
import Hummingbird

/// The playlist screen, the bookmarks, and the page of one piece of music.
struct MusicPages {
    private let app: Composition
    private let renderer: PageRenderer

    init(_ app: Composition, _ renderer: PageRenderer) {
        self.app = app
        self.renderer = renderer
    }

    func add(to router: Router<WebServer.Context>) {
        router.get("/") { request, _ in
            try await renderer.response(to: request) { try await list(&$0, bookmarkedOnly: false) }
        }
        router.get("/bookmarks") { request, _ in
            try await renderer.response(to: request) { try await list(&$0, bookmarkedOnly: true) }
        }
        router.get("/music/:id") { request, context in
            try await renderer.response(to: request) { parameters in
                try parameters.end()
                let track = try await track(try context.parameter("id"))
                return Page(
                    title: track.title, place: .music, countText: track.row.artist, content: .detail,
                    values: MusicDetailModel(track).values)
            }
        }
        router.get("/music/:id/row") { request, context in
            var parameters = try QueryParameters(request)
            let values = try await row(try context.parameter("id"), &parameters)
            return renderer.response(row: values, to: request)
        }
    }

    private func list(_ parameters: inout QueryParameters, bookmarkedOnly: Bool) async throws -> Page {
        var query = try parameters.music()
        try parameters.end()
        query.bookmarkedOnly = query.bookmarkedOnly || bookmarkedOnly
        let model = MusicListPageModel(query, total: try await app.stored.count(query))
        let rows = try await app.stored.batches(of: query).all()
        let tracks = try await app.downloads.tracks(rows)
        return Page(
            title: model.title, place: model.place, search: model.search, countText: model.countText, content: .list,
            values: ListValues(tracks.map(\.musicValues), paging: model.paging, emptyText: model.emptyText).values
                .merging(ChoiceValues(model.sorts, model.switches).values))
    }

    /// One row, as it is drawn in a list of music or among an artist’s tracks.
    private func row(_ id: String, _ parameters: inout QueryParameters) async throws -> TemplateValues {
        let kind = try parameters.choice("kind", of: RowKind.self) ?? .music
        let index = try parameters.whole("index", in: 0...QueryParameters.farthest) ?? 0
        let total = try parameters.whole("total", in: 0...QueryParameters.farthest) ?? 1
        try parameters.end()
        let track = try await track(id)
        let place = RowPlace(index: index, total: total).values
        return switch kind {
        case .music: track.musicValues.merging(place)
        case .track: track.values.merging(place)
        }
    }

    /// The one piece of music whose id begins so, with its download. Throws `LibraryError`.
    private func track(_ id: String) async throws -> TrackCellModel {
        let row = try await app.stored.find(id)
        return try await app.downloads.tracks([row])[0]
    }
}

/// What a row of music is drawn as.
enum RowKind: String, CaseIterable {
    case music, track
}
