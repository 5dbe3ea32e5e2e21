import FermataDomain
import Testing

/// Expects that a body throws a `SourceFailure` with a cause.
func expectFailure(
    _ expected: SourceFailureCause, at location: SourceLocation = #_sourceLocation,
    _ body: () async throws -> some Any
) async {
    let found = await cause(body)
    #expect(found == expected, sourceLocation: location)
}

/// The cause of the failure of a body; nil if it succeeds or throws another error.
func cause(_ body: () async throws -> some Any) async -> SourceFailureCause? {
    do {
        _ = try await body()
        return nil
    } catch {
        return (error as? SourceFailure)?.cause
    }
}
