import FermataDomain
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
