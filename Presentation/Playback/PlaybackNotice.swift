package import FermataDomain

/// The messages about songs that were skipped, a queue that is not stored, and playback that ended by itself.
package enum PlaybackNotice {
    /// The most skipped songs that have a message each; more of them share one.
    package static let namedLimit = 3

    /// Returns the messages about what has changed since the last status.
    ///
    /// `titles` are those of the skipped songs that the listener may see. If `includesEnd` is true, an error that ended
    /// playback replaces the other messages; otherwise it has no message.
    package static func texts(
        of status: PlayerStatus, since last: PlayerStatus?, titles: [MusicID: String], includesEnd: Bool
    ) -> [String] {
        let songs = status.skippedSongs(since: last)
        let isOtherFailure = status.failure != last?.failure
        if includesEnd, status.failure == .player(.nothingPlayable), isOtherFailure {
            // The messages about the skipped songs say why.
            let all = texts(of: status.skipped[...], titles)
            return all.isEmpty ? [PlayerError.nothingPlayable.problem(for: .user).text] : all
        }
        if includesEnd, let end = endText(status.failure) { return !songs.isEmpty || isOtherFailure ? [end] : [] }
        return texts(of: songs, titles) + [isOtherFailure ? notStoredText(status.failure) : nil].compactMap(\.self)
    }

    private static func texts(of songs: ArraySlice<SkippedSong>, _ titles: [MusicID: String]) -> [String] {
        if songs.count <= namedLimit { return songs.map { text(of: $0, title: titles[$0.song]) } }
        let isAll = songs.count < PlayerStatus.skippedLimit
        let reasons = SkippedSong.Reason.allCases.compactMap { reason in
            let count = songs.count { $0.reason == reason }
            return count > 0 ? "\(CountText.grouped(count)) \(clause(reason, count: count))" : nil
        }
        return [
            "\(isAll ? "" : "At least ")\(CountText(songs.count, "song").text) were skipped: "
                + reasons.joined(separator: ", ") + "."
        ]
    }

    private static func clause(_ reason: SkippedSong.Reason, count: Int) -> String {
        switch reason {
        case .missing: count == 1 ? "is not in the library" : "are not in the library"
        case .noAudio: count == 1 ? "has no audio" : "have no audio"
        case .unplayable: count == 1 ? "has audio that cannot be read" : "have audio that cannot be read"
        }
    }

    private static func text(of skipped: SkippedSong, title: String?) -> String {
        let name = title.map { "“\($0)”" } ?? "A song"
        return switch skipped.reason {
        case .missing: "\(name) was skipped: it is not in the library."
        case .noAudio: "\(name) was skipped: it has no audio."
        case .unplayable: "\(name) was skipped: its audio cannot be read."
        }
    }

    private static func notStoredText(_ failure: PlaybackFailure?) -> String? {
        guard case .notStored(let error)? = failure else { return nil }
        return "The queue is not stored. " + error.problem(for: .user).text
    }

    /// The message about the error that ended playback; nil if playback continues.
    private static func endText(_ failure: PlaybackFailure?) -> String? {
        switch failure {
        case .player(let error)?: error.problem(for: .user).text
        case .library(let error)?: "Playback has stopped. " + error.problem(for: .user).text
        case .notStored?, nil: nil
        }
    }
}
