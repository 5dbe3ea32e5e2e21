public import FermataDomain
public import Foundation

/// Provides lists of music, one window at a time.
public struct MusicListDataSource: Sendable {
    let getMusic: GetMusicUsecase
    private let refreshMusic: RefreshMusicUsecase?
    private let setBookmark: SetBookmarkUsecase
    private let rate: RateMusicUsecase
    private let getRecords: GetMusicRecordsUsecase
    private let now: @Sendable () -> Date

    /// With `refreshMusic`, screens sync the sources of the library.
    public init(
        getMusic: GetMusicUsecase, refreshMusic: RefreshMusicUsecase? = nil, getRecords: GetMusicRecordsUsecase,
        setBookmark: SetBookmarkUsecase, rate: RateMusicUsecase, now: @escaping @Sendable () -> Date
    ) {
        self.getMusic = getMusic
        self.refreshMusic = refreshMusic
        self.getRecords = getRecords
        self.setBookmark = setBookmark
        self.rate = rate
        self.now = now
    }

    /// Emits the screen for the window of a query at once, then again after each change.
    public func screens(for query: MusicQuery) -> some AsyncSequence<MusicListScreen, any Error> & Sendable {
        (refreshMusic?.execute(query) ?? getMusic.execute(query)).map { [now] page in
            MusicListScreen(
                rows: page.music.map(MusicCellModel.init), freshness: FreshnessModel(page.freshness, now: now()))
        }
    }

    /// Returns the window of a query in batches of rows, all read from one state of the library.
    public func batches(of query: MusicQuery) -> any AsyncSequence<[MusicCellModel], any Error> & Sendable {
        getMusic.batches(of: query).rows(MusicCellModel.init)
    }

    /// Returns the rows of a window, and the number of all rows if that is known at once or `isCounted` is true.
    ///
    /// Throws `SourceError.notFound` if the query names an unknown source.
    public func window(of query: MusicQuery, isCounted: Bool = false) async throws -> MusicListWindow {
        let window = try await getMusic.window(of: query, isCounted: isCounted)
        return MusicListWindow(rows: window.music.map(MusicCellModel.init), total: window.total)
    }

    /// Returns all rows of an artist, in the order of the albums on the artist's page.
    public func songs(by artist: String) async throws -> [MusicCellModel] {
        try await getMusic.songs(by: artist).map(MusicCellModel.init)
    }

    /// Returns any songs of the library in a random order, which the seed decides.
    public func random(_ count: Int, seed: UInt64) async throws -> [MusicCellModel] {
        try await getMusic.randomMusic(count, seed: seed).map(MusicCellModel.init)
    }

    /// The text about songs with names close to the words of a search that finds none; nil if there are none.
    public func closeNamesText(of query: MusicQuery) async throws -> String? {
        guard query.window.offset == 0, query.window.limit != 0, !query.text.isEmpty else { return nil }
        return ProblemModel.closeNamesText(
            try await getMusic.closeSongs(to: query).map { ProblemModel.Candidate($0).text })
    }

    /// The number of rows of a query without its window.
    public func count(_ query: MusicQuery) async throws -> Int { try await getMusic.count(query) }

    /// Throws `SourceError.notFound` if the query names an unknown source.
    public func check(_ query: MusicQuery) async throws { try await getMusic.check(query) }

    /// The first row of a search; nil without results.
    public func first(_ words: String) async throws -> MusicCellModel? {
        for try await page in getMusic.execute(MusicQuery(text: words, window: Window(limit: 1))) {
            return page.music.first.map(MusicCellModel.init)
        }
        return nil
    }

    /// Returns the one row whose id begins with the text. Throws `MusicError`.
    public func find(_ typed: String) async throws -> MusicCellModel { MusicCellModel(try await getMusic.find(typed)) }

    /// Returns the one song whose id begins with the text, and the records of its sources. Throws `MusicError`.
    public func song(_ typed: String) async throws -> SongModel { try await song(of: try await find(typed)) }

    /// Returns the song of a row, and the records of its sources. Throws `MusicError`.
    public func song(of row: MusicCellModel) async throws -> SongModel {
        SongModel(row, records: try await getRecords.execute(of: row.id).map(MusicRecordModel.init))
    }

