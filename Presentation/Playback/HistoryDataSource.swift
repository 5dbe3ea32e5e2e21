public import FermataDomain
public import Foundation

/// Provides the songs that were played, and records plays.
package struct HistoryDataSource: Sendable {
    private let getMusic: GetMusicUsecase
    private let getHistory: GetHistoryUsecase
    private let recordPlay: RecordPlayUsecase
    private let now: @Sendable () -> Date

    package init(
        getMusic: GetMusicUsecase, getHistory: GetHistoryUsecase, recordPlay: RecordPlayUsecase,
        now: @escaping @Sendable () -> Date
    ) {
        self.getMusic = getMusic
        self.getHistory = getHistory
        self.recordPlay = recordPlay
        self.now = now
    }

    /// A window of the history, the last play first.
    package func list(_ window: Window) async throws -> [HistoryCellModel] {
        let now = now()
        return try await getHistory.execute(window).map { HistoryCellModel($0, now: now) }
    }

    /// The number of plays that the listener may see.
    package func count() async throws -> Int { try await getHistory.count() }

    /// Records a play that another program reports, and returns its row.
    ///
    /// `music` is the beginning of the song's id, and `started` the time when the song began: `2026-12-24T19:30:00Z`.
    /// Throws `PlayInputError`, `MusicError` and `HistoryError`.
    package func add(music: String, started: String) async throws -> HistoryCellModel {
        if music.isEmpty { throw PlayInputError.missingSong }
        guard let start = TimestampText.date(started) else { throw PlayInputError.unreadableStart }
        let song = try await getMusic.find(music)
        return HistoryCellModel(try await recordPlay.execute(song.id, started: start), now: now())
    }
}

/// A row of the history: a song, and when it was played.
public struct HistoryCellModel: Equatable, Sendable {
    let played: PlayedSong
    private let now: Date

    public init(_ played: PlayedSong, now: Date) {
        self.played = played
        self.now = now
    }

    public var song: MusicCellModel { MusicCellModel(played.song) }
    /// When it was played: `3 minutes ago`.
    public var ageText: String { AgeText(of: played.started, now: now).text }
    /// The row as one sentence for a screen reader.
    public var accessibilityLabel: String { song.accessibilityLabel + ", played " + ageText }
}

/// The keys of a play: `played` is when it began.
public enum HistoryField: String, RowField {
    case played, id, title, artist, album, duration

    public var valueKind: FieldKind {
        switch self {
        case .played: .time
        case .duration: .number
        case .id, .title, .artist, .album: .text
        }
    }
}

extension HistoryCellModel: RowModel {
    public func value(of field: HistoryField) -> FieldValue {
        switch field {
        case .played: FieldValue(TimestampText(played.started)?.text)
        case .id, .title, .artist, .album, .duration: song.value(ofKey: field.rawValue)
        }
    }

    package static let table = TableModel<HistoryCellModel>(
        [
            .init("Played", .fixed(15), priority: 1, isDim: true) { .plain($0.ageText) },
            .init("Title", .share(2), priority: 4) { .plain($0.song.title) },
            .init("Artist", .share(1), priority: 3) { .plain($0.song.artist) },
            .init("ID", .fixed(10), priority: 2, isDim: true) { .plain($0.song.shortID) },
        ],
        emptyText: EmptyListText(
            "No song was played yet. A song counts after half of it or four minutes, but not before 30 seconds.",
            commandLine: "Play music with: fermata play"))
}

/// Why a reported play cannot be read.
public enum PlayInputError: ProblemConvertible, Equatable, Sendable {
    case missingSong
    case unreadableStart

    public func problem(for audience: ProblemModel.Audience) -> ProblemModel {
        switch self {
        case .missingSong: ProblemModel(.invalidInput, "A play needs the id of a song.", field: "music")
        case .unreadableStart:
            ProblemModel(
                .invalidInput, "A play needs the time when the song began, such as 2026-12-24T19:30:00Z.",
                field: "started")
        }
    }
}

extension HistoryError: ProblemConvertible {
    public func problem(for audience: ProblemModel.Audience) -> ProblemModel {
        switch self {
        case .impossibleStart:
            ProblemModel(
                .invalidInput, "The time when the song began is more than a day in the future, or before 1970.",
                hint: "Check the clocks of both computers.", field: "started")
        }
    }
}
