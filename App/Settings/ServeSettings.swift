import Configuration
import Foundation

/// The settings of the web server.
struct ServeSettings: Sendable {
    static let shortestToken = 16
    /// The token that clients must send; nil if only this computer can reach the server.
    let token: String?
    /// Names of the server besides its address, such as that of a proxy.
    let hosts: [HostName]
    /// The proxies that may name the host, the port and the scheme of a request.
    let trustedProxies: TrustedProxies
    /// The path below which the server is reached, such as `/fermata`; empty without one.
    let path: String
    /// The time-out for sending a request, reading a response, and an idle connection.
    let timeout: Duration
    /// The maximum number of open connections.
    let connections: Int
    /// The time between two syncs of all sources; nil if only clients start syncs.
    let syncPause: Duration?
    /// About how many bytes of converted audio are cached for each library.
    let transcodingCache: Int
    /// Whether a folder is synced as soon as the system reports a change in it.
    let watchesFolders: Bool

    init(_ reader: SettingsReader) throws {
        token = try reader.secret("serve.token")
        hosts = try Self.list(
            try reader.text("serve.hosts"), of: "serve.hosts", expected: "names, with or without a port", HostName.init)
        trustedProxies = TrustedProxies(
            networks: try Self.list(
                try reader.text("serve.trustedProxies"), of: "serve.trustedProxies",
                expected: "addresses such as 127.0.0.1 or 10.0.0.0/8", AddressRange.init))
        path = try Self.path(try reader.text("serve.path") ?? "")
        timeout = try reader.seconds("serve.timeout", default: .seconds(30))
        connections = try reader.integer("serve.maxConnections", in: 1...100_000, default: 512)
        syncPause = try reader.seconds("serve.syncEvery")
        transcodingCache = try reader.integer("serve.transcodingCache", in: 0...Int.max, default: 1 << 30)
        watchesFolders = try reader.flag("serve.watchFolders", default: true)
        if let token, token.utf8.count < Self.shortestToken || !token.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) {
            throw SettingsError.badValue(
                key: "serve.token", expected: "\(Self.shortestToken) ASCII characters or more, and no space")
        }
    }

    private static func list<Value>(
        _ text: String?, of key: String, expected: String, _ value: (String) -> Value?
    ) throws -> [Value] {
        try (text ?? "").split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
            .filter { !$0.isEmpty }
            .map { item in
                guard let value = value(item) else {
                    throw SettingsError.badValue(key: key, expected: expected + ", separated by commas")
                }
                return value
            }
    }

    /// A path without the slash at its end, of names that need no encoding (RFC 3986, 2.3).
    private static func path(_ text: String) throws -> String {
        let names = text.split(separator: "/")
        guard text.utf8.count <= 200, names.allSatisfy({ $0.contains(/^[A-Za-z0-9._~-]+$/) && !$0.contains(/^\.+$/) })
        else {
            throw SettingsError.badValue(
                key: "serve.path", expected: "a path such as /fermata, of letters, digits, “-”, “.”, “_” and “~”")
        }
        return names.map { "/" + $0 }.joined()
    }
}
