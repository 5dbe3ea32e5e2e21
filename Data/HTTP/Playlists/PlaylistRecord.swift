import FermataDomain

/// A playlist in a document: `{"name": …, "music": [ids]}`, with an optional `id`.
struct PlaylistRecord: Decodable {
    enum Key: String, RecordKey {
        case id, name, music

        var expectation: ExpectedValue {
            switch self {
            case .id: .textOrInteger
            case .name: .text
            case .music: .musicIDs
            }
        }
    }

    let playlist: RemotePlaylist

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        guard let name = try fields.decodeIfPresent(String.self, forKey: .name) else {
            throw RecordError.missing(Key.name)
        }
        guard name.unicodeScalars.contains(where: { !$0.properties.isWhitespace }) else {
            throw RecordError.empty(field: Key.name.stringValue)
        }
        guard let music = try fields.decodeIfPresent([Identity].self, forKey: .music) else {
            throw RecordError.missing(Key.music)
        }
        playlist = RemotePlaylist(
            key: try fields.identity(.id) ?? name, name: name, songKeys: music.map(\.text))
    }

    /// The id of a song: text or an integer.
    private struct Identity: Decodable {
        let text: String

        init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            if let text = try? value.decode(String.self) {
                self.text = text
            } else if let number = try? value.decode(Int.self) {
                text = number.description
            } else {
                throw RecordError.wrongType(Key.music)
            }
        }
    }
}
