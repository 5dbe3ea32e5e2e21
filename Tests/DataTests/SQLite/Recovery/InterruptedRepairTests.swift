import FermataContracts
import FermataData
import FermataDomain
import Foundation
import Testing

@Suite("A repair that was interrupted")
struct InterruptedRepairTests {
    private let files = FileManager.default

    @Test("starts anew if the new library was not complete")
    func startsAnew() async throws {
        let library = try await DamagedLibrary()
        let before = try await library.content()
        try library.overwrite(at: 0, with: [UInt8](repeating: 0x55, count: 40))
        try Data("half a library".utf8).write(to: URL(filePath: library.path + ".repairing"))
        _ = try #require(try library.file.repairBlocking())
        #expect(try await library.content() == before)
        #expect(!files.fileExists(atPath: library.path + ".repairing"))
    }

    @Test("is completed after the damaged file was moved aside")
    func completesReplacement() async throws {
        let library = try await DamagedLibrary()
        let before = try await library.content()
        try files.moveItem(atPath: library.path, toPath: library.path + ".repaired")
        #expect(try await library.file.check().isEmpty)
        #expect(try await library.content() == before)
        await #expect(throws: LibraryError.cannotOpen(path: library.path + "x", .missing)) {
            try await SQLiteLibraryFile(path: library.path + "x", now: { Date() }).repair()
        }
    }

    @Test("is completed under the name that it gave the damaged file")
    func completesUnderSameName() async throws {
        let library = try await DamagedLibrary()
        let before = try await library.content()
        try files.copyItem(atPath: library.path, toPath: library.path + ".repaired")
        let aside = library.path + ".damaged-20200101T000000Z"
        try files.linkItem(atPath: library.path, toPath: aside)
        try Data("log".utf8).write(to: URL(filePath: aside + "-wal"))
        try library.file.completeInterruptedRepair()
        #expect(try await library.content() == before)
        let names = try files.contentsOfDirectory(atPath: URL(filePath: aside).deletingLastPathComponent().path)
            .filter { $0.contains(".damaged-") && !$0.hasSuffix("-shm") }
        #expect(names.count == 2)
    }

    @Test("is completed before the damaged file was moved aside, with its log")
    func completesReplacementWithLog() async throws {
        let library = try await DamagedLibrary()
        let before = try await library.content()
        try files.copyItem(atPath: library.path, toPath: library.path + ".repaired")
        try library.overwrite(at: 0, with: [UInt8](repeating: 0x55, count: 40))
        let damaged = try library.bytes()
        try Data("log".utf8).write(to: URL(filePath: library.path + "-wal"))
        try library.file.completeInterruptedRepair()
        #expect(try await library.content() == before)
        let folder = URL(filePath: library.path).deletingLastPathComponent()
        let aside = try files.contentsOfDirectory(atPath: folder.path)
            .filter { $0.contains(".damaged-") && !$0.hasSuffix("-shm") }.sorted()
        #expect(aside.count == 2 && aside[1].hasSuffix("-wal"))
        #expect(try Data(contentsOf: folder.appending(path: aside[0])) == damaged)
    }

    @Test("a complete library is left alone if nothing was interrupted")
    func leavesCompleteLibrary() async throws {
        let library = try await DamagedLibrary()
        let bytes = try library.bytes()
        try library.file.completeInterruptedRepair()
        #expect(try library.bytes() == bytes)
    }
}
