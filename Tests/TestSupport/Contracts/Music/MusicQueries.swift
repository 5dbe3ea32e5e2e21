public import FermataDomain

/// Queries that together use every filter, order, direction and window.
public enum MusicQueries {
    public static let all: [MusicQuery] = orders + filters + searches + windows

    private static let orders = SortOrder.allCases.flatMap { order in
        [false, true].flatMap { isReversed in
            [false, true].map { MusicQuery(order: order, isReversed: isReversed, bookmarkedFirst: $0) }
        }
    }

    private static let filters =
        [
            "", " ", "bowie", "BOWIE hunky", "björk", "bjork", "a", "to", "ガラ", "ガ", "챔버", "버오케", "don't", "don’t",
            "strasse", "σίσυφος", "100%_[a]*?", "[a]", "*?", "\"'; DROP", "!!!", "\u{202E}", "no such words", "9",
        ].map { MusicQuery(text: $0) }
        + ExplicitFilter.allCases.flatMap { [MusicQuery(explicit: $0), MusicQuery(text: "a", explicit: $0)] }
        + [
            MusicQuery(bookmarkedOnly: true), MusicQuery(bookmarkedOnly: true, order: .popular, isReversed: true),
            MusicQuery(artist: "bjork", order: .added),
            MusicQuery(artist: "DAVID BOWIE", album: AlbumSelection("hunky dory"), order: .album),
            MusicQuery(album: AlbumSelection("rumours"), isReversed: true), MusicQuery(artist: ""),
            MusicQuery(artist: "unknown"),
            MusicQuery(source: "radio", order: .newest), MusicQuery(source: "nowhere"),
            MusicQuery(text: "o", bookmarkedOnly: true, order: .artist, explicit: .notExplicit),
            MusicQuery(order: .plays, window: Window(offset: 1, limit: 3)),
            MusicQuery(order: .rating, window: Window(offset: 2, limit: 4)),
            MusicQuery(bookmarkedOnly: true, order: .rating, isReversed: true, explicit: .notExplicit),
        ]

    private static let searches =
        [
            "acdc", "dont", "dont stop", "\"stop dont\"", "\"don't stop\"", "-bowie", "a -bowie", "-a", "-!!!", "!!",
            "?", "artist:bowie", "-artist:bowie", "artist:\"david bowie\" changes", "title:1999", "album:1999",
            "genre:rock",
            "genre:=\"rock\"", "artist:=\"low\" source:=\"rad\"", "-source:=\"radio\"",
            "genre:nothing", "-genre:rock", "source:rad", "-source:radio", "source:x", "year:1971", "year:1971..1973",
            "year:1972..",
            "-year:..1971", "duration:3:37", "duration:..3:20", "-duration:4:00..", "added:2023", "added:..2022",
            "rating:4..", "rating:5", "rating:..2", "-rating:1..", "a rating:2..4", "rating:0", "is:explicit",
            "is:clean",
            "is:played", "-is:played", "a is:played", "-is:explicit", "is:bookmarked",
            "-is:downloaded", "is:downloaded", "ㅎㄷㅋㄹ", "ㅎ",
            "ㅎㄷ carry", "ﾊｰﾄ", "9", "99", "1999", "prince", "the jean", "jean genie", "david bowie", "b", "e s",
            "bowie e",
            "artist:", "mood:x", "year:x", "\u{1F384}", "drop table", "nul and", "hunky dory changes", "o neill",
        ].flatMap { text in
            [
                MusicQuery(text: text), MusicQuery(text: text, isReversed: true),
                MusicQuery(text: text, order: .artist, explicit: .notExplicit),
                MusicQuery(text: text, bookmarkedFirst: true, window: Window(offset: 2, limit: 3)),
            ]
        } + [MusicQuery(downloadedOnly: true), MusicQuery(text: "a", downloadedOnly: true)]

    private static let windows = [0, 1, 4, 6, 7, 19, 20, 1_000].flatMap { offset in
        [nil, 0, 1, 5, 100].flatMap { limit in
            [
                MusicQuery(window: Window(offset: offset, limit: limit)),
                MusicQuery(
                    order: .popular, isReversed: true, bookmarkedFirst: true,
                    window: Window(offset: offset, limit: limit)),
                MusicQuery(
                    text: "a", order: .newest, explicit: .notExplicit, window: Window(offset: offset, limit: limit)),
            ]
        }
    }
}

extension MusicRepository {
    /// All music, by title.
    public func all() async throws -> [Music] { try await results(of: MusicQuery()) }

    /// The window of a query, read in batches.
    public func results(of query: MusicQuery) async throws -> [Music] {
        try await batches(of: query).joined()
    }

    /// Sets or removes one bookmark.
    @discardableResult
    public func setBookmark(_ isBookmarked: Bool, of id: MusicID) async throws -> Music {
        try await setBookmark(isBookmarked, of: [id])[0]
    }

    /// Rates one song, or removes its rating.
    @discardableResult
    public func setRating(_ rating: Rating?, of id: MusicID) async throws -> Music {
        try await setRating(rating, of: [id])[0]
    }
}
