import Crypto
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

extension Response {
    /// A response with known bytes, and an entity tag computed from them.
    ///
    /// `lifetime` becomes `Cache-Control`. By default, clients revalidate the tag with every request.
    static func buffered(
        _ bytes: some Sequence<UInt8>, type: String, lifetime: String = "private, no-cache", headers: HTTPFields = [:]
    ) -> Response {
        let body = ByteBuffer(bytes: bytes)
        var headers = headers
        headers[.contentType] = type
        headers[.cacheControl] = lifetime
        headers[.eTag] =
            "\"" + Data(SHA256.hash(data: body.readableBytesView).prefix(12)).base64EncodedString() + "\""
        return Response(status: .ok, headers: headers, body: ResponseBody(inPieces: body))
    }

    /// A JSON document with an entity tag.
    static func json(_ bytes: some Sequence<UInt8>, headers: HTTPFields = [:]) -> Response {
        buffered(bytes, type: "application/json", headers: headers)
    }

    /// The JSON result of a change, which no client stores.
    static func changed(
        _ bytes: some Sequence<UInt8>, status: HTTPResponse.Status = .ok, headers: HTTPFields = [:]
    ) -> Response {
        unstored(bytes, type: "application/json", status: status, headers: headers)
    }

    /// The response without an entity tag, which neither clients nor the server store.
    var unstored: Response {
        var response = self
        response.headers[.cacheControl] = Self.unstorable
        response.headers[.eTag] = nil
        return response
    }

    /// Whether neither clients nor the server may store it.
    var isUnstored: Bool { headers[.cacheControl] == Self.unstorable }

    private static let unstorable = "no-store"

    /// A response that no client stores.
    static func unstored(
        _ bytes: some Sequence<UInt8>, type: String, status: HTTPResponse.Status, headers: HTTPFields = [:]
    ) -> Response {
        var headers = headers
        headers[.contentType] = type
        headers[.cacheControl] = unstorable
        return Response(status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }
}

/// Entity tags in header fields (RFC 9110, 8.8.3).
enum EntityTag {
    /// Whether a list of tags, or `*`, contains a tag. Weak comparison.
    static func matches(_ tags: String, _ tag: String) -> Bool {
        tags.split(separator: ",").contains { part in
            let part = part.trimmingPrefix(while: \.isWhitespace)
            let strong = part.hasPrefix("W/") ? part.dropFirst(2) : part
            return part == "*" || strong.prefix { !$0.isWhitespace } == tag
        }
    }
}
