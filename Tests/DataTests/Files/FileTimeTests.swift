import FermataContracts
import FermataData
import FermataDomain
import Foundation
import Testing

@Suite("Times of files")
struct FileTimeTests {
    @Test("include fractions of a second")
    func includeFractions() async throws {
        let subject = try await BackedUpLibrary()
        try await subject.backUp(to: "backup")
        let backup = subject.folder.path("backup")
        let time = Date(timeIntervalSince1970: 1_500_000_000.5)
        try FileManager.default.setAttributes([.modificationDate: time], ofItemAtPath: backup)
        let staged = try await subject.backups.stage(backup)
        #expect(staged.backup.changed == time)
        await staged.discard()
    }
}
