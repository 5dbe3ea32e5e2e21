public import Foundation

/// Lists the played songs that the listener may see.
public struct GetHistoryUsecase: Sendable {
    private let repository: any HistoryRepository
    private let listener: Listener

    public init(repository: any HistoryRepository, listener: Listener) {
        self.repository = repository
        self.listener = listener
    }

    /// Returns a window of the plays, the last one first.
    public func execute(_ window: Window) async throws -> [PlayedSong] {
        try await repository.plays(window, allowing: listener.filter)
    }

    /// Returns the number of the plays.
    public func count() async throws -> Int {
        try await repository.count(allowing: listener.filter)
    }
}

/// Songs that were played, with the time of each play.
public protocol HistoryRepository: Sendable {
    /// Stores a play, unless the same play is stored already. Returns once this is durable.
    func add(_ play: Play) async throws

    /// Returns a window of the plays of songs that the library has and the filter allows, the last one first.
    func plays(_ window: Window, allowing filter: ExplicitFilter) async throws -> [PlayedSong]

    /// Returns the number of these plays.
    func count(allowing filter: ExplicitFilter) async throws -> Int
}

/// An error of recording a play.
public enum HistoryError: Error, Equatable, Sendable {
    /// No play can have started at this time: it is in the future, or before 1970.
    case impossibleStart
}

/// A play of a song.
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
