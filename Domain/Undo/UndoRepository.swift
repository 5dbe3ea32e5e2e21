public import Foundation

/// Lists and undoes the last changes that a person made to the library.
///
/// A repository of bookmarks, to-dos, playlists or the queue stores each change in the transaction that makes it. In every
/// method, a change does not exist if the filter hides one of its songs or to-dos, or if a song whose bookmark it changed
/// has left the library.
public protocol UndoRepository: Sendable {
    /// Returns the stored changes, the last one first; at most `limit`.
    func changes(allowing filter: ExplicitFilter, limit: Int) async throws -> [UndoableChange]

    /// Restores the state before the last change, removes the change, and returns it once this is durable.
    ///
    /// Does not undo a change of the queue, but returns it: the program that plays has to undo it; see
    /// `PlaybackRepository.undo`. Without `includingQueue`, there are no such changes. Returns nil if there is no change.
    /// With a number, throws `UndoError.notLast` unless the last change has it, after which nothing has changed. Throws
    /// `PlaylistError.nameInUse` if the change renamed or deleted a playlist whose name another one has now.
    func undoLast(
        allowing filter: ExplicitFilter, includingQueue: Bool, only number: Int?
    ) async throws -> UndoableChange?
}

/// A change that a person made to the library and can undo.
public struct UndoableChange: Equatable, Sendable {
    /// How many changes the library stores.
    public static let limit = 100
    /// How many of these may be changes of the queue, which playing makes as well.
    public static let queueLimit = 20

    /// The action of the person.
    public enum Action: String, Equatable, Sendable, CaseIterable {
        case bookmark, unbookmark, rate
        /// To-dos were added, checked off, moved back to the open ones, changed or removed.
        case add, check, uncheck, edit, remove
        /// A playlist of the library's own was created, renamed or deleted, or its songs were changed.
        case createPlaylist, renamePlaylist, deletePlaylist, addToPlaylist, moveInPlaylist, removeFromPlaylist,
            changePlaylist
        /// The songs of the queue were changed, or replaced by others.
        case addToQueue, moveInQueue, removeFromQueue, clearQueue, replaceQueue
    }

    /// The song, album, artist, to-do, playlist or queue that the person changed.
    public enum Subject: Equatable, Sendable {
        case song(Music)
        /// An album or artist whose bookmark or rating was changed.
        case annotated(AnnotatedSubject)
        /// A to-do, as it was before the change; an added to-do as it was added.
        case toDo(ToDo)
        /// A playlist, with the name that it had before the change; a created one with its first name.
        case playlist(PlaylistID, name: String)
        /// The queue; `change` is the number by which the player undoes the change.
        case queue(change: Int)
    }

    /// Identifies the change: a later one has a larger number.
    public var number: Int
    public var action: Action
    public var made: Date
    /// The changed song, to-do, playlist or queue; the first one if there are several.
    public var subject: Subject
    /// How many songs or to-dos were changed at once; how many songs of a playlist or the queue were added, moved or
    /// removed.
    public var count: Int

    public init(_ action: Action, number: Int = 0, made: Date, _ subject: Subject, count: Int = 1) {
        self.number = number
        self.action = action
        self.made = made
        self.subject = subject
        self.count = count
    }
}

extension AnnotationEdit {
    /// The edit that reverts an action on an album or artist; nil for actions on others.
    package init?(reverting action: UndoableChange.Action, to before: SubjectAnnotations) {
        let edits = [AnnotationEdit.bookmark(true), .bookmark(false), .rate(nil)]
        guard let edit = edits.first(where: { $0.action == action }) else { return nil }
        self = edit.setting(before)
    }

    /// The action that can be undone.
    package var action: UndoableChange.Action {
        switch self {
        case .bookmark(let isBookmarked): isBookmarked ? .bookmark : .unbookmark
        case .rate: .rate
        }
    }
}

extension QueueEdit.Kind {
    /// The action that can be undone.
    package var action: UndoableChange.Action {
        switch self {
        case .added: .addToQueue
        case .moved: .moveInQueue
        case .removed: .removeFromQueue
        case .cleared: .clearQueue
        case .replaced: .replaceQueue
        }
    }
}
