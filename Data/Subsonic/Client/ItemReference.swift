/// The id of a song, an album or a playlist; other values are ignored.
struct ItemReference: Decodable, Sendable {
    let id: String

    private enum Key: String, CodingKey {
        case id
    }

    init(from decoder: any Decoder) throws {
        id = try decoder.container(keyedBy: Key.self).id(.id)
    }
}
