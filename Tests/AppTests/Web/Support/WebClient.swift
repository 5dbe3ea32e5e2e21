import Foundation
import TestServer

/// Sends requests to a web server that serves a program's library.
protocol WebClient: Sendable {
    var program: Program { get }

    /// Sends a request with the non-empty fields of `headers`.
    func request(_ method: String, _ target: String, _ headers: [String: String], body: String?) async throws
        -> WebResponse
}

extension WebClient {
    /// Sends a request. A body is JSON unless `headers` names another type.
    func send(
        _ method: String, _ target: String, _ headers: [String: String] = [:], body: String? = nil
    ) async throws -> WebResponse {
        let type = body == nil ? [:] : ["Content-Type": "application/json"]
        return try await request(method, target, type.merging(headers) { $1 }, body: body)
    }

    func get(_ target: String, _ headers: [String: String] = [:]) async throws -> WebResponse {
        try await send("GET", target, headers)
    }

    /// The id of the first song that a search finds.
    func id(_ words: String) async throws -> String {
        let response = try await get("/api/music?limit=1&text=" + words.replacing(" ", with: "+"))
        return try response.column("id").first ?? ""
    }
}
