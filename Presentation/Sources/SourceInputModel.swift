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
    let isNew: Bool

    /// Creates the input of a new source, whose values determine its kind unless one is given.
    public init(kind: String? = nil) { (original, self.kind, isNew) = ([:], kind, true) }

    /// Creates an input with the values of an existing source. Addresses have no query, which may contain a secret.
    public init(editing row: SourceCellModel) {
        original = [
            .address: row.address, .name: row.name, .playlists: row.playlists ?? "", .user: row.source.user ?? "",
        ]
        texts = original
        kind = row.kind
        isNew = false
    }

    /// The text of a field; empty if nothing was typed.
    public subscript(field: Field) -> String {
        get { texts[field] ?? "" }
        set { texts[field] = newValue }
    }

    /// The fields that sources of this kind have; all while the kind of a new one is unknown.
    public var fields: [Field] {
        switch kind {
        case Source.folderKind?: [.address, .name]
        case Source.catalogueKind?: [.address, .name, .playlists]
        case Source.subsonicKind?: [.address, .name, .user, .password]
        default: Field.allCases
        }
    }

    /// The given kind, or the one that the values determine; nil if there is none.
    var resolvedKind: String? {
        let signsIn = trimmed(.user) != nil || secret != nil
        return kind ?? Source.kind(ofAddress: self[.address].trimmed, signsIn: signsIn)
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
        switch resolvedKind {
        case Source.folderKind?: "A folder of audio files on this computer."
        case Source.subsonicKind?: "A music server (OpenSubsonic)."
        case .some: "A catalogue (JSON) on the web."
        case nil: trimmed(.address) == nil ? "A URL of a catalogue or a music server, or the path of a folder." : nil
        }
    }
}
