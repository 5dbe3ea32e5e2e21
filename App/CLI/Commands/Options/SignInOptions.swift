import ArgumentParser
import FermataDomain
import Foundation

/// How Fermata signs in to a source. The secret itself is no option, because other users see arguments.
struct SignInOptions: ParsableArguments {
    private static let fileBytes = 4_096

    @Option(help: "The user’s name on a music server.")
    var user: String?

    @Option(
        help: "Read the password or API key from the first line of this file (- for standard input).",
        completion: .file())
    var passwordFile: String?

    @Flag(help: "Sign in with an API key of the server, which stands for the user, in place of a password.")
    var apiKey = false

    @Flag(help: "Send the password unencrypted if the server supports nothing else. Others in the network can read it.")
    var unencryptedPassword = false

    @Option(help: "Trust the certificates in this file (PEM), too.", completion: .file())
    var caFile: String?

    func validate() throws {
        if apiKey, user != nil { throw ValidationError("An API key stands for the user: choose one of both.") }
    }

    /// Whether an option other than the user was used.
    var hasCredentials: Bool { passwordFile != nil || apiKey || unencryptedPassword || caFile != nil }

    /// Reads the secret from the file, else from the terminal without showing it, else from standard input.
    ///
    /// It is an API key if `usesAPIKey` is true, or with the flag.
    func credentials(usesAPIKey: Bool = false, on console: Console) throws -> SourceCredentials {
        let usesAPIKey = usesAPIKey || apiKey
        let secret = try secret(askingFor: usesAPIKey ? "API key" : "Password", on: console)
        return SourceCredentials(
            usesAPIKey ? .apiKey(secret) : .password(secret), allowsUnencryptedPassword: unencryptedPassword,
            certificates: caFile.map { URL(filePath: $0).standardizedFileURL.path })
    }

    private func secret(askingFor name: String, on console: Console) throws -> String {
        guard let file = passwordFile else { return console.readSecret("\(name): ") ?? "" }
        if file == "-" { return console.readSecret(nil) ?? "" }
        guard let handle = FileHandle(forReadingAtPath: file), let content = try? handle.read(upToCount: Self.fileBytes)
        else {
            throw CommandError(message: "Cannot read the password file \(file). Check its path and permissions.")
        }
        return String(decoding: content, as: UTF8.self).split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
    }
}
