import FermataDomain
import Foundation

/// Provides the songs and playlists of another library, and lyrics on request.
///
/// Unless the other library includes libraries, leaves out what it has from libraries only, and media that it has from a
/// third one.
struct LibraryRepository: RemoteMusicRepository, RemotePlaylistRepository, RemoteLyricsRepository {
    /// The number of playlists in a batch.
    private static let playlistBatch = 100
    let path: String
    /// Opens the library. Throws `SourceFailure`.
    let open: @Sendable () async throws -> SharedLibrary

    func batches(since revision: String?) -> RemoteFetch<RemoteBatch> {
        fetch(since: revision) { library, sources, send in
            let names = Self.names(of: sources, in: library)
            var position = 0
            for try await songs in library.music.batches(of: MusicQuery(order: .title)) {
                let records = songs.filter { !names.isDisjoint(with: $0.sources) }.map { song in
                    position += 1
                    return Self.record(of: song, in: library, at: position)
                }
                try await send(RemoteBatch(records: records))
            }
        }
    }

    func playlistBatches(since revision: String?) -> RemoteFetch<RemotePlaylistBatch> {
        fetch(since: revision) { library, sources in
            // People change the library's own playlists between syncs of its sources.
            let names = Self.names(of: sources, in: library)
            var texts: [String] = []
            for playlist in try await library.playlists()
            where playlist.source == nil && playlist.isShared {
                texts +=
                    [playlist.id.description, playlist.name] + (try await Self.keys(of: playlist, in: library, names))
            }
            return texts
        } read: { library, sources, send in
            let names = Self.names(of: sources, in: library)
            var batch: [RemotePlaylist] = []
            for playlist in try await library.playlists()
            where playlist.source.map(names.contains) ?? playlist.isShared {
                let keys = try await Self.keys(of: playlist, in: library, names)
                batch.append(RemotePlaylist(key: playlist.id.description, name: playlist.name, songKeys: keys))
                guard batch.count == Self.playlistBatch else { continue }
                try await send(RemotePlaylistBatch(playlists: batch))
                batch = []
            }
            try await send(RemotePlaylistBatch(playlists: batch))
        }
    }

    /// The keys of a playlist's songs from sources with some names, in order.
    private static func keys(
        of playlist: Playlist, in library: SharedLibrary, _ names: Set<String>
    ) async throws -> [String] {
        var keys: [String] = []
        for try await songs in library.songs(playlist) {
            keys += songs.filter { !names.isDisjoint(with: $0.sources) }.map(\.id.description)
        }
        return keys
    }

    func lyrics(of song: LyricsOrigin) async throws -> Lyrics {
        guard let id = MusicIDPrefix(song.key)?.id else { return .none }
        let library = try await open()
        do {
            return try await library.lyrics(id)
        } catch is MusicError {
            return .none
        } catch let error as LibraryError {
            throw SourceFailure(error, at: path)
        }
    }

    /// Reads the library unless its sources, and the texts that `other` returns, are those of a revision.
    private func fetch<Batch>(
        since revision: String?,
        other: @escaping @Sendable (SharedLibrary, [Source]) async throws -> [String] = { _, _ in [] },
        read: @escaping @Sendable (SharedLibrary, [Source], @escaping RemoteFetch<Batch>.Send) async throws -> Void
    ) -> RemoteFetch<Batch> {
        RemoteFetch { [self] send in
            let library = try await open()
            do {
                // A sync that runs meanwhile changes the revision, so that the next fetch reads the songs again.
                let sources = try await library.sources.sources()
                let current = Self.revision(of: sources, try await other(library, sources))
                if current == revision { return .unchanged }
                try await read(library, sources, send)
                return .complete(revision: current)
            } catch let error as LibraryError {
                throw SourceFailure(error, at: path)
            }
        }
    }

    /// The names of the sources whose songs are offered.
    private static func names(of sources: [Source], in library: SharedLibrary) -> Set<String> {
        Set(sources.filter { library.includesLibraries || $0.kind != LibraryKind.form.kind }.map(\.name))
    }

    /// Differs after each sync that may have changed songs, and with other texts.
    private static func revision(of sources: [Source], _ others: [String]) -> String {
        let texts = sources.map { source in
            let times = [source.refreshed, source.issue?.time].map { "\($0?.timeIntervalSince1970 ?? 0)" }
            return ([source.name, "\(source.count ?? 0)"] + times).joined(separator: "\0")
        }
        return String(StableHash(Array((texts + others).joined(separator: "\0\0").utf8)).value, radix: 16)
    }

    private static func record(of song: Music, in library: SharedLibrary, at position: Int) -> RemoteRecord {
        let music = RemoteMusic(song, includingOtherMedia: library.includesLibraries)
        let texts: [String?] =
            [
                music.key, music.title, music.artist, music.album, music.albumArtist, music.genre, music.artworkURL,
                music.audioURL, music.explicit.rawValue, music.released.map { "\($0)" },
                music.release?.description, music.popularity.map { "\($0)" },
            ] + music.artists
        let bytes = Array(texts.map { $0 ?? "\u{1}" }.joined(separator: "\0").utf8)
        let numbers = [Int64(music.duration / .milliseconds(1)), Int64(music.disc ?? -1), Int64(music.track ?? -1)]
        return RemoteRecord(position: position, fingerprint: StableHash(bytes, numbers).value, size: bytes.count) {
            music
        }
    }
}

extension RemoteMusic {
    /// A song of another library, without what its listener has set.
    ///
    /// `includingOtherMedia` states whether it may have audio and artwork that the other library has from a third one.
    fileprivate init(_ song: Music, includingOtherMedia: Bool) {
        let isOffered = { (address: String?) in includingOtherMedia || address.flatMap(LibraryAddress.init) == nil }
        let hasAudio = (song.audioURL != nil || song.isDownloaded) && isOffered(song.audioURL)
        let hasArtwork = song.artworkURL != nil && isOffered(song.artworkURL)
        self.init(
            key: song.id.description, title: song.title, artist: song.artist, artists: song.allArtists,
            album: song.album, albumArtist: song.albumArtist, duration: song.duration, disc: song.disc,
            track: song.track, genre: song.genre,
            artworkURL: hasArtwork ? LibraryAddress(song.id).text : nil,
            audioURL: hasAudio ? LibraryAddress(song.id, ofFile: song.audioURL).text : nil, explicit: song.explicit,
            popularity: song.popularity, released: song.released, release: song.release, added: song.added,
            needsKey: true)
    }
}
