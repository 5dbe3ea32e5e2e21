import FermataPresentation
import Hummingbird

/// Serves the lyrics of a song as a page.
struct LyricsPageController {
    let lyrics: LyricsDataSource
    let renderer: PageRenderer

    func addRoutes(to group: RouterGroup<WebContext>) {
        group.get("music/:id/lyrics") { request, context in
            try await renderer.response(to: request) { parameters in
                try parameters.end()
                let screen = try await lyrics.screen(of: try context.parameter("id"))
                return Page(
                    title: screen.title, screen: .music, countText: screen.artist, rows: screen.pageRows,
                    content: screen.html)
            }
        }
    }
}
