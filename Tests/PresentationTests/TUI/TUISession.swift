import FermataContracts
import FermataDomain
import FermataPresentation
import Foundation
import Testing

/// A TUI model with sample data. Effects complete at once, or when a test replies.
struct TUISession {
    var model: TUIModel
    /// The titles of all songs; every order is the same.
    var songs: [String]
    /// The stored download states.
    var states: [MusicID: DownloadState] = [:]
    var toDos: [ToDo] = []
    var downloads: [Download] = []
    var playlists: [Playlist] = []
    var artists: [ListedArtistCellModel] = []
    var albums: [Album] = []
    /// The lyrics of every song.
    var lyrics = Lyrics.none
    var queue: [QueuedSong] = []
    var sources: [SourceCellModel] = []
    /// The suggestions by the text before the cursor.
    var suggestions: [String: [SearchSuggestion]] = [:]
    var repliesAtOnce = true
    /// Effects without a reply.
    private(set) var outstanding: [TUIEffect] = []
    /// All effects since `clearRequested()`.
    private(set) var requested: [TUIEffect] = []

    init(
        songs: [String] = ["Changes", "Fame", "Heroes"], columns: Int = 80, rows: Int = 24,
        keys: TUIKeyMap = TUIKeyMap()
    ) {
        self.songs = songs
        model = TUIModel(columns: columns, rows: rows, text: .plain, forms: SampleForms.all, keys: keys)
    }

    static func song(_ number: Int, _ title: String, isBookmarked: Bool = false) -> Music {
        Music(
            id: MusicID(UInt64(number + 1) << 40), title: title, artist: "David Bowie", album: "Hunky Dory",
            duration: .seconds(217), audioURL: "http://127.0.0.1/\(number).mp3", isBookmarked: isBookmarked)
    }

    /// A session that has started.
    static func started(
        songs: [String] = ["Changes", "Fame", "Heroes"], columns: Int = 80, rows: Int = 24, repliesAtOnce: Bool = true,
        toDos: [ToDo] = [], downloads: [Download] = [], playlists: [Playlist] = [],
        states: [MusicID: DownloadState] = [:]
    ) -> TUISession {
        var session = TUISession(songs: songs, columns: columns, rows: rows)
        session.repliesAtOnce = repliesAtOnce
        (session.toDos, session.downloads, session.playlists, session.states) = (toDos, downloads, playlists, states)
        session.start()
        return session
    }

    mutating func start() { perform(model.start()) }

    /// Reports a new state of a song's download.
    mutating func setDownload(of song: Music, to state: DownloadState) {
        send(.downloadChanged(DownloadCellModel(Download(music: song, state: state), for: .user)))
    }

    /// The number and the input of the last to-do that was requested to be changed.
    var editedToDo: (number: Int, input: ToDoInputModel)? {
        if case .editToDo(let number, let input)? = requested.last { (number, input) } else { nil }
    }

    mutating func send(_ events: TUIEvent...) {
        for event in events { perform(model.handle(event)) }
    }

    mutating func press(_ keys: TUIKey...) {
        for key in keys { perform(model.handle(.key(key))) }
    }

    mutating func type(_ text: String) {
        for character in text { press(.character(character)) }
    }

    /// Checks or unchecks a to-do and reports it; sections are ordered by number.
    mutating func change(_ number: Int, isDone: Bool) {
        toDos = toDos.map { toDo in
            var toDo = toDo
            if toDo.number == number { toDo.isDone = isDone }
            return toDo
        }
        toDos.sort { $0.number < $1.number }
        toDos = toDos.filter { !$0.isDone } + toDos.filter(\.isDone)
        for toDo in toDos where toDo.number == number { send(.toDoChecked(ToDoCellModel(toDo, style: .american))) }
    }

