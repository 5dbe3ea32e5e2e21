public import FermataDomain

/// The result of an import of to-dos, as a row.
public struct ToDoImportModel: Equatable, Sendable {
    private let summary: ToDoImportSummary

    public init(_ summary: ToDoImportSummary) { self.summary = summary }

    /// `3 to-dos added, 1 already exists, 1 incomplete, 2 skipped`.
    public var text: String {
        var parts = [CountText(summary.added, "to-do").text + " added"]
        if summary.enriched > 0 { parts.append("\(CountText.grouped(summary.enriched)) updated") }
        if let existing = ImportText.existing(summary.existing) { parts.append(existing) }
        if summary.incompleteCount > 0 { parts.append("\(CountText.grouped(summary.incompleteCount)) incomplete") }
        if summary.rejectedCount > 0 { parts.append("\(CountText.grouped(summary.rejectedCount)) skipped") }
        return parts.joined(separator: ", ")
    }

    /// The reasons why the first skipped records were skipped, a line each: `Number 4: title is empty`.
    public var rejectedTexts: [String] {
        let reasons = summary.rejected.map {
            "Number \(CountText.grouped($0.position)): \($0.cause.clause)"
        }
        return ImportText.rejected(reasons, of: summary.rejectedCount)
    }
}

extension ToDoImportModel {
    /// The values that the first incomplete to-dos lack, a line each: `Number 4 is incomplete: DUE “x” is not a date`.
    public var incompleteTexts: [String] {
        let lines = summary.unreadable.map {
            "Number \(CountText.grouped($0.position)) is incomplete: \($0.cause.clause)"
        }
        let listed = Set(summary.unreadable.map(\.position)).count
        return ImportText.rejected(lines, of: lines.count + summary.incompleteCount - listed)
    }
}

/// The keys of the result of an import.
public enum ToDoImportField: String, RowField {
    case added
    case enriched = "completed"
    case existing = "alreadyThere"
    case incomplete, skipped

    public var valueKind: FieldKind { .number }
}

extension ToDoImportModel: RowModel {
    public func value(of field: ToDoImportField) -> FieldValue {
        switch field {
        case .added: .integer(summary.added)
        case .enriched: .integer(summary.enriched)
        case .existing: .integer(summary.existing)
        case .incomplete: .integer(summary.incompleteCount)
        case .skipped: .integer(summary.rejectedCount)
        }
    }

    package static let table = TableModel<ToDoImportModel>([
        .init("Import", .share(1), priority: 1) { .paragraph($0.text) }
    ])
}
