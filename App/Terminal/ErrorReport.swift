package import ArgumentParser
package import FermataPresentation
import Foundation

/// An error as the command line prints it, and the exit code of the program.
package struct ErrorReport {
    package let message: String
    package let exitCode: Int32

    /// Reports an error that ended a command line, which starts with the command `root`.
    package init(_ error: any Error, root: any ParsableCommand.Type) {
        switch error {
        case OutputError.closed: self.init(message: "", exitCode: EXIT_SUCCESS)
        case is any ProblemConvertible, is CancellationError: self.init(ProblemModel(error))
        default:
            self.init(
                message: root.fullMessage(for: error),
                exitCode: root.exitCode(for: error).rawValue)
        }
    }

    package init(_ problem: ProblemModel) {
        let lines = problem.candidates.map { "  " + SafeText($0.text).text }
        let more = problem.listsAllCandidates ? [] : ["  …"]
        self.init(
            message: ([SafeText(problem.text).text] + lines + more).joined(separator: "\n"),
            exitCode: problem.kind.exitCode)
    }

    private init(message: String, exitCode: Int32) {
        self.message = message
        self.exitCode = exitCode
    }

    /// Prints help and version on standard output, anything else on standard error; returns the exit code.
    package func show(on console: Console) -> Int32 {
        guard !message.isEmpty else { return exitCode }
        guard exitCode == EXIT_SUCCESS else {
            console.note(message)
            return exitCode
        }
        do {
            try console.print(message + "\n")
            return exitCode
        } catch OutputError.closed {
            return EXIT_SUCCESS
        } catch {
            return ErrorReport(ProblemModel(error)).show(on: console)
        }
    }
}

extension ProblemModel.Kind {
    /// The exit code of a command that ends with such a problem.
    ///
    /// Source: sysexits(3).
    package var exitCode: Int32 {
        switch self {
        case .ambiguous, .invalidInput, .usage, .conflict, .tooLarge: EX_USAGE
        case .invalidFile, .invalidSource: EX_DATAERR
        case .notFound, .noAudio, .unreadableFile: EX_NOINPUT
        case .sourceUnavailable, .cannotListen, .playerUnavailable, .incomplete: EX_UNAVAILABLE
        case .unexpected: EX_SOFTWARE
        case .cannotCreate: EX_CANTCREAT
        case .cannotWrite, .storageFull: EX_IOERR
        case .notAllowed: EX_NOPERM
        case .sourceBusy, .busy, .damaged, .overloaded, .stopping: EX_TEMPFAIL
        }
    }
}
