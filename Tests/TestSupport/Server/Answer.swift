package import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization

/// What a path of the server answers.
package struct Answer: Sendable {
    let respond: @Sendable (ReceivedRequest, any Channel) async throws -> Response
}

extension Answer {
    package static func status(_ code: Int, headers: [String: String] = [:]) -> Answer {
        Answer { _, _ in Response(status: .init(code: code), headers: HTTPFields(headers)) }
    }

    /// A document; asked for with the entity tag or date it already has, it is not sent again (304).
    package static func document(
        _ content: Data, type: String = "application/json", etag: String? = nil, lastModified: String? = nil,
        status: Int = 200, headers: [String: String] = [:]
    ) -> Answer {
        var all = headers.merging(["Content-Type": type]) { given, _ in given }
        all["ETag"] = etag
        all["Last-Modified"] = lastModified
        let fields = HTTPFields(all)
        return Answer { request, _ in
            let isKnown =
                request["If-None-Match"].map { $0 == etag } ?? request["If-Modified-Since"].map { $0 == lastModified }
            guard isKnown != true else { return Response(status: .notModified, headers: fields) }
            return Response(
                status: .init(code: status), headers: fields, body: .init(byteBuffer: ByteBuffer(bytes: content)))
        }
    }

    package static func json(_ text: String, etag: String? = nil, lastModified: String? = nil) -> Answer {
        document(Data(text.utf8), etag: etag, lastModified: lastModified)
    }

    package static func html(_ text: String) -> Answer {
        document(Data(text.utf8), type: "text/html")
    }

    /// So many generated records, one a line, made while they are sent.
    package static func ndjson(count: Int, etag: String? = nil) -> Answer {
        var fields = HTTPFields(["Content-Type": "application/x-ndjson"])
        fields[.eTag] = etag
        return Answer { [fields] _, _ in
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

    package static func redirect(to location: String, status: Int = 302) -> Answer {
        .status(status, headers: ["Location": location])
    }

    /// Answers each request otherwise, and from the last on always the same.
    package static func inTurn(_ answers: [Answer]) -> Answer {
        let left = Counter(answers.count)
        return Answer { request, channel in
            try await answers[answers.count - 1 - left.take()].respond(request, channel)
        }
    }

    /// Fails the first requests, and then answers otherwise.
    package static func failures(
        status: Int, headers: [String: String] = [:], times: Int, then answer: Answer
    ) -> Answer {
        let failing = Answer.status(status, headers: headers)
        let left = Counter(times)
        return Answer { request, channel in
            try await (left.takeOne() ? failing : answer).respond(request, channel)
        }
    }
}

/// A number that concurrent requests count down.
private final class Counter: Sendable {
    private let left: Mutex<Int>

    init(_ count: Int) {
        left = Mutex(count)
    }

    /// How many are left without this one; 0 from the last on.
    func take() -> Int {
        left.withLock { left in
            left = max(0, left - 1)
            return left
        }
    }

    func takeOne() -> Bool {
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
