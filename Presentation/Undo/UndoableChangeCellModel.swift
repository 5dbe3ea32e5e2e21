public import FermataDomain
public import Foundation

/// A row of the list of changes that can be undone.
public struct UndoableChangeCellModel: Equatable, Sendable {
    let change: UndoableChange
    private let now: Date

    public init(_ change: UndoableChange, now: Date) {
        self.change = change
        self.now = now
    }

    /// When it was made: `3 minutes ago`.
    public var ageText: String { AgeText(of: change.made, now: now).text }

    /// `Bookmarked “Fame” by David Bowie`, `Checked “Gig” and 2 more`.
    public var text: String { verb.firstLetterUppercased + " " + subjectText }

    /// The message after it was undone: `Undone: bookmarked “Fame” by David Bowie.`
    public var undoneText: String { "Undone: \(verb) \(subjectText)." }

    private var verb: String {
        switch change.action {
        case .bookmark: "bookmarked"
        case .unbookmark: "removed the bookmark of"
        case .add: "added"
        case .check: "checked"
        case .uncheck: "unchecked"
        case .edit: "changed"
        case .remove: "removed"
        }
    }

    private var subjectText: String {
        let first =
            switch change.subject {
            case .song(let music): music.artist.isEmpty ? "“\(music.title)”" : "“\(music.title)” by \(music.artist)"
            case .toDo(let toDo): "“\(toDo.item.title)”"
            }
        return change.count > 1 ? "\(first) and \(CountText.grouped(change.count - 1)) more" : first
    }
}
