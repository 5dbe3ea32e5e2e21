import AsyncHTTPClient
import FermataDomain
import Foundation
import NIOHTTP1
import NIOCore

/// Asks for audio from where its part ends, and hands over what comes.
///
/// Source of what is asked and when a part is gone on with: RFC 9110, 13.1.5, 14.2 and 15.3.7.
struct AudioDownloadRequest: Sendable {
    let address: CatalogueAddress
    let client: HTTPClient
    let gate: RequestFirewall?
    let userAgent: String
    let byteLimit: Int64
    let meter: StallDetector
    let now: @Sendable () -> Date

    /// Throws `SourceFailure`, `CancellationError`, or what the sink throws.
    func fetch(into sink: any AudioSink) async throws {
        guard let part = try await sink.part, let validator = HTTPRevision(part.version).rangeValidator else {
            return try await takeWhole(try await ask(), into: sink)
        }
        let response = try await ask([("Range", "bytes=\(part.length)-"), ("If-Range", validator)])
        let headers = response.headers
        switch response.status.code {
        case 206:
            if let rest = part.rest(in: headers) {
                return try await take(response, part.start(by: headers), promised: rest, into: sink)
            }
        case 416:
            if part.isAll(by: headers) { return try await sink.begin(part.start(by: headers)) }
        default:
            return try await takeWhole(response, into: sink)
        }
        try await takeWhole(try await ask(), into: sink)
    }

    private func takeWhole(_ response: HTTPClientResponse, into sink: any AudioSink) async throws {
        guard [200, 203].contains(response.status.code) else {
            throw SourceFailure(answer: response, address: address.shown, now: now())
        }
        let start = AudioStart(whole: response.headers)
        try await take(response, start, promised: start.total, into: sink)
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
        defer { meter.restart(nil) }
        do {
            return try await client.follow(request, through: gate)
        } catch {
            throw error is SourceFailure ? error : SourceFailure.reading(error, address: address)
        }
    }
}
