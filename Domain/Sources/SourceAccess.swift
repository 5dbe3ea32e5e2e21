/// The sources whose addresses a person may set, by adding or changing them.
///
/// Renaming and removing is allowed for all sources, and syncing for all that run no program.
public enum SourceAccess: Equatable, Sendable {
    /// The person at the computer may add and sync sources of every kind.
    case everyKind
    /// A client of the web server may only add sources that are read over the network: a path would open the files of
    /// the server's computer to it, and a command would run there.
    case networkKinds

    /// Throws `SourceAccessError.localKind` if a source of this kind may not be added. `form` is nil for an unknown
    /// kind.
    public func checkAddition(ofKind kind: String, _ form: SourceForm?) throws(SourceAccessError) {
        guard self == .everyKind || form.map({ allowsAddress(of: $0.traits) }) ?? false else { throw .localKind(kind) }
    }

    /// Throws `SourceAccessError.localKind` if the changes contain an address that may not be set.
    ///
    /// Throws `.secretRequired` if a stored secret would be sent to an address that a client of the web server chose.
    public func check(_ changes: SetSourceUsecase.Changes, of source: Source) throws(SourceAccessError) {
        guard changes.address != nil || changes.playlists != nil else { return }
        guard allowsAddress(of: source.traits) else { throw .localKind(source.kind) }
        if self == .networkKinds, source.signsIn, changes.credentials == nil { throw .secretRequired }
    }

    /// Whether the address of a source with these traits may be set.
    public func allowsAddress(of traits: SourceTraits) -> Bool {
        self == .everyKind || !traits.contains(.localAddress)
    }

    /// Whether the source may be synced.
    public func allowsSync(of source: Source) -> Bool { self == .everyKind || !source.traits.contains(.runsProgram) }
}

/// A change of a source that the person may not make.
public enum SourceAccessError: Error, Equatable, Sendable {
    /// Sources of this kind are added and moved at the computer that has them.
    case localKind(String)
    /// The new address of a source to which Fermata signs in needs the secret again.
    case secretRequired
    /// The source with this name runs a program, which only the person at the computer does.
    case runsProgram(source: String)
}
