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

/// The response of a server.
struct WebResponse: Sendable {
    let status: Int
    /// The header fields by lowercase name; fields with the same name are joined by commas.
    let headers: [String: String]
    let body: Data

    var text: String { String(decoding: body, as: UTF8.self) }

    subscript(_ name: String) -> String? { headers[name.lowercased()] }

    func object() throws -> [String: any Sendable] {
        try JSONSerialization.jsonObject(with: body) as? [String: any Sendable] ?? [:]
    }

    /// The rows of a list.
    func rows() throws -> [[String: any Sendable]] {
        try object()["rows"] as? [[String: any Sendable]] ?? []
    }

    /// A field of each row of a list, as text.
    func column(_ field: String) throws -> [String] {
        try rows().map { $0[field] as? String ?? "\($0[field] ?? "")" }
    }

    /// Parses the first response that a connection received, and returns it with its length.
    ///
    /// The result is nil if the response is incomplete. A response without a length ends with the connection.
    static func first(in bytes: Data, toHead: Bool = false, isEnded: Bool) throws -> (WebResponse, length: Int)? {
        guard let end = bytes.range(of: Data("\r\n\r\n".utf8)) else { return nil }
        let lines = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
        let status = Int(lines[0].split(separator: " ").dropFirst().first ?? "") ?? 0
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
            headers[parts[0].lowercased(), default: ""] +=
                (headers[parts[0].lowercased()] == nil ? "" : ", ") + (parts.count > 1 ? parts[1] : "")
        }
        let rest = bytes[end.upperBound...]
        let head = end.upperBound - bytes.startIndex
        if toHead || status == 204 || status == 304 || (100..<200).contains(status) {
            return (WebResponse(status: status, headers: headers, body: Data()), head)
        }
        if let length = headers["content-length"].flatMap(Int.init) {
            guard rest.count >= length else { return nil }
            return (WebResponse(status: status, headers: headers, body: Data(rest.prefix(length))), head + length)
        }
        if headers["transfer-encoding"] == "chunked" {
            guard let (body, length) = unchunked(rest) else { return nil }
            return (WebResponse(status: status, headers: headers, body: body), head + length)
        }
        return isEnded ? (WebResponse(status: status, headers: headers, body: Data(rest)), bytes.count) : nil
    }

    private static func unchunked(_ bytes: Data) -> (Data, length: Int)? {
        var (body, rest) = (Data(), bytes)
        while let line = rest.range(of: Data("\r\n".utf8)) {
            guard let size = Int(String(decoding: rest[..<line.lowerBound], as: UTF8.self), radix: 16),
                rest.endIndex >= line.upperBound + size + 2
            else { return nil }
            body += rest[line.upperBound..<line.upperBound + size]
            rest = rest[(line.upperBound + size + 2)...]
            if size == 0 { return (body, bytes.count - rest.count) }
        }
        return nil
    }
}
