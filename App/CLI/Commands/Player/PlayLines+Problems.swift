import FermataDomain
import FermataPresentation

extension PlayLines {
    /// Runs a body and prints the problem of its error, so that the music continues.
    ///
    /// Throws `LibraryError.damaged`, and errors without a problem, such as `CancellationError`.
    func reportProblem(of body: () async throws -> Void) async throws {
        do { try await body() } catch {
            if case LibraryError.damaged = error { throw error }
            guard let described = error as? any ProblemConvertible else { throw error }
            note(described.problem(for: .user).text)
        }
    }
}
