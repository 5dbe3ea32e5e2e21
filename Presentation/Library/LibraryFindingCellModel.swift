public import FermataDomain

/// A row about damage that a check of the library has found.
public struct LibraryFindingCellModel: Equatable, Sendable {
    /// `file`, `log`, `structure`, `search`, `text`, `references` or `download`.
    public let kind: String
    /// The damage as a sentence.
    public let text: String
    private let count: Int?

    private init(_ kind: String, _ text: String, count: Int? = nil) {
        (self.kind, self.text, self.count) = (kind, text, count)
    }

    public init(_ finding: LibraryFinding) {
        switch finding {
        case .file: self.init("file", "Pages of the file are damaged or do not match each other.")
        case .page(let number):
            self.init("file", "Page \(number) of the file is not what was written: its checksum is wrong.")
        case .index(let name, 0):
            self.init("file", "The index “\(name)” and its table do not have the same number of rows.")
        case .index(let name, let count):
            self.init(
                "file", "The index “\(name)” does not match its table in \(Self.some(count, "row")).", count: count
            )
        case .table(let name, let count):
            self.init(
                "file", "The table “\(name)” has \(Self.some(count, "invalid value")).", count: count)
        case .log: self.init("log", "The log is damaged: it contains changes that the library does not show.")
        case .foreignLog: self.init("log", "The log beside the file belongs to another library, or to an older copy.")
        case .structure:
            self.init(
                "structure",
                """
                The file has tables, indexes, triggers or views that Fermata does not create, or lacks some that it \
                creates.
                """)
        case .search: self.init("search", "The search index does not match the songs.")
        case .text(let content, let count):
            self.init(
                "text", "The text of \(content.someText(count)) does not match its stored sort key.",
                count: count)
        case .references(let content, let count):
            self.init("references", "Rows that \(content.someText(count)) refer to are missing.", count: count)
        }
    }

    private static func some(_ count: Int?, _ noun: String) -> String {
        count.map { CountText($0, noun).text } ?? "some \(noun)s"
    }

    public init(_ issue: DownloadIssue) {
        let issue = DownloadIssueCellModel(issue)
        self.init("download", "\(issue.file): \(issue.text)")
    }
}

/// The keys of a row about damage.
public enum LibraryFindingField: String, RowField {
    case kind, count, text

    public var valueKind: FieldKind { self == .count ? .number : .text }
}

extension LibraryFindingCellModel: RowModel {
    public func value(of field: LibraryFindingField) -> FieldValue {
        switch field {
        case .kind: .text(kind)
        case .count: count.map(FieldValue.integer) ?? .none
        case .text: .text(text)
        }
    }
}
