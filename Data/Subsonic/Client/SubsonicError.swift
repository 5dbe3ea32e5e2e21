import FermataDomain

/// An error that a server reports within a response of HTTP status 200.
struct SubsonicError: Error, Decodable {
    let code: Int
    let message: String

    private enum Key: String, CodingKey {
        case code, message
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        code = try values.decodeIfPresent(LenientInteger.self, forKey: .code)?.value ?? 0
        message = ((try? values.decode(String.self, forKey: .message)) ?? "").cut(to: TextLimits.message)
    }

    /// Reads the error of a response in XML, which servers send if they do not know the requested format.
    ///
    /// Returns nil for other content.
    init?(xml content: [UInt8]) {
        let text = String(decoding: content, as: UTF8.self)
        guard text.contains("<subsonic-response"), let element = text.firstMatch(of: /<error\s[^>]*>/)?.output else {
            return nil
        }
        code = element.firstMatch(of: /code="(\d{1,6})"/).flatMap { Int($0.output.1) } ?? 0
        message = element.firstMatch(of: /message="([^"]*)"/).map { String($0.output.1) } ?? ""
    }

    /// Whether the server rejects the sign-in, so that another one may succeed.
    ///
    /// A server that knows only passwords misses a parameter; that error can also be about the method's own parameters.
    var rejectsSignIn: Bool { [10, 41, 42, 43].contains(code) }
    /// Whether the error shows that the server has accepted the credentials.
    var followsSignIn: Bool { code != 10 && !(40...44).contains(code) }

    /// The cause of the failure if no other sign-in is left.
    var cause: SourceFailureCause {
        switch code {
        case 40: .signIn(.wrongPassword)
        case 41...43: .signIn(.unsupported)
        case 44: .signIn(.invalidAPIKey)
        case 50: .signIn(.notAllowed)
        default: .server(code: code, message: message)
        }
    }

    /// The error of an unknown song, album or playlist.
    static let notFoundCode = 70
}
