import AsyncHTTPClient
import FermataDomain
import Foundation
import NIOHTTP1
import NIOCore

/// Requests audio, and resumes a partial file if the server confirms that the file is unchanged.
///
/// Source: RFC 9110, 13.1.5, 14.2 and 15.3.7.
struct AudioDownloadRequest: Sendable {
    let address: CatalogueAddress
    /// Sends a request with these headers and follows its redirects.
    let execute: @Sendable (_ headers: HTTPHeaders) async throws -> HTTPClientResponse
    let byteLimit: Int64
    let stallDetector: StallDetector
    let now: @Sendable () -> Date

    /// Writes the audio to a sink. Throws `SourceFailure`, `CancellationError`, or an error of the sink.
    func fetch(into sink: any AudioSink) async throws {
        guard let part = try await sink.part, let validator = HTTPRevision(part.version).rangeValidator else {
            return try await writeComplete(try await send(), to: sink)
        }
        let response = try await send([("Range", "bytes=\(part.length)-"), ("If-Range", validator)])
        let headers = response.headers
        switch response.status.code {
        case 206:
            if let count = part.remainingCount(in: headers) {
                return try await write(response, part.start(headers), expectedCount: count, to: sink)
            }
            if ContentRange(headers)?.isComplete == true { return try await writeComplete(response, to: sink) }
        case 416:
            if part.isComplete(headers) { return try await sink.begin(part.start(headers)) }
        default:
            return try await writeComplete(response, to: sink)
        }
        try await writeComplete(try await send(), to: sink)
    }

    private func writeComplete(_ response: HTTPClientResponse, to sink: any AudioSink) async throws {
        // Some servers send the complete file as a range although none was requested.
        let range = response.status == .partialContent ? ContentRange(response.headers) : nil
        guard range?.isComplete ?? [200, 203].contains(response.status.code) else {
            throw SourceFailure(response, address: address.shown, now: now())
        }
        var start = AudioStart(response.headers)
        start.total = range?.total ?? start.total
        try await write(response, start, expectedCount: start.total, to: sink)
    }

    private func write(
        _ response: HTTPClientResponse, _ start: AudioStart, expectedCount: Int64?, to sink: any AudioSink
    ) async throws {
        if let compression = AudioContent.compression(response.headers) { throw failure(compression) }
        var body = AudioBody(response.body, address: address, stallDetector: stallDetector)
        if start.offset == 0 {
            let firstBytes = try await body.peek()
            if let rejection = AudioContent.rejection(response.headers, start: firstBytes) { throw failure(rejection) }
            if firstBytes.readableBytes == 0, expectedCount ?? 0 == 0 { throw failure(.empty) }
        } else if let rejection = AudioContent.rejection(response.headers, start: nil) {
            throw failure(rejection)
        }
        try checkLimit(start.total ?? 0)
        try await sink.begin(start)
        var count: Int64 = 0
        while let chunk = try await body.next() {
            count += Int64(chunk.readableBytes)
            if let expectedCount, count > expectedCount { throw failure(.longerThanAnnounced) }
            try checkLimit(start.offset + count)
            try await sink.write(chunk.data)
        }
        let end = start.offset + count
        if end < start.total ?? expectedCount.map({ start.offset + $0 }) ?? 0 {
            throw failure(.shorterThanAnnounced)
        }
    }

    private func checkLimit(_ length: Int64) throws(SourceFailure) {
        if length > byteLimit { throw failure(.tooLarge(limit: Int(byteLimit), isUnpacked: false)) }
    }

    private func failure(_ failure: ContentFailure) -> SourceFailure {
        SourceFailure(.content(failure), address: address.shown)
    }

    private func send(_ conditions: [(String, String)] = []) async throws -> HTTPClientResponse {
        var headers = HTTPHeaders()
        headers.add(name: "Accept", value: "audio/*, application/octet-stream;q=0.9, */*;q=0.1")
        headers.add(name: "Accept-Encoding", value: "identity")
        headers.add(contentsOf: conditions)
        stallDetector.measure(.head)
        defer { stallDetector.measure(nil) }
        do {
            return try await execute(headers)
        } catch {
            throw error is SourceFailure ? error : SourceFailure.reading(error, address: address)
        }
    }
}
