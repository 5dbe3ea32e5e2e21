package import FermataDomain

/// The result of removing a group of downloads, as a row.
public struct ClearedDownloadsModel: Equatable, Sendable {
    private let group: DownloadGroup
    private let count: Int

    package init(_ group: DownloadGroup, count: Int) {
        (self.group, self.count) = (group, count)
    }

    /// `2 failed downloads cleared`.
    public var text: String {
        switch group {
        case .failed: CountText(count, "failed download").text + " cleared"
        case .ofRemovedMusic: Self.removedSongsText(count) + " cleared"
        }
    }

    /// The number of downloads of removed songs: `1 download of a removed song`.
    static func removedSongsText(_ count: Int) -> String {
        CountText(count, "download of a removed song", plural: "downloads of removed songs").text
    }
}

/// The keys of the result of removing a group of downloads.
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
