import FermataDomain
import FermataPresentation
import HTTPTypes
import Hummingbird

/// The parameters of a query, read strictly: repeated, unknown and malformed parameters are problems.
///
/// They are form-encoded: `+` is a space. Source: https://url.spec.whatwg.org/#urlencoded-parsing
struct QueryParameters {
    private static let limit = 32
    private var values: [(name: String, value: String)] = []
    /// The names of the parameters that were read, without deprecated ones.
    private var names: [String] = []
    private var deprecatedNames: Set<String> = []

    /// Throws `Problem` for text that is not UTF-8, for a repeated parameter, and for too many of them.
    init(_ request: Request) throws {
        try self.init(query: request.uri.query ?? "")
    }

    /// Throws `Problem` for text that is not UTF-8, for a repeated parameter, and for too many of them.
    init(query: String) throws {
        for pair in query.utf8.split(separator: UInt8(ascii: "&")) {
            guard values.count < Self.limit else {
                throw Problem(.badRequest, "A query can have at most \(Self.limit) parameters.")
            }
            let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            let name = try Self.decoded(parts[0])
            guard !values.contains(where: { $0.name == name }) else { throw Self.invalid(name, "is given twice") }
            values.append((name, parts.count > 1 ? try Self.decoded(parts[1]) : ""))
        }
    }

    mutating func text(_ name: String) -> String? { matches(name, alias: nil).first?.value }

    /// `alias` is a deprecated name of the parameter, which counts only without the current one.
    mutating func flag(_ name: String, alias: String? = nil) throws -> Bool {
        try matches(name, alias: alias).map { name, text in
            switch text {
            case "false": false
            case "true": true
            default: throw Self.invalid(name, "must be true or false")
            }
        }.first ?? false
    }

    mutating func integer(_ name: String, in range: ClosedRange<Int>) throws -> Int? {
        guard let text = text(name) else { return nil }
        guard let number = Int(digits: text), range.contains(number) else {
            throw Self.invalid(name, "must be an integer from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    /// `alias` is a deprecated name of the parameter, which counts only without the current one.
    mutating func choice<Value: RawRepresentable<String> & CaseIterable>(
        _ name: String, alias: String? = nil, of type: Value.Type = Value.self
    ) throws -> Value? {
        try matches(name, alias: alias).map { name, text in
            guard let value = Value(rawValue: text) else {
                throw Self.invalid(name, "must be one of " + Value.allCases.map(\.rawValue).joined(separator: ", "))
            }
            return value
        }.first
    }

    /// The parameters with a name or its alias, in this order.
    private mutating func matches(_ name: String, alias: String?) -> [(name: String, value: String)] {
        names.append(name)
        if let alias { deprecatedNames.insert(alias) }
        return [name, alias].compactMap { name in values.first { $0.name == name } }
    }

    /// Throws `Problem` if the query has a parameter that was not read: it may be mistyped.
    func end() throws {
        let isKnown = { (name: String) in names.contains(name) || deprecatedNames.contains(name) }
        guard let unknown = values.first(where: { !isKnown($0.name) }) else { return }
        let hint =
            names.isEmpty ? "This address has no parameters." : "Choose from: \(names.joined(separator: ", "))."
        throw Problem(.badRequest, "Unknown parameter “\(unknown.name)”. \(hint)", parameter: unknown.name)
    }

    /// The query with other values for some parameters, percent-encoded.
    func replacing(_ replacements: [(name: String, value: String)]) -> String {
        let others = values.filter { value in !replacements.contains { $0.name == value.name } }
        return (others + replacements).map { "\($0.name.percentEncoded)=\($0.value.percentEncoded)" }
            .joined(separator: "&")
    }

    private static func invalid(_ name: String, _ reason: String) -> Problem {
        Problem(.badRequest, "The parameter “\(name)” \(reason).", parameter: name)
    }

    private static func decoded(_ bytes: some Collection<UInt8>) throws -> String {
        guard let text = String(percentEncoded: bytes, isForm: true) else {
            throw Problem(.badRequest, "The query is not UTF-8 in percent encoding.")
        }
        return text
    }
}

/// The parameters that several routes share, by the names of the command line's options.
extension QueryParameters {
    static let largestLimit = 500

    /// `offset` and `limit`, which is `pageSize` by default.
    mutating func window(pageSize: Int = PagingModel.pageSize) throws -> Window {
        Window(
            offset: try integer("offset", in: 0...Window.largest) ?? 0,
            limit: try integer("limit", in: 0...Self.largestLimit) ?? pageSize)
    }

    /// The query of a list of music.
    mutating func music() throws -> MusicQuery {
        MusicQuery(
            text: try searchText(), bookmarkedOnly: try flag("bookmarked"),
            downloadedOnly: try flag("downloaded"), artist: text("artist"),
            album: text("album").map { AlbumSelection($0) },
            source: text("source"), order: try choice("sort", alias: "order") ?? .relevance,
            isReversed: try flag("reverse", alias: "reversed"), bookmarkedFirst: try flag("bookmarkedFirst"),
            window: try window())
    }

    /// A rating, which must be present.
    mutating func rating(_ name: String) throws -> Rating {
        let range = Rating.one.rawValue...Rating.five.rawValue
        guard let rating = try integer(name, in: range).flatMap(Rating.init) else {
            throw Self.invalid(name, "is missing")
        }
        return rating
    }

    /// The query of a list of albums.
    mutating func albums() throws -> AlbumQuery {
        AlbumQuery(
            text: try searchText(), artist: text("artist"), bookmarkedOnly: try flag("bookmarked"),
            order: try (choice("sort") ?? AlbumOrderKey.relevance).order(seed: try seed() ?? 0),
            isReversed: try flag("reverse"), window: try window())
    }

    /// The request for the page of albums. Without a seed, its random order is another one each time.
    mutating func albumPage() throws -> AlbumPageQuery {
        AlbumPageQuery(
            text: try searchText(), genre: text("genre"), year: text("year"), artist: text("artist"),
            bookmarkedOnly: try flag("bookmarked"), order: try choice("sort") ?? .relevance,
            isReversed: try flag("reverse"),
            seed: try seed() ?? .random(in: 0...UInt64(Window.largest)), window: try window())
    }

    private mutating func seed() throws -> UInt64? {
        try integer("seed", in: 0...Window.largest).map(UInt64.init)
    }

    /// The query of an artist's page.
    mutating func artistPage(of artist: String) throws -> ArtistPageQuery {
        ArtistPageQuery(
            artist: artist, order: try choice("sort", alias: "order") ?? .popular,
            bookmarkedFirst: try flag("bookmarkedFirst"))
    }

    /// The words to search for, in `text`.
    mutating func searchText() throws -> String {
        let text = text("text") ?? ""
        guard text.unicodeScalars.count <= SearchQuery.textLimit else {
            throw Problem(
                .badRequest, "The parameter “text” can have at most \(SearchQuery.textLimit) characters.",
                parameter: "text")
        }
        return text
    }
}
