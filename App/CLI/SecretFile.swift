import Foundation

/// Reads a secret that a person enters, or that a file has.
enum SecretFile {
    private static let fileBytes = 64 << 10

    /// Reads the first line of a file, `-` for standard input; without a file, asks on the terminal without showing what
    /// is typed, or else reads standard input.
    ///
    /// Returns an empty text if there is no line. Throws `CommandError`.
    static func read(_ file: String?, askingFor name: String, on console: Console) throws -> String {
        guard let file else { return console.readSecret("\(name): ") ?? "" }
        if file == "-" { return console.readSecret(nil) ?? "" }
        guard let handle = FileHandle(forReadingAtPath: file), let content = try? handle.read(upToCount: fileBytes)
        else {
            throw CommandError(message: "Cannot read the password file \(file). Check its path and permissions.")
        }
        return String(decoding: content, as: UTF8.self).split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
    }

    /// Reads a new password as `read` does; on a terminal, a person types it twice.
    static func readNewPassword(_ file: String?, on console: Console) throws -> String {
        let password = try read(file, askingFor: "New password", on: console)
        guard file == nil, console.canAsk, !password.isEmpty else { return password }
        guard console.readSecret("New password again: ") == password else {
            throw CommandError(message: "The two passwords differ. Nothing was changed. Run the command again.")
        }
        return password
    }
}
