/// An error about one source of the library.
public enum SourceError: Error, Equatable, Codable, Sendable {
    case notFound(String, known: [String])
    case alreadyExists(String)
    /// The source was changed, or replaced by another one of its name, while it was read.
    case changed(String)
    /// Another source has the same address.
    case addressInUse(source: String)
    /// The name is empty, `.` or `..`, has more than `limit` characters, a comma or a control, or a space at an end.
    case invalidName(limit: Int)
    case unknownKind(String, known: [String])
    /// A source of this kind runs a program, so only a person at this computer adds it.
    case runsProgram(kind: String)
    /// Sources of this kind have no playlists.
    case playlistsUnsupported(kind: String)
    case invalidAddress(InvalidAddress)
    case invalidPlaylistAddress(InvalidAddress)
    case tooMany(limit: Int)
    /// Sources of this kind have no user and no password.
    case credentialsUnsupported(kind: String)
    /// A server needs a user with a password, or an API key without a user.
    case userMissing
    case secretMissing
    /// The server does not accept the credentials of a new source.
    case signInRefused(SignInFailure)
    /// The file with the credentials of all sources cannot be read or written.
    case credentials(path: String, StorageFailure)
    /// A file with certificates to trust cannot be read, or contains none.
    case invalidCertificates(path: String)
}

extension SourceError {
    /// Whether the stored definition of the source is invalid.
    var isInvalidDefinition: Bool {
        switch self {
        case .unknownKind, .playlistsUnsupported, .invalidAddress, .invalidPlaylistAddress: true
        case .notFound, .alreadyExists, .changed, .addressInUse, .invalidName, .tooMany, .credentialsUnsupported,
            .userMissing, .secretMissing, .signInRefused, .credentials, .invalidCertificates, .runsProgram:
            false
        }
    }
}

/// Why an address cannot be used.
public enum InvalidAddress: Error, Equatable, Codable, Sendable {
    case empty
    case notAURL
    /// The address is neither a URL nor a path.
    case notAURLOrPath
    /// The address of a folder is not an absolute path.
    case notAnAbsolutePath
    /// The address is that of the library which would have the source.
    case ownLibrary
    /// The address has several words, and its kind is no command.
    case severalWords
    /// The address is a command with a quotation mark that is not closed, or without a program.
    case notACommand
    case unsupportedScheme(String)
    case noHost
    case invalidPort(Int)
    /// The address contains a user name or password, which would be stored and shown.
    case containsCredentials
}
