import FermataContracts
import FermataData
import FermataDomain
import Foundation
import Testing

@Suite("A story in which an operation on a file fails")
struct FaultTests {
    /// The number of operations that fail in a usual run, per story and kind of fault. All fail if the environment has
    /// `FERMATA_ALL_FAULTS`.
    private static let sampleSize = 2

    @Test(
        "ends in a clear error or success, and can be repeated on the intact library",
        arguments: FaultStories.all)
    func survivesEachFault(story: FaultStory) async throws {
        let run = try await FaultRun(story)
        defer { run.removeFiles() }
        for (fault, count) in run.operations {
            #expect(count > 0)
            for number in Self.sample(of: count) { try await run.fail(number, fault) }
        }
    }

    /// The numbers of all operations, or of one in each part of the story.
    private static func sample(of count: Int) -> [Int] {
        let isComplete = ProcessInfo.processInfo.environment["FERMATA_ALL_FAULTS"] != nil
        if isComplete || count <= sampleSize { return Array(1...max(1, count)) }
        var random = SeededGenerator(UInt64(count))
        return (0..<sampleSize).map { part in
            let range = count * part / sampleSize..<count * (part + 1) / sampleSize
            return range.lowerBound + Int(random.next() % UInt64(range.count)) + 1
        }
    }
}

/// Runs a story with a fault in one of its file operations.
struct FaultRun {
    private let story: FaultStory
    private let home: TemporaryFolder
    private let template: URL
    /// The content before the story, and after each step.
    private var states: [FaultSubject.Content] = []
    /// The number of operations that each kind of fault can fail.
    private(set) var operations: [FaultyFolder.Fault: Int] = [:]

    /// Counts the operations, and reads the content after each step.
    init(_ story: FaultStory) async throws {
        self.story = story
        home = try TemporaryFolder()
        template = home.url.appending(path: "template")
        try FileManager.default.createDirectory(at: template, withIntermediateDirectories: true)
        try await story.prepare(FaultSubject(template))
        states = [try await FaultSubject(copy(to: "before")).content()]
        try await story.damage?(FaultSubject(template))
        let folder = try copy(to: "undisturbed")
        let faulty = try FaultyFolder(folder)
        faulty.plan()
        let failure = await story.run(FaultSubject(folder)).failure
        #expect(failure == nil)
        for fault in FaultyFolder.Fault.allCases { operations[fault] = faulty.count(fault) }
        let subject = FaultSubject(try copy(to: "steps"))
        for step in story.steps {
            try await step(subject)
            states.append(try await subject.content())
        }
        try await story.verify(subject, true)
    }

    func removeFiles() { home.remove() }

