import Foundation

/// A song on a fake music server.
package struct ServedSong: Sendable {
    package let id: String
    package let album: String
    /// The song as the server writes it (JSON).
    package let json: String

    /// Creates a song with the text of its JSON object, valid or not.
    package init(id: String, album: String = "Low", json: String) {
        (self.id, self.album, self.json) = (id, album, json)
    }

    /// Creates a song as servers describe it; `fields` are added or replace others.
    package init(
        id: String, title: String, artist: String = "David Bowie", album: String = "Low", duration: Int = 198,
        fields: [String: any Sendable] = [:]
    ) {
        let all: [String: any Sendable] = [
            "id": id, "title": title, "artist": artist, "album": album, "duration": duration, "isDir": false,
            "type": "music", "contentType": "audio/mpeg",
        ]
        let content = try? JSONSerialization.data(
            withJSONObject: all.merging(fields) { $1 }, options: [.sortedKeys, .withoutEscapingSlashes])
        self.init(id: id, album: album, json: String(decoding: content ?? Data(), as: UTF8.self))
    }
}

/// A playlist on a fake music server.
package struct ServedPlaylist: Sendable {
    package let id: String
    package let name: String
    package let songs: [String]
    /// The time of the last change; nil for a server that does not report it.
    package let changed: String?

    package init(id: String, name: String, songs: [String], changed: String? = "2026-11-22T00:00:00Z") {
        (self.id, self.name, self.songs, self.changed) = (id, name, songs, changed)
    }
}
