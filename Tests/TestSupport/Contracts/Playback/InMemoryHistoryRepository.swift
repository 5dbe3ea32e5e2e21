public import FermataDomain
import Foundation
import Synchronization

/// Stores plays in memory, and adds them to an in-memory library, which counts them.
public final class InMemoryHistoryRepository: HistoryRepository {
    private let music: any MusicRepository
    private let stored = Mutex<[Play]>([])

    public init(music: any MusicRepository) {
        self.music = music
    }

    public var all: [Play] { stored.withLock { $0 } }

    public func add(_ play: Play) async throws {
        let seconds = play.started.timeIntervalSince1970.rounded(.down)
        let play = Play(play.song, started: Date(timeIntervalSince1970: seconds))
        let isNew = stored.withLock { stored in
            if stored.contains(play) { return false }
            stored.append(play)
            return true
        }
        if isNew { (music as? InMemoryMusicRepository)?.add(play) }
    }

    public func count(allowing filter: ExplicitFilter) async throws -> Int {
        try await plays(.all, allowing: filter).count
    }

    public func plays(_ window: Window, allowing filter: ExplicitFilter) async throws -> [PlayedSong] {
        let plays = stored.withLock { $0 }.enumerated().sorted {
            ($0.element.started, $0.offset) > ($1.element.started, $1.offset)
        }
        var songs: [PlayedSong] = []
        for (_, play) in plays {
            let found = try await music.music(withPrefix: MusicIDPrefix(play.song), allowing: filter, limit: 1)
            if let song = found.first { songs.append(PlayedSong(song, started: play.started)) }
        }
        return Array(songs.dropFirst(window.offset).prefix(window.limit ?? .max))
    }
}
