public import Foundation

/// Songs that were played, with the time of each play.
public protocol HistoryRepository: Sendable {
    /// Stores a play. Returns once this is durable.
    func add(_ play: Play) async throws

    /// Returns a window of the plays of songs that the library has and the filter allows, the last one first.
    func plays(_ window: Window, allowing filter: ExplicitFilter) async throws -> [PlayedSong]
}

/// A song was played.
public struct Play: Equatable, Sendable {
    public var song: MusicID
    /// When the song began, rounded down to seconds by the library.
    public var started: Date

    public init(_ song: MusicID, started: Date) {
        self.song = song
        self.started = started
    }
}

/// A play, with the song as the library has it now.
public struct PlayedSong: Equatable, Sendable {
    public var song: Music
    public var started: Date

    public init(_ song: Music, started: Date) {
        self.song = song
        self.started = started
    }
}
