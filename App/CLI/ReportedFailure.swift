import FermataDomain

/// A failure that is printed already, and that decides the exit code of the command.
struct ReportedFailure: Error {
    let failure: SourceFailure

    init(_ failure: SourceFailure) {
        self.failure = failure
    }
}
