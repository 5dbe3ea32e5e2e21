import FermataContracts
import FermataDomain
import Foundation
import Testing

@Suite("Checking and repairing the library's file")
struct CheckLibraryUsecaseTests {
    private static let issue = DownloadIssue(.missing, file: "Bowie - Changes.mp3", music: MusicID(1))

    @Test("an intact file with intact downloads is intact")
    func findsNothingInIntactFile() async throws {
        let result = try await checkUsecase(LibraryFileStub()) { [] }.execute()
        #expect(result == LibraryCheckResult(findings: [], downloads: []))
    }

    @Test("stores whether the file is damaged", arguments: [[], [.search]] as [[LibraryFinding]])
    func storesHealth(findings: [LibraryFinding]) async throws {
        let health = InMemoryLibraryHealthRepository()
        _ = try await CheckLibraryFileUsecase(
            file: LibraryFileStub(findings: findings), health: health, now: { .distantPast }
        ).execute()
        #expect(health.health()?.isDamaged == !findings.isEmpty)
    }

    @Test("reports issues of downloads")
    func reportsDownloads() async throws {
        let result = try await checkUsecase(LibraryFileStub()) { [Self.issue] }.execute()
        #expect(result == LibraryCheckResult(findings: [], downloads: [Self.issue]))
    }

    @Test("does not check downloads against a damaged file")
    func skipsDownloadsOfDamagedFile() async throws {
        let file = LibraryFileStub(findings: [.search])
        let result = try await checkUsecase(file) {
            Issue.record("checked downloads")
            return []
        }.execute()
        #expect(result == LibraryCheckResult(findings: [.search], downloads: []))
    }

    @Test("reports damage without numbers of rows to a young listener")
    func hidesCounts() async throws {
        let findings: [LibraryFinding] = [
            .file, .search, .index("i", 1), .table("t", 2), .text(.music, 3), .references(.playlists, 4),
        ]
        let file = LibraryFileStub(findings: findings)
        let restricted = try await checkUsecase(file, listener: Listener(age: 12)) { [] }.execute()
        #expect(
            restricted.findings == [
                .file, .search, .index("i", nil), .table("t", nil), .text(.music, nil), .references(.playlists, nil),
            ])
        #expect(try await checkUsecase(file) { [] }.execute().findings == findings)
    }

    @Test("rethrows errors")
    func rethrowsErrors() async throws {
        let file = LibraryFileStub(error: .busy(path: "l"))
        await #expect(throws: LibraryError.busy(path: "l")) {
            try await checkUsecase(file) { [] }.execute()
        }
        await #expect(throws: LibraryError.busy(path: "l")) {
            try await RepairLibraryUsecase(file: file, listener: .anyone).execute()
        }
    }

    @Test("a repair returns what was read, and nothing for an intact file")
    func returnsRepair() async throws {
        let repair = LibraryRepair(damagedPath: "l.damaged", counts: [.init(.music, read: 3, lost: 1, altered: 2)])
        #expect(
            try await RepairLibraryUsecase(file: LibraryFileStub(result: repair), listener: .anyone).execute() == repair
        )
        #expect(try await RepairLibraryUsecase(file: LibraryFileStub(), listener: .anyone).execute() == nil)
        let restricted = RepairLibraryUsecase(file: LibraryFileStub(result: repair), listener: Listener(age: 12))
        #expect(try await restricted.execute() == LibraryRepair(damagedPath: "l.damaged", counts: []))
        let pages = LibraryRepair(damagedPath: "l.damaged", counts: [], damagedPages: 2)
        #expect(pages.visible(to: Listener(age: 12)) == pages)
        #expect(repair.count(of: .music) == .init(.music, read: 3, lost: 1, altered: 2))
        #expect(repair.count(of: .toDos) == .init(.toDos, read: 0, lost: 0, altered: 0))
    }
}

private func checkUsecase(
    _ file: LibraryFileStub, listener: Listener = .anyone,
    downloads: @escaping @Sendable () async throws -> [DownloadIssue]
) -> CheckLibraryUsecase {
    let check = CheckLibraryFileUsecase(file: file, health: InMemoryLibraryHealthRepository(), now: { Date() })
    return CheckLibraryUsecase(file: check, listener: listener, downloads: downloads)
}
