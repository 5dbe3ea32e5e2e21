import FermataDomain

/// A record of the catalogue document as it is written there.
struct CatalogueRecord: Decodable {
    enum Key: String, CodingKey {
        case id, title, singer, album, duration, image, file, lyrics
        case explicit, popularity, released, year, genre, track, disc
    }

    private let id: String?
    private let title: String
    private let singer: String
    private let album: String
    private let duration: Int
    private let image: String
    private let file: String
    private let lyrics: String
    private let explicit: ExplicitStatus
    private let popularity: Double?
    private let released: String?
    private let year: Int?
    private let genre: String?
    private let track: Int?
    private let disc: Int?

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        title = try fields.title()
        duration = try fields.duration()
        singer = try fields.text(.singer)
        album = try fields.text(.album)
        image = try fields.text(.image)
        file = try fields.text(.file)
        lyrics = try fields.text(.lyrics)
        id = try fields.identity()
        explicit = try fields.explicitStatus()
        popularity = try fields.decodeIfPresent(Double.self, forKey: .popularity)
        released = try fields.decodeIfPresent(String.self, forKey: .released)
        year = try fields.wholeNumber(.year)
        genre = try fields.decodeIfPresent(String.self, forKey: .genre)
        track = try fields.wholeNumber(.track)
        disc = try fields.wholeNumber(.disc)
    }

    func music(_ addresses: AddressResolver) -> RemoteMusic {
        RemoteMusic(
            key: id ?? DerivedKey(artist: singer, album: album, title: title, seconds: duration).text,
            title: title, artist: singer, album: album, duration: .seconds(duration),
            disc: disc, track: track, genre: genre,
            artworkURL: addresses.address(image), audioURL: addresses.address(file), lyrics: lyrics,
            explicit: explicit, popularity: popularity,
            released: released.flatMap { ReleaseDate($0) } ?? year.flatMap { ReleaseDate(year: $0) })
    }
}
