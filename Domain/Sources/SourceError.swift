/// An error about one source of the library.
public enum SourceError: Error, Equatable, Sendable {
    case notFound(String, known: [String])
    case alreadyExists(String)
    /// Another source has the same address.
    case addressInUse(source: String)
    /// The name is empty, longer than `limit` characters, or contains a comma, a control or a space at an end.
    case invalidName(limit: Int)
    case unknownKind(String, known: [String])
    /// Sources of this kind have no playlists.
    case playlistsUnsupported(kind: String)
    case invalidAddress(InvalidAddress)
    case invalidPlaylistAddress(InvalidAddress)
    case tooMany(limit: Int)
}

/// Why an address cannot be used.
public enum InvalidAddress: Error, Equatable, Sendable {
    case empty
    case notAURL
    /// The address of a folder is not an absolute path.
    case notAnAbsolutePath
    case unsupportedScheme(String)
    case noHost
    case invalidPort(Int)
    /// The address contains a user name or password, which would be stored and shown.
    case containsCredentials
}
