public import FermataDomain
public import Foundation

/// Provides the list of changes that can be undone, and undoes the last one.
public struct UndoDataSource: Sendable {
    private let getChanges: GetUndoableChangesUsecase
    private let undo: UndoUsecase
    private let now: @Sendable () -> Date

    public init(getChanges: GetUndoableChangesUsecase, undo: UndoUsecase, now: @escaping @Sendable () -> Date) {
        self.getChanges = getChanges
        self.undo = undo
        self.now = now
    }

    /// The changes, the last one first.
    public func changes() async throws -> [UndoableChangeCellModel] {
        let now = now()
        return try await getChanges.execute().map { UndoableChangeCellModel($0, now: now) }
    }

    /// The last change; nil if there is none.
    public func last() async throws -> UndoableChangeCellModel? {
        try await getChanges.execute(limit: 1).first.map { UndoableChangeCellModel($0, now: now()) }
    }

    /// Undoes the last change, only if it has a number if one is given, and returns it once this is durable. Throws
    /// `UndoError`.
    public func undoLast(change number: Int? = nil) async throws -> UndoableChangeCellModel {
        let undone = try await undo.execute(change: number)
        return UndoableChangeCellModel(undone.change, queueError: undone.queueError, now: now())
    }
}

/// A row of the list of changes that can be undone.
public struct UndoableChangeCellModel: Equatable, Sendable {
    let change: UndoableChange
    private let queueError: PlayerError?
    private let now: Date

    /// `queueError` states why a later change of the queue was not undone.
    public init(_ change: UndoableChange, queueError: PlayerError? = nil, now: Date) {
        self.change = change
        self.queueError = queueError
        self.now = now
    }

    package var number: Int { change.number }

    /// When it was made: `3 minutes ago`.
    public var ageText: String { AgeText(of: change.made, now: now).text }

    /// `Bookmarked “Fame” by David Bowie`, `Checked “Gig” and 2 more`, `Added 3 songs to the queue`.
    public var text: String { verb.firstLetterUppercased + " " + subjectText }

    /// The message after it was undone: `Undone: bookmarked “Fame” by David Bowie.`
    public var undoneText: String {
        let undone = "Undone: \(verb) \(subjectText)"
        guard let queueError else { return undone + "." }
        return "\(undone), but not the last change of the queue. \(queueError.problem(for: .webClient).sentence)"
    }

    /// Whether it changed the queue, which another program or page may play.
    package var isAboutQueue: Bool {
        if case .queue = change.subject { true } else { false }
    }

    private var verb: String {
        switch change.action {
        case .bookmark: "bookmarked"
        case .unbookmark: "removed the bookmark of"
        case .rate: "rated"
        case .add: "added"
        case .check: "checked"
        case .uncheck: "unchecked"
        case .edit: "changed"
        case .remove: "removed"
        case .createPlaylist: "created"
        case .renamePlaylist: "renamed"
        case .deletePlaylist: "deleted"
        case .addToPlaylist, .addToQueue: "added \(songsText) to"
        case .moveInPlaylist, .moveInQueue: "moved \(songsText) in"
        case .removeFromPlaylist, .removeFromQueue: "removed \(songsText) from"
        case .changePlaylist: "changed"
        case .clearQueue: "cleared"
        case .replaceQueue: "replaced"
        }
    }

    private var songsText: String { CountText(change.count, "song").text }

    private var subjectText: String {
        switch change.subject {
        case .song(let music):
            withOthers(music.artist.isEmpty ? "“\(music.title)”" : "“\(music.title)” by \(music.artist)")
        case .annotated(.album(_, let name, let artist)):
            withOthers("the album “\(name)”" + (artist.isEmpty ? "" : " by \(artist)"))
        case .annotated(.artist(let name)): withOthers("the artist “\(name)”")
        case .toDo(let toDo): withOthers("“\(toDo.item.title)”")
        case .playlist(_, let name): "the playlist “\(name)”"
        case .queue: "the queue"
        }
    }

    private func withOthers(_ first: String) -> String {
        change.count > 1 ? "\(first) and \(CountText.grouped(change.count - 1)) more" : first
    }
}

/// The keys of a change that can be undone. `artist` is that of a song or album, or the artist itself; `number` that of
/// a to-do; `id` that of a song, album or playlist; `title` is the name of an album or playlist.
public enum UndoField: String, RowField {
    case made, action, count, id, number, title, artist

    public var valueKind: FieldKind {
        switch self {
        case .count, .number: .number
        case .made: .time
        case .action, .id, .title, .artist: .text
        }
    }
}

extension UndoableChangeCellModel: RowModel {
    public func value(of field: UndoField) -> FieldValue {
        switch (field, change.subject) {
        case (.made, _): FieldValue(TimestampText(change.made)?.text)
        case (.action, _): .text(change.action.rawValue)
        case (.count, _): .integer(change.count)
        case (.id, .song(let music)): .text(music.id.description)
        case (.id, .annotated(.album(let id, _, _))): .text(id.description)
        case (.title, .annotated(.album(_, let name, _))): .text(name)
        case (.artist, .annotated(.album(_, _, let artist))): FieldValue(artist)
        case (.artist, .annotated(.artist(let name))): .text(name)
        case (.number, .toDo(let toDo)): .integer(toDo.number)
        case (.title, .song(let music)): .text(music.title)
        case (.title, .toDo(let toDo)): .text(toDo.item.title)
        case (.artist, .song(let music)): FieldValue(music.artist)
        case (.id, .playlist(let id, _)): .text(id.description)
        case (.title, .playlist(_, let name)): .text(name)
        case (.id, .toDo), (.number, .song), (.artist, .toDo), (.number, .playlist), (.artist, .playlist),
            (.number, .annotated), (.id, .annotated), (.title, .annotated), (.id, .queue), (.number, .queue),
            (.title, .queue), (.artist, .queue):
            .none
        }
    }

    package static let table = TableModel<UndoableChangeCellModel>(
        [
            .init("Made", .fixed(15), priority: 1, isDim: true) { .plain($0.ageText) },
            .init("Change", .share(1), priority: 2) { .paragraph($0.text) },
        ], emptyText: EmptyListText("There is nothing to undo."))
}
