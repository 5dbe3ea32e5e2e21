import HTTPTypes
import Hummingbird
import NIOCore

extension Response {
    /// An answer to a change, which nobody keeps.
    static func json(
        _ bytes: some Sequence<UInt8>, status: HTTPResponse.Status = .ok, headers: HTTPFields = [:]
    ) -> Response {
        var headers = headers
        headers[.contentType] = "application/json"
        headers[.cacheControl] = "no-store"
        return Response(
            status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }
}

extension RequestContext {
    /// A part of the path, decoded. Throws `Problem` where it is not UTF-8 in percent encoding.
    func parameter(_ name: String) throws -> String {
        let encoded = parameters[name[...]] ?? ""
        guard let text = String(percentEncoded: encoded.utf8) else {
            throw Problem(.badRequest, "The path is not UTF-8 in percent encoding.")
        }
        return text
    }

    /// A number in the path; what is no number names nothing.
    func number(_ name: String) throws -> Int {
        let text = try parameter(name)
        guard let number = Int(plain: text) else { throw Problem(.notFound, "“\(text)” is no number of a to-do.") }
        return number
    }
}
