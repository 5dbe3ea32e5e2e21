import FermataDomain
import Foundation

/// A play that another program reports, as text.
public struct PlayInputModel: Equatable, Sendable {
    /// The beginning of the song's id.
    public var music: String
    /// When the song began: `2026-12-24T19:30:00Z`.
    public var started: String

    public init(music: String, started: String) {
        self.music = music
        self.started = started
    }

    /// When the song began. Throws `PlayInputError`.
    func start() throws(PlayInputError) -> Date {
        if music.isEmpty { throw .missingSong }
        guard let date = TimestampText.date(started) else { throw .unreadableStart }
        return date
    }
}

/// Why a reported play cannot be read.
public enum PlayInputError: Error, Equatable, Sendable {
    case missingSong
    case unreadableStart
}

extension PlayInputError: ProblemConvertible {
    public func problem(for audience: ProblemModel.Audience) -> ProblemModel {
        switch self {
        case .missingSong: ProblemModel(.invalidInput, "A play needs the id of a song.", field: "music")
        case .unreadableStart:
            ProblemModel(
                .invalidInput, "A play needs the time when the song began, such as 2026-12-24T19:30:00Z.",
                field: "started")
        }
    }
}
