import FermataContracts
import FermataData
import FermataDomain
import Foundation
import Testing

extension FaultStories {
    /// Replaces a library that was changed after its backup.
    static let restore = FaultStory(
        name: "restore",
        prepare: { subject in
            try await fill(subject)
            try await subject.backUp()
            try await change(subject)
        }, steps: [{ try await $0.restore() }],
        verify: { subject, _ in
            if try await subject.toDos().count(.toDo) == 3 { return }
            var isStored = false
            for name in try subject.names(startingWith: "library.sqlite.replaced-") where !isStored {
                isStored = try await isChanged(subject, name)
            }
            #expect(isStored, "the replaced content is lost")
        })

    static let restoreOfNothing = FaultStory(
        name: "restore without a library",
        prepare: { subject in
            let other = FaultSubject(try TemporaryFolder().url)
            try await fill(other)
            try await other.backUp()
            try FileManager.default.copyItem(atPath: other.path("backup"), toPath: subject.path("backup"))
        }, steps: [{ try await $0.restore() }])

    static let restoreOverDamage = FaultStory(
        name: "restore over a damaged library",
        prepare: { subject in
            try await fill(subject)
            try await subject.backUp()
        },
        damage: { subject in
            try checkpoint(subject.path)
            try subject.overwrite(at: 0, count: 200)
            try FileManager.default.copyItem(atPath: subject.path, toPath: subject.path("as damaged"))
        }, steps: [{ try await $0.restore() }], verify: expectDamagedFile)

    static let repair = FaultStory(
        name: "repair", prepare: fill,
        damage: { subject in
            try checkpoint(subject.path)
            let pages = Array(try subject.bytes("library.sqlite"))
            // The first byte of an index's leaf page is 10.
            let offset = try #require(stride(from: 0, to: pages.count, by: 4_096).reversed().first { pages[$0] == 10 })
            try subject.overwrite(at: offset, count: 4_096)
            try FileManager.default.copyItem(atPath: subject.path, toPath: subject.path("as damaged"))
        }, steps: [{ _ = try await $0.file.repair() }], verify: expectDamagedFile)

    /// A repair of an intact library of an earlier version, which adds checksums to its pages.
    static let checksums = FaultStory(
        name: "checksums for an earlier library",
        prepare: { subject in
            let newer = FaultSubject(try TemporaryFolder().url)
            try await fill(newer)
            try OldLibrary.make(at: subject.path, from: newer.path, version: 2, isFilled: true)
            _ = try SQLiteLibrary(path: subject.path)
        }, steps: [{ _ = try await $0.file.repair() }])

    /// Removes a bookmark and adds a to-do.
    @Sendable private static func change(_ subject: FaultSubject) async throws {
        _ = try await subject.music().setBookmark(false, of: song(1))
        try await subject.toDos().add(titles: ["Learn the song"])
    }

    /// Whether a replaced library contains the added to-do.
    private static func isChanged(_ subject: FaultSubject, _ name: String) async throws -> Bool {
        let copy = FaultSubject(try TemporaryFolder().url)
        try FileManager.default.copyItem(atPath: subject.path(name), toPath: copy.path)
        #expect(try await copy.findings() == [])
        return try await copy.content().toDos.count == 3
    }

    /// Checks that the damaged file still exists unchanged, under any name.
    @Sendable private static func expectDamagedFile(_ subject: FaultSubject, isAcknowledged: Bool) async throws {
        let damaged = try subject.bytes("as damaged")
        #expect(try subject.names(startingWith: "library.sqlite").contains { try subject.bytes($0) == damaged })
    }
}

extension FaultSubject {
    func restore() async throws { _ = try await backups.stage(path("backup")).restore() }

    func overwrite(at offset: Int, count: Int) throws {
        try overwriteBytes(of: path, at: offset, count: count)
    }
}
