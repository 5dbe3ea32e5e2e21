import Crypto
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// An answer whose bytes are all there, with a tag that tells them from others.
struct BufferedResponse: Sendable {
    let body: ByteBuffer
    private var headers: HTTPFields
    private let tag: String

    /// `lifetime` is what `Cache-Control` says; without one, the tag is asked about each time.
    init(_ bytes: some Sequence<UInt8>, type: String, lifetime: String = "private, no-cache", more: HTTPFields = [:]) {
        body = ByteBuffer(bytes: bytes)
        tag = "\"" + Data(SHA256.hash(data: body.readableBytesView).prefix(12)).base64EncodedString() + "\""
        var headers = more
        headers[.contentType] = type
        headers[.contentLength] = String(body.readableBytes)
        headers[.cacheControl] = lifetime
        headers[.eTag] = tag
        self.headers = headers
    }

    static func json(_ bytes: some Sequence<UInt8>, more: HTTPFields = [:]) -> BufferedResponse {
        BufferedResponse(bytes, type: "application/json", more: more)
    }

    /// The same with the fields that every answer gets, so that it can be sent as it is.
    var hardened: BufferedResponse {
        var answer = self
        SecurityHeaders.add(to: &answer.headers)
        return answer
    }

    /// The whole answer, or 304 where whoever asks has it.
    func response(to request: Request) -> Response {
        if let known = request.headers[.ifNoneMatch], matches(known) {
            var headers = headers
            headers[.contentLength] = nil
            headers[.contentType] = nil
            return Response(status: .notModified, headers: headers, body: ResponseBody { try await $0.finish(nil) })
        }
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: body))
    }

    /// Weak comparison, as `If-None-Match` has it. Source: RFC 9110, 13.1.2.
    private func matches(_ known: String) -> Bool {
        known.split(separator: ",").contains { part in
            let part = part.trimmingPrefix(while: \.isWhitespace)
            let strong = part.hasPrefix("W/") ? part.dropFirst(2) : part
            return part == "*" || strong.prefix { !$0.isWhitespace } == tag
        }
    }
}
