public import FermataDomain

/// A row about what the folder of downloads and the library did not agree on, and what was done.
public struct DownloadIssueCellModel: Equatable, Sendable {
    private let finding: DownloadIssue

    public init(_ finding: DownloadIssue) {
        self.finding = finding
    }

    /// `missing`, `changed`, `unknown` or `abandoned`.
    public var kind: String {
        switch finding.kind {
        case .missing: "missing"
        case .changed: "changed"
        case .unknown: "unknown"
        case .abandoned: "abandoned"
        }
    }

    public var file: String { finding.file }
    public var shortID: String { finding.music.short }

    /// What was found and done: `It is gone, and counts as not downloaded.`
    public var text: String {
        switch finding.kind {
        case .missing: "It is gone, and counts as not downloaded."
        case .changed:
            "It is not what was downloaded: it is kept under another name, and counts as not downloaded."
        case .unknown: "It is whole and was not known, and counts as downloaded."
        case .abandoned: "It is a part that nobody goes on with, and is removed."
        }
    }

    /// The row read as one sentence.
    public var accessibilityLabel: String { "\(file.onOneLine): \(text)" }
}

/// The keys of a row about the check of downloads.
public enum DownloadIssueField: String, RowField {
    case kind, file, id
}

extension DownloadIssueCellModel: RowModel {
    public func value(of field: DownloadIssueField) -> FieldValue {
        switch field {
        case .kind: .text(kind)
        case .file: .text(file)
        case .id: .text(finding.music.description)
        }
    }
}
