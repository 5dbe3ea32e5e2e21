import AsyncHTTPClient
import FermataDomain
import Foundation
import NIOHTTP1
import NIOCore

/// Asks for audio from where its part ends, and hands over what comes.
///
/// Source of what is asked and when a part is gone on with: RFC 9110, 13.1.5, 14.2 and 15.3.7.
struct AudioFetcher: Sendable {
    let address: CatalogueAddress
    let client: HTTPClient
    let userAgent: String
    let byteLimit: Int64
    let meter: WaitMeter
    let now: @Sendable () -> Date

    /// Throws `SourceFailure`, `CancellationError`, or what the sink throws.
    func fetch(into sink: any AudioSink) async throws {
        guard let part = try await sink.part, let validator = HTTPRevision(part.version).rangeValidator else {
            return try await takeWhole(try await ask(), into: sink)
        }
        let response = try await ask([("Range", "bytes=\(part.length)-"), ("If-Range", validator)])
        switch response.status.code {
        case 206:
            if let range = Self.rest(of: part, in: response) { return try await takeRest(response, range, part, sink) }
        case 416:
            if Self.isAll(part, by: response) { return try await sink.begin(start(response, from: part)) }
        default:
            return try await takeWhole(response, into: sink)
        }
        try await takeWhole(try await ask(), into: sink)
    }

    private func takeWhole(_ response: HTTPClientResponse, into sink: any AudioSink) async throws {
        guard [200, 203].contains(response.status.code) else {
            throw SourceFailure(answer: response, address: address.shown, now: now())
        }
        let headers = response.headers
        let revision = HTTPRevision(answer: headers)
        let length = headers.first(name: "Content-Length").flatMap { Int64($0) }
        let start = AudioStart(
            total: length, version: revision?.rangeValidator == nil ? nil : revision?.text,
            digest: AudioDigest.sha256(answer: headers))
        try await take(response, start, promised: length, into: sink)
    }

    private func takeRest(
        _ response: HTTPClientResponse, _ range: ClosedRange<Int64>, _ part: AudioPart, _ sink: any AudioSink
    ) async throws {
        let start = start(response, from: part)
        try await take(response, start, promised: range.upperBound - range.lowerBound + 1, into: sink)
    }

    /// The range of an answer that goes on just where the part ends, and with the same version; nil for any other.
    private static func rest(of part: AudioPart, in response: HTTPClientResponse) -> ClosedRange<Int64>? {
        guard let range = ContentRange(answer: response.headers), let bytes = range.bytes,
            bytes.lowerBound == part.length, isSame(range.total, part.total), isSameVersion(part, response)
        else { return nil }
        return bytes
    }

    /// Whether the answer to a question for more says that the part is all there is.
    private static func isAll(_ part: AudioPart, by response: HTTPClientResponse) -> Bool {
        part.total == part.length && ContentRange(answer: response.headers)?.total == part.length
            && isSameVersion(part, response)
    }

    private static func isSame(_ total: Int64?, _ known: Int64?) -> Bool {
        total == nil || known == nil || total == known
    }

    private static func isSameVersion(_ part: AudioPart, _ response: HTTPClientResponse) -> Bool {
        HTTPRevision(answer: response.headers)?.isSameVersion(as: HTTPRevision(part.version)) == true
    }

    private func start(_ response: HTTPClientResponse, from part: AudioPart) -> AudioStart {
        AudioStart(
            offset: part.length, total: part.total ?? ContentRange(answer: response.headers)?.total,
            version: part.version, digest: AudioDigest.sha256(answer: response.headers))
    }

    private func take(
        _ response: HTTPClientResponse, _ start: AudioStart, promised: Int64?, into sink: any AudioSink
    ) async throws {
        if let obstacle = AudioContent.obstacle(response.headers) { throw failure(.badData, obstacle) }
        var content = AudioBody(response.body, address: address, meter: meter)
        if start.offset == 0 {
            let beginning = try await content.beginning()
            if let obstacle = AudioContent.obstacle(beginning) { throw failure(.badData, obstacle) }
            if beginning.readableBytes == 0, promised ?? 0 == 0 { throw failure(.badData, "is empty") }
        }
        try check(start.total ?? 0)
        try await sink.begin(start)
        var taken: Int64 = 0
        while let piece = try await content.next() {
            taken += Int64(piece.readableBytes)
            if let promised, taken > promised { throw failure(.badData, "sent more than it promised") }
            try check(start.offset + taken)
            try await sink.take(piece.data)
        }
        let end = start.offset + taken
        if end < start.total ?? promised.map({ start.offset + $0 }) ?? 0 {
            throw failure(.unreachable, "sent less than it promised")
        }
    }

    private func check(_ length: Int64) throws(SourceFailure) {
        if length > byteLimit { throw failure(.badData, "is more than \(ByteCount(Int(byteLimit)))") }
    }

    private func failure(_ kind: SourceFailure.Kind, _ reason: String) -> SourceFailure {
        SourceFailure(kind, address: address.shown, reason: reason)
    }

    private func ask(_ conditions: [(String, String)] = []) async throws -> HTTPClientResponse {
        var request = HTTPClientRequest(url: address.text)
        request.headers.add(name: "User-Agent", value: userAgent)
        request.headers.add(name: "Accept", value: "audio/*, application/octet-stream;q=0.9, */*;q=0.1")
        request.headers.add(name: "Accept-Encoding", value: "identity")
        request.headers.add(contentsOf: conditions)
        meter.restart(.head)
        do {
            return try await client.execute(request, deadline: .distantFuture)
        } catch {
            throw SourceFailure.reading(error, address: address)
        }
    }
}
