package import FermataPresentation
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

    var response: Response { .unstored(json, type: "application/problem+json", status: status, headers: headers) }

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
        var values = [
            NamedValue("type", .text("about:blank")), NamedValue("title", .text(status.reasonPhrase)),
            NamedValue("status", .integer(status.code)), NamedValue("detail", .text(detail)),
        ]
        for (name, text) in [("parameter", parameter), ("field", field)] {
            if let text { values.append(NamedValue(name, .text(text))) }
        }
        if !candidates.isEmpty { values.append(NamedValue("candidates", .list(candidates))) }
        return JSONText.object(values) + [UInt8(ascii: "\n")]
    }
}

extension Problem {
    /// The problem document of an error, without paths and addresses of this computer.
    package init(_ error: any Error) {
        switch error {
        case let problem as Problem: self = problem
        case is NIOTooManyBytesError: self.init(ProblemModel(.tooLarge, "The body is too large."))
        default: self.init(ProblemModel(error, for: .webClient))
        }
    }

    package init(_ problem: ProblemModel) {
        self.init(
            problem.kind.status, problem.candidates.isEmpty ? problem.text : problem.sentence, field: problem.field,
            candidates: problem.candidates.map(\.key),
            headers: problem.kind.retrySeconds.map { [.retryAfter: String($0)] } ?? [:])
    }
}

extension ProblemModel.Kind {
    /// The status of a response to a request that ends with such a problem.
    var status: HTTPResponse.Status {
        switch self {
        case .notFound: .notFound
        case .ambiguous, .conflict, .noAudio: .conflict
        case .invalidInput: .unprocessableContent
        case .usage: .badRequest
        case .notAllowed: .forbidden
        case .tooLarge: .contentTooLarge
        case .sourceUnavailable, .sourceBusy, .invalidSource: .badGateway
        case .storageFull: .insufficientStorage
        case .busy, .damaged, .overloaded, .stopping: .serviceUnavailable
        case .unreadableFile, .invalidFile, .cannotCreate, .cannotWrite, .cannotListen, .playerUnavailable, .incomplete,
            .unexpected:
            .internalServerError
        }
    }

    /// How many seconds later the same request may succeed; nil if it does not succeed by itself.
    package var retrySeconds: Int? {
        switch self {
        case .busy: 1
        case .stopping: 2
        case .damaged: 10
        case .overloaded: 60
        default: nil
        }
    }
}

extension HTTPResponse.Status {
    static let insufficientStorage = HTTPResponse.Status(code: 507, reasonPhrase: "Insufficient Storage")
    static let unprocessableContent = HTTPResponse.Status(code: 422, reasonPhrase: "Unprocessable Content")
}
