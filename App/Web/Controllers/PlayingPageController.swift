import FermataDomain
import FermataPresentation
import Foundation
import Hummingbird
import Synchronization

/// Lets one page play at a time: each that begins is announced to all, so that the others pause. A program that plays
/// pauses as well.
final class PlayingPageController: Sendable {
    /// The longest id and name, in bytes.
    private static let textLimit = 100
    private let player: PlayerDataSource
    private let hub: EventHub
    private let now: @Sendable () -> Date
    private let last = Mutex<PlayingPage?>(nil)

    init(player: PlayerDataSource, hub: EventHub, now: @escaping @Sendable () -> Date) {
        (self.player, self.hub, self.now) = (player, hub, now)
    }

    func addRoutes(to group: RouterGroup<WebContext>) {
        group.get("player/page", use: latest)
            .put("player/page", use: begin)
    }

    /// The number of the page that has begun last; 0 without one.
    private func latest(_ request: Request, _ context: WebContext) async throws -> Response {
        try QueryParameters(request).end()
        return .json(JSONText.object([NamedValue("number", .integer(last.withLock { $0?.number ?? 0 }))]))
    }

    private func begin(_ request: Request, _ context: WebContext) async throws -> Response {
        try QueryParameters(request).end()
        let body = try await JSONBody(request, known: ["id", "name"])
        let (id, name) = (try Self.text("id", body), try Self.text("name", body))
        let (page, former) = last.withLock { last in
            // In milliseconds, which a page can represent exactly.
            let number = max((last?.number ?? 0) + 1, Int(now().timeIntervalSince1970 * 1_000))
            let former = last
            let page = PlayingPage(id: id, name: name, number: number)
            last = page
            hub.publish(.page(page), isState: true)
            return (page, former)
        }
        try await player.pauseProgram()
        let isOther = former.map { $0.id != id } ?? false
        return .changed(
            JSONText.object([NamedValue("number", .integer(page.number)), NamedValue("isOther", .flag(isOther))]))
    }

    private static func text(_ name: String, _ body: JSONBody) throws -> String {
        guard let text = body[name], !text.isEmpty, text.utf8.count <= textLimit else {
            throw Problem(
                .badRequest, "The member “\(name)” must have from 1 to \(textLimit) bytes.", field: name)
        }
        return text
    }
}
