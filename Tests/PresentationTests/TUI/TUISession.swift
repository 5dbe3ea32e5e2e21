import FermataDomain
import FermataPresentation
import Foundation
import Testing

/// A browser over made-up music, whose questions are answered at once or when a test says so.
struct TUISession {
    var model: TUIModel
    /// The titles of all music, in every order.
    var songs: [String]
    /// How the downloads of music stand in the library.
    var states: [MusicID: DownloadState] = [:]
    var toDos: [ToDo] = []
    var downloads: [Download] = []
    var playlists: [Playlist] = []
    var answersAtOnce = true
    /// What was asked for and not answered yet.
    private(set) var open: [TUIEffect] = []
    /// All that was ever asked for.
    private(set) var asked: [TUIEffect] = []

    init(songs: [String] = ["Changes", "Fame", "Heroes"], columns: Int = 80, rows: Int = 24) {
        self.songs = songs
        model = TUIModel(columns: columns, rows: rows, text: .plain)
    }

    static func song(_ number: Int, _ title: String) -> Music {
        Music(
            id: MusicID(UInt64(number + 1) << 40), title: title, artist: "David Bowie", album: "Hunky Dory",
            duration: .seconds(217), audioURL: "http://127.0.0.1/\(number).mp3")
    }

    mutating func begin() { ask(model.begin()) }

    mutating func send(_ events: TUIEvent...) {
        for event in events { ask(model.take(event)) }
    }

    mutating func press(_ keys: TUIKey...) {
        for key in keys { ask(model.take(.key(key))) }
    }

    mutating func type(_ text: String) {
        for character in text { press(.character(character)) }
    }

    /// A to-do is checked or unchecked, which is durable; each section is in the order of numbers.
    mutating func change(_ number: Int, isDone: Bool) {
        toDos = toDos.map { toDo in
            var toDo = toDo
            if toDo.number == number { toDo.isDone = isDone }
            return toDo
        }
        toDos.sort { $0.number < $1.number }
        toDos = toDos.filter { !$0.isDone } + toDos.filter(\.isDone)
        for toDo in toDos where toDo.number == number { send(.checked(ToDoCellModel(toDo, style: .american))) }
    }

    /// Answers all that is open, and what follows from that.
    mutating func answer() {
        var rounds = 0
        while !open.isEmpty {
            rounds += 1
            guard rounds < 100 else {
                Issue.record("It asks without end: \(open)")
                return
            }
            let effects = open
            open = []
            for effect in effects { for event in answers(to: effect) { ask(model.take(event)) } }
        }
    }

    /// Answers one question, however late.
    mutating func answer(_ effect: TUIEffect) {
        open.removeAll { $0 == effect }
        for event in answers(to: effect) { ask(model.take(event)) }
    }

    mutating func forgetAsked() { asked = [] }

    private mutating func ask(_ effects: [TUIEffect]) {
        asked += effects
        open += effects
        if answersAtOnce { answer() }
    }

    private func answers(to effect: TUIEffect) -> [TUIEvent] {
        switch effect {
        case .load(let load): [.loaded(load, rows(of: load))]
        case .count(let load): [.counted(load, count(of: load.source))]
        case .beginInput: [.input(ToDoInputModel(style: .american))]
        default: []
        }
    }

    private func rows(of load: TUILoad) -> TUIPromptAnswer {
        func window<Row>(_ rows: [Row]) -> ArraySlice<Row> {
            rows.dropFirst(load.window.offset).prefix(load.window.limit ?? .max)
        }
        switch load.source {
        case .music(let query):
            let found = songs.indices.lazy.filter { query.text.isEmpty || songs[$0].contains(query.text) }
            let rows = found.dropFirst(load.window.offset).prefix(load.window.limit ?? .max)
            return .rows(
                rows.map(row),
                freshness: FreshnessModel(.fresh(at: testNow), now: testNow))
        case .playlists: return .rows(window(playlists).map { .playlist(PlaylistCellModel($0)) })
        case .playlist:
            return .rows(window(songs.indices.map(row)).map { $0 })
        case .downloads: return .rows(window(downloads).map { .download(DownloadCellModel($0)) })
        case .toDos: return .rows(window(toDos).map { .toDo(ToDoCellModel($0, style: .american)) })
        case .artist:
            return .allRows(
                songs.indices.map { .artist(.track(TrackCellModel(Self.song($0, songs[$0])))) }, freshness: nil)
        case .musicDetail: return .music(MusicCellModel(Self.song(0, songs[0])))
        case .toDoDetail(let number):
            let toDo = toDos.first { $0.number == number } ?? ToDo(number: number, item: ToDoItem(title: "?"))
            return .toDo(ToDoDetailModel(ToDoDetail(toDo: toDo), style: .american))
        case .help: return .rows([])
        }
    }

    private func row(_ number: Int) -> TUIRow {
        let song = Self.song(number, songs[number])
        return .music(TrackCellModel(song, download: states[song.id]))
    }

    private func count(of source: TUISource) -> Int {
        switch source {
        case .music(let query): songs.count { query.text.isEmpty || $0.contains(query.text) }
        case .playlists: playlists.count
        case .playlist: songs.count
        case .downloads: downloads.count
        case .toDos: toDos.count
        case .artist, .musicDetail, .toDoDetail, .help: 0
        }
    }
}

// MARK: - What is seen

extension TUISession {
    var screen: TUIScreen { model.screen }

    /// The body as text: cells with a bar between them, the selected row after a sign.
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
        case .search(let field): "/" + field.text
        case .question(let text, let ending): text + ending
        case nil: ""
        }
    }

    var position: String { if case .text(_, _, let position)? = screen.status { position } else { "" } }

    /// The loads that were asked for since it was last forgotten.
    var loads: [TUILoad] { asked.compactMap { if case .load(let load) = $0 { load } else { nil } } }
}

extension TableCell {
    fileprivate var plainText: String {
        switch self {
        case .text(let text): text.isStruckThrough ? "~\(text.text)~" : text.text
        case .marks(let marks):
            (marks.isBookmarked ? "b" : "") + (marks.isDownloaded ? "d" : "") + (marks.isExplicit ? "e" : "")
        }
    }
}

extension TUITextLayout {
    /// Breaks lines by characters, and draws a map as one line.
    static let plain = TUITextLayout(
        wrap: { text, columns in
            let characters = Array(text)
            if characters.isEmpty { return [""] }
            return stride(from: 0, to: characters.count, by: columns).map { start in
                String(characters[start..<min(start + columns, characters.count)])
            }
        }, map: { ["map of \($0.name)"] })
}
