package import FermataDomain

/// The message about a song that was skipped, or about playback that ended by itself.
package struct PlaybackNotice: Equatable, Sendable {
    package let text: String

    /// Returns nil if there is nothing to report. `title` is that of the skipped song, if the listener may see it.
    package init?(_ status: PlayerStatus, title: String?) {
        switch (status.failure, status.skipped) {
        case (.player(.nothingPlayable)?, let skipped?): text = Self.text(of: skipped, title: title)
        case (.player(let error)?, _): text = error.problem(for: .user).text
        case (.library(let error)?, _):
            text = "Playback has stopped. " + error.problem(for: .user).text
        case (.notStored(let error)?, _):
            text = "The queue is not stored. " + error.problem(for: .user).text
        case (nil, let skipped?): text = Self.text(of: skipped, title: title)
        case (nil, nil): return nil
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
}
