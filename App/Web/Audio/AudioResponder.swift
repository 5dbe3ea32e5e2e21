import Crypto
import FermataDomain
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// Responds with audio, or with the part of it that a request asks for (RFC 9110, 14).
struct AudioResponder {
    let request: Request
    /// The connection of the request.
    let channel: any Channel

    /// Throws `SourceFailure`.
    func response(with audio: Audio) async throws -> Response {
        switch audio {
        case .file(let file):
            respond(AudioSelection(request, of: file.properties), file.properties) { range in
                FileBody(file: file, channel: channel).body(range)
            }
        case .source(let source): try await response(with: source)
        }
    }

    /// Requests the selected part from the source.
    ///
    /// The known properties may be outdated: if the source sends another version, the part is selected again, once.
    private func response(with source: SourceAudio) async throws -> Response {
        var stream: AudioStream?
        var properties = await source.cachedProperties
        // Opens the source if no audio would be sent: otherwise an outdated version is never noticed.
        if let known = properties, case let selection = AudioSelection(request, of: known), selection.offset == nil {
            do { stream = try await source.open() } catch let failure as SourceFailure {
                // A client that has the audio may play it while the source cannot be read.
                guard case .notModified = selection else { throw failure }
                return respond(selection, known)
            }
            properties = stream?.properties
        }
        for _ in 0..<2 {
            if properties == nil { stream = try await source.open() }
            guard let known = properties ?? stream?.properties else { break }
            let selection = AudioSelection(request, of: known)
            guard request.method == .get, let offset = selection.offset else { return respond(selection, known) }
            let current = if offset == 0, let stream { stream } else { try await source.open(from: offset) }
            if current.properties == known {
                return respond(selection, known) { StreamBody(stream: current).body($0) }
            }
            (properties, stream) = (current.properties, offset == 0 ? current : nil)
        }
        throw Problem(.badGateway, "The source sends other audio with each request.")
    }

    /// `body` is that of a range, or of everything if the length is unknown.
    private func respond(
        _ selection: AudioSelection, _ audio: AudioProperties, body: (Range<Int64>?) -> ResponseBody = { _ in .init() }
    ) -> Response {
        var headers = audio.headers
        switch selection {
        case .complete:
            guard request.method == .get else { return head(headers, audio) }
            return Response(status: .ok, headers: headers, body: body(audio.length.map { 0..<$0 }))
        case .part(let range):
            headers[.contentRange] = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(audio.length ?? 0)"
            return Response(status: .partialContent, headers: headers, body: body(range))
        case .notModified:
            headers[.contentType] = nil
            // A body of unknown length: one of no bytes would add a `Content-Length`, which describes the audio.
            return Response(status: .notModified, headers: headers, body: ResponseBody { try await $0.finish(nil) })
        case .notSatisfiable:
            headers[.contentType] = nil
            headers[.contentRange] = "bytes */\(audio.length ?? 0)"
            return Response(status: .rangeNotSatisfiable, headers: headers)
        }
    }

    /// A response without a body that states the length of the audio.
    private func head(_ headers: HTTPFields, _ audio: AudioProperties) -> Response {
        Response(
            status: .ok, headers: headers,
            body: ResponseBody(contentLength: audio.length.map(Int.init)) { try await $0.finish(nil) })
    }
}

extension AudioSelection {
    /// The position of the first byte that is sent; nil if none is.
    fileprivate var offset: Int64? {
        switch self {
        case .complete: 0
        case .part(let range): range.lowerBound
        case .notModified, .notSatisfiable: nil
        }
    }
}

/// The part of the audio that a request selects.
enum AudioSelection: Equatable {
    case complete
    /// A range that is not empty.
    case part(Range<Int64>)
    case notModified
    case notSatisfiable

    /// Evaluates the conditions in the order of RFC 9110, 13.2.2.
    init(_ request: Request, of audio: AudioProperties) {
        if let tags = request.headers[.ifNoneMatch], let tag = audio.entityTag, EntityTag.matches(tags, tag) {
            self = .notModified
            return
        }
        guard request.method == .get, let length = audio.length,
            let range = request.headers[.range].flatMap(ByteRange.init), Self.isCurrent(request, audio)
        else {
            self = .complete
            return
        }
        self = range.bytes(of: length).map(Self.part) ?? .notSatisfiable
    }

    /// Whether `If-Range` names this version, by a strong entity tag or by the date of the file.
    private static func isCurrent(_ request: Request, _ audio: AudioProperties) -> Bool {
        guard let validator = request.headers[.ifRange] else { return true }
        return validator == audio.entityTag || validator == audio.modified.map(HTTPDate.text)
    }
}

/// The range of bytes that a request names in the field `Range` (RFC 9110, 14.1.2).
enum ByteRange: Equatable {
    /// From a position on, up to and including the last position if there is one.
    case from(Int64, through: Int64?)
    /// The last bytes.
    case last(Int64)

    /// Parses one range. Returns nil for several ranges and for invalid text, which servers ignore.
    init?(_ text: String) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].lowercased() == "bytes" else { return nil }
        let ends = parts[1].trimmingCharacters(in: .whitespaces)
            .split(separator: "-", omittingEmptySubsequences: false).map(Self.number)
        guard ends.count == 2 else { return nil }
        switch (ends[0], ends[1]) {
        case (.number(let first), .number(let last)) where first <= last: self = .from(first, through: last)
        case (.number(let first), .none): self = .from(first, through: nil)
        case (.none, .number(let count)): self = .last(count)
        default: return nil
        }
    }

    /// The bytes of content with a length; nil if it has none of them.
    func bytes(of length: Int64) -> Range<Int64>? {
        switch self {
        case .from(let first, let last): first < length ? first..<min(last ?? .max, length - 1) + 1 : nil
        case .last(let count): min(count, length) > 0 ? length - min(count, length)..<length : nil
        }
    }

    private enum Position {
        case number(Int64), none, invalid
    }

    /// Numbers too large for 64 bits are beyond the end of any content.
    private static func number(_ text: Substring) -> Position {
        if text.isEmpty { return .none }
        guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return .invalid }
        return .number(Int64(text) ?? .max)
    }
}

extension AudioProperties {
    /// A strong entity tag; nil without a version. It contains nothing of the version itself.
    var entityTag: String? {
        version.map { "\"" + Data(SHA256.hash(data: Data($0.utf8)).prefix(12)).base64EncodedString() + "\"" }
    }

    /// The header fields of every response with this audio.
    var headers: HTTPFields {
        var headers: HTTPFields = [
            .contentType: format?.mediaType ?? "application/octet-stream", .cacheControl: "private, no-cache",
        ]
        headers[.acceptRanges] = length == nil ? "none" : "bytes"
        headers[.eTag] = entityTag
        headers[.lastModified] = modified.map(HTTPDate.text)
        return headers
    }
}
