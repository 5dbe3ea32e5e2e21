import FermataContracts
import FermataData
import FermataDomain
import Foundation

/// A library of music with a folder for its downloads, for one test.
struct DownloadFixture: Sendable {
    /// The folder that contains the library and the downloads.
    let home: URL
    let library: SQLiteMusicRepository
    let music: [Music]

    /// Runs a body with songs in `home`, which must exist, or in a temporary folder.
    ///
    /// Songs without audio get an address without a file extension.
    static func with(
        _ songs: [RemoteMusic], home: URL? = nil, _ body: (DownloadFixture) async throws -> Void
    ) async throws {
        let folder = try home == nil ? TemporaryFolder() : nil
        defer { folder?.remove() }
        let home = home ?? folder?.url ?? URL(filePath: "/")
        let time = TestTime()
        let file = try SQLiteLibrary(path: home.appending(path: "library.sqlite").path, patience: .seconds(60))
        let library = SQLiteMusicRepository(library: file, now: { time.now })
        let songs = songs.map { song in
            var song = song
            song.audioURL = song.audioURL ?? "https://example.org/audio"
            return song
        }
        try await LibrarySeed(songs).fill(library, SQLiteSourceRepository(library: file), time: time)
        try await body(DownloadFixture(home: home, library: library, music: try await library.all()))
    }

    /// Runs a body with one song.
    static func with(
        title: String = "Changes", audio: String? = "https://example.org/a.mp3", home: URL? = nil,
        _ body: (DownloadFixture, Music) async throws -> Void
    ) async throws {
        try await with([RemoteMusic(key: "1", title: title, audioURL: audio)], home: home) { fixture in
            for music in fixture.music { try await body(fixture, music) }
        }
    }

    var folder: URL { home.appending(path: "downloads") }

    /// The downloads as a newly started program reads them.
    func downloads(
        freeSpace: (@Sendable (String) -> Int64?)? = nil
    ) throws -> FileDownloadRepository {
        let library = try SQLiteLibrary(path: home.appending(path: "library.sqlite").path, patience: .seconds(60))
        let clock = ContinuousClock()
        guard let freeSpace else { return FileDownloadRepository(library: library, folder: folder, clock: clock) }
        return FileDownloadRepository(library: library, folder: folder, clock: clock, freeSpace: freeSpace)
    }

    /// The use case with which the program downloads.
    func usecase(
        _ audio: any AudioRepository, into downloads: (any DownloadRepository)? = nil
    ) throws -> DownloadMusicUsecase {
        DownloadMusicUsecase(
            music: library, audio: audio, downloads: try downloads ?? self.downloads(), listener: .anyone)
    }

    /// The file names in the download folder, sorted.
    func names() throws -> [String] {
        guard FileManager.default.fileExists(atPath: folder.path) else { return [] }
        return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    }

    func path(_ name: String) -> String { folder.appending(path: name).path }
    func content(_ name: String) -> Data? { FileManager.default.contents(atPath: path(name)) }

    func write(_ content: Data, to name: String) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try content.write(to: folder.appending(path: name))
    }
}

extension DownloadRepository {
    /// Begins a download that is not complete.
    func open(_ music: Music) async throws -> any DownloadFile {
        switch try await begin(music) {
        case .started(let file): return file
        case .existing: throw CancellationError()
        }
    }

    /// Writes bytes and abandons the file, as a killed program does.
    func writeAndAbandon(_ music: Music, _ start: AudioStart, _ bytes: Data) async throws {
        let file = try await open(music)
        try await file.begin(start)
        try await file.write(bytes)
    }
}
