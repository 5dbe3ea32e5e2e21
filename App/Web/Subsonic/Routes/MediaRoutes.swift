import FermataDomain
import FermataPresentation
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// Audio, covers and lyrics.
extension SubsonicRoute {
    static let media: [SubsonicRoute] = [
        SubsonicRoute("stream") { call in
            let audio = try await call.services.transcodeAudio.execute(
                call.parameters.song(), for: wishes(call.parameters))
            return .response(try await response(with: audio, call))
        },
        SubsonicRoute("download") { call in
            var response = try await response(with: call.services.audio.execute(call.parameters.song()), call)
            response.headers[.contentDisposition] = "attachment"
            return .response(response)
        },
        SubsonicRoute("hls") { _ in throw noHLS },
        SubsonicRoute("hls.m3u8") { _ in throw noHLS },
        SubsonicRoute("getCoverArt") { call in .response(try await cover(call)) },
        SubsonicRoute("getLyrics") { call in .value("lyrics", try await lyrics(call)) },
        SubsonicRoute("getLyricsBySongId") { call in
            let song = try await call.services.song(call.parameters.song())
            let lyrics = try await call.services.lyrics.execute(of: song.id)
            let values = lyrics.isEmpty ? [] : [StructuredLyrics(lyrics: lyrics, song: song)]
            return .list("lyricsList", "structuredLyrics", values)
        },
    ]

    private static let noHLS = SubsonicError(.other, "Streaming in segments is not offered; use stream.")

    /// The formats that apps name. Others are not converted to.
    private static let formats: [String: TranscodingFormat] = [
        "mp3": .mp3, "opus": .opus, "ogg": .opus, "oga": .opus, "aac": .aac, "m4a": .aac, "flac": .flac,
    ]

    /// The format, the bit rate and the offset that an app asks for; none with the format `raw`.
    private static func wishes(_ parameters: SubsonicParameters) throws -> AudioWishes {
        let format = parameters["format"]?.lowercased() ?? ""
        let rate = try parameters.integer("maxBitRate", in: 0...Int(Int32.max)) ?? 0
        let offset = try parameters.integer("timeOffset", in: 0...Int(Int32.max)) ?? 0
        if format == "raw" { return AudioWishes() }
        return AudioWishes(
            format: formats[format], maximumBitRate: rate == 0 ? nil : rate, offset: .seconds(offset))
    }

    static func response(with audio: TranscodedAudio, _ call: SubsonicCall) async throws -> Response {
        switch audio {
        case .audio(let audio): try await response(with: audio, call)
        case .stream(let bytes, let format): response(with: bytes, format)
        }
    }

    /// Audio that is being converted, whose length is unknown.
    private static func response(
        with bytes: any AsyncSequence<Data, any Error> & Sendable, _ format: AudioFormat
    ) -> Response {
        let body = ResponseBody { writer in
            for try await part in bytes { try await writer.write(ByteBuffer(bytes: part)) }
            try await writer.finish(nil)
        }
        return Response(
            status: .ok,
            headers: [.contentType: format.mediaType, .acceptRanges: "none", .cacheControl: "private, no-cache"],
            body: body)
    }

    /// Audio as it is stored, or the part that the request asks for.
    private static func response(with audio: Audio, _ call: SubsonicCall) async throws -> Response {
        // Apps also request audio by `POST`; the response is that to `GET`.
        var head = call.request.head
        if head.method == .post { head.method = .get }
        return try await AudioResponder(
            request: Request(head: head, body: call.request.body), channel: call.context.channel
        ).response(with: audio)
    }

    private static func cover(_ call: SubsonicCall) async throws -> Response {
        let text = try call.parameters.required("id")
        let size = try call.parameters.integer("size", in: 0...Int(Int32.max))
        guard let song = try await songWithCover(call) else { throw SubsonicError.notFound(text) }
        let artwork = call.services.artwork
        let found = await awaitValue(within: coverTimeout, clock: call.server.clock) {
            () -> Result<ArtworkImage?, any Error> in
            do { return .success(try await artwork.execute(song)) } catch { return .failure(error) }
        }
        guard let image = try found?.get() else { throw SubsonicError.notFound(text) }
        guard let scaled = size.flatMap({ ArtworkSize(atLeast: $0) }) else { return response(image) }
        return try await call.server.scaling.run {
            response(try await call.server.scaler.image(image, fitting: scaled))
        }
    }

    /// The longest wait for the cover of a source.
    private static let coverTimeout = Duration.seconds(10)

    private static func response(_ image: ArtworkImage) -> Response {
        .buffered(image.bytes, type: image.format.mediaType, lifetime: "private, max-age=3600")
    }

    /// The song whose cover stands for what an id names; nil if nothing of it has a cover.
    private static func songWithCover(_ call: SubsonicCall) async throws -> MusicID? {
        switch try call.parameters.id() {
        case .song(let id): return try await call.services.song(id).id
        case .album(let id): return try await call.services.albums.find(id: id).artwork
        case .artist(let artist):
            let name = try await call.services.name(of: artist)
            return try await call.services.albums.albumWithArtwork(ofArtist: name)?.artwork
        case .playlist(let id):
            let playlist = try await call.services.playlists.find(id: id)
            for try await batch in call.services.playlists.batches(of: playlist, window: Window(limit: 20)) {
                if let song = batch.first(where: { $0.artworkURL != nil }) { return song.id }
            }
            return nil
        }
    }

    /// The lyrics of the first song with a title and an artist.
    private static func lyrics(_ call: SubsonicCall) async throws -> SubsonicObject {
        let (artist, title) = (call.parameters["artist"] ?? "", call.parameters["title"] ?? "")
        var query = MusicQuery(text: SearchQuery.text(.title, containing: title), window: Window(limit: 20))
        query.artist = artist.isBlank ? nil : artist
        var song: Music?
        if !title.isBlank {
            for try await batch in call.services.music.batches(of: query) {
                song = song ?? batch.first { SortKey($0.title) == SortKey(title) }
            }
        }
        guard let song else { return SubsonicObject(["value": .content("")]) }
        let lines = try await call.services.lyrics.execute(of: song.id).lines.map(\.text)
        return SubsonicObject([
            "artist": .text(song.artist), "title": .text(song.title),
            "value": .content(lines.joined(separator: "\n")),
        ])
    }
}

extension ArtworkSize {
    /// The smallest size with at least this many pixels; nil for the original.
    fileprivate init?(atLeast pixels: Int) {
        guard pixels > 0, let size = Self.allCases.filter({ $0.pixels >= pixels }).min(by: { $0.pixels < $1.pixels })
        else { return nil }
        self = size
    }
}

/// Lyrics by lines, with the times at which they are sung if all have one.
private struct StructuredLyrics: SubsonicValue {
    let lyrics: Lyrics
    let song: Music

    private struct Line: SubsonicValue {
        let line: LyricLine
        let isTimed: Bool

        func write(to writer: inout some SubsonicWriter) {
            writer.member("start", isTimed ? line.time?.wholeMilliseconds : nil)
            writer.content("value", line.text)
        }
    }

    func write(to writer: inout some SubsonicWriter) {
        let isTimed = lyrics.lines.allSatisfy { $0.time != nil }
        writer.member("displayArtist", nonempty: song.artist)
        writer.member("displayTitle", song.title)
        // The library does not store the language (ISO 639-2: undetermined).
        writer.member("lang", "und")
        writer.member("synced", isTimed)
        writer.list("line", lyrics.lines.map { Line(line: $0, isTimed: isTimed) })
    }
}
