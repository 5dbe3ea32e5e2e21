import Foundation
import Testing

/// A client that has signed in: a browser with its cookie, or a program with the token of the server.
struct SignedInClient: WebClient {
    let served: any WebClient
    /// The header fields that show who it is.
    let fields: [String: String]

    init(_ served: any WebClient, cookie: String) { (self.served, fields) = (served, ["Cookie": cookie]) }

    init(_ served: any WebClient, token: String) {
        (self.served, fields) = (served, ["Authorization": "Bearer \(token)"])
    }

    var program: Program { served.program }

    func request(
        _ method: String, _ target: String, _ headers: [String: String], body: String?
    ) async throws -> WebResponse {
        try await served.request(method, target, headers.merging(fields) { $1 }, body: body)
    }

    /// Serves a copy of a library with accounts while the body runs. The first one is an administrator.
    static func run(
        _ library: SharedLibrary, accounts: [(name: String, options: String)],
        _ body: @escaping @Sendable (InProcessServer) async throws -> Void
    ) async throws {
        try await library.withCopy { program in
            for (name, options) in accounts {
                try await program.addAccount(name, password: "secret of \(name)", options: options)
            }
            try await InProcessServer.run(program, [], body)
        }
    }
}

extension WebClient {
    /// Signs in on the page for that, and returns the browser with its session.
    func signIn(_ name: String, password: String? = nil) async throws -> SignedInClient {
        let response = try await sendSignIn(name, password: password ?? "secret of \(name)")
        #expect(response.status == 303 && response["Location"] == "/")
        return SignedInClient(self, cookie: try response.cookie())
    }

    /// Sends the form of the page to sign in.
    func sendSignIn(_ name: String, password: String) async throws -> WebResponse {
        let body = [("name", name), ("password", password)].map { key, value in
            "\(key)=\(value.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")"
        }.joined(separator: "&")
        return try await send("POST", "/", ["Content-Type": "application/x-www-form-urlencoded"], body: body)
    }
}

extension WebResponse {
    /// The name and the value of the cookie that it sets.
    func cookie() throws -> String { String(try #require(self["Set-Cookie"]).prefix { $0 != ";" }) }
}
