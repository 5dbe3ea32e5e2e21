import FermataDomain
import Foundation

/// Positions in songs, which the API calls bookmarks; a bookmark of this program is a star there.
extension SubsonicRoute {
    static let positions: [SubsonicRoute] = [
        SubsonicRoute("getBookmarks", isCached: always) { call in
            let positions = try await call.services.positions.all()
            let songs = try await call.services.values(of: positions.map(\.song))
            let values = zip(positions, songs).map { PositionValue(position: $0, song: $1, account: call.account.name) }
            return .list("bookmarks", "bookmark", values)
        },
        SubsonicRoute("createBookmark", isChange: true) { call in
            let song = try call.parameters.song()
            let position = try call.parameters.integer("position", in: 0...Int(Int64.max / 2_000_000))
            guard let position else { throw SubsonicError.missing("position") }
            try await call.services.positions.save(
                .milliseconds(position), in: song, comment: call.parameters["comment"] ?? "")
            return .done
        },
        SubsonicRoute("deleteBookmark", isChange: true) { call in
            try await call.services.positions.remove(from: call.parameters.song())
            return .done
        },
    ]
}

private struct PositionValue: SubsonicValue {
    let position: SavedPosition
    let song: SongValue
    let account: String

    func write(to writer: inout some SubsonicWriter) {
        writer.member("position", position.position.wholeMilliseconds)
        writer.member("username", account)
        writer.member("comment", nonempty: position.comment)
        writer.member("created", SubsonicDate.text(position.created))
        writer.member("changed", SubsonicDate.text(position.changed))
        writer.object("entry", song)
    }
}