    /// Replies to all outstanding effects, and to the effects that follow.
    mutating func reply() {
        var rounds = 0
        while !outstanding.isEmpty {
            rounds += 1
            guard rounds < 100 else {
                Issue.record("Endless effects: \(outstanding)")
                return
            }
            let effects = outstanding
            outstanding = []
            for effect in effects { for event in replies(to: effect) { perform(model.handle(event)) } }
        }
    }

    /// Replies to one effect, however late.
    mutating func reply(_ effect: TUIEffect) {
        outstanding.removeAll { $0 == effect }
        for event in replies(to: effect) { perform(model.handle(event)) }
    }

    mutating func clearRequested() { requested = [] }

    /// Leaves effects from now on without a reply.
    mutating func holdReplies() {
        repliesAtOnce = false
        clearRequested()
    }

    /// Requests the rows again after a change of the library, and returns the load without a reply.
    mutating func holdReload() throws -> TUILoad {
        repliesAtOnce = false
        send(.libraryChanged)
        return try #require(loads.last)
    }

    private mutating func perform(_ effects: [TUIEffect]) {
        requested += effects
        outstanding += effects
        if repliesAtOnce { reply() }
    }

    private func replies(to effect: TUIEffect) -> [TUIEvent] {
        switch effect {
        case .load(let load): [.loaded(load, rows(of: load))]
        case .count(let load): [.counted(load, count(of: load.source))]
        case .suggest(let input):
            [.suggested(input, (suggestions[input.before] ?? []).map(SearchSuggestionCellModel.init))]
        case .openForm: [.formReady(ToDoInputModel(style: .american))]
        case .openEditForm(let number):
            toDos.filter { $0.number == number }.map { toDo in
                .formReady(ToDoInputModel(editing: toDo, style: .american, today: nil))
            }
        default: []
        }
    }

    private func rows(of load: TUILoad) -> TUILoadResult {
        func window<Rows: RandomAccessCollection>(_ rows: Rows) -> Rows.SubSequence {
            rows.dropFirst(load.window.offset).prefix(load.window.limit ?? .max)
        }
        switch load.source {
        case .music(let query):
            let rows =
                query.text.isEmpty
                ? window(songs.indices).map(row)
                : window(songs.indices.filter { songs[$0].contains(query.text) }).map(row)
            return .rows(rows, freshness: FreshnessModel(.fresh(at: testNow), now: testNow))
        case .artists: return .rows(window([.allArtists] + artists.map(TUIRow.listedArtist)).map { $0 })
        case .bookmarkedArtists: return .rows(window(artists).map(TUIRow.listedArtist))
        case .albums: return .rows(window(albums).map { .album(AlbumCellModel($0)) })
        case .album(let album):
            let tracks = songs.indices.map { TrackCellModel(Self.song($0, songs[$0])) }
            return .rows(window(AlbumScreen(album, tracks: tracks).tracks).map(TUIRow.albumTrack))
        case .playlists: return .rows(window(playlists).map { .playlist(PlaylistCellModel($0)) })
        case .playlistChoice(let choice):
            let rows = playlists.filter { $0.source == nil && (choice.name.isEmpty || $0.name.contains(choice.name)) }
            return .allRows([.newPlaylist] + rows.map { .playlist(PlaylistCellModel($0)) }, freshness: nil)
        case .playlist:
            return .rows(window(songs.indices.map(row)).map { $0 })
        case .downloads: return .rows(window(downloads).map { .download(DownloadCellModel($0, for: .user)) })
        case .toDos: return .rows(window(toDos).map { .toDo(ToDoCellModel($0, style: .american)) })
        case .artist:
            return .allRows(
                songs.indices.map { .artist(.track(TrackCellModel(Self.song($0, songs[$0])))) }, freshness: nil)
        case .musicDetail:
            let song = Self.song(0, songs.first ?? "")
            return .music(TrackCellModel(song, download: states[song.id]))
        case .lyrics: return .lyrics(LyricsScreen(MusicCellModel(Self.song(0, songs.first ?? "")), lyrics: lyrics))
        case .toDoDetail(let number):
            let toDo = toDos.first { $0.number == number } ?? ToDo(number: number, item: ToDoItem(title: "?"))
            return .toDo(ToDoDetailModel(ToDoDetail(toDo: toDo), style: .american))
        case .sources: return .allRows(sources.map(TUIRow.source), freshness: nil)
        case .sourceDetail(let name):
            return .source(SourceDetailModel(sources.first { $0.name == name } ?? .stored(name)))
        case .queue: return .rows(window(queue).map { .queued(QueueCellModel($0)) })
        case .upcoming:
            let following = queue.drop { !$0.isCurrent }.dropFirst()
            return .rows(window(following).map { .queued(QueueCellModel($0)) })
        case .player, .help: return .rows([])
        }
    }

