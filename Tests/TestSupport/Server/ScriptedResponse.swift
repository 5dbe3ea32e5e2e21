package import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization

/// A scripted response of the server.
package struct ScriptedResponse: Sendable {
    let respond: @Sendable (ReceivedRequest, any Channel) async throws -> Response
}

extension ScriptedResponse {
    package static func status(_ code: Int, headers: [String: String] = [:]) -> ScriptedResponse {
        ScriptedResponse { _, _ in Response(status: .init(code: code), headers: HTTPFields(headers)) }
    }

    /// Sends a document, or status 304 if the request names its entity tag or modification date.
    package static func document(
        _ content: Data, type: String = "application/json", etag: String? = nil, lastModified: String? = nil,
        status: Int = 200, headers: [String: String] = [:]
    ) -> ScriptedResponse {
        var all = headers.merging(["Content-Type": type]) { given, _ in given }
        all["ETag"] = etag
        all["Last-Modified"] = lastModified
        let fields = HTTPFields(all)
        return ScriptedResponse { request, _ in
            let isKnown =
                request["If-None-Match"].map { $0 == etag } ?? request["If-Modified-Since"].map { $0 == lastModified }
            guard isKnown != true else { return Response(status: .notModified, headers: fields) }
            return Response(
                status: .init(code: status), headers: fields, body: .init(byteBuffer: ByteBuffer(bytes: content)))
        }
    }

    package static func json(_ text: String, etag: String? = nil, lastModified: String? = nil) -> ScriptedResponse {
        document(Data(text.utf8), etag: etag, lastModified: lastModified)
    }

    package static func html(_ text: String) -> ScriptedResponse {
        document(Data(text.utf8), type: "text/html")
    }

    /// Sends generated records, one per line, generated while they are sent.
    package static func ndjson(count: Int, etag: String? = nil) -> ScriptedResponse {
        var fields = HTTPFields(["Content-Type": "application/x-ndjson"])
        fields[.eTag] = etag
        return ScriptedResponse { [fields] _, _ in
            Response(
                status: .ok, headers: fields,
                body: ResponseBody { writer in
                    for start in stride(from: 1, through: count, by: 500) {
                        let lines = (start...min(start + 499, count)).map(GeneratedSong.line)
                        try await writer.write(ByteBuffer(string: lines.joined()))
                    }
                    try await writer.finish(nil)
                })
        }
    }

    package static func redirect(to location: String, status: Int = 302) -> ScriptedResponse {
        .status(status, headers: ["Location": location])
    }

    /// Sends each response once, and repeats the last one.
    package static func inTurn(_ answers: [ScriptedResponse]) -> ScriptedResponse {
        let left = Counter(answers.count)
        return ScriptedResponse { request, channel in
            try await answers[answers.count - 1 - left.decrement()].respond(request, channel)
        }
    }

    /// Fails the first requests, and then sends another response.
    package static func failures(
        status: Int, headers: [String: String] = [:], times: Int, then answer: ScriptedResponse
    ) -> ScriptedResponse {
        let failing = ScriptedResponse.status(status, headers: headers)
        let left = Counter(times)
        return ScriptedResponse { request, channel in
            try await (left.decrementIfPositive() ? failing : answer).respond(request, channel)
        }
    }
}

/// A number that concurrent requests decrement.
private final class Counter: Sendable {
    private let left: Mutex<Int>

    init(_ count: Int) {
        left = Mutex(count)
    }

    /// Decrements the number, but not below 0, and returns it.
    func decrement() -> Int {
        left.withLock { left in
            left = max(0, left - 1)
            return left
        }
    }

    /// Decrements the number, and returns whether it was positive.
    func decrementIfPositive() -> Bool {
        left.withLock { left in
            left -= 1
            return left >= 0
        }
    }
}

extension HTTPFields {
    init(_ headers: [String: String]) {
        self.init()
        for (name, value) in headers {
            guard let name = HTTPField.Name(name) else { continue }
            self[name] = value
        }
    }
}
