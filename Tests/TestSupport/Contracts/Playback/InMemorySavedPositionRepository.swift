public import FermataDomain
public import Foundation
import Synchronization

/// Stores positions in songs of a library in memory.
public final class InMemorySavedPositionRepository: SavedPositionRepository {
    private struct Entry {
        let song: MusicID
        let position: Duration
        let comment: String
        let created, changed: Date
    }

    private let music: any MusicRepository
    /// In the order they were saved.
    private let stored = Mutex<[Entry]>([])

    public init(music: any MusicRepository) { self.music = music }

    public func positions(allowing filter: ExplicitFilter) async throws -> [SavedPosition] {
        var positions: [SavedPosition] = []
        for entry in stored.withLock({ $0 }).enumerated().sorted(by: {
            ($0.element.changed, $0.offset) > ($1.element.changed, $1.offset)
        }).map(\.element) {
            guard let song = try await music.music([entry.song], allowing: filter).first else { continue }
            positions.append(
                SavedPosition(
                    song, position: entry.position, comment: entry.comment, created: entry.created,
                    changed: entry.changed))
        }
        return positions
    }

    public func save(_ position: Duration, in song: MusicID, comment: String, at time: Date) async throws {
        let time = Date(timeIntervalSince1970: time.timeIntervalSince1970.rounded(.down))
        stored.withLock { entries in
            let created = entries.first { $0.song == song }?.created ?? time
            entries.removeAll { $0.song == song }
            entries.append(Entry(song: song, position: position, comment: comment, created: created, changed: time))
        }
    }

    public func remove(from song: MusicID) async throws {
        stored.withLock { $0.removeAll { $0.song == song } }
    }
}
