import FermataDomain

/// The keys of a row of the list of downloads.
public enum DownloadField: String, RowField {
    case id, title, artist, state, fraction, received, length, file, digest, reason

    public var valueKind: FieldKind {
        switch self {
        case .fraction, .received, .length: .number
        case .id, .title, .artist, .state, .file, .digest, .reason: .text
        }
    }
}

extension DownloadCellModel: RowModel {
    public func value(of field: DownloadField) -> FieldValue {
        switch field {
        case .id: .text(download.id.description)
        case .title: .text(title)
        case .artist: FieldValue(artist)
        case .state: .text(state)
        case .fraction: FieldValue(fraction)
        case .received: .integer(Int(download.received))
        case .length: FieldValue(download.length.map { Int($0) })
        case .file: FieldValue(download.file)
        case .digest: FieldValue(download.digest)
        case .reason: FieldValue(reason)
        }
    }
}
