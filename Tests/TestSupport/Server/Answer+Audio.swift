package import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// Audio as a path of the server sends it: rightly, or badly where it is told to.
package struct ServedAudio: Sendable {
    package var content: Data
    package var etag: String?
    package var lastModified: String?
    package var type = "audio/mpeg"
    package var headers: [String: String] = [:]
    /// Whether a range that was asked for is sent alone.
    package var honoursRange = true
    /// How much further on a range begins than it should.
    package var rangeShift = 0
    /// How much more of a range is said to come than does, or less where it is below 0.
    package var overstatement = 0
    /// Sends a part by a version that it does not name again.
    package var hidesVersionOfParts = false
    /// Whether `Content-Length` is told.
    package var sendsLength = true
    /// How many bytes of an answer are sent before the connection ends; nil for all. Asked once for each answer.
    package var breaksAfter: @Sendable () -> Int? = { nil }
    /// What comes from so many bytes on waits until the gate is open.
    package var gates: [Int: Gate] = [:]

    package init(_ content: Data, etag: String? = nil, lastModified: String? = nil) {
        self.content = content
        self.etag = etag
        self.lastModified = lastModified
    }
}

extension Answer {
    package static func audio(_ content: Data, etag: String? = "\"1\"") -> Answer {
        audio(ServedAudio(content, etag: etag))
    }

    /// Answers in one way what asks for a range, and in another what does not.
    package static func ranged(_ range: Answer, _ whole: Answer) -> Answer {
        Answer { request, channel in
            try await (request["Range"] == nil ? whole : range).respond(request, channel)
        }
    }

    /// Source of how ranges are answered: RFC 9110, 13.1.5, 14.2 and 15.5.17.
    package static func audio(_ audio: ServedAudio) -> Answer {
        Answer { request, channel in
            guard let asked = audio.range(askedBy: request) else {
                return audio.response(.ok, audio.content[...], on: channel)
            }
            guard asked < audio.content.count else {
                return Response(
                    status: .rangeNotSatisfiable,
                    headers: audio.fields(["Content-Range": "bytes */\(audio.content.count)"]))
            }
            let first = asked + audio.rangeShift
            let last = audio.content.count - 1 + audio.overstatement
            return audio.response(
                .partialContent, audio.content[first...],
                ["Content-Range": "bytes \(first)-\(last)/\(audio.content.count + max(0, audio.overstatement))"],
                on: channel)
        }
    }
}

extension ServedAudio {
    /// Where the bytes asked for begin; nil where all are to be sent.
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
            if let end, end < bytes.count { throw Misbehaviour() }
            try await writer.finish(nil)
        }
        return Response(status: status, headers: fields, body: body)
    }
}
