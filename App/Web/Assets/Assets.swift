import FermataPresentation
import HTTPTypes
import Hummingbird

/// What pages are drawn with and moved by: style and script.
struct Assets {
    /// The modules of the script; `fermata` begins it all.
    private static let modules = [
        "actions": PackageResources.actions_js, "adding": PackageResources.adding_js,
        "asking": PackageResources.asking_js, "downloads": PackageResources.downloads_js,
        "drawing": PackageResources.drawing_js, "events": PackageResources.events_js,
        "fermata": PackageResources.fermata_js, "focus": PackageResources.focus_js,
        "freshness": PackageResources.freshness_js, "menus": PackageResources.menus_js,
        "page": PackageResources.page_js, "rows": PackageResources.rows_js,
        "scrolling": PackageResources.scrolling_js, "search": PackageResources.search_js,
    ]

    func add(to router: Router<WebServer.Context>) {
        var files = [
            "fermata.css": BufferedResponse(PackageResources.fermata_css, type: "text/css; charset=utf-8"),
            "fermata.svg": BufferedResponse(PackageResources.fermata_svg, type: "image/svg+xml"),
            "cell.css": BufferedResponse(
                CellStyle(height: MusicCellLayout.usualHeight).text.utf8, type: "text/css; charset=utf-8"),
        ]
        for (name, text) in Self.modules {
            files[name + ".js"] = BufferedResponse(text, type: "text/javascript; charset=utf-8")
        }
        let robots = BufferedResponse("User-agent: *\nDisallow: /\n".utf8, type: "text/plain; charset=utf-8")
        router.get("/robots.txt") { request, _ in robots.response(to: request) }
        for (name, file) in files {
            router.get("/assets/\(name)") { request, _ in file.response(to: request) }
        }
    }
}
