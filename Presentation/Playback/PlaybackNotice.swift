package import FermataDomain

/// The messages about a song that was skipped, a queue that is not stored, and playback that ended by itself.
package enum PlaybackNotice {
    /// Returns the messages about what has changed since the last status.
    ///
    /// `title` is that of the skipped song, if the listener may see it. If `includesEnd` is true, an error that ended
    /// playback replaces the other messages; otherwise it has no message.
    package static func texts(
        of status: PlayerStatus, since last: PlayerStatus?, title: String?, includesEnd: Bool
    ) -> [String] {
        let isOtherSong = status.skipped != last?.skipped
        let isOtherFailure = status.failure != last?.failure
        let skipped = status.skipped.map { text(of: $0, title: title) }
        if includesEnd, let end = endText(status.failure, skipped) { return isOtherSong || isOtherFailure ? [end] : [] }
        return [isOtherSong ? skipped : nil, isOtherFailure ? notStoredText(status.failure) : nil].compactMap { $0 }
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
    ///
    /// If no song could be played, the message about the skipped song says why.
    private static func endText(_ failure: PlaybackFailure?, _ skipped: String?) -> String? {
        switch failure {
        case .player(.nothingPlayable)?: skipped ?? PlayerError.nothingPlayable.problem(for: .user).text
        case .player(let error)?: error.problem(for: .user).text
        case .library(let error)?: "Playback has stopped. " + error.problem(for: .user).text
        case .notStored?, nil: nil
        }
    }
}
