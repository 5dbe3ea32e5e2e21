package import FermataDomain

/// Reads the lyrics of songs on a server.
package struct SubsonicLyricsRepository: RemoteLyricsRepository {
    private let source: Source
    private let connections: SubsonicConnections

    /// Throws `SourceError.invalidAddress`.
    package init(_ source: Source, _ connections: SubsonicConnections) throws(SourceError) {
        _ = try SubsonicServer(source.address)
        (self.source, self.connections) = (source, connections)
    }

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
