import FermataPresentation
import HTTPTypes
import Hummingbird

/// Serves the style sheets, scripts and images of the pages.
struct AssetController {
    private static let modules = [
        "actions": PackageResources.actions_js, "choice": PackageResources.choice_js,
        "downloads": PackageResources.downloads_js, "entries": PackageResources.entries_js,
        "events": PackageResources.events_js, "fermata": PackageResources.fermata_js,
        "focus": PackageResources.focus_js, "forms": PackageResources.forms_js,
        "freshness": PackageResources.freshness_js, "list": PackageResources.list_js,
        "menus": PackageResources.menus_js, "page": PackageResources.page_js,
        "pointer": PackageResources.pointer_js, "requests": PackageResources.requests_js,
        "rows": PackageResources.rows_js,
        "scrolling": PackageResources.scrolling_js, "search": PackageResources.search_js,
        "selection": PackageResources.selection_js, "undo": PackageResources.undo_js,
        "sources": PackageResources.sources_js,
        "suggestions": PackageResources.suggestions_js, "swipe": PackageResources.swipe_js,
        "bar": PackageResources.bar_js, "connect": PackageResources.connect_js, "keys": PackageResources.keys_js,
        "library": PackageResources.library_js, "marks": PackageResources.marks_js, "sleep": PackageResources.sleep_js,
        "line": PackageResources.line_js, "lines": PackageResources.lines_js, "lyrics": PackageResources.lyrics_js,
        "media": PackageResources.media_js, "navigation": PackageResources.navigation_js,
        "pages": PackageResources.pages_js,
        "player": PackageResources.player_js, "plays": PackageResources.plays_js,
        "program": PackageResources.program_js,
        "queue": PackageResources.queue_js, "remote": PackageResources.remote_js, "songs": PackageResources.songs_js,
    ]

    func addRoutes(to group: RouterGroup<WebContext>) {
        var files = [
            "fermata.css": Response.buffered(PackageResources.fermata_css, type: "text/css; charset=utf-8"),
            "fermata.svg": Response.buffered(PackageResources.fermata_svg, type: "image/svg+xml"),
            "placeholder.svg": Response.buffered(PlaceholderArtwork.svg.utf8, type: "image/svg+xml"),
            "cell.css": Response.buffered(
                CellStyle(height: MusicCellLayout.defaultHeight).text.utf8, type: "text/css; charset=utf-8"),
        ]
        for (name, text) in Self.modules {
            files[name + ".js"] = Response.buffered(text, type: "text/javascript; charset=utf-8")
        }
        let robots = Response.buffered("User-agent: *\nDisallow: /\n".utf8, type: "text/plain; charset=utf-8")
        group.get("robots.txt") { _, _ in robots }
        for (name, file) in files {
            group.get("assets/\(name)") { _, _ in file }
        }
    }
}

/// The geometry of a row of music as custom properties of a style sheet, one pixel per point.
package struct CellStyle {
    package let text: String

    /// `100%` is the width of the row in values that depend on it.
    package init(height: Double) {
        let layout = MusicCellLayout(width: 0, height: height)
        let (artwork, title, more) = (layout.artwork, layout.title, layout.moreButton)
        let properties = [
            ("height", Self.pixels(height)), ("artwork-x", Self.pixels(artwork.x)),
            ("artwork-y", Self.pixels(artwork.y)),
            ("artwork-width", Self.pixels(artwork.width)), ("artwork-height", Self.pixels(artwork.height)),
            ("title-x", Self.pixels(title.x)), ("title-y", Self.pixels(title.y)),
            ("title-width", "calc(100% + \(Self.pixels(title.width)))"),
            ("artist-gap", Self.pixels(layout.artist(belowTitleOfHeight: 0).y - title.y)),
            ("title-font", Self.font(MusicCellLayout.titleFont)),
            ("artist-font", Self.font(MusicCellLayout.artistFont)),
            ("more-right", Self.pixels(-more.trailing)), ("more-middle", Self.pixels(more.middle)),
        ]
        text = ":root {\n" + properties.map { "  --cell-\($0.0): \($0.1);\n" }.joined() + "}\n"
    }

    private static func pixels(_ points: Double) -> String {
        (Int(exactly: points).map(String.init) ?? "\(points)") + "px"
    }

    private static func font(_ font: MusicCellLayout.Font) -> String {
        (font.isBold ? "700 " : "400 ") + pixels(font.size)
    }
}
