import FermataPresentation
import HTTPTypes
import Hummingbird

/// Serves the style sheets, scripts and images of the pages.
struct AssetController {
    private static let modules = [
        "actions": PackageResources.actions_js, "downloads": PackageResources.downloads_js,
        "events": PackageResources.events_js, "fermata": PackageResources.fermata_js,
        "focus": PackageResources.focus_js, "forms": PackageResources.forms_js,
        "freshness": PackageResources.freshness_js, "list": PackageResources.list_js,
        "menus": PackageResources.menus_js,
        "page": PackageResources.page_js, "requests": PackageResources.requests_js, "rows": PackageResources.rows_js,
        "scrolling": PackageResources.scrolling_js, "search": PackageResources.search_js,
        "sources": PackageResources.sources_js,
        "suggestions": PackageResources.suggestions_js,
    ]
    private static let playerModules = [
        "bar": PackageResources.bar_js, "connect": PackageResources.connect_js, "keys": PackageResources.keys_js,
        "line": PackageResources.line_js, "lines": PackageResources.lines_js, "lyrics": PackageResources.lyrics_js,
        "media": PackageResources.media_js, "navigation": PackageResources.navigation_js,
        "player": PackageResources.player_js, "plays": PackageResources.plays_js,
        "queue": PackageResources.queue_js, "songs": PackageResources.songs_js,
    ]

    func addRoutes(to group: RouterGroup<WebContext>) {
        var files = [
            "fermata.css": Response.buffered(PackageResources.fermata_css, type: "text/css; charset=utf-8"),
            "fermata.svg": Response.buffered(PackageResources.fermata_svg, type: "image/svg+xml"),
            "placeholder.svg": Response.buffered(PlaceholderArtwork.svg.utf8, type: "image/svg+xml"),
            "cell.css": Response.buffered(
                CellStyle(height: MusicCellLayout.defaultHeight).text.utf8, type: "text/css; charset=utf-8"),
        ]
        for (name, text) in Self.modules.merging(Self.playerModules, uniquingKeysWith: { $1 }) {
            files[name + ".js"] = Response.buffered(text, type: "text/javascript; charset=utf-8")
        }
        let robots = Response.buffered("User-agent: *\nDisallow: /\n".utf8, type: "text/plain; charset=utf-8")
        group.get("robots.txt") { _, _ in robots }
        for (name, file) in files {
            group.get("assets/\(name)") { _, _ in file }
        }
    }
}
