import FermataDomain

/// The keys of a to-do.
public enum ToDoField: String, RowField {
    case number, title, description, due, place, latitude, longitude, music, artist, done, address, townOnly

    public var valueKind: FieldKind {
        switch self {
        case .number, .latitude, .longitude: .number
        case .done, .townOnly: .flag
        case .due: .time
        case .title, .description, .place, .music, .artist, .address: .text
        }
    }
}

extension ToDoCellModel: RowModel {
    public func value(of field: ToDoField) -> FieldValue {
        let item = toDo.item
        return switch field {
        case .number: .integer(number)
        case .title: .text(item.title)
        case .description: FieldValue(item.description)
        case .due: FieldValue(item.timestamp?.text)
        case .place: FieldValue(item.location?.name)
        case .latitude: FieldValue(item.location?.coordinate?.latitude)
        case .longitude: FieldValue(item.location?.coordinate?.longitude)
        case .music: if case .music(let id) = item.subject { .text(id.description) } else { .none }
        case .artist: if case .artist(let name) = item.subject { .text(name) } else { .none }
        case .done: .flag(isDone)
        case .address: FieldValue(item.location?.address)
        case .townOnly: item.location?.coordinate == nil ? .none : .flag(item.location?.isTownOnly == true)
        }
    }
}

extension Timestamp {
    /// `2026-12-24`, or `2026-12-24T18:30:00Z` (ISO 8601).
    fileprivate var text: String? {
        switch self {
        case .day(let day): day.description
        case .moment(let moment): TimestampText(moment.date)?.text
        }
    }
}
