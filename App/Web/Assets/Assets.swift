import FermataPresentation
import HTTPTypes
import Hummingbird

/// What pages are drawn with and moved by: style and script.
struct Assets {
    func add(to router: Router<WebServer.Context>) {
        let files = [
            "fermata.css": KnownAnswer(PackageResources.fermata_css, type: "text/css; charset=utf-8"),
            "fermata.js": KnownAnswer(PackageResources.fermata_js, type: "text/javascript; charset=utf-8"),
            "fermata.svg": KnownAnswer(PackageResources.fermata_svg, type: "image/svg+xml"),
            "cell.css": KnownAnswer(
                CellStyle(height: MusicCellLayout.usualHeight).text.utf8, type: "text/css; charset=utf-8"),
        ]
        let robots = KnownAnswer("User-agent: *\nDisallow: /\n".utf8, type: "text/plain; charset=utf-8")
        router.get("/robots.txt") { request, _ in robots.response(to: request) }
        for (name, file) in files {
            router.get("/assets/\(name)") { request, _ in file.response(to: request) }
        }
    }
}