    /// Runs the story with a fault of one operation, and checks what follows.
    func fail(_ number: Int, _ fault: FaultyFolder.Fault) async throws {
        let folder = try copy(to: "\(fault) \(number)")
        let remains = home.url.appending(path: "\(fault) \(number), remains")
        try FileManager.default.createDirectory(at: remains, withIntermediateDirectories: true)
        defer { for url in [folder, remains] { try? FileManager.default.removeItem(at: url) } }
        let faulty = try FaultyFolder(folder)
        faulty.plan(fault, at: number, remains: remains)
        let program = FaultSubject(folder)
        let (acknowledged, failure) = await story.run(program)
        // Concurrent threads may need fewer operations than the counted run.
        guard let operation = faulty.fault else {
            #expect(failure == nil, "\(story.name) failed without a fault")
            return
        }
        let context: Comment =
            "\(story.name): \(fault) at operation \(number) of \(operations[fault] ?? 0), \(operation)"
        if fault != .crash {
            faulty.plan()
            if let failure { #expect(Self.isClear(failure, after: operation), "\(context): \(failure)") }
        }
        do {
            // Only after an error can the program continue without a restart.
            let continues = fault != .crash && number.isMultiple(of: 2)
            let subject = continues ? program : FaultSubject(fault == .crash ? remains : folder)
            let after = states[failure == nil ? acknowledged : acknowledged + 1]
            if story.damage == nil { try await verify(subject, states[acknowledged], after, fault, context) }
            try await story.verify(subject, failure == nil)
            for step in story.steps { try await step(subject) }
            #expect(try await subject.content().withoutChanges == states.last?.withoutChanges, context)
            if story.damage != nil { #expect(try await subject.findings() == [], context) }
            try await story.verify(subject, true)
        } catch {
            Issue.record(error, context)
        }
    }

    /// Checks the library after the fault: it has the content before the failing step, or the content after it.
    private func verify(
        _ subject: FaultSubject, _ before: FaultSubject.Content, _ after: FaultSubject.Content,
        _ fault: FaultyFolder.Fault, _ context: Comment
    ) async throws {
        let content = try await subject.content()
        #expect(story.isAtomic ? [before, after].contains(content) : content.isBetween(before, after), context)
        let findings = try await subject.findings()
        guard fault == .crash, findings == [.log] else {
            #expect(findings == [], context)
            return
        }
        // A change that is not completely stored looks like damage. Its repair must lose nothing.
        let copy = FaultSubject(try TemporaryFolder().url)
        for name in ["library.sqlite", "library.sqlite-wal", "downloads"] where subject.has(name) {
            try FileManager.default.copyItem(atPath: subject.path(name), toPath: copy.path(name))
        }
        _ = try #require(try await copy.file.repair())
        let repaired = try await copy.content()
        #expect(repaired.isBetween(before, after), context)
        #expect(try await copy.findings() == [], context)
    }

    /// Whether an error suggests a remedy, and reports damage only after a failed read.
    private static func isClear(_ error: any Error, after operation: String) -> Bool {
        switch error {
        case LibraryError.cannotOpen(_, .notALibrary), LibraryError.newerVersion, BackupError.newerVersion: false
        case LibraryError.cannotOpen(_, .other), LibraryError.cannotWrite(_, .other): false
        case LibraryError.damaged, BackupError.damagedLibrary, BackupError.damaged: operation.hasPrefix("read")
        default: error is LibraryError || error is BackupError || error is DownloadError
        }
    }

    private func copy(to name: String) throws -> URL {
        let url = home.url.appending(path: name)
        try FileManager.default.copyItem(at: template, to: url)
        return url
    }
}

extension FaultSubject.Content {
    /// A repeated story can record changes twice.
    fileprivate var withoutChanges: Self {
        var content = self
        content.changes = []
        return content
    }

    /// Whether the content contains everything common to both states and nothing outside them.
    fileprivate func isBetween(_ first: Self, _ second: Self) -> Bool {
        [\Self.sources, \.songs, \.bookmarks, \.playlists, \.toDos, \.downloads].allSatisfy { part in
            let (own, first, second) = (Set(self[keyPath: part]), Set(first[keyPath: part]), Set(second[keyPath: part]))
            return own.isSubset(of: first.union(second)) && own.isSuperset(of: first.intersection(second))
        }
    }
}

/// The library of a story in a folder, as one process uses it.
final class FaultSubject {
    static let now = Date(timeIntervalSince1970: 1_700_000_000)
    let folder: URL
    private var opened: SQLiteLibrary?

    init(_ folder: URL) {
        self.folder = folder
    }

    var path: String { path("library.sqlite") }
    var file: SQLiteLibraryFile { SQLiteLibraryFile(path: path, now: { Self.now }) }
    var backups: SQLiteBackupRepository {
        SQLiteBackupRepository(path: path, patience: .seconds(1), now: { Self.now })
    }

    func path(_ name: String) -> String { folder.appending(path: name).path }

    /// The library, opened once, after an interrupted repair is completed.
    func library() throws -> SQLiteLibrary {
        if let opened { return opened }
        try file.completeInterruptedRepair()
        let library = try SQLiteLibrary(path: path, patience: .seconds(1))
        opened = library
        return library
    }

    func music() throws -> SQLiteMusicRepository {
        SQLiteMusicRepository(library: try library(), now: { Self.now })
    }

    func sources() throws -> SQLiteSourceRepository { SQLiteSourceRepository(library: try library()) }
    func undo() throws -> SQLiteUndoRepository { SQLiteUndoRepository(library: try library(), now: { Date() }) }
    func playlists() throws -> SQLitePlaylistRepository {
        SQLitePlaylistRepository(library: try library(), now: { Date() })
    }
    func ownPlaylists() throws -> SQLiteOwnPlaylistRepository {
        SQLiteOwnPlaylistRepository(library: try library(), now: { Self.now })
    }
    /// The playlist of the library's own; nil if there is none.
    func mix() async throws -> Playlist? { try await playlists().all().first { $0.origin == .own } }
    func toDos() throws -> SQLiteToDoRepository { SQLiteToDoRepository(library: try library(), now: { Self.now }) }
    func personalData() throws -> SQLitePersonalDataRepository { SQLitePersonalDataRepository(library: try library()) }

    func downloads() throws -> FileDownloadRepository {
        FileDownloadRepository(
            library: try library(), folder: folder.appending(path: "downloads"), clock: ContinuousClock())
    }

    /// The folder's file names with a prefix, without SQLite's logs and journals.
    func names(startingWith start: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path)
            .filter { name in name.hasPrefix(start) && !["-wal", "-shm", "-journal"].contains { name.hasSuffix($0) } }
            .sorted()
    }

    func has(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path(name)) }
    func bytes(_ name: String) throws -> Data { try Data(contentsOf: URL(filePath: path(name))) }

    /// The findings of a check of the library.
    func findings() async throws -> [LibraryFinding] { try await file.check() }

    /// The user's content.
    struct Content: Equatable {
        var sources: [String] = []
        var songs: [String] = []
        var bookmarks: [String] = []
        var playlists: [String] = []
        var toDos: [String] = []
        var downloads: [String] = []
        /// The changes that can be undone.
        var changes: [String] = []
    }

    func content() async throws -> Content {
        Content(
            sources: try await sources().sources().map(\.name),
            songs: try await music().all().map { "\($0.title) by \($0.artist)" },
            bookmarks: try await personalData().bookmarks(allowing: .all).joined().map { "\($0.id)" },
            playlists: try await playlists().all().map { "\($0.name): \($0.count ?? 0)" },
            toDos: try await toDos().all().map { "\($0.number) \($0.item.title) \($0.isDone)" },
            downloads: try await downloads().downloads(allowing: .all, window: .all).map {
                "\($0.music.title) \($0.state) \($0.file.map(FileManager.default.fileExists) ?? false)"
            }, changes: try await undo().changes(allowing: .all, limit: 100).map { "\($0.action)" })
    }
}
