import Configuration
import Foundation

/// Who may ask the server, and what it is called.
struct ServeSettings: Sendable {
    static let shortestToken = 16
    /// What whoever asks has to know; nil where anyone on this computer may.
    let token: String?
    /// Names of the server beside its address, such as the one that a proxy has.
    let hosts: [String]
    /// How long somebody may take to ask, to read the answer, or to ask again.
    let timeout: Duration
    /// How many connections may be open.
    let connections: Int

    init(_ reader: SettingsReader) throws {
        token = try reader.text("serve.token")
        hosts = (try reader.text("serve.hosts") ?? "").split(separator: ",")
            .map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
        guard hosts.allSatisfy({ !$0.contains(":") || $0.hasPrefix("[") && $0.hasSuffix("]") }) else {
            throw SettingsError.badValue(key: "serve.hosts", expected: "names without ports, separated by commas")
        }
        timeout = try reader.seconds("serve.timeout") ?? .seconds(30)
        connections = try reader.whole("serve.maxConnections", in: 1...100_000) ?? 512
        if let token, token.utf8.count < Self.shortestToken || !token.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) {
            throw SettingsError.badValue(
                key: "serve.token", expected: "\(Self.shortestToken) ASCII characters or more, and no space")
        }
    }
}
