public import FermataDomain

extension PlayerError: ProblemConvertible {
    public func problem(for audience: ProblemModel.Audience) -> ProblemModel {
        let isUser = audience == .user
        var problem = problem(showsPath: isUser)
        // The hints are for the person at this computer.
        if !isUser { problem.hint = nil }
        return problem
    }

    private func problem(showsPath: Bool) -> ProblemModel {
        switch self {
        case .notInstalled(let program):
            ProblemModel(
                .playerUnavailable, "The player \(program) is not installed.",
                hint: "Install the package mpv, with apt install mpv or brew install mpv.")
        case .ended:
            ProblemModel(.busy, "The player mpv has ended unexpectedly.", hint: "Play again to continue the queue.")
        case .endedAtStart(let version, let message):
            ProblemModel(
                .playerUnavailable,
                "The player \(version ?? "mpv") has ended before it played anything: "
                    + "“\(message.onOneLine)”.",
                hint: "Install another version of mpv, from your system’s packages or from mpv.io.")
        case .notResponding:
            ProblemModel(
                .busy, "The player does not respond.",
                hint: "Try again. If Ctrl-Z has stopped its program, continue it there with: fg")
        case .otherVersion:
            ProblemModel(
                .busy, "The program that plays music is of another version of Fermata.",
                hint: "End it where it plays, and play again with: fermata play")
        case .cannotStart:
            ProblemModel(
                .playerUnavailable, "No player could be started in the background.",
                hint: "Play in this terminal with: fermata play")
        case .alreadyRunning:
            ProblemModel(
                .busy, "Another program already plays music of this library.",
                hint: "To add songs to its queue, use --add. To play here instead, use --replace. To control it, run: "
                    + "fermata player")
        case .notRunning:
            ProblemModel(.notFound, "Nothing is playing.", hint: "Play music with: fermata play")
        case .nothingToPlay:
            ProblemModel(
                .notFound, "There is nothing to play.",
                hint: "Choose songs by words: fermata play WORDS. Or play any songs: fermata play --shuffle")
        case .noMatch:
            ProblemModel(
                .notFound, "No song matches, so nothing is played.", hint: "Search the library with: fermata list WORDS"
            )
        case .nothingPlayable:
            ProblemModel(
                .notFound, "None of the songs could be played.",
                hint: "See where their audio is with: fermata list --fields title,audio")
        case .noEntry(let number):
            ProblemModel(
                .notFound, "The queue has no song with number \(number).",
                hint: "See the numbers with: fermata player queue")
        case .nothingToUndo: UndoError.nothingToUndo.problem(for: .user)
        case .queueChanged:
            ProblemModel(
                .conflict, "The queue was changed elsewhere.", hint: "See it with: fermata player queue",
                field: "revision")
        case .notAllowed:
            ProblemModel(
                .notAllowed, "The queue that plays has music that is not for this listener.",
                hint: "Stop it with: fermata player stop")
        case .controlSocketUnavailable(let path):
            ProblemModel(
                .cannotCreate,
                "Other programs cannot control the player: \(showsPath ? path : "its socket") cannot be used.",
                hint: "Its folder must belong to you, with no access for others.")
        case .cannotServeAudio:
            ProblemModel(
                .playerUnavailable, "Audio of servers cannot be played: no local port can be opened.",
                hint: "Download the music, or play music of a folder.")
        case .noSoundDevice:
            ProblemModel(
                .playerUnavailable, "No sound device can be opened.",
                hint:
                    "Connect one, or choose an output with “fermata config set player.audioOutput NAME”: pipewire, pulse or "
                    + "alsa, or null to play without sound.")
        }
    }
}
