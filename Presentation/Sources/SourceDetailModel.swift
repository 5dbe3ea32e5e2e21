/// The screen of one source, as labelled lines.
public struct SourceDetailModel: Equatable, Sendable {
    public let row: SourceCellModel
    private let audience: ProblemModel.Audience

    public init(_ row: SourceCellModel, for audience: ProblemModel.Audience = .user) {
        self.row = row
        self.audience = audience
    }

    public var title: String { row.name }

    /// The values that the source has; its address only as far as the reader may see it.
    public var lines: [(label: String, text: String)] {
        [
            ("kind", row.kind), ("address", audience == .user ? row.address : row.webAddress),
            ("playlists", row.playlists ?? ""), ("songs", row.countText), ("updated", row.ageText),
            ("last sync", row.syncText(for: audience)), ("last error", row.errorAgeText),
            ("note", row.hint(for: audience) ?? ""),
        ].filter { !$0.1.isEmpty }
    }
}
