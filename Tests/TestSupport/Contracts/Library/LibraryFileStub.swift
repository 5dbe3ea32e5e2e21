public import FermataDomain

/// A library's file with the findings and the repair of a test. Every method throws `error`, if there is one.
public struct LibraryFileStub: LibraryFileRepository {
    private let findings: [LibraryFinding]
    private let result: LibraryRepair?
    private let error: LibraryError?

    public init(findings: [LibraryFinding] = [], result: LibraryRepair? = nil, error: LibraryError? = nil) {
        self.findings = findings
        self.result = result
        self.error = error
    }

    public func check() async throws -> [LibraryFinding] {
        if let error { throw error }
        return findings
    }

    public func checkWhileOpen() async throws -> [LibraryFinding] { try await check() }

    public func repair() async throws -> LibraryRepair? {
        if let error { throw error }
        return result
    }
}
