/// The result of removing all failed downloads, as a row.
public struct ClearedDownloadsModel: Equatable, Sendable {
    private let count: Int

    public init(count: Int) {
        self.count = count
    }

    /// `2 failed downloads cleared`.
    public var text: String { CountText(count, "failed download").text + " cleared" }
}

/// The keys of the result of removing all failed downloads.
public enum ClearedDownloadsField: String, RowField {
    case cleared

    public var valueKind: FieldKind { .number }
}

extension ClearedDownloadsModel: RowModel {
    public func value(of field: ClearedDownloadsField) -> FieldValue {
        switch field {
        case .cleared: .integer(count)
        }
    }
}
