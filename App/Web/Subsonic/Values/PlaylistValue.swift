import FermataDomain
import Foundation

/// A playlist, with its songs if it was requested itself.
struct PlaylistValue: SubsonicValue {
    let playlist: Playlist
    /// The account, or the name of the source.
    let owner: String
    var songs: [SongValue]?

    func write(to writer: inout some SubsonicWriter) {
        writer.member("id", SubsonicID.playlist(playlist.id).text)
        writer.member("name", playlist.name)
        writer.member("songCount", songs?.count ?? playlist.count ?? 0)
        let duration = songs?.reduce(Duration.zero) { $0 + $1.song.duration } ?? playlist.duration ?? .zero
        writer.member("duration", Int(duration.components.seconds))
        // The description requires both, also of a playlist from before the library stored them.
        let unknown = Date(timeIntervalSince1970: 0)
        writer.member("created", SubsonicDate.text(playlist.created ?? unknown))
        writer.member("changed", SubsonicDate.text(playlist.changed ?? unknown))
        writer.member("comment", nonempty: playlist.comment)
        writer.member("owner", owner)
        writer.member("public", playlist.isShared)
        writer.member("readonly", playlist.origin != .own)
        if let songs { writer.list("entry", songs) }
    }
}
