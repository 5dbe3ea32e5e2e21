import FermataContracts
import FermataDomain
import FermataPresentation
import Testing

@Suite("Messages about playback")
struct PlaybackNoticeTests {
    private func text(_ status: PlayerStatus, title: String? = "Changes") -> String? {
        PlaybackNotice(status, title: title)?.text
    }

    @Test(
        "a skipped song has its reason, and its title if the listener may see it",
        arguments: [
            (.missing, "was skipped: it is not in the library."), (.noAudio, "was skipped: it has no audio."),
            (.unplayable, "was skipped: its audio cannot be read."),
        ] as [(SkippedSong.Reason, String)])
    func namesReason(reason: SkippedSong.Reason, sentence: String) {
        let status = PlayerStatus(skipped: SkippedSong(MusicID(1), reason))
        #expect(text(status) == "“Changes” " + sentence)
        #expect(text(status, title: nil) == "A song " + sentence)
    }

    @Test("a failure precedes a skipped song, and says what to do")
    func namesFailure() {
        let skipped = SkippedSong(MusicID(1), .noAudio)
        #expect(
            text(PlayerStatus(skipped: skipped, failure: .player(.ended)))
                == "The player mpv has ended unexpectedly. Play again to continue the queue.")
        let error = LibraryError.cannotWrite(path: "/a.db", .full)
        #expect(
            text(PlayerStatus(skipped: skipped, failure: .notStored(error)))
                == "The queue is not stored. " + ProblemModel(error).text)
        let damage = LibraryError.damaged(path: "/a.db")
        #expect(
            text(PlayerStatus(skipped: skipped, failure: .library(damage)))
                == "Playback has stopped. " + ProblemModel(damage).text)
    }

    @Test("nothing is said while all goes well")
    func saysNothing() {
        #expect(text(PlayerStatus(state: .playing)) == nil)
    }

    @Test("a problem of the player names its kind, and what to do for the user only", arguments: ErrorSamples.players)
    func hasProblem(error: PlayerError) {
        let problem = ProblemModel(error)
        let kind: ProblemModel.Kind =
            switch error {
            case .notInstalled, .cannotServeAudio, .noSoundDevice: .playerUnavailable
            case .ended, .notResponding, .alreadyRunning: .busy
            case .notRunning, .nothingToPlay, .noMatch, .nothingPlayable, .noEntry: .notFound
            case .notAllowed: .notAllowed
            case .controlSocketUnavailable: .cannotCreate
            }
        #expect(problem.kind == kind && problem.hint?.hasSuffix(" ") == false)
        #expect(ProblemModel(error, for: .webClient).hint == nil)
        #expect(problem.sentence.contains(ErrorSamples.path) == (kind == .cannotCreate))
    }

    @Test("a missing player is named, with the package to install")
    func namesMissingPlayer() {
        #expect(
            ProblemModel(PlayerError.notInstalled(program: "mpv")).text
                == "The player mpv is not installed. Install the package mpv, with apt install mpv or brew install mpv."
        )
    }
}
