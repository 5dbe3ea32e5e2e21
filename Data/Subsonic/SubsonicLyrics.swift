package import FermataDomain

extension SubsonicRepository: RemoteLyricsRepository {
    /// Requests lyrics with times by the song's id; from servers without these, text by artist and title.
    package func lyrics(of song: LyricsOrigin) async throws -> Lyrics {
        try await connections.run(for: source) { client in
            do {
                if try await client.supports("songLyrics") {
                    let request = SubsonicRequest("getLyricsBySongId", [("id", song.key)])
                    return try await client.call(
                        request, limit: SubsonicLimits.lyricsOfSong, returning: StructuredLyrics.self
                    ).lyrics
                }
                let request = SubsonicRequest("getLyrics", [("artist", song.artist), ("title", song.title)])
                return try await client.call(request, returning: PlainLyrics.self).lyrics
            } catch let error as SubsonicError where error.code == SubsonicError.notFoundCode {
                return .none
            }
        }
    }
}

/// The response of `getLyricsBySongId`: the same lyrics in several forms or languages.
///
/// Source: https://opensubsonic.netlify.app/docs/responses/structuredlyrics/
struct StructuredLyrics: SubsonicContent {
    static let list: String? = Key.structuredLyrics.rawValue
    /// The first lyrics with times; without any, the first with lines.
    private(set) var lyrics = Lyrics.none

    private enum Key: String, CodingKey {
        case lyricsList, structuredLyrics
    }

    struct Form: Decodable, Sendable {
        fileprivate let lyrics: Lyrics

        private enum Key: String, CodingKey {
            case line, offset, synced, start, value
        }

        private struct Line: Decodable {
            let start: Int?
            let value: String

            init(from decoder: any Decoder) throws {
                let values = try decoder.container(keyedBy: Key.self)
                (start, value) = (values.number(.start), try values.text(.value) ?? "")
            }
        }

        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: Key.self)
            let isSynced = (try? values.decode(Bool.self, forKey: .synced)) ?? false
            let lines = try values.decodeIfPresent(LenientList<Line>.self, forKey: .line)?.elements ?? []
            let read = lines.compactMap { try? $0.get() }.map { line in
                let start = isSynced ? line.start.map { Duration.milliseconds(max(0, min($0, Self.latest))) } : nil
                return LyricLine(time: start, line.value)
            }
            let offset = values.number(.offset).map { max(-Self.latest, min($0, Self.latest)) } ?? 0
            lyrics = Lyrics(read, offset: .milliseconds(offset))
        }

        /// The largest time and offset in milliseconds. A time code can express their sum.
        private static let latest = 2_999_999_999
    }

    init(from decoder: any Decoder) throws {
        add(try decoder.container(keyedBy: Key.self).list(.structuredLyrics, in: .lyricsList))
    }

    mutating func add(_ elements: [Result<Form, InvalidElement>]) {
        for case .success(let form) in elements where !lyrics.isTimed && (lyrics.isEmpty || form.lyrics.isTimed) {
            lyrics = form.lyrics
        }
    }
}

/// The response of `getLyrics`: one text, with time codes or without.
struct PlainLyrics: SubsonicContent {
    let lyrics: Lyrics

    private enum Key: String, CodingKey {
        case lyrics, value
    }

    private struct Text: Decodable {
        let value: String?

        init(from decoder: any Decoder) throws {
            value = try decoder.container(keyedBy: Key.self).text(.value)
        }
    }

    /// Servers without lyrics leave the object or its text out.
    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        lyrics = Lyrics(lrc: (try? values.decodeIfPresent(Text.self, forKey: .lyrics))?.value ?? "")
    }
}