    private func row(_ number: Int) -> TUIRow {
        let song = Self.song(number, songs[number])
        return .music(TrackCellModel(song, download: states[song.id]))
    }

    private func count(of source: TUISource) -> Int {
        switch source {
        case .music(let query): query.text.isEmpty ? songs.count : songs.count { $0.contains(query.text) }
        case .artists: artists.count + 1
        case .bookmarkedArtists: artists.count
        case .albums: albums.count
        case .playlists: playlists.count
        case .playlistChoice: playlists.count + 1
        case .playlist, .album: songs.count
        case .downloads: downloads.count
        case .toDos: toDos.count
        case .sources: sources.count
        case .queue: queue.count
        case .artist, .musicDetail, .lyrics, .toDoDetail, .sourceDetail, .player, .upcoming, .help: 0
        }
    }
}

extension TUIEvent {
    /// The undo of a change that was made a second ago.
    static func undone(_ action: UndoableChange.Action, _ subject: UndoableChange.Subject) -> TUIEvent {
        let change = UndoableChange(action, made: Date(timeIntervalSince1970: 0), subject)
        return .undone(UndoableChangeCellModel(change, now: Date(timeIntervalSince1970: 1)))
    }
}

// MARK: - The screen as text

extension TUISession {
    var screen: TUIScreen { model.screen }

    /// The body as text: cells separated by bars, the selected row after `> `.
    var lines: [String] {
        screen.lines.map { line in
            switch line {
            case .row(let cells, let isSelected):
                (isSelected ? "> " : "  ") + cells.map(\.plainText).filter { !$0.isEmpty }.joined(separator: "|")
            case .section(let title): "[\(title)]"
            case .text(let text, _): text
            case .field(let label, let field, let isActive): (isActive ? "> " : "  ") + label + field.text
            case .blank: ""
            }
        }
    }

    var selectedLine: String? { lines.first { $0.hasPrefix("> ") } }

    var statusText: String {
        switch screen.status {
        case .text(let text, _, _): text
        case .search(_, let field): "/" + field.text
        case .question(let text, let ending): text + ending
        case nil: ""
        }
    }

    var position: String { if case .text(_, _, let position)? = screen.status { position } else { "" } }

    /// The loads since `clearRequested()`.
    var loads: [TUILoad] { requested.compactMap { if case .load(let load) = $0 { load } else { nil } } }
}

extension TableCell {
    var plainText: String {
        switch self {
        case .text(let text): text.isStruckThrough ? "~\(text.text)~" : text.text
        case .paragraph(let text): text
        case .marks(let marks):
            (marks.isBookmarked ? "b" : "") + (marks.isDownloaded ? "d" : "") + (marks.isExplicit ? "e" : "")
        }
    }
}

extension TUITextLayout {
    /// Wraps lines by characters and draws a map as one line.
    static let plain = TUITextLayout(
        width: { text in text.count + text.filter { "가"..."힣" ~= $0 }.count },
        wrap: { text, columns in
            let characters = Array(text)
            if characters.isEmpty { return [""] }
            return stride(from: 0, to: characters.count, by: columns).map { start in
                String(characters[start..<min(start + columns, characters.count)])
            }
        }, drawMap: { ["map of \($0.name)"] }, dateStyle: { .american })
}
