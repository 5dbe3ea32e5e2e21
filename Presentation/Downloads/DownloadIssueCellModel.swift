public import FermataDomain

/// A row about a difference between the downloads folder and the library, and its repair.
public struct DownloadIssueCellModel: Equatable, Sendable {
    private let issue: DownloadIssue

    public init(_ issue: DownloadIssue) {
        self.issue = issue
    }

    /// `missing`, `changed`, `unknown` or `abandoned`.
    public var kind: String {
        switch issue.kind {
        case .missing: "missing"
        case .changed: "changed"
        case .unknown: "unknown"
        case .abandoned: "abandoned"
        }
    }

    public var file: String { issue.file }

    /// The issue and its repair: `The file is missing. The song is marked as not downloaded.`
    public var text: String {
        switch issue.kind {
        case .missing: "The file is missing. The song is marked as not downloaded."
        case .changed:
            "The file was changed. It was renamed, and the song is marked as not downloaded."
        case .unknown: "The file is complete but was not recorded. The song is marked as downloaded."
        case .abandoned: "The file is an abandoned partial download. It was removed."
        }
    }
}

/// The keys of a row about a download issue.
public enum DownloadIssueField: String, RowField {
    case kind, file, id
}

extension DownloadIssueCellModel: RowModel {
    public func value(of field: DownloadIssueField) -> FieldValue {
        switch field {
        case .kind: .text(kind)
        case .file: .text(file)
        case .id: .text(issue.music.description)
        }
    }
}
