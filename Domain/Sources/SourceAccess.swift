/// The kinds of sources whose addresses a person may set, by adding or changing them.
///
/// Renaming, syncing and removing is allowed for all sources.
public enum SourceAccess: Equatable, Sendable {
    /// The person at the computer may add sources of every kind.
    case everyKind
    /// A client of the web server may only add sources that are read over the network: a path would open the files of
    /// the server's computer to it.
    case networkKinds

    private static let kindsOfNetwork: Set = [Source.catalogueKind, Source.subsonicKind]

    /// Throws `SourceAccessError.localKind` if a source of this kind may not be added.
    public func checkAddition(ofKind kind: String) throws(SourceAccessError) {
        guard allowsAddress(ofKind: kind) else { throw .localKind(kind) }
    }

    /// Throws `SourceAccessError.localKind` if the changes contain an address that may not be set.
    ///
    /// Throws `.secretRequired` if a stored secret would be sent to an address that a client of the web server chose.
    public func check(_ changes: SetSourceUsecase.Changes, ofKind kind: String) throws(SourceAccessError) {
        guard changes.address != nil || changes.playlists != nil else { return }
        guard allowsAddress(ofKind: kind) else { throw .localKind(kind) }
        if self == .networkKinds, kind == Source.subsonicKind, changes.credentials == nil { throw .secretRequired }
    }

    /// Whether the address of a source of this kind may be set.
    public func allowsAddress(ofKind kind: String) -> Bool { self == .everyKind || Self.kindsOfNetwork.contains(kind) }
}

/// A change of a source that the person may not make.
public enum SourceAccessError: Error, Equatable, Sendable {
    /// Sources of this kind are added and moved at the computer that has them.
    case localKind(String)
    /// The new address of a source to which Fermata signs in needs the secret again.
    case secretRequired
}
