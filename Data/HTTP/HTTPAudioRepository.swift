package import AsyncHTTPClient
package import FermataDomain
package import Foundation
import NIOCore
import NIOHTTP1

/// Reads audio from the addresses stored in the library, without retries.
package struct HTTPAudioRepository: AudioRepository {
    private let client: @Sendable () -> HTTPClient
    private let addressGuard: AddressGuard?
    private let userAgent: String
    private let timeouts: HTTPTimeouts
    private let byteLimit: Int64
    private let clock: any Clock<Duration>
    private let now: @Sendable () -> Date

    /// Creates a repository that rejects audio of more than `byteLimit` bytes.
    ///
    /// `client` is evaluated before each request and comes from `HTTPClient.fermata`. A date in `Retry-After` is
    /// measured from `now`.
    package init(
        client: @autoclosure @escaping @Sendable () -> HTTPClient, guardedBy addressGuard: AddressGuard? = nil,
        userAgent: String, timeouts: HTTPTimeouts = HTTPTimeouts(), byteLimit: Int64 = 4 << 30,
        clock: any Clock<Duration>, now: @escaping @Sendable () -> Date
    ) {
        (self.client, self.addressGuard, self.userAgent, self.timeouts) = (client, addressGuard, userAgent, timeouts)
        (self.byteLimit, self.clock, self.now) = (byteLimit, clock, now)
    }

    package func read(_ music: Music, into sink: any AudioSink) async throws {
        guard let text = music.audioURL else { throw SourceFailure(.noAudio, address: music.title) }
        let address = try CatalogueAddress(text, of: music)
        guard let addressGuard else { return try await read(address, through: nil, into: sink) }
        try await addressGuard.run(for: music, client: client()) { try await read(address, through: $0, into: sink) }
    }

    private func read(
        _ address: CatalogueAddress, through firewall: RequestFirewall?, into sink: any AudioSink
    ) async throws {
        let stallDetector = StallDetector(timeouts: timeouts)
        let request = AudioDownloadRequest(
            address: address,
            execute: { [client, userAgent] headers in
                var request = HTTPClientRequest(url: address.text)
                request.headers = headers
                request.headers.add(name: "User-Agent", value: userAgent)
                return try await client().follow(request, through: firewall)
            }, byteLimit: byteLimit, stallDetector: stallDetector, now: now)
        try await stallDetector.watch(address.shown, on: clock) { try await request.fetch(into: sink) }
    }
}

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
        return try await SourceFailure.reporting(address.shown) { try await execute(headers) }
    }
}

/// The body of an audio response, in chunks.
///
/// Only the time spent in `next()` counts as waiting for the source.
struct AudioBody {
    private var chunks: HTTPClientResponse.Body.AsyncIterator
    private var peeked: ByteBuffer?
    private let address: CatalogueAddress
    private let stallDetector: StallDetector

    init(_ body: HTTPClientResponse.Body, address: CatalogueAddress, stallDetector: StallDetector) {
        chunks = body.makeAsyncIterator()
        self.address = address
        self.stallDetector = stallDetector
    }

    /// Returns the first bytes for sniffing the content, without consuming them.
    mutating func peek() async throws -> ByteBuffer {
        var start = try await next() ?? ByteBuffer()
        while start.readableBytes < AudioContent.sniffedBytes, let chunk = try await next() {
            start.writeImmutableBuffer(chunk)
        }
        if start.readableBytes > 0 { peeked = start }
        return start
    }

    /// Returns the next chunk; nil at the end.
    ///
    /// Throws `SourceFailure`, or `CancellationError` if the task was cancelled.
    mutating func next() async throws -> ByteBuffer? {
        if let chunk = peeked {
            peeked = nil
            return chunk
        }
        stallDetector.measure(.body)
        defer { stallDetector.measure(nil) }
        guard let chunk = try await SourceFailure.reporting(address.shown, { try await chunks.next() }) else {
            return nil
        }
        stallDetector.receive(chunk.readableBytes)
        return chunk
    }
}

extension ByteBuffer {
    /// The readable bytes, not copied.
    var data: Data {
        withUnsafeReadableBytesWithStorageManagement { bytes, storage in
            guard let start = bytes.baseAddress, !bytes.isEmpty else { return Data() }
            let reference = storage.retain()
            return Data(
                bytesNoCopy: UnsafeMutableRawPointer(mutating: start), count: bytes.count,
                deallocator: .custom { _, _ in reference.release() })
        }
    }
}

/// Distinguishes audio from a page that a server sends instead, such as a log-in form or an error.
enum AudioContent {
    /// The number of first bytes that are enough to recognize a page.
    static let sniffedBytes = 512
    private static let pageTypes = ["text/", "application/json", "application/xml", "application/xhtml"]
    private static let pageSuffixes = ["+json", "+xml"]
    private static let pageStarts = ["<!doctype", "<html"]

    /// The reason why the content cannot be audio; nil if it can.
    ///
    /// The first bytes decide. The content type decides only if they are in no known format of audio. `start` is nil
    /// for the rest of a file whose first bytes were checked before.
    static func rejection(_ headers: HTTPHeaders, start: ByteBuffer?) -> ContentFailure? {
        let type = (headers.first(name: "Content-Type") ?? "").lowercased().prefix { $0 != ";" && $0 != " " }
        guard let start else { return isWebPage(type) ? .webPage : nil }
        if let rejection = rejection(start) { return rejection }
        let isPage = pageTypes.contains { type.hasPrefix($0) } || pageSuffixes.contains { type.hasSuffix($0) }
        if !isPage || AudioFormat(Data(start.readableBytesView.prefix(AudioFormat.sniffedBytes))) != nil { return nil }
        return isWebPage(type) ? .webPage : .wrongType(String(type))
    }

    /// The failure of a compressed response, which cannot be resumed; nil for any other.
    static func compression(_ headers: HTTPHeaders) -> ContentFailure? {
        let encodings = headers[canonicalForm: "Content-Encoding"].map { $0.lowercased() }
        return encodings.first { $0 != "identity" }.map { .unsupportedCompression($0) }
    }

    /// The reason why content with these first bytes cannot be audio; nil if it can.
    private static func rejection(_ start: ByteBuffer) -> ContentFailure? {
        let bytes = start.readableBytesView.prefix(sniffedBytes)
            .drop { [0xEF, 0xBB, 0xBF, 0x20, 0x09, 0x0A, 0x0D].contains($0) }
        let isPage = pageStarts.contains { start in
            bytes.count >= start.utf8.count
                && zip(bytes, start.utf8).allSatisfy { $0 == $1 || (65...90).contains($0) && $0 + 32 == $1 }
        }
        return isPage ? .webPage : nil
    }

    private static func isWebPage(_ type: Substring) -> Bool {
        type == "text/html" || type.hasPrefix("application/xhtml")
    }
}
