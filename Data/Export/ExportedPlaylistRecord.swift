import FermataDomain

/// A playlist in a document: `{"id": …, "name": …, "source": …, "entries": [{"id": …, "title": …, "artist": …}]}`.
struct ExportedPlaylistRecord: Codable {
    enum CodingKeys: String, RecordKey {
        case id, name, source, entries

        var expectation: ExpectedValue {
            switch self {
            case .id: .musicID
            case .name, .source: .text
            case .entries: .musicIDs
            }
        }
    }

    private let id: ExportedID
    private let name: String
    private let source: String
    private let entries: [Entry]

    init(_ playlist: ExportedPlaylist) {
        id = ExportedID(MusicID(playlist.id.value))
        (name, source) = (playlist.name, playlist.source)
        entries = playlist.entries.map { Entry(id: ExportedID($0.id), title: $0.title, artist: $0.artist) }
    }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        id = try fields.required(ExportedID.self, .id)
        name = try fields.required(String.self, .name)
        source = try fields.required(.source)
        entries = try fields.required([Entry].self, .entries)
    }

    var playlist: ExportedPlaylist {
        ExportedPlaylist(
            id: PlaylistID(id.music.value), name: name, source: source,
            entries: entries.map { ExportedPlaylist.Entry(id: $0.id.music) })
    }

    /// An entry of a playlist. Only the id is decoded; the texts are for people.
    private struct Entry: Codable {
        let id: ExportedID
        let title: String?
        let artist: String?

        init(id: ExportedID, title: String?, artist: String?) {
            (self.id, self.title, self.artist) = (id, title, artist)
        }

        private enum CodingKeys: CodingKey {
            case id, title, artist
        }

        init(from decoder: any Decoder) throws {
            id = try decoder.container(keyedBy: CodingKeys.self).decode(ExportedID.self, forKey: .id)
            (title, artist) = (nil, nil)
        }
    }
}
