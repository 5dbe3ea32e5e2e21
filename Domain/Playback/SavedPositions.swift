public import Foundation

/// The positions at which a person continues songs later, such as audio books, where the listener may have the songs.
public struct SavedPositionsUsecase: Sendable {
    private let repository: any SavedPositionRepository
    private let music: any MusicRepository
    private let listener: Listener
    private let now: @Sendable () -> Date

    public init(
        repository: any SavedPositionRepository, music: any MusicRepository, listener: Listener,
        now: @escaping @Sendable () -> Date
    ) {
        (self.repository, self.music, self.listener, self.now) = (repository, music, listener, now)
    }

    /// Returns the positions, the one saved last first.
    public func all() async throws -> [SavedPosition] { try await repository.positions(allowing: listener.filter) }

    /// Saves a position in a song, which replaces an earlier one. A long comment is cut.
    ///
    /// Throws `MusicError.notFound`, also for a hidden song.
    public func save(_ position: Duration, in song: MusicID, comment: String) async throws {
        let song = try await music.music(song, allowedBy: listener)
        try await repository.save(
            max(.zero, position), in: song.id, comment: comment.cut(to: TextLimits.message), at: now())
    }

    /// Removes the position in a song, if there is one. Throws `MusicError.notFound`, also for a hidden song.
    public func remove(from song: MusicID) async throws {
        try await repository.remove(from: try await music.music(song, allowedBy: listener).id)
    }
}

/// Stores positions in songs. Each change is durable when its method returns.
public protocol SavedPositionRepository: Sendable {
    /// Returns the positions in songs that the library has and a filter allows, the one saved last first.
    func positions(allowing filter: ExplicitFilter) async throws -> [SavedPosition]

    /// Saves a position in a song, which replaces an earlier one but not the time when that was created.
    func save(_ position: Duration, in song: MusicID, comment: String, at time: Date) async throws

    /// Removes the position in a song. Does nothing if there is none.
    func remove(from song: MusicID) async throws
}

/// A position in a song. Times are rounded down to seconds, and the position to milliseconds.
public struct SavedPosition: Equatable, Sendable {
    /// The song as the library has it now.
    public var song: Music
    public var position: Duration
    public var comment: String
    public var created: Date
    public var changed: Date

    public init(_ song: Music, position: Duration, comment: String, created: Date, changed: Date) {
        (self.song, self.position, self.comment) = (song, position, comment)
        (self.created, self.changed) = (created, changed)
    }
}
