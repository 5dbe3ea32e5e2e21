public import FermataDomain
import Synchronization

/// The contents of the songs of a library in memory.
public struct InMemoryDuplicateRepository: DuplicateRepository {
    private let library: InMemoryMusicRepository

    public init(library: InMemoryMusicRepository) { self.library = library }

    public func sharedSongs(allowing filter: ExplicitFilter) async throws -> [SharedSong] {
        library.state.withLock { state in
            let allowed = state.music.filter { filter.allows($0.value.explicit) }
            var rows: [SharedContent: Set<MusicID>] = [:]
            for (key, record) in state.records where allowed[record.music] != nil {
                if let id = state.recordings[key] { rows[.recording(id), default: []].insert(record.music) }
                for (audio, keys) in AudioRevision.keysByAudio(in: state.revisions[key.source] ?? "") {
                    guard let song = state.provided[key]?.key, keys.contains(song) else { continue }
                    rows[.audio(audio), default: []].insert(record.music)
                }
            }
            let shared = rows.filter { $0.value.count > 1 }
            return allowed.values.compactMap { song in
                let contents = shared.filter { $0.value.contains(song.id) }.keys
                return contents.isEmpty ? nil : SharedSong(song, Set(contents))
            }
        }
    }
}

/// Returns the allowed songs of an array.
public struct DuplicateRepositoryStub: DuplicateRepository {
    private let songs: [SharedSong]

    public init(_ songs: [SharedSong]) { self.songs = songs }

    public func sharedSongs(allowing filter: ExplicitFilter) async throws -> [SharedSong] {
        songs.filter { filter.allows($0.music.explicit) }
    }
}
