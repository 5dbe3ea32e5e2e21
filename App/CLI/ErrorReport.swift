import ArgumentParser
import FermataDomain
import FermataPresentation
import Foundation

/// An error as a person reads it.
///
/// What happened, to what, and what to do next; and the code the program ends with.
struct ErrorReport {
    let message: String
    let code: ExitCode

    init(_ error: any Error) {
        (message, code) =
            switch error {
            case let error as LibraryError: (error.message, error.code)
            case let failure as SourceFailure: (failure.message, failure.code)
            case let failed as DownloadsFailed:
                (
                    "\(failed.count) of \(failed.all) could not be downloaded. Try again with: fermata download",
                    .init(EX_UNAVAILABLE)
                )
            case let reported as ReportedFailure: ("", reported.failure.code)
            case let problem as ToDoInputProblem: ("\(problem.text.safe) Nothing was added.", .init(EX_USAGE))
            case let error as ToDoDocumentError: (error.message, error.code)
            case let refusal as CommandError: (refusal.message, .init(EX_USAGE))
            case let error as SettingsError: (error.message, .init(EX_USAGE))
            case let error as UnknownField:
                (
                    "There is no field “\(error.name.safe)”. Choose from: \(error.known.joined(separator: ", ")).",
                    .init(EX_USAGE)
                )
            case let error as ServeError: (error.message, .init(EX_UNAVAILABLE))
            case OutputError.closed: ("", .success)
            case OutputError.failed(let reason): ("The output could not be written: \(reason.safe).", .init(EX_IOERR))
            case is CancellationError: ("Stopped.", .init(EX_TEMPFAIL))
            default: (FermataCommand.fullMessage(for: error), FermataCommand.exitCode(for: error))
            }
    }

    /// Help and version go to standard output, everything else to standard error.
    func printAndExit() -> Never {
        if !message.isEmpty {
            if code == .success { print(message) } else { Console.note(message) }
        }
        Foundation.exit(code.rawValue)
    }
}

extension LibraryError {
    fileprivate var message: String {
        switch self {
        case .noSuchMusic(let id):
            "There is no music whose id begins with “\(id.safe)”. Find ids with: fermata list WORDS"
        case .ambiguousID(let id, let candidates):
            "“\(id.safe)” begins several ids; type more of the one you mean:\n"
                + Self.list(candidates) { "\($0.id)  \($0.title.safe) – \($0.artist.safe)" }
        case .refusedByRule: "This music is explicit, and left out for a listener of this age."
        case .noSuchArtist(let name):
            "There is no artist whose name holds “\(name.safe)”. Find names with: fermata list WORDS"
        case .ambiguousArtist(let name, let candidates):
            "“\(name.safe)” stands in several names; type more of the one you mean:\n"
                + Self.list(candidates) { $0.name.safe }
        case .noSuchPlaylist(let name):
            "There is no playlist whose name holds “\(name.safe)”. Find names with: fermata playlists"
        case .ambiguousPlaylist(let name, let candidates):
            "“\(name.safe)” stands in several names; type more of the one you mean, or its id:\n"
                + Self.list(candidates) { "\($0.id)  \($0.name.safe) – \($0.source.safe)" }
        case .cannotKeep(let path, let reason):
            "\(path.safe) cannot be kept: \(reason.safe). What was downloaded before is safe. Mend that, and try again."
        case .noRoom(let path, let needed, let free):
            "There is no room in \(path.safe): \(ByteText(needed).text) are needed, \(ByteText(free).text) are free. Make room, and try again."
        case .noSuchToDo(let number): "There is no to-do with the number \(number). Find numbers with: fermata todo"
        case .blankTitle: "A to-do needs a title. Nothing was added."
        case .noSuchSource(let name, let known):
            "There is no source “\(name.safe)”. "
                + (known.isEmpty
                    ? "Add one: fermata source add http URL"
                    : "There is: \(known.map(\.safe).joined(separator: ", ")).")
        case .sourceExists(let name): "There is a source “\(name.safe)” already. Choose another name with --name."
        case .badSource(let reason): "The source cannot be added: \(reason.safe)."
        case .tooManySources(let limit): "The library has \(limit) sources, and cannot have more. Remove one first."
        case .cannotOpen(let path, let reason):
            "The library \(path.safe) cannot be opened: \(reason.safe). Name another file with --library."
        case .cannotWrite(let path, let reason):
            "The library \(path.safe) could not be changed: \(reason.safe). What it held is safe. Make room, or check the folder’s permissions, and try again."
        case .tooNew(let path):
            "The library \(path.safe) was made by a newer Fermata. Use that one, or name another file with --library."
        case .busy(let path): "Another program is changing the library \(path.safe). Try again when it is done."
        case .damaged(let path):
            "The library \(path.safe) turned out to be damaged while it was used. Run the command again."
        }
    }

