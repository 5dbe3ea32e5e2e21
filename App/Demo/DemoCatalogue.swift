import CDemoCatalogue
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// Serves the built-in catalogue on the loopback address during the demo.
enum DemoCatalogue {
    static let songsPath = "/songs.ndjson"
    static let floPath = "/flo.json"
    static let playlistsPath = "/playlists.ndjson"
    private static let tuneTag = "\"tune\""

    /// Serves the catalogue on a free port while `body` runs with its address.
    static func serve(while body: @escaping @Sendable (_ address: String) async throws -> Void) async throws {
        let server = try await LoopbackServer(router, label: "demo")
        let result: Result<Void, any Error>
        do { result = .success(try await body(server.address)) } catch { result = .failure(error) }
        try await server.shutDown()
        try result.get()
    }

    private static var router: Router<BasicRequestContext> {
        let router = Router()
        router.get(RouterPath(songsPath)) { _, _ in document(demo_songs(), type: "application/x-ndjson") }
        router.get(RouterPath(playlistsPath)) { _, _ in document(demo_playlists(), type: "application/x-ndjson") }
        router.get("/audio/:file") { request, _ in audio(after: request.headers[.range]) }
        router.get(RouterPath(floPath)) { _, _ in document(demo_flo(), type: "application/json") }
        return router
    }

    private static func document(_ document: demo_document, type: String) -> Response {
        let bytes = UnsafeBufferPointer(start: document.bytes, count: document.size)
        return Response(
            status: .ok, headers: [.contentType: type], body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    /// Returns the tune for any song, or the requested range of it (RFC 9110, section 14).
    private static func audio(after range: String?) -> Response {
        let tune = DemoTune.wav
        var headers: HTTPFields = [.contentType: "audio/wav", .acceptRanges: "bytes", .eTag: tuneTag]
        let start = range.flatMap { $0.firstMatch(of: /^bytes=(\d+)-$/) }.flatMap { Int($0.1) } ?? 0
        guard start > 0, start < tune.count else {
            return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: tune)))
        }
        headers[.contentRange] = "bytes \(start)-\(tune.count - 1)/\(tune.count)"
        return Response(
            status: .partialContent, headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: tune[start...])))
    }
}

/// A tune as a WAV file, made of sine waves.
///
/// “We Wish You a Merry Christmas”, which is in the public domain.
///
/// Source of the format: Microsoft, “Multimedia Programming Interface and Data Specifications 1.0”, chapter 3.
enum DemoTune {
    private static let rate = 22_050
    private static let beat = 0.32

    /// Semitones above A4, and beats.
    private static let notes: [(pitch: Double, beats: Double)] = [
        (-2, 1), (3, 1), (3, 0.5), (5, 0.5), (3, 0.5), (2, 0.5), (0, 1), (0, 1), (0, 1),
        (5, 1), (5, 0.5), (7, 0.5), (5, 0.5), (3, 0.5), (2, 1), (-2, 1), (-2, 1),
        (7, 1), (7, 0.5), (8, 0.5), (7, 0.5), (5, 0.5), (3, 1), (0, 1), (-2, 0.5), (-2, 0.5),
        (0, 1), (5, 1), (2, 1), (3, 2),
    ]

    static let wav: Data = {
        let samples = notes.flatMap { wave(of: $0) }
        var file = Data()
        file.append(contentsOf: "RIFF".utf8)
        file.append(UInt32(36 + samples.count * 2))
        file.append(contentsOf: "WAVEfmt ".utf8)
        file.append(UInt32(16))
        file.append(UInt16(1))
        file.append(UInt16(1))
        file.append(UInt32(rate))
        file.append(UInt32(rate * 2))
        file.append(UInt16(2))
        file.append(UInt16(16))
        file.append(contentsOf: "data".utf8)
        file.append(UInt32(samples.count * 2))
        for sample in samples { file.append(UInt16(bitPattern: sample)) }
        return file
    }()

    /// A note that fades out, so that two equal notes sound separate.
    private static func wave(of note: (pitch: Double, beats: Double)) -> [Int16] {
        let frequency = 440 * pow(2, note.pitch / 12)
        let count = Int(note.beats * beat * Double(rate))
        return (0..<count).map { index in
            let time = Double(index) / Double(rate)
            let fade = 1 - Double(index) / Double(count)
            return Int16(9_000 * fade * sin(2 * .pi * frequency * time))
        }
    }
}

extension Data {
    fileprivate mutating func append<Number: FixedWidthInteger>(_ number: Number) {
        Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
    }
}
