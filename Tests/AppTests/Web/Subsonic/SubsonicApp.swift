import Foundation
import Testing

/// An app of the Subsonic API, which signs in with an account and reads JSON.
struct SubsonicApp {
    let served: any WebClient
    /// The parameters that show the account.
    var credentials = "u=anna&p=secret"

    /// Serves a copy of a library with the account `anna`, an administrator, while the body runs.
    ///
    /// `options` are those of the command that adds the account.
    static func run(
        _ library: SharedLibrary, options: String = "", _ body: @escaping @Sendable (SubsonicApp) async throws -> Void
    ) async throws {
        try await library.withCopy { program in
            try await program.addAccount("anna", password: "secret", options: options)
            // The other requests of a test are those of the person at the computer.
            var program = program
            let token = "correct-horse-battery-staple"
            program.environment["FERMATA_SERVE_TOKEN"] = token
            try await InProcessServer.run(program) {
                try await body(SubsonicApp(served: SignedInClient($0, token: token)))
            }
        }
    }

    /// An app of another account of the same server.
    func with(_ credentials: String) -> SubsonicApp { SubsonicApp(served: served, credentials: credentials) }

    /// The body of a reply, which must be a success.
    func get(
        _ route: String, _ query: String = "", sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> [String: any Sendable] {
        let reply = try await reply(route, query)
        #expect(reply["status"] as? String == "ok", "\(route)?\(query): \(reply)", sourceLocation: sourceLocation)
        return reply
    }

    /// An object of a reply.
    func object(_ name: String, _ route: String, _ query: String = "") async throws -> [String: any Sendable] {
        try await get(route, query)[name] as? [String: any Sendable] ?? [:]
    }

    /// A list within an object of a reply.
    func list(
        _ name: String, _ element: String, _ route: String, _ query: String = ""
    ) async throws -> [[String: any Sendable]] {
        try #require(try await object(name, route, query)[element] as? [[String: any Sendable]])
    }

    /// The number of the error of a reply; nil for a success.
    func error(_ route: String, _ query: String = "") async throws -> Int? {
        let reply = try await reply(route, query)
        let error = reply["error"] as? [String: any Sendable]
        #expect((reply["status"] as? String == "failed") == (error != nil), "\(reply)")
        #expect(error == nil || (error?["message"] as? String)?.isEmpty == false)
        return error?["code"] as? Int
    }

    /// The response to a request, which shows the account and asks for JSON.
    func response(_ route: String, _ query: String = "") async throws -> WebResponse {
        try await served.get("/rest/\(route)?\(credentials)&v=1.16.1&c=test&f=json&\(query)")
    }

    private func reply(_ route: String, _ query: String) async throws -> [String: any Sendable] {
        let response = try await response(route, query)
        #expect(response.status == 200 && response["Content-Type"] == "application/json")
        return try #require(try response.object()["subsonic-response"] as? [String: any Sendable])
    }
}

extension Program {
    /// Adds an account with a password.
    func addAccount(_ name: String, password: String, options: String = "") async throws {
        let file = try write(password + "\n", to: "password")
        let added = try await run("user add \(name) --password-file \(file.path) \(options)")
        #expect(added.code == 0, "\(added.errors)")
    }

    /// Overwrites pages of the only own library of an account.
    func damageAccountLibrary() throws {
        let folder = library + ".accounts"
        let name = try #require(
            try FileManager.default.contentsOfDirectory(atPath: folder).first { $0.hasSuffix(".sqlite") })
        let file = try FileHandle(forUpdating: URL(filePath: "\(folder)/\(name)"))
        try file.seek(toOffset: 4_096)
        try file.write(contentsOf: Data(repeating: 0x5A, count: 64 << 10))
        try file.close()
    }
}

extension [[String: any Sendable]] {
    /// The values of a name as text.
    func texts(_ name: String) -> [String] { map { "\($0[name] ?? "")" } }
}
