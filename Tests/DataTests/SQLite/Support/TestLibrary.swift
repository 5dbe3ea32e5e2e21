import FermataContracts
import FermataData
import FermataDomain
import Foundation

extension SQLiteLibrary {
    static func inTemporaryFolder() throws -> SQLiteLibrary {
        try createEmpty(at: TemporaryFolder().path("library.sqlite"))
    }

    /// Creates an empty library at a path. Copying one takes less time than creating its tables.
    static func createEmpty(at path: String) throws -> SQLiteLibrary {
        try empty.get().write(to: URL(filePath: path))
        return try SQLiteLibrary(path: path)
    }

    private static let empty = Result {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let path = folder.path("library.sqlite")
        _ = try SQLiteLibrary(path: path)
        return try checkpointedFile(at: path)
    }
}

/// A library file with its repositories.
struct TestLibrary {
    let path: String
    let file: SQLiteLibrary
    let music: SQLiteMusicRepository
    let sources: SQLiteSourceRepository
    let time: TestTime

    /// Creates an empty library in a temporary folder, or at a path.
    init(path: String? = nil, time: TestTime = TestTime()) throws {
        self.init(try .createEmpty(at: path ?? TemporaryFolder().path("library.sqlite")), time: time)
    }

    private init(_ file: SQLiteLibrary, time: TestTime) {
        (self.file, path, self.time) = (file, file.path, time)
        music = SQLiteMusicRepository(library: file, now: { time.now })
        sources = SQLiteSourceRepository(library: file)
    }

    /// Creates a library with the content of a seed.
    init(_ seed: LibrarySeed, path: String? = nil) async throws {
        try self.init(path: path)
        try await seed.fill(music, sources, time: time)
    }

    /// Creates a library with songs of the source `radio`.
    init(_ songs: [RemoteMusic], path: String? = nil) async throws {
        try await self.init(LibrarySeed(songs), path: path)
    }

    /// Creates a copy of a library with the sample music as songs of the source `radio`.
    static func sample(path: String? = nil) async throws -> TestLibrary {
        let (path, time) = (try path ?? TemporaryFolder().path("library.sqlite"), TestTime())
        time.advance(by: 60)
        try await sampleFile.copy(to: path)
        return TestLibrary(try SQLiteLibrary(path: path), time: time)
    }

    private static let sampleFile = LibraryTemplate { path in _ = try await TestLibrary(SampleMusic.all, path: path) }

    /// Creates a library with empty sources, whose addresses are their names.
    init(sources names: [String]) async throws {
        try self.init()
        for name in names {
            try await sources.add(Source(name: name, kind: "test", address: name, added: time.now))
        }
    }
}

/// The file of a library that is filled once. Copying it takes less time than filling another library.
struct LibraryTemplate: Sendable {
    private let file: Task<Data, any Error>

    /// Fills a new library at the path that `fill` receives.
    init(_ fill: @escaping @Sendable (_ path: String) async throws -> Void) {
        file = Task {
            let folder = try TemporaryFolder()
            defer { folder.remove() }
            let path = folder.path("library.sqlite")
            try await fill(path)
            return try checkpointedFile(at: path)
        }
    }

    func copy(to path: String) async throws { try await file.value.write(to: URL(filePath: path)) }
}
