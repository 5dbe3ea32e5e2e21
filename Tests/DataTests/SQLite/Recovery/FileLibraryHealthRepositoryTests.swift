import FermataContracts
import FermataData
import FermataDomain
import Foundation
import Testing

@Suite("The health of a library, stored beside it")
struct FileLibraryHealthRepositoryTests {
    private let health = LibraryHealth(isDamaged: true, nextCheck: Date(timeIntervalSince1970: 1_800_000_000))

    @Test("is stored and replaced")
    func storesHealth() throws {
        let path = try TemporaryFolder().path("library.sqlite")
        let repository = FileLibraryHealthRepository(library: path)
        #expect(repository.health() == nil)
        repository.store(health)
        #expect(FileLibraryHealthRepository(library: path).health() == health)
        let other = LibraryHealth(isDamaged: false, nextCheck: Date(timeIntervalSince1970: 1_900_000_000))
        repository.store(other)
        #expect(repository.health() == other)
    }

    @Test("is stored in a file that only its owner can read")
    func storesPrivately() throws {
        let path = try TemporaryFolder().path("library.sqlite")
        try Data("{}".utf8).write(to: URL(filePath: path + ".health"))
        FileLibraryHealthRepository(library: path).store(health)
        #expect(try posixMode(of: path + ".health") == 0o600)
    }

    @Test("an unreadable document counts as none; an unwritable folder is no error")
    func unreadableDocument() throws {
        let path = try TemporaryFolder().path("library.sqlite")
        try Data("nonsense".utf8).write(to: URL(filePath: path + ".health"))
        #expect(FileLibraryHealthRepository(library: path).health() == nil)
        let missing = FileLibraryHealthRepository(library: "/nonexistent/library.sqlite")
        missing.store(health)
        #expect(missing.health() == nil)
    }

    @Test("is forgotten when the library is repaired")
    func forgottenAfterRepair() async throws {
        let library = try await DamagedLibrary()
        let repository = FileLibraryHealthRepository(library: library.path)
        repository.store(health)
        try library.overwrite(at: 0, with: [UInt8](repeating: 0x55, count: 40))
        _ = try #require(try library.file.repairBlocking())
        #expect(repository.health() == nil)
    }
}
