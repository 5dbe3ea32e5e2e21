import FermataDomain

/// The keys of a row of the list of playlists.
public enum PlaylistField: String, RowField {
    case id, name, source, count, missing

    public var valueKind: FieldKind {
        switch self {
        case .count, .missing: .number
        case .id, .name, .source: .text
        }
    }
}

extension PlaylistCellModel: RowModel {
    public func value(of field: PlaylistField) -> FieldValue {
        switch field {
        case .id: .text(playlist.id.description)
        case .name: .text(name)
        case .source: .text(source)
        case .count: .integer(playlist.count)
        case .missing: .integer(playlist.missing)
        }
    }
}
