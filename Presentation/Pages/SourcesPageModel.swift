import FermataDomain

/// The title, counts and rows of the page of sources.
public struct SourcesPageModel: Equatable, Sendable {
    public let rows: [SourcePageModel]

    public init(_ rows: [SourceCellModel]) { self.rows = rows.map(SourcePageModel.init) }

    public var title: String { MainScreen.sources.title }
    public var countText: String { CountText(rows.count, "source").text }
    public var emptyText: String { EmptyListText.sources.web }
    public var form: FormModel { .source(nil) }
}

/// A source on the page of sources, and its own page.
public struct SourcePageModel: Equatable, Sendable {
    private let row: SourceCellModel

    public init(_ row: SourceCellModel) { self.row = row }

    /// Identifies the row for the scripts.
    public var key: String { "source-" + row.name }
    public var title: String { row.name }
    public var address: PageAddress { .source(row.name) }
    /// `http, https://radio.example/songs.json`
    public var placeText: String { "\(row.kind), \(row.webAddress)" }
    /// `1,200 songs, updated 3 minutes ago, last error just now`, without counts for a listener who may not see them.
    public var detailText: String {
        [
            row.countText, row.ageText == "never" ? "never updated" : "updated \(row.ageText)",
            row.errorAgeText.isEmpty ? "" : "last error \(row.errorAgeText)",
        ].filter { !$0.isEmpty }.joined(separator: ", ")
    }
    /// The progress of the sync, a hint, a problem, or the result of the latest sync.
    public var stateText: String { row.hint(for: .webClient) ?? row.syncText }
    public var isProblem: Bool { row.isProblem }
    /// Nil for a source that a client of the web server may not sync.
    public var sync: ActionModel? { SourceAccess.networkKinds.allowsSync(of: row.source) ? .sync(row) : nil }
    public var accessibilityLabel: String {
        [title.onOneLine, placeText, detailText, stateText].filter { !$0.isEmpty }.joined(separator: ", ")
    }

    /// The values that the source has, as its page shows them.
    public var lines: [MusicDetailModel.Line] {
        SourceDetailModel(row, for: .webClient).lines.map { line in
            .init(label: line.label.firstLetterUppercased, text: line.text, address: nil)
        }
    }
    public var removalQuestion: String { SourceRemovalModel.openQuestion(row.name) }
    public var removals: [ActionModel] { ActionModel.removals(of: row) }
    public var form: FormModel { .source(row) }
}

extension FormModel {
    /// The form that adds a source, or changes one.
    fileprivate static func source(_ row: SourceCellModel?) -> FormModel {
        let input = row.map { SourceInputModel(editing: $0) } ?? SourceInputModel(forms: [])
        // A client of the web server may not move a source on the server's computer.
        let isMovable = row.map { SourceAccess.networkKinds.allowsAddress(of: $0.source.traits) } ?? true
        return FormModel(
            "source", isNew: row == nil, target: row.map { .api(ofSource: $0.name) } ?? .newSource,
            next: row.map { _ in .sources },
            // A secret is never part of the page.
            fields: (isMovable ? input.fields : [.name]).map { field in
                Field(
                    key: field.rawValue, label: field.title, text: input[field],
                    isRequired: field == .address || (field == .name && row != nil), isSecret: field == .password)
            }, hint: row.map { hint(for: $0, isMovable: isMovable) } ?? hintForNewSource)
    }

    private static let hintForNewSource = """
        The address of a catalogue (JSON) or, with a user and a password or with an API key alone, of a music \
        server (OpenSubsonic). Folders and files are added at the computer that has them: fermata source add.
        """

    private static func hint(for row: SourceCellModel, isMovable: Bool) -> String {
        if row.source.signsIn { return "A changed address needs the password or API key again." }
        return isMovable
            ? "A changed address replaces the previous one with its query, which is not shown."
            : "It is moved at the computer that has it: fermata source set."
    }
}

extension SourceInputModel.Field {
    fileprivate var title: String {
        switch self {
        case .address: "Address"
        case .name: "Name"
        case .playlists: "Playlists’ address"
        case .user: "User"
        case .password: "Password or API key"
        }
    }
}