    /// A line each; where there are as many as are ever told, there may be more.
    private static func list<Candidate>(_ candidates: [Candidate], _ text: (Candidate) -> String) -> String {
        let more = candidates.count < candidatesLimit ? [] : ["  …"]
        return (candidates.map { "  " + text($0) } + more).joined(separator: "\n")
    }

    fileprivate var code: ExitCode {
        switch self {
        case .noSuchMusic, .noSuchArtist, .noSuchPlaylist, .noSuchToDo: .init(EX_NOINPUT)
        case .cannotKeep: .init(EX_CANTCREAT)
        case .noRoom: .init(EX_IOERR)
        case .ambiguousID, .ambiguousArtist, .ambiguousPlaylist, .noSuchSource, .sourceExists, .badSource,
            .tooManySources, .blankTitle:
            .init(EX_USAGE)
        case .refusedByRule: .init(EX_NOPERM)
        case .cannotOpen(_, let reason): .init(reason.contains("not a Fermata") ? EX_DATAERR : EX_CANTCREAT)
        case .cannotWrite(_, let reason): .init(reason.contains("read-only") ? EX_CANTCREAT : EX_IOERR)
        case .tooNew: .init(EX_DATAERR)
        case .busy, .damaged: .init(EX_TEMPFAIL)
        }
    }
}

extension SourceFailure {
    fileprivate var message: String {
        let next =
            switch kind {
            case .unreachable: "Check the network and the address, and try again; what is stored is still there."
            case .refused: "Check the address; what is stored is still there."
            case .busy(let pause?):
                "Try again in \(pause.formatted(.units(width: .wide))); what is stored is still there."
            case .busy(nil): "Try again later; what is stored is still there."
            case .badData: "Tell whoever keeps the catalogue; what was stored is still there."
            }
        return "\(address.safe): \(reason.safe). \(next)"
    }

    fileprivate var code: ExitCode {
        switch kind {
        case .unreachable, .refused: .init(EX_UNAVAILABLE)
        case .busy: .init(EX_TEMPFAIL)
        case .badData: .init(EX_DATAERR)
        }
    }
}

extension ToDoDocumentError {
    fileprivate var message: String {
        switch kind {
        case .badData: "\(path.safe): \(reason.safe). What the list holds is safe."
        case .cannotRead: "\(path.safe) cannot be read: \(reason.safe)."
        case .cannotWrite: "\(path.safe) cannot be written: \(reason.safe)."
        }
    }

    fileprivate var code: ExitCode {
        switch kind {
        case .badData: .init(EX_DATAERR)
        case .cannotRead: .init(EX_NOINPUT)
        case .cannotWrite: .init(EX_CANTCREAT)
        }
    }
}

extension ServeError {
    fileprivate var message: String {
        isTaken
            ? "\(address) is taken by another program. Choose another port with --port, or 0 for any that is free."
            : "It cannot be listened on \(address): \(reason)."
    }
}

extension SettingsError {
    fileprivate var message: String {
        switch self {
        case .unreadableFile(let path): "The config file \(path.safe) cannot be read as JSON. Mend it, or move it away."
        case .badValue(let key, let expected): "The setting “\(key)” has to be \(expected)."
        }
    }
}

extension String {
    /// The text made safe and kept on one line, so that it cannot look like a line of the message.
    fileprivate var safe: String { SafeText(self).text }
}
