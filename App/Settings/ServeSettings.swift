import Configuration
import Foundation

/// The settings of the web server.
struct ServeSettings: Sendable {
    static let shortestToken = 16
    /// The token that clients must send; nil if only this computer can reach the server.
    let token: String?
    /// Names of the server besides its address, such as that of a proxy.
    let hosts: [String]
    /// The time-out for sending a request, reading a response, and an idle connection.
    let timeout: Duration
    /// The maximum number of open connections.
    let connections: Int
    /// The time between two syncs of all sources; nil if only clients start syncs.
    let syncPause: Duration?
    /// Whether a folder is synced as soon as the system reports a change in it.
    let watchesFolders: Bool

    init(_ reader: SettingsReader) throws {
        token = try reader.text("serve.token")
        hosts = (try reader.text("serve.hosts") ?? "").split(separator: ",")
            .map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
        guard hosts.allSatisfy({ !$0.contains(":") || $0.hasPrefix("[") && $0.hasSuffix("]") }) else {
            throw SettingsError.badValue(key: "serve.hosts", expected: "names without ports, separated by commas")
        }
        timeout = try reader.seconds("serve.timeout") ?? .seconds(30)
        connections = try reader.integer("serve.maxConnections", in: 1...100_000) ?? 512
        syncPause = try reader.seconds("serve.syncEvery")
        watchesFolders = try reader.flag("serve.watchFolders") ?? true
        if let token, token.utf8.count < Self.shortestToken || !token.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) {
            throw SettingsError.badValue(
                key: "serve.token", expected: "\(Self.shortestToken) ASCII characters or more, and no space")
        }
    }
}
