public import FermataDomain

/// The result of importing one kind of record, as a row.
public struct ImportModel: Equatable, Sendable {
    private let summary: ImportSummary

    public init(_ summary: ImportSummary) {
        self.summary = summary
    }

    public var kindText: String { summary.kind.text }

    /// `3 added, 1 already exists, 2 wait for their music, 1 skipped`.
    public var text: String {
        var parts = ["\(CountText.grouped(summary.added)) added"]
        if let existing = ImportText.existing(summary.existing) { parts.append(existing) }
        if summary.waiting > 0 {
            let verb = summary.waiting == 1 ? "waits for its music" : "wait for their music"
            parts.append("\(CountText.grouped(summary.waiting)) \(verb)")
        }
        if summary.rejectedCount > 0 { parts.append("\(CountText.grouped(summary.rejectedCount)) skipped") }
        return parts.joined(separator: ", ")
    }

    /// Notes in addition to the row: why records were skipped, and what bookmarks wait for.
    public var notes: [String] { rejectedTexts + [WaitingBookmarksText(summary.waiting)?.text].compactMap(\.self) }

    /// The reasons why the first skipped records were skipped, a line each: `bookmarks, number 4: id is missing`.
    public var rejectedTexts: [String] {
        let reasons = summary.rejected.map {
            "\(kindText), number \(CountText.grouped($0.position)): \(ImportFailureText($0.cause).text)"
        }
        return ImportText.rejected(reasons, of: summary.rejectedCount)
    }
}

/// The keys of the result of an import.
public enum ImportField: String, RowField {
    case kind, added
    case existing = "alreadyThere"
    case waiting, skipped

    public var valueKind: FieldKind { self == .kind ? .text : .number }
}

extension ImportModel: RowModel {
    public func value(of field: ImportField) -> FieldValue {
        switch field {
        case .kind: .text(summary.kind.rawValue)
        case .added: .integer(summary.added)
        case .existing: .integer(summary.existing)
        case .waiting: .integer(summary.waiting)
        case .skipped: .integer(summary.rejectedCount)
        }
    }
}

extension ExportKind {
    /// `to-dos`.
    var text: String {
        switch self {
        case .sources: "sources"
        case .bookmarks: "bookmarks"
        case .playlists: "playlists"
        case .toDos: "to-dos"
        }
    }
}
