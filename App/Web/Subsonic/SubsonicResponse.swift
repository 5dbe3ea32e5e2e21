import FermataPresentation
import HTTPTypes
import Hummingbird
import NIOCore

/// The format in which a client wants a reply.
enum SubsonicFormat: Equatable {
    case xml
    case json
    /// JSON as the argument of a call of this function.
    case jsonp(callback: String)

    private static let longestCallback = 100

    /// Throws `SubsonicError` for an unknown format, and for a callback that is missing or no name of a function.
    init(_ parameters: SubsonicParameters) throws {
        switch parameters["f"] {
        case "xml", nil, "": self = .xml
        case "json": self = .json
        case "jsonp":
            let callback = try parameters.required("callback")
            guard callback.utf8.count <= Self.longestCallback,
                callback.wholeMatch(of: /[A-Za-z_$][A-Za-z0-9_$]*(\.[A-Za-z_$][A-Za-z0-9_$]*)*/) != nil
            else { throw SubsonicError.invalid("callback", "must be the name of a function") }
            self = .jsonp(callback: callback)
        default: throw SubsonicError.invalid("f", "must be xml, json or jsonp")
        }
    }

    /// The name of the format, and what it depends on.
    var text: String {
        switch self {
        case .xml: "xml"
        case .json: "json"
        case .jsonp(let callback): "jsonp \(callback)"
        }
    }

    private var mediaType: String {
        switch self {
        case .xml: "text/xml; charset=utf-8"
        case .json: "application/json"
        case .jsonp: "text/javascript; charset=utf-8"
        }
    }

    /// The response with an error or a reply.
    func response(_ reply: Result<SubsonicRoute.Reply, SubsonicError>) -> Response {
        if case .success(.response(let response)) = reply { return response }
        let envelope = SubsonicEnvelope(reply: reply)
        var bytes: [UInt8]
        switch self {
        case .xml: bytes = SubsonicXMLWriter.document(envelope)
        case .json: bytes = SubsonicJSONWriter.document(envelope)
        case .jsonp(let callback):
            bytes = Array(callback.utf8) + [UInt8(ascii: "(")] + SubsonicJSONWriter.document(envelope)
            bytes.append(");")
        }
        let body = ResponseBody(inPieces: ByteBuffer(bytes: bytes))
        return Response(status: .ok, headers: [.contentType: mediaType], body: body)
    }
}

/// What every response has, and the reply.
private struct SubsonicEnvelope: SubsonicValue {
    let reply: Result<SubsonicRoute.Reply, SubsonicError>

    func write(to writer: inout some SubsonicWriter) {
        let isSuccess = if case .success = reply { true } else { false }
        writer.member("status", isSuccess ? "ok" : "failed")
        writer.member("version", "1.16.1")
        writer.member("type", "fermata")
        writer.member("serverVersion", FermataVersion.text)
        writer.member("openSubsonic", true)
        switch reply {
        case .failure(let error):
            writer.object(
                "error", SubsonicObject(["code": .integer(error.code.rawValue), "message": .text(error.message)]))
        case .success(.value(let name, let value)): writer.object(name, value)
        case .success(.members(let value)): writer.members(of: value)
        case .success(.done), .success(.response): break
        }
    }
}
