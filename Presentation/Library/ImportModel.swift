public import FermataDomain

/// The result of importing one kind of record, as a row.
public struct ImportModel: Equatable, Sendable {
    private let summary: ImportSummary

    public init(_ summary: ImportSummary) { self.summary = summary }

    public var kindText: String { summary.kind.text }

    /// `3 added, 1 already exists, 2 wait for their music, 1 skipped`.
    public var text: String {
        var parts = ["\(CountText.grouped(summary.added)) added"]
        if let existing = ImportText.existing(summary.existing) { parts.append(existing) }
        if summary.unmatched > 0 {
            let verb = summary.unmatched == 1 ? "waits for its music" : "wait for their music"
            parts.append("\(CountText.grouped(summary.unmatched)) \(verb)")
        }
        if summary.rejectedCount > 0 { parts.append("\(CountText.grouped(summary.rejectedCount)) skipped") }
        return parts.joined(separator: ", ")
    }

    /// Notes in addition to the row: why records were skipped, and what bookmarks or ratings wait for.
    public var notes: [String] { rejectedTexts + [unmatchedText].compactMap(\.self) }

    private var unmatchedText: String? {
        Self.unmatchedText(summary.unmatched, summary.kind == .ratings ? "rating" : "bookmark")
    }

    /// A message about the bookmarks or ratings that wait for their songs; nil if none waits.
    package static func unmatchedText(_ count: Int, _ noun: String = "bookmark") -> String? {
        switch count {
        case ...0: nil
        case 1: "1 \(noun) waits for its song. It is listed after a sync provides the song."
        default:
            "\(CountText.grouped(count)) \(noun)s wait for their songs. They are listed after a sync provides the songs."
        }
    }

    /// The reasons why the first skipped records were skipped, a line each: `bookmarks, number 4: id is missing`.
    public var rejectedTexts: [String] {
        let reasons = summary.rejected.map {
            "\(kindText), number \(CountText.grouped($0.position)): \($0.cause.clause)"
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
        case .waiting: .integer(summary.unmatched)
        case .skipped: .integer(summary.rejectedCount)
        }
    }
}

extension ExportKind {
    /// `to-dos`.
    var text: String {
        switch self {
        case .toDos: "to-dos"
        case .annotations: "albums and artists"
        case .sources, .bookmarks, .ratings, .playlists: rawValue
        }
    }
}

extension ImportModel {
    package static let table = TableModel<ImportModel>([
        .init("Import", .fixed(18), priority: 2) { .plain($0.kindText) },
        .init("Result", .share(1), priority: 1) { .paragraph($0.text) },
    ])
}

extension ImportFailure {
    /// Why a record cannot be imported, as a clause.
    fileprivate var clause: String {
        switch self {
        case .record(let error): error.clause
        case .source(let error): error.clause
        case .unknownSource(let name): "the library has no source named “\(name)”"
        case .otherAddress(let name):
            "the library’s source “\(name)” has another address. The existing source is unchanged."
        case .playlistNameInUse(let name):
            "the library has another playlist named “\(name)”. The existing playlist is unchanged."
        }
    }
}

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

    package static let table = TableModel<ExportModel>([
        .init("Written", .fixed(18), priority: 2) { .plain($0.kind.text) },
        .init("Count", .fixed(10), .trailing, priority: 1) { .plain(CountText.grouped($0.count)) },
    ])
}
