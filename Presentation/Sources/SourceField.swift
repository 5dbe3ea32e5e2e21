import FermataDomain

/// The keys of a row of the list of sources.
public enum SourceField: String, RowField {
    case name, kind, address, count, refreshed, added, playlists, waiting

    public var valueKind: FieldKind {
        switch self {
        case .count, .playlists, .waiting: .number
        case .refreshed, .added: .time
        case .name, .kind, .address: .text
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
        }
    }
}
