public import FermataDomain

/// How many records of one kind an export has written.
public struct ExportModel: Equatable, Sendable {
    public let kind: ExportKind
    public let count: Int

    public init(_ kind: ExportKind, count: Int) {
        self.kind = kind
        self.count = count
    }

    /// A row for each kind, in the order of an import.
    public static func rows(_ counts: [ExportKind: Int]) -> [ExportModel] {
        ExportKind.allCases.compactMap { kind in counts[kind].map { ExportModel(kind, count: $0) } }
    }

    /// The sentence at the end of an export.
    public static func resultText(folder: String) -> String { "The documents are in \(folder)." }
}

/// The keys of a written kind.
public enum ExportField: String, RowField {
    case kind, count

    public var valueKind: FieldKind { self == .count ? .number : .text }
}

extension ExportModel: RowModel {
    public func value(of field: ExportField) -> FieldValue {
        switch field {
        case .kind: .text(kind.rawValue)
        case .count: .integer(count)
        }
    }
}
