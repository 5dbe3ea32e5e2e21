public import FermataDomain

/// The input screen of a source: the texts of its fields and their problems. Descriptions never contain the secret.
public struct SourceInputModel: Equatable, Sendable {
    /// `user` and `password` are for music servers; without a user, the password is an API key.
    public enum Field: String, CaseIterable, Sendable {
        case address, name, playlists, user, password
    }

    private var texts: [Field: String] = [:]
    /// The texts of the source that is changed; empty for a new one.
    private let original: [Field: String]
    /// The kind of the source; nil for a new one whose values determine it.
    private let kind: String?
    /// What sources of the kind are like; nil while the kind of a new one is unknown.
    private let traits: SourceTraits?
    private let forms: [SourceForm]
    let isNew: Bool

    /// Creates the input of a new source, whose values determine its kind among `forms` unless one is given.
    public init(kind: String? = nil, forms: [SourceForm]) {
        (original, self.kind, self.forms, isNew) = ([:], kind, forms, true)
        traits = kind.flatMap { forms.form(ofKind: $0)?.traits }
    }

    /// Creates an input with the values of an existing source. Addresses have no query, which may contain a secret.
    public init(editing row: SourceCellModel, forms: [SourceForm] = []) {
        original = [
            .address: row.address, .name: row.name, .playlists: row.playlists ?? "", .user: row.source.user ?? "",
        ]
        texts = original
        (kind, traits) = (row.kind, row.source.traits)
        self.forms = forms
        isNew = false
    }

    /// The text of a field; empty if nothing was typed.
    public subscript(field: Field) -> String {
        get { texts[field] ?? "" }
        set { texts[field] = newValue }
    }

    /// The fields that sources of this kind have; all while the kind of a new one is unknown.
    public var fields: [Field] {
        guard let traits else { return Field.allCases }
        return Field.allCases.filter { field in
            switch field {
            case .address, .name: true
            case .playlists: traits.contains(.playlistAddress)
            case .user, .password: traits.contains(.signsIn)
            }
        }
    }

    /// The given kind, or the one that the values determine; nil if there is none.
    var resolvedKind: String? { kind(among: forms) }

    /// The given kind, or the one of `forms` that the values determine; nil if there is none.
    func kind(among forms: [SourceForm]) -> String? { kind ?? form(in: forms)?.kind }

    /// The form that the values of a new source match; nil if there is none.
    private func form(in forms: [SourceForm]) -> SourceForm? {
        forms.form(ofAddress: self[.address].trimmed, signsIn: trimmed(.user) != nil || secret != nil)
    }

    /// The text of a field without spaces at its ends; nil if it is empty.
    func trimmed(_ field: Field) -> String? {
        let text = self[field].trimmed
        return text.isEmpty ? nil : text
    }

    func isChanged(_ field: Field) -> Bool { self[field] != original[field] ?? "" }

    /// Whether the user of the source that is changed was cleared.
    private var removesUser: Bool { !(original[.user] ?? "").isEmpty && trimmed(.user) == nil }

    /// Whether the user was cleared without a new API key.
    var lacksAPIKey: Bool { removesUser && secret == nil }

    private var secret: String? { self[.password].isEmpty ? nil : self[.password] }

    // MARK: - Saving

    /// Whether any text differs from the source that is changed; for a new source, whether there is any text.
    public var isChanged: Bool { Field.allCases.contains(where: isChanged) }

    /// The changes to save: the texts that differ from the source that is changed.
    public var changes: SetSourceUsecase.Changes {
        .init(
            name: isChanged(.name) ? self[.name].trimmed : nil,
            address: isChanged(.address) ? self[.address].trimmed : nil,
            playlists: isChanged(.playlists) ? (trimmed(.playlists).map { .address($0) } ?? .removed) : nil,
            user: isChanged(.user) ? trimmed(.user) : nil, removesUser: removesUser, credentials: credentials)
    }

    /// How Fermata signs in to a new source; nil for a kind that needs no secret.
    var signIn: SourceSignIn? {
        guard trimmed(.user) != nil || secret != nil else { return nil }
        return SourceSignIn(user: trimmed(.user), credentials ?? SourceCredentials(.password("")))
    }

    private var credentials: SourceCredentials? {
        secret.map { SourceCredentials(trimmed(.user) == nil ? .apiKey($0) : .password($0)) }
    }
}

extension SourceForm {
    /// What a source of this kind is: "a folder of audio files on this computer".
    public var summary: String {
        "a \(label)" + (content.map { " of \($0)" } ?? "") + (traits.contains(.localAddress) ? " on this computer" : "")
    }
}

extension SourceInputModel: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "SourceInputModel(…)" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// The problems of the fields, and notes on them.
extension SourceInputModel {
    /// The first problem that prevents saving.
    public var firstProblem: String? { fields.lazy.compactMap(problem).first }

    /// The problem of a field in one sentence; nil if there is none.
    public func problem(of field: Field) -> String? {
        if field == .user, lacksAPIKey { return "A music server without a user needs a new API key." }
        guard field == .address, isNew || isChanged(.address) else { return nil }
        if trimmed(.address) == nil { return "A source needs an address." }
        return resolvedKind == nil ? "The address \(InvalidAddress.notAURLOrPath.clause)." : nil
    }

    /// A note on the meaning of a field; nil if its label is sufficient.
    public func note(on field: Field) -> String? {
        switch field {
        case .address: addressNote
        case .name: isNew && trimmed(.name) == nil ? "Without a name, it has that of its host or folder." : nil
        case .playlists: nil
        case .user: isNew ? "For a music server (OpenSubsonic) only; leave it empty with an API key." : nil
        case .password: isNew ? "The password of the user, or an API key." : "Leave it empty to keep the present one."
        }
    }

    private var addressNote: String? {
        if let form = isNew && kind == nil ? form(in: forms) : kind.flatMap({ forms.form(ofKind: $0) }) {
            return form.summary.firstLetterUppercased + "."
        }
        guard kind == nil, trimmed(.address) == nil else { return nil }
        return "A URL of a catalogue or a music server, or the path of a folder."
    }
}
