import FermataDomain

/// The songs that the user of a server has starred.
struct StarredSongs: SubsonicContent {
    static let list: String? = Key.song.rawValue
    private(set) var ids: [String] = []

    private enum Key: String, CodingKey {
        case starred2, song
    }

    init(from decoder: any Decoder) throws {
        try add(try decoder.container(keyedBy: Key.self).list(.song, in: .starred2))
    }

    /// Throws for a song without an id: it would count as a song without a star.
    mutating func add(_ elements: [Result<ItemReference, InvalidElement>]) throws {
        ids += try elements.map { element in
            guard let id = element.id else { throw RecordError.missing(field: "id") }
            return id
        }
    }
}
