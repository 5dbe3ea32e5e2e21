package import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// Audio that the server sends, correctly or with faults.
package struct ServedAudio: Sendable {
    package var content: Data
    package var etag: String?
    package var lastModified: String?
    package var type = "audio/mpeg"
    package var headers: [String: String] = [:]
    /// Whether the server supports ranges.
    package var honoursRange = true
    /// The number of bytes by which a range starts too late.
    package var rangeShift = 0
    /// The number of bytes by which the stated range is too long, or too short if negative.
    package var overstatement = 0
    /// Whether range responses state the length of the complete file.
    package var statesTotal = true
    /// Whether range responses lack `ETag` and `Last-Modified`.
    package var hidesVersionOfParts = false
    /// Whether responses have a `Content-Length`.
    package var sendsLength = true
    /// The number of bytes after which the connection ends; nil for all. Called once per response.
    package var breaksAfter: @Sendable () -> Int? = { nil }
    /// Gates by the number of bytes after which the server waits for them.
    package var gates: [Int: Gate] = [:]

    package init(_ content: Data, etag: String? = nil, lastModified: String? = nil) {
        self.content = content
        self.etag = etag
        self.lastModified = lastModified
    }
}

extension ScriptedResponse {
    package static func audio(_ content: Data, etag: String? = "\"1\"") -> ScriptedResponse {
        audio(ServedAudio(content, etag: etag))
    }

    /// Responds to range requests in one way, and to all others in another.
    package static func ranged(_ range: ScriptedResponse, _ complete: ScriptedResponse) -> ScriptedResponse {
        ScriptedResponse { request, channel in
            try await (request["Range"] == nil ? complete : range).respond(request, channel)
        }
    }

    /// Responds to ranges as RFC 9110 demands (13.1.5, 14.2 and 15.5.17).
    package static func audio(_ audio: ServedAudio) -> ScriptedResponse {
        ScriptedResponse { request, channel in
            guard let first = audio.range(askedBy: request) else {
                return audio.response(.ok, audio.content[...], on: channel)
            }
            guard first < audio.content.count else {
                return Response(
                    status: .rangeNotSatisfiable,
                    headers: audio.fields(["Content-Range": "bytes */\(audio.content.count)"]))
            }
            let start = first + audio.rangeShift
            let last = audio.content.count - 1 + audio.overstatement
            let total = audio.statesTotal ? "\(audio.content.count + max(0, audio.overstatement))" : "*"
            return audio.response(
                .partialContent, audio.content[start...], ["Content-Range": "bytes \(start)-\(last)/\(total)"],
                on: channel)
        }
    }
}

extension ServedAudio {
    /// The first byte of the requested range; nil for the complete file.
    fileprivate func range(askedBy request: ReceivedRequest) -> Int? {
        guard honoursRange, let range = request["Range"], range.hasPrefix("bytes="), range.hasSuffix("-"),
            let first = Int(range.dropFirst("bytes=".count).dropLast())
        else { return nil }
        guard let condition = request["If-Range"] else { return first }
        let isStrong = etag?.hasPrefix("W/") == false
        return (isStrong && condition == etag) || condition == lastModified ? first : nil
    }

    fileprivate func fields(_ more: [String: String]) -> HTTPFields {
        var all = headers.merging(more) { $1 }
        all["Content-Type"] = type
        if !hidesVersionOfParts || more.isEmpty {
            all["ETag"] = etag
            all["Last-Modified"] = lastModified
        }
        return HTTPFields(all)
    }

    fileprivate func response(
        _ status: HTTPResponse.Status, _ bytes: Data, _ more: [String: String] = [:], on channel: any Channel
    ) -> Response {
        let end = breaksAfter()
        var fields = fields(more)
        if sendsLength { fields[.contentLength] = "\(bytes.count)" }
        let body = ResponseBody { [gates] writer in
            for start in stride(from: 0, to: min(bytes.count, end ?? .max), by: 1 << 16) {
                for (count, gate) in gates where count <= bytes.startIndex + start { try await gate.wait(on: channel) }
                try await writer.write(
                    ByteBuffer(bytes: bytes.dropFirst(start).prefix(min(1 << 16, (end ?? .max) - start))))
            }
            if let end, end < bytes.count { throw ConnectionAborted() }
            try await writer.finish(nil)
        }
        return Response(status: status, headers: fields, body: body)
    }
}
