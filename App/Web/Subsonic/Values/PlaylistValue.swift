import FermataDomain
import Foundation

/// A playlist, with its songs if it was requested itself.
struct PlaylistValue: SubsonicValue {
    let playlist: Playlist
    /// The account, or the name of the source.
    let owner: String
    /// The library does not store when a playlist was changed: apps read it anew if that may be now.
    let changed: Date
    var songs: [SongValue]?

    func write(to writer: inout some SubsonicWriter) {
        writer.member("id", SubsonicID.playlist(playlist.id).text)
        writer.member("name", playlist.name)
        writer.member("songCount", songs?.count ?? playlist.count ?? 0)
        let duration = songs?.reduce(Duration.zero) { $0 + $1.song.duration } ?? .zero
        writer.member("duration", Int(duration.components.seconds))
        writer.member("created", SubsonicDate.text(Date(timeIntervalSince1970: 0)))
        writer.member("changed", SubsonicDate.text(changed))
        writer.member("owner", owner)
        writer.member("public", playlist.isShared)
        writer.member("readonly", playlist.origin != .own)
        if let songs { writer.list("entry", songs) }
    }
}
