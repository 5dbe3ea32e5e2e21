import FermataDomain

/// The keys of a row of the list of sources.
public enum SourceField: String, RowField {
    case name, kind, address, count, refreshed, added, playlists, waiting
    /// The problem of the latest sync, its time, and whether the source may have more songs than were read.
    case error, errorTime, incomplete

    public var valueKind: FieldKind {
        switch self {
        case .count, .playlists, .waiting: .number
        case .refreshed, .added, .errorTime: .time
        case .incomplete: .flag
        case .name, .kind, .address, .error: .text
        }
    }
}

extension SourceCellModel: RowModel {
    public func value(of field: SourceField) -> FieldValue {
        switch field {
        case .name: .text(source.name)
        case .kind: .text(source.kind)
        case .address: source.kind == Source.folderKind ? .local(address) : .text(address)
        case .count: FieldValue(source.count)
        case .refreshed: FieldValue(source.refreshed.flatMap(TimestampText.init)?.text)
        case .added: FieldValue(TimestampText(source.added)?.text)
        case .playlists: FieldValue(playlists)
        case .waiting: FieldValue(source.waiting)
        case .error: FieldValue(latest?.problem?.text)
        case .errorTime: FieldValue(errorTime.flatMap(TimestampText.init)?.text)
        case .incomplete: .flag(isIncomplete)
        }
    }
}
