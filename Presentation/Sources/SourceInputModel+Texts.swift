import FermataDomain

/// The problems of the fields, and notes on them.
extension SourceInputModel {
    /// The first problem that prevents saving.
    public var firstProblem: String? { fields.lazy.compactMap(problem).first }

    /// The problem of a field in one sentence; nil if there is none.
    public func problem(of field: Field) -> String? {
        if field == .user, lacksAPIKey { return "A music server without a user needs a new API key." }
        guard field == .address, isNew || isChanged(.address) else { return nil }
        if trimmed(.address) == nil { return "A source needs an address." }
        return resolvedKind == nil ? "The address \(InvalidAddressText(.notAURLOrPath).text)." : nil
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
