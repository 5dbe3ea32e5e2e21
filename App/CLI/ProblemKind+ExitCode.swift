package import FermataPresentation
import Foundation

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
