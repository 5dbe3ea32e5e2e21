public import FermataDomain

/// The result of an import of to-dos, as a row.
public struct ToDoImportModel: Equatable, Sendable {
    private let summary: ToDoImportSummary

    public init(_ summary: ToDoImportSummary) {
        self.summary = summary
    }

    /// `3 to-dos added, 1 there already, 2 skipped`.
    public var text: String {
        var parts = [CountText(summary.added, "to-do").text + " added"]
        if summary.completed > 0 { parts.append("\(CountText.grouped(summary.completed)) completed") }
        if summary.alreadyThere > 0 { parts.append("\(CountText.grouped(summary.alreadyThere)) there already") }
        if summary.rejectedCount > 0 { parts.append("\(CountText.grouped(summary.rejectedCount)) skipped") }
        return parts.joined(separator: ", ")
    }

    /// The reasons why the first skipped records were skipped, a line each: `Number 4: title is empty`.
    public var rejectedTexts: [String] {
        let texts = summary.rejected.map {
            "Number \(CountText.grouped($0.position)): \(RecordErrorText($0.cause).text)"
        }
        let rest = summary.rejectedCount - summary.rejected.count
        return rest > 0 ? texts + ["and \(CountText.grouped(rest)) more"] : texts
    }
}

/// The keys of the result of an import.
public enum ToDoImportField: String, RowField {
    case added, completed, alreadyThere, skipped

    public var valueKind: FieldKind { .number }
}

extension ToDoImportModel: RowModel {
    public func value(of field: ToDoImportField) -> FieldValue {
        switch field {
        case .added: .integer(summary.added)
        case .completed: .integer(summary.completed)
        case .alreadyThere: .integer(summary.alreadyThere)
        case .skipped: .integer(summary.rejectedCount)
        }
    }
}
