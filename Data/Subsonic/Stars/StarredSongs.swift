/// The songs that the user of a server has starred.
struct StarredSongs: Decodable, Sendable {
    let ids: [String]

    private enum Key: String, CodingKey {
        case starred2, song
    }

    /// Throws for a song without an id: it would count as a song without a star.
    init(from decoder: any Decoder) throws {
        ids = try decoder.container(keyedBy: Key.self).list(.song, in: .starred2, of: ItemReference.self)
            .map { try $0.get().id }
    }
}
