/// The songs that the user of a server has starred.
struct StarredSongs: Decodable, Sendable {
    let ids: [String]

    private enum Key: String, CodingKey {
        case starred2, song
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self).nestedContainer(keyedBy: Key.self, forKey: .starred2)
        ids = try values.list(.song, of: ItemReference.self)?.valid.map(\.id) ?? []
    }
}
