/// Decides when songs count as played that players report about, such as `playing` at a position.
///
/// A session begins when a player starts a song, and counts once, when half of the song or four minutes are over.
package struct PlaybackReports: Sendable {
    /// What a player does, as it reports it.
    package enum State: String, Sendable {
        case starting, playing, paused, stopped
    }

    /// At most so many players are remembered; then those are forgotten that reported first.
    private static let limit = 1_000

    private struct Session {
        var song: MusicID
        var isCounted = false
        /// Larger for a later report.
        var report = 0
    }

    private var sessions: [[String]: Session] = [:]
    private var last = 0

    package init() {}

    /// Adds a report of a player, which texts identify, and returns whether the song counts as played now.
    package mutating func add(_ state: State, of song: Music, at position: Duration, by player: [String]) -> Bool {
        var session = sessions[player] ?? Session(song: song.id)
        if session.song != song.id || state == .starting { session = Session(song: song.id) }
        last += 1
        session.report = last
        let isPlayed = !session.isCounted && state != .starting && position >= song.playThreshold
        session.isCounted = session.isCounted || isPlayed
        sessions[player] = session
        if sessions.count > Self.limit, let first = sessions.min(by: { $0.value.report < $1.value.report }) {
            sessions[first.key] = nil
        }
        return isPlayed
    }
}
