import FermataDomain

/// The keys of a change that can be undone. `id` and `artist` are those of a song, `number` is that of a to-do.
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
        case (.number, .toDo(let toDo)): .integer(toDo.number)
        case (.title, .song(let music)): .text(music.title)
        case (.title, .toDo(let toDo)): .text(toDo.item.title)
        case (.artist, .song(let music)): FieldValue(music.artist)
        case (.id, .toDo), (.number, .song), (.artist, .toDo): .none
        }
    }
}
