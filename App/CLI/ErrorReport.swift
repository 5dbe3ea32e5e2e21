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
            case let error as MusicError: (error.message, error.code)
            case let error as ArtistError: (error.message, error.code)
            case let error as PlaylistError: (error.message, error.code)
            case let error as SourceError: (error.message, error.code)
            case let error as DownloadError: (error.message, error.code)
            case let error as ToDoError: (error.message, error.code)
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

    /// Prints help and version on standard output, anything else on standard error; returns the exit code.
    func show(on console: Console) -> Int32 {
        guard !message.isEmpty else { return code.rawValue }
        guard code == .success else {
            console.note(message)
            return code.rawValue
        }
        do {
            try console.print(message + "\n")
            return code.rawValue
        } catch {
            return EX_IOERR
        }
    }
}

extension MusicError {
    fileprivate var message: String {
        switch self {
        case .notFound(let id):
            "There is no music whose id begins with “\(id.safe)”. Find ids with: fermata list WORDS"
        case .ambiguousID(let id, let candidates):
            "“\(id.safe)” begins several ids; type more of the one you mean:\n"
                + list(candidates) { "\($0.id)  \($0.title.safe) – \($0.artist.safe)" }
        case .restricted: restrictedMessage
        }
    }

    fileprivate var code: ExitCode {
        switch self {
        case .notFound: .init(EX_NOINPUT)
        case .ambiguousID: .init(EX_USAGE)
        case .restricted: .init(EX_NOPERM)
        }
    }
}

extension ArtistError {
    fileprivate var message: String {
        switch self {
        case .notFound(let name):
            "There is no artist whose name holds “\(name.safe)”. Find names with: fermata list WORDS"
        case .ambiguousName(let name, let candidates):
            "“\(name.safe)” stands in several names; type more of the one you mean:\n"
                + list(candidates) { $0.name.safe }
        case .restricted: restrictedMessage
        }
    }

    fileprivate var code: ExitCode {
        switch self {
        case .notFound: .init(EX_NOINPUT)
        case .ambiguousName: .init(EX_USAGE)
        case .restricted: .init(EX_NOPERM)
        }
    }
}

extension PlaylistError {
    fileprivate var message: String {
        switch self {
        case .notFound(let name):
            "There is no playlist whose name holds “\(name.safe)”. Find names with: fermata playlists"
        case .ambiguousName(let name, let candidates):
            "“\(name.safe)” stands in several names; type more of the one you mean, or its id:\n"
                + list(candidates) { "\($0.id)  \($0.name.safe) – \($0.source.safe)" }
        case .restricted: restrictedMessage
        }
    }

    fileprivate var code: ExitCode {
        switch self {
        case .notFound: .init(EX_NOINPUT)
        case .ambiguousName: .init(EX_USAGE)
        case .restricted: .init(EX_NOPERM)
        }
    }
}

private let restrictedMessage = "This music is explicit, and left out for a listener of this age."

/// A line each; where there are as many as are ever told, there may be more.
private func list<Candidate>(_ candidates: [Candidate], _ text: (Candidate) -> String) -> String {
    let more = candidates.count < Candidates.limit ? [] : ["  …"]
    return (candidates.map { "  " + text($0) } + more).joined(separator: "\n")
}

extension ToDoError {
    fileprivate var message: String {
        switch self {
        case .notFound(let number): "There is no to-do with the number \(number). Find numbers with: fermata todo"
        case .blankTitle: "A to-do needs a title. Nothing was added."
        }
    }

    fileprivate var code: ExitCode {
        switch self {
        case .notFound: .init(EX_NOINPUT)
        case .blankTitle: .init(EX_USAGE)
        }
    }
}

extension SourceError {
    fileprivate var message: String {
        switch self {
        case .notFound(let name, let known):
            "There is no source “\(name.safe)”. "
                + (known.isEmpty
                    ? "Add one: fermata source add http URL"
                    : "There is: \(known.map(\.safe).joined(separator: ", ")).")
        case .alreadyExists(let name): "There is a source “\(name.safe)” already. Choose another name with --name."
        case .tooMany(let limit): "The library has \(limit) sources, and cannot have more. Remove one first."
        default: "The source cannot be added: \(SourceErrorText(self).text.safe)."
        }
    }

    fileprivate var code: ExitCode {
        if case .notFound = self { .init(EX_NOINPUT) } else { .init(EX_USAGE) }
    }
}

extension DownloadError {
    fileprivate var message: String {
        switch self {
        case .cannotStore(let path, let failure):
            "\(path.safe) cannot be kept: \(StorageFailureText(failure).text.safe). What was downloaded before is safe. Mend that, and try again."
        case .noSpace(let path, let needed, let free):
            "There is no room in \(path.safe): \(ByteText(needed).text) are needed, \(ByteText(free).text) are free. Make room, and try again."
        }
    }

    fileprivate var code: ExitCode {
        switch self {
        case .cannotStore: .init(EX_CANTCREAT)
        case .noSpace: .init(EX_IOERR)
        }
    }
}

extension LibraryError {
    fileprivate var message: String {
        switch self {
        case .cannotOpen(let path, let failure):
            "The library \(path.safe) cannot be opened: \(StorageFailureText(failure).text.safe). Name another file with --library."
        case .cannotWrite(let path, let failure):
            "The library \(path.safe) could not be changed: \(StorageFailureText(failure).text.safe). What it held is safe. Make room, or check the folder’s permissions, and try again."
        case .newerVersion(let path):
            "The library \(path.safe) was made by a newer Fermata. Use that one, or name another file with --library."
        case .busy(let path): "Another program is changing the library \(path.safe). Try again when it is done."
        case .damaged(let path):
            "The library \(path.safe) turned out to be damaged while it was used. Run the command again."
        }
    }

    fileprivate var code: ExitCode {
        switch self {
        case .cannotOpen(_, .notALibrary), .newerVersion: .init(EX_DATAERR)
        case .cannotOpen, .cannotWrite(_, .readOnly), .cannotWrite(_, .readOnlyFolder): .init(EX_CANTCREAT)
        case .cannotWrite: .init(EX_IOERR)
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
        switch self {
        case .invalid(let path, let reason): "\(path.safe): \(reason.safe). What the list holds is safe."
        case .cannotRead(let path, let failure):
            "\(path.safe) cannot be read: \(StorageFailureText(failure).text.safe)."
        case .cannotWrite(let path, .exists): "\(path.safe) exists already. Use --force to replace it."
        case .cannotWrite(let path, let failure):
            "\(path.safe) cannot be written: \(StorageFailureText(failure).text.safe)."
        }
    }

    fileprivate var code: ExitCode {
        switch self {
        case .invalid: .init(EX_DATAERR)
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
        case .badValue(let key, let expected): "The setting “\(key)” must be \(expected)."
        }
    }
}

extension String {
    /// The text made safe and kept on one line, so that it cannot look like a line of the message.
    fileprivate var safe: String { SafeText(self).text }
}
