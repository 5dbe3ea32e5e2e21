package import HTTPTypes
import Hummingbird
import NIOCore

/// The reason why a request failed, as a problem document (RFC 9457).
package struct Problem: Error, Equatable {
    package let status: HTTPResponse.Status
    /// What happened, in one sentence.
    let detail: String
    /// The invalid query parameter.
    var parameter: String?
    /// The invalid member of the body.
    var field: String?
    /// The values among which the client can choose.
    var candidates: [String] = []
    var headers: HTTPFields = [:]

    init(
        _ status: HTTPResponse.Status, _ detail: String, parameter: String? = nil, field: String? = nil,
        candidates: [String] = [], headers: HTTPFields = [:]
    ) {
        self.status = status
        self.detail = detail
        self.parameter = parameter
        self.field = field
        self.candidates = candidates
        self.headers = headers
    }

    /// A temporary problem: the same request may succeed after a number of seconds.
    static func later(_ detail: String, seconds: Int) -> Problem {
        Problem(.serviceUnavailable, detail, headers: [.retryAfter: String(seconds)])
    }

    var response: Response {
        var headers = headers
        headers[.contentType] = "application/problem+json"
        headers[.cacheControl] = "no-store"
        return Response(status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: json)))
    }

    /// The response to bytes that are not a request. The server closes the connection after it.
    var finalResponse: (head: HTTPResponse, body: ByteBuffer) {
        let body = ByteBuffer(bytes: json)
        var headers: HTTPFields = [
            .contentType: "application/problem+json", .cacheControl: "no-store", .connection: "close",
            .contentLength: String(body.readableBytes),
        ]
        SecurityHeaders.add(to: &headers)
        return (HTTPResponse(status: status, headerFields: headers), body)
    }

    private var json: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append("{\"type\":\"about:blank\",\"title\":")
        JSONText.append(status.reasonPhrase, to: &bytes)
        bytes.append(",\"status\":")
        bytes.append(decimal: status.code)
        for (key, text) in [("detail", detail), ("parameter", parameter), ("field", field)] {
            guard let text else { continue }
            bytes.append(contentsOf: ",\"\(key)\":".utf8)
            JSONText.append(text, to: &bytes)
        }
        for (position, candidate) in candidates.enumerated() {
            bytes.append(position == 0 ? ",\"candidates\":[" : ",")
            JSONText.append(candidate, to: &bytes)
        }
        bytes.append(candidates.isEmpty ? "}\n" : "]}\n")
        return bytes
    }
}
