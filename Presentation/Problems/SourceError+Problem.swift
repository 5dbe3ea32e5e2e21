public import FermataDomain

extension SourceError: ProblemConvertible {
    public func problem(for audience: ProblemModel.Audience) -> ProblemModel {
        let isUser = audience == .user
        return switch self {
        case .notFound(_, let known):
            ProblemModel(
                .notFound, sentence, hint: isUser ? Self.hint(known: known) : nil)
        case .alreadyExists:
            ProblemModel(
                .conflict, sentence,
                hint: isUser ? "Choose another name with --name." : nil, field: "name")
        case .changed(let name):
            ProblemModel(
                .busy, sentence, hint: isUser ? "Read it again with: fermata sync \(name.shellWord)" : nil)
        case .addressInUse(let name):
            ProblemModel(
                .conflict, sentence,
                hint: isUser ? "Read it again with: fermata sync \(name.shellWord)" : nil, field: "address")
        case .tooMany:
            ProblemModel(
                .conflict, sentence, hint: "Remove a source first.")
        case .credentialsUnsupported: refusal("Leave these options out and try again.", field: "user")
        case .userMissing: refusal("Enter the user’s name\(isUser ? " with --user" : "").", field: "user")
        case .secretMissing:
            refusal(
                isUser
                    ? "Enter it on a terminal, where Fermata asks for it (“source set” needs --password), "
                        + "or name a file with --password-file." : "Enter the password or the API key.",
                field: "password")
        case .signInRefused(.needsEncryption):
            refusal(
                isUser
                    ? "Use an https address or, in a network that you trust, --unencrypted-password."
                    : "Use an https address.", field: "address")
        case .signInRefused: refusal("Enter the user and the password or API key again.", field: "password")
        case .invalidCertificates:
            refusal("Choose another file\(isUser ? " with --ca-file" : "").", field: "certificates")
        case .credentials(let path, let failure):
            ProblemModel(
                failure == .full ? .storageFull : .cannotCreate,
                "Cannot use \(isUser ? path : "the file with passwords"): \(failure.clause).",
                hint: isUser ? failure.advice : nil)
        case .invalidName: refusal("Correct the name and try again.", field: "name")
        case .runsProgram:
            refusal(
                isUser ? "Add it with: fermata source add command -- PROGRAM" : "Add it at the computer that has it.",
                field: "kind")
        case .unknownKind: refusal("Choose a known kind and try again.", field: "kind")
        case .invalidAddress: refusal("Correct the address and try again.", field: "address")
        case .playlistsUnsupported: refusal("Leave the playlists out and try again.", field: "playlists")
        case .invalidPlaylistAddress(.empty):
            refusal(
                isUser ? "Enter an address; --no-playlists removes the playlists of a source." : "Enter an address.",
                field: "playlists")
        case .invalidPlaylistAddress: refusal("Correct the playlists’ address and try again.", field: "playlists")
        }
    }

    private var sentence: String { self.clause.firstLetterUppercased + "." }

    private func refusal(_ hint: String, field: String) -> ProblemModel {
        ProblemModel(
            .invalidInput, "Cannot use these values for the source: \(self.clause).", hint: hint,
            field: field)
    }

    private static func hint(known: [String]) -> String {
        known.isEmpty
            ? "Add a source with: fermata source add folder ~/Music"
            : "Known sources: \(known.joined(separator: ", "))."
    }

    /// Why a source cannot be used, as a clause: "the address has no host".
    var clause: String {
        switch self {
        case .notFound(let name, _): "no source is named “\(name)”"
        case .alreadyExists(let name): "a source named “\(name)” already exists"
        case .changed(let name): "the source “\(name)” was changed while it was read"
        case .addressInUse(let name): "the source “\(name)” has this address already"
        case .invalidName(let limit):
            "a name has 1 to \(limit) characters, no comma, no space at its ends, and is not “.” or “..”"
        case .unknownKind(let kind, []): "“\(kind)” is not a kind of source"
        case .unknownKind(let kind, let known):
            "“\(kind)” is not a kind of source (known kinds: \(known.joined(separator: ", ")))"
        case .runsProgram(let kind):
            "a source of kind “\(kind)” runs a program, so only a person at this computer adds it"
        case .playlistsUnsupported(let kind): "a source of kind “\(kind)” has no playlists of its own"
        case .invalidAddress(let cause): "the address \(cause.clause)"
        case .invalidPlaylistAddress(let cause): "the address of its playlists \(cause.clause)"
        case .tooMany(let limit): "the library has \(limit) sources, which is the maximum"
        case .credentialsUnsupported(let kind):
            "a source of kind “\(kind)” has no user, no password and no certificates"
        case .userMissing: "the user is missing"
        case .secretMissing: "the password or API key is missing"
        case .signInRefused(let failure): failure.clause
        case .credentials(_, let failure):
            "the file with passwords cannot be used: \(failure.clause)"
        case .invalidCertificates: "the file with certificates cannot be read or has none (PEM)"
        }
    }
}

extension InvalidAddress {
    /// Why an address cannot be used, which continues "the address": "has no host".
    var clause: String {
        switch self {
        case .empty: "is empty"
        case .notAURL: "is not a valid URL that begins with http:// or https://"
        case .notAURLOrPath:
            "begins neither with http:// or https://, as a catalogue does, nor with /, ~ or ., "
                + "as the path of a folder or file does"
        case .notAnAbsolutePath: "is not an absolute path"
        case .ownLibrary: "is this library itself"
        case .severalWords: "has several words; one with spaces needs quotation marks"
        case .notACommand: "is not a command: it names no program, or a quotation mark is not closed"
        case .unsupportedScheme(let scheme): "begins with \(scheme): instead of http:// or https://"
        case .noHost: "has no host"
        case .invalidPort(let port): "has port \(port), which is not between 1 and 65535"
        case .containsCredentials: "contains a user name or password, which would be stored and shown"
        }
    }
}

extension SourceAccessError: ProblemConvertible {
    public func problem(for audience: ProblemModel.Audience) -> ProblemModel {
        switch self {
        case .localKind(let kind):
            ProblemModel(
                .notAllowed, "A source of kind “\(kind)” is added and moved only at the computer that has it.",
                field: "address")
        case .runsProgram(let source):
            ProblemModel(
                .notAllowed, "The source “\(source)” runs a program, so it is synced only at the computer that has it.",
                hint: audience == .user ? "Run there: fermata sync \(source.shellWord)" : nil)
        case .secretRequired:
            ProblemModel(
                .invalidInput, "A new address of a music server needs its password or API key again.",
                field: "password")
        }
    }
}
