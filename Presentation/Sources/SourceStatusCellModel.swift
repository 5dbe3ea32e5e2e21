import FermataDomain

/// A row of a source with the state of its sync, as the web server sends it.
public struct SourceStatusCellModel: Equatable, Sendable {
    private let row: SourceCellModel

    public init(_ row: SourceCellModel) {
        self.row = row
    }
}

/// The keys of a source's row with the state of its sync.
public enum SourceStatusField: String, RowField {
    case name, kind, address, count, refreshed, added, playlists
    /// The progress of the running sync, and the result and the problem of the latest one.
    case progress, result, error
    /// The time of the problem, and whether the source may have more songs than were read.
    case errorTime, incomplete

    public var valueKind: FieldKind { SourceField(rawValue: rawValue)?.valueKind ?? .text }
}

extension SourceStatusCellModel: RowModel {
    public func value(of field: SourceStatusField) -> FieldValue {
        switch field {
        case .name: row.value(of: .name)
        case .kind: row.value(of: .kind)
        case .address: row.value(of: .address)
        case .count: row.value(of: .count)
        case .refreshed: row.value(of: .refreshed)
        case .added: row.value(of: .added)
        case .playlists: row.value(of: .playlists)
        case .progress: FieldValue(row.progress?.detail)
        case .result: FieldValue(row.latest?.result)
        case .error: FieldValue(row.latest?.problem(for: .webClient)?.text)
        case .errorTime: row.value(of: .errorTime)
        case .incomplete: row.value(of: .incomplete)
        }
    }
}
