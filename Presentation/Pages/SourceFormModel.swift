import FermataDomain

/// The form of the page that adds a source, or changes one.
public struct SourceFormModel: Equatable, Sendable {
    private let row: SourceCellModel?
    private let input: SourceInputModel

    /// The form of a new source.
    init() {
        (row, input) = (nil, SourceInputModel())
    }

    init(_ row: SourceCellModel) {
        (self.row, input) = (row, SourceInputModel(editing: row))
    }

    public var isNew: Bool { row == nil }
    public var title: String { isNew ? "Add" : "Edit" }
    public var buttonTitle: String { isNew ? "Add" : "Save" }
    public var target: PageAddress { row.map { .api(ofSource: $0.name) } ?? .newSource }
    /// The page after the form is saved; nil to stay.
    public var next: PageAddress? { isNew ? nil : .sources }

    /// The fields that a client of the web server may set. A secret is never part of the page.
    public var fields: [Field] {
        (isMovable ? input.fields : [.name]).map { field in
            Field(
                key: field.rawValue, label: field.title, text: input[field], isRequired: isRequired(field),
                isSecret: field == .password)
        }
    }

    /// A hint about the addresses that may be added or changed here.
    public var hint: String {
        if isNew {
            return """
                The address of a catalogue (JSON) or, with a user and a password or with an API key alone, of a music \
                server (OpenSubsonic). Folders are added at the computer that has them: fermata source add.
                """
        }
        if row?.kind == Source.subsonicKind { return "A changed address needs the password or API key again." }
        return isMovable
            ? "A changed address replaces the previous one with its query, which is not shown."
            : "It is moved at the computer that has it: fermata source set."
    }

    private var isMovable: Bool { row.map { SourceAccess.networkKinds.allowsAddress(ofKind: $0.kind) } ?? true }

    /// An input of the form.
    public struct Field: Equatable, Sendable {
        /// The name of the member of the request.
        public let key: String
        public let label: String
        public let text: String
        public let isRequired: Bool
        /// Whether the text is hidden while it is typed.
        public let isSecret: Bool
    }

    private func isRequired(_ field: SourceInputModel.Field) -> Bool {
        switch field {
        case .address: true
        case .name: !isNew
        case .playlists, .user, .password: false
        }
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
