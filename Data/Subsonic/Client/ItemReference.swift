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

extension Result<ItemReference, InvalidElement> {
    /// The id, also of an element whose other values are invalid; nil for one without an id.
    var id: String? {
        switch self {
        case .success(let item): item.id
        case .failure(let invalid): invalid.id
        }
    }
}
