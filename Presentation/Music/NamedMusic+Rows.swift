package import FermataDomain

/// What a command does with the songs that a person names.
package enum SongAction: Equatable, Sendable, CaseIterable {
    case bookmark, removeBookmark, rate, removeRating, download, removeDownload, show, showLyrics, addToQueue, playNext
    case addToPlaylist
    /// A to-do is about one song.
    case planToDo
}

/// The songs that words name.
package struct NamedRows: Equatable, Sendable {
    package let rows: [MusicCellModel]
    /// Whether a search found them, rather than their ids.
    package let isSearch: Bool
}

extension MusicListDataSource {
    /// Returns the songs that words name by ids or by a search.
    ///
    /// If a search finds several songs, `confirm` decides whether the action is for all of them, unless `isForAll` is
    /// true. Returns nil if it is not. Throws `MusicError` and the errors of `confirm`.
    package func songs(
        named words: [String], for action: SongAction, isForAll: Bool = false,
        confirm: (SeveralSongsError) throws -> Bool
    ) async throws -> NamedRows? {
        switch try await getMusic.find(named: words) {
        case .songs(let songs): return NamedRows(rows: songs.map(MusicCellModel.init), isSearch: false)
        case .search(let query):
            if !isForAll {
                var first = query
                first.window = Window(limit: Candidates.limit)
                let found = try await getMusic.window(of: first, isCounted: true)
                let count = found.total ?? found.music.count
                if count > 1 {
                    let error = SeveralSongsError(query.text, action, count: count, first: found.music)
                    guard try confirm(error) else { return nil }
                }
            }
            var rows: [MusicCellModel] = []
            for try await batch in batches(of: query) { rows += batch }
            return NamedRows(rows: rows, isSearch: true)
        }
    }

    /// Returns the ids of the songs that words name and that pass the filters of a query; see `GetMusicUsecase`.
    ///
    /// In the order by album, the songs of an artist are in the order of the albums on the artist's page.
    ///
    /// Throws `MusicError`.
    package func ids(named words: [String], in query: MusicQuery) async throws -> [MusicID] {
        switch try await getMusic.find(named: words, in: query) {
        case .songs(let songs): return songs.map(\.id)
        case .search(var query):
            query.includesDetails = false
            if let artist = query.artist, query.album == nil, query.order == .album {
                let songs = try await getMusic.songs(by: artist, in: query)
                return songs.dropFirst(query.window.offset).prefix(query.window.limit ?? .max).map(\.id)
            }
            var ids: [MusicID] = []
            for try await batch in getMusic.batches(of: query) { ids += batch.map(\.id) }
            return ids
        }
    }
}

extension MusicListDataSource {
    /// Returns the ids of any songs of the library in a random order; see `GetMusicUsecase`.
    package func randomIDs(_ count: Int, seed: UInt64) async throws -> [MusicID] {
        try await getMusic.randomIDs(count, seed: seed)
    }
}

/// The error of words that name several songs, if a person cannot confirm that all of them are meant.
package struct SeveralSongsError: ProblemConvertible, Equatable {
    private let text: String
    private let action: SongAction
    private let count: Int
    private let first: [Music]

    /// `first` are the first of the songs.
    package init(_ text: String, _ action: SongAction, count: Int, first: [Music]) {
        (self.text, self.action, self.count, self.first) = (text, action, count, first)
    }

    package func problem(for audience: ProblemModel.Audience) -> ProblemModel {
        ProblemModel(.ambiguous, sentence, hint: hint, candidates: candidates)
    }

    /// The songs, to be listed before the question.
    package var list: ProblemModel { ProblemModel(.ambiguous, sentence, candidates: candidates) }

    /// The question whether all songs are meant: `Bookmark all 16 songs?`
    package var question: String {
        let end =
            switch action {
            case .addToQueue: " to the queue?"
            case .playNext: " next?"
            case .addToPlaylist: " to the playlist?"
            default: "?"
            }
        return "\(verb.firstLetterUppercased) all \(CountText(count, "song").text)\(end)"
    }

    /// The message after the response no.
    package var cancelledText: String {
        switch action {
        case .show, .showLyrics: "Nothing is shown."
        case .bookmark, .removeBookmark, .rate, .removeRating, .download, .removeDownload, .addToQueue, .playNext,
            .addToPlaylist, .planToDo:
            "Nothing was changed."
        }
    }

    private var sentence: String { "\(CountText(count, "song").text) match “\(text.onOneLine)”." }

    private var hint: String {
        let choose = "add words, or use an id"
        if action == .planToDo { return "A to-do is about one song. To choose, \(choose):" }
        return "To \(verb) all of them, use --all. To choose, \(choose):"
    }

    private var verb: String {
        switch action {
        case .bookmark: "bookmark"
        case .removeBookmark: "remove the bookmarks of"
        case .rate: "rate"
        case .removeRating: "remove the ratings of"
        case .download: "download"
        case .removeDownload: "remove the downloads of"
        case .show: "show"
        case .showLyrics: "show the lyrics of"
        case .addToQueue, .addToPlaylist: "add"
        case .playNext: "play"
        case .planToDo: "add a to-do about"
        }
    }

    private var candidates: [ProblemModel.Candidate] {
        first.map { song in
            let names = [song.title, song.artist].filter { !$0.isEmpty }.joined(separator: " – ")
            let album = song.album.isEmpty ? "" : ", \(song.album)"
            return ProblemModel.Candidate(
                subject: .music(song.id), key: song.id.short, name: song.title,
                text: "\(song.id.short)  \((names + album).onOneLine)")
        }
    }
}
