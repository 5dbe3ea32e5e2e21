/// A song or an album of which only the id matters.
struct ItemReference: Decodable {
    let id: String

    private enum Key: String, CodingKey {
        case id
    }

    init(from decoder: any Decoder) throws {
        id = try decoder.container(keyedBy: Key.self).decode(LenientText.self, forKey: .id).value
    }
}
