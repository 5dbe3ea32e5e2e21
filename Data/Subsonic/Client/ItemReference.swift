/// The id of a song or an album; other values are ignored.
struct ItemReference: Decodable {
    let id: String

    private enum Key: String, CodingKey {
        case id
    }

    init(from decoder: any Decoder) throws {
        id = try decoder.container(keyedBy: Key.self).decode(LenientText.self, forKey: .id).value
    }
}
