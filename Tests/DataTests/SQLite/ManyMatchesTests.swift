import FermataContracts
import FermataData
import FermataDomain
import Foundation
import Testing

/// Compares small windows of searches with large ones, which the library reads in another way.
@Suite("The first rows of a search with many matches")
struct ManyMatchesTests {
    private static let count = 36_000
    /// One row more than the library reads without finding all results.
    private static let largeWindow = Window(limit: 2_001)
    private static let texts = [
        "a", "lo", "ong", "long", "long zed", "사", "사 7", "힘", "lo 사", "7 a", "-long", "a -zed", "artist:zed",
        "long duration:9", "\"long day 4\"", "nowhere", "랑",
    ]

    @Test("are the first of all rows")
    func areFirstOfAllRows() async throws {
        let repository = try await TestLibrary((0..<Self.count).map(Self.song)).music
        let some = MusicQuery(text: "\"day 4\"", window: Window(limit: 40))
        let bookmarked = try await ids(of: some, some.window, in: repository)
        _ = try await repository.setBookmark(true, of: bookmarked)
        // Some results are also compared with the specification, applied to all songs.
        let all = try await repository.all()
        for text in ["long zed", "사랑 zed", "힘", "x\u{FFFF}y", "\u{FFFF}"] {
            let query = MusicQuery(text: text, order: .title)
            let expected = query.results(from: all).map(\.id)
            #expect(
                try await ids(of: query, Self.largeWindow, in: repository) == Array(expected.prefix(2_001)),
                "\(text)")
            #expect(try await repository.count(query) == expected.count, "\(text)")
        }
        for (number, text) in Self.texts.enumerated() {
            for order in [SortOrder.relevance, .title] {
                let view = MusicQuery(
                    text: text, order: order, isReversed: number % 3 == 1, bookmarkedFirst: number % 2 == 0,
                    explicit: number % 4 == 1 ? .notExplicit : .all)
                let many = try await ids(of: view, Self.largeWindow, in: repository)
                let first = try await ids(of: view, Window(limit: 20), in: repository)
                let later = try await ids(of: view, Window(offset: 15, limit: 20), in: repository)
                #expect(first == Array(many.prefix(20)), "\(view)")
                #expect(later == Array(many.dropFirst(15).prefix(20)), "\(view)")
                #expect(many.isEmpty == ["lo 사", "nowhere"].contains(text), "\(view)")
            }
        }
    }

    @Test("are the first of all rows if few are bookmarked, played or named by the words")
    func areFirstOfSmallParts() async throws {
        let songs = (1...1_200).map { RemoteMusic(key: "\($0)", title: $0 == 7 ? "Day" : "Day \($0)", artist: "Zed") }
        let library = try await TestLibrary(songs)
        let repository = library.music
        let some = [3, 500, 1_100].map { MusicID(source: "radio", key: "\($0)") }
        _ = try await repository.setBookmark(true, of: some)
        for id in some.dropFirst() {
            try await SQLiteHistoryRepository(library: library.file).add(Play(id, started: library.time.now))
        }
        for order in SortOrder.allCases {
            for (isReversed, bookmarkedFirst) in [(false, false), (false, true), (true, true)] {
                let view = MusicQuery(
                    text: "day", order: order, isReversed: isReversed, bookmarkedFirst: bookmarkedFirst)
                let many = try await ids(of: view, Window(limit: 3_000), in: repository)
                #expect(many.count == songs.count)
                for offset in [0, 1, 2, 3, 5] {
                    let first = try await ids(of: view, Window(offset: offset, limit: 8), in: repository)
                    #expect(first == Array(many.dropFirst(offset).prefix(8)), "\(view), from \(offset)")
                }
            }
        }
    }

    private static func song(_ number: Int) -> RemoteMusic {
        RemoteMusic(
            key: "\(number)", title: title(number),
            artist: number % 4 == 0 ? "Zed" : "Band \(number % 40)", album: "Album \(number % 90)",
            duration: .seconds(number % 200), explicit: number % 7 == 0 ? .explicit : .unknown,
            popularity: number % 3 == 0 ? nil : Double(number % 5))
    }

    private static func title(_ number: Int) -> String {
        if number == 63 { return "x\u{FFFF}yz" }
        // Few enough to be sorted, and all at the end of the order.
        if number % 31 == 1, number % 9 != 0 { return "힘 \(number % 50)" }
        // FTS5 escapes the quotation mark of a trigram.
        return number % 9 == 0 ? "사랑 \"\(number % 50)" : "Long Day \(number % 700)"
    }

    private func ids(
        of query: MusicQuery, _ window: Window, in repository: SQLiteMusicRepository
    ) async throws -> [MusicID] {
        var query = query
        query.window = window
        return try await repository.results(of: query).map(\.id)
    }
}