    /// Sets or removes bookmarks and returns the changed rows once all changes are durable.
    public func setBookmark(_ isBookmarked: Bool, of rows: [MusicCellModel]) async throws -> [MusicCellModel] {
        try await setBookmark(isBookmarked, of: rows.map(\.id))
    }

    /// Sets or removes bookmarks and returns the changed rows once all changes are durable.
    package func setBookmark(_ isBookmarked: Bool, of ids: [MusicID]) async throws -> [MusicCellModel] {
        try await setBookmark.execute(isBookmarked, of: ids).map(MusicCellModel.init)
    }

    /// Sets or removes one bookmark.
    public func setBookmark(_ isBookmarked: Bool, of row: MusicCellModel) async throws -> MusicCellModel {
        try await setBookmark(isBookmarked, of: [row])[0]
    }

    /// Rates songs, or removes their ratings, and returns the changed rows once all changes are durable.
    public func setRating(_ rating: Rating?, of rows: [MusicCellModel]) async throws -> [MusicCellModel] {
        try await setRating(rating, of: rows.map(\.id))
    }

    /// Rates songs, or removes their ratings, and returns the changed rows once all changes are durable.
    package func setRating(_ rating: Rating?, of ids: [MusicID]) async throws -> [MusicCellModel] {
        try await rate.execute(rating, of: ids).map(MusicCellModel.init)
    }

    /// Rates one song, or removes its rating.
    public func setRating(_ rating: Rating?, of row: MusicCellModel) async throws -> MusicCellModel {
        try await setRating(rating, of: [row])[0]
    }
}

/// The screen of a list of music: its rows and their freshness.
public struct MusicListScreen: Equatable, Sendable {
    public let rows: [MusicCellModel]
    public let freshness: FreshnessModel
}

/// A window of a list of music.
public struct MusicListWindow: Equatable, Sendable {
    public let rows: [MusicCellModel]
    /// The number of all rows; nil if more rows follow and they are not counted.
    public let total: Int?
}

extension EmptyListText {
    /// A library without music.
    package static let music = EmptyListText(
        "There is no music yet.",
        commandLine: "Add a source, such as a folder, and sync it: fermata source add folder ~/Music && fermata sync",
        tui: "Press F7, then {add} to add a source, or {sync-all} to sync all.",
        web: "Add or sync a source on the Sources page.")

    /// A query without results.
    package static func music(_ query: MusicQuery) -> EmptyListText {
        if !query.text.isEmpty {
            let hint = SearchQuery.invalidValue(in: query.text)?.hint ?? ""
            return EmptyListText(
                "No music matches “\(query.text.onOneLine)”.", commandLine: hint, tui: hint, web: hint)
        }
        let names = [query.album?.name, query.artist].compactMap { $0?.onOneLine }
        if !names.isEmpty {
            let name = names.first { !$0.isEmpty }.map { " of “\($0)”" } ?? ""
            return EmptyListText("No music\(name) was found.")
        }
        if query.bookmarkedOnly {
            return EmptyListText(
                "Nothing is bookmarked yet.", commandLine: "Add a bookmark: fermata bookmark WORDS",
                tui: "Press {bookmark} on a song to bookmark it.", web: "The star of a row bookmarks it.")
        }
        if query.downloadedOnly { return .downloads }
        guard let source = query.source else { return music }
        return EmptyListText(
            "There is no music from “\(source.onOneLine)” yet.", commandLine: "Read the source: fermata sync")
    }
}

extension InvalidSearchValue {
    /// The values that the key can have.
    var hint: String {
        let (kind, examples) =
            switch key {
            case .number(.year): ("a year", "year:1977, or year:1970..1979 for a range")
            case .number(.added): ("a day", "added:2026-01-31, or added:2026-01..2026-03 for a range")
            case .number(.duration): ("a duration", "duration:3:00, or duration:2:30..3:00 for a range")
            case .number(.rating): ("a rating", "rating:5, or rating:3..5 for a range")
            case .state: ("a state", "one of: " + SearchState.allCases.map { "is:\($0)" }.joined(separator: ", "))
            }
        return "“\(value.onOneLine)” is not \(kind). Write \(examples)."
    }
}
