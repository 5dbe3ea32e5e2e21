package import FermataDomain

/// Other libraries of Fermata on this computer: their songs and playlists, without what their listener has set.
package struct LibraryKind: SourceKind {
    package static let form = SourceForm(
        "library", [.localAddress, .readOnly, .mayBeEmpty], label: "library of Fermata", example: "~/family.sqlite",
        beginnings: SourceForm.pathBeginnings, endings: [".sqlite"])
    private let libraries: OpenLibraries
    private let sources: any SourceRepository
    private let own: LibraryFiles

    /// `own` is the path of the library with these sources. `open` opens the library at a path, and throws
    /// `LibraryError`.
    package init(
        of sources: any SourceRepository, at own: String,
        open: @escaping @Sendable (_ path: String) throws -> SharedLibrary
    ) {
        (self.sources, self.own) = (sources, LibraryFiles(own))
        libraries = OpenLibraries(open)
    }

    package var form: SourceForm { Self.form }

    package func prepare(_ source: Source) throws -> Source {
        var source = source
        source.address = DocumentPath.absolute(source.address)
        if own.contains(source.address) { throw SourceError.invalidAddress(.ownLibrary) }
        return source
    }

    package func checkNew(_ source: Source) throws {
        guard LibraryFiles(source.address).hasContent else {
            throw SourceFailure(.file(.missing), address: source.address)
        }
    }

    package func suggestedName(for source: Source) -> String? {
        BytePath(DocumentPath.name(of: source.address)).stem.text
    }

    package func music(of source: Source) throws -> any RemoteMusicRepository { try repository(of: source) }

    package func playlists(of source: Source) throws -> (any RemotePlaylistRepository)? { try repository(of: source) }

    package func lyrics(of source: Source) throws -> (any RemoteLyricsRepository)? { try repository(of: source) }

    package func audio(otherwise other: any AudioRepository) -> any AudioRepository {
        LibraryAudioRepository(media, otherwise: other)
    }

    package func files(otherwise other: any StoredAudioRepository) -> any StoredAudioRepository {
        LibraryStoredAudioRepository(media, otherwise: other)
    }

    package func artwork(otherwise other: any ArtworkRepository) -> any ArtworkRepository {
        LibraryArtworkRepository(media, otherwise: other)
    }

    package func close() async throws { try await libraries.close() }

    private var media: LibraryMedia { LibraryMedia(sources: sources, libraries) }

    private func repository(of source: Source) throws(SourceError) -> LibraryRepository {
        let path = try FolderRoot.absolute(source.address)
        return LibraryRepository(path: path) { [libraries] in try await libraries.library(at: path) }
    }
}

/// What a library offers to others on this computer, for a listener who may have all music: the reading library applies its
/// own listener's rule.
package struct SharedLibrary: Sendable {
    let music: any MusicRepository
    let sources: any SourceRepository
    /// Returns all playlists.
    let playlists: @Sendable () async throws -> [Playlist]
    /// Returns the songs of a playlist in batches; of a saved search, its present results.
    let songs: @Sendable (Playlist) -> any AsyncSequence<[Music], any Error> & Sendable
    let audio: @Sendable (MusicID) async throws -> Audio
    let artwork: @Sendable (MusicID) async throws -> ArtworkImage?
    let lyrics: @Sendable (MusicID) async throws -> Lyrics
    /// Whether it also offers what it has from libraries that are its sources.
    let includesLibraries: Bool
    let close: @Sendable () async throws -> Void

    /// Only a library that no other one reads may read one that includes libraries: two that read each other would preserve
    /// each other's removed songs.
    package init(
        music: any MusicRepository, sources: any SourceRepository,
        playlists: @escaping @Sendable () async throws -> [Playlist],
        songs: @escaping @Sendable (Playlist) -> any AsyncSequence<[Music], any Error> & Sendable,
        audio: @escaping @Sendable (MusicID) async throws -> Audio,
        artwork: @escaping @Sendable (MusicID) async throws -> ArtworkImage?,
        lyrics: @escaping @Sendable (MusicID) async throws -> Lyrics, includesLibraries: Bool = false,
        close: @escaping @Sendable () async throws -> Void
    ) {
        (self.music, self.sources, self.playlists, self.songs) = (music, sources, playlists, songs)
        (self.audio, self.artwork, self.lyrics, self.close) = (audio, artwork, lyrics, close)
        self.includesLibraries = includesLibraries
    }
}

/// The libraries that are open, each once.
actor OpenLibraries {
    private let open: @Sendable (_ path: String) throws -> SharedLibrary
    private var libraries: [String: SharedLibrary] = [:]

    init(_ open: @escaping @Sendable (_ path: String) throws -> SharedLibrary) { self.open = open }

    /// Throws `SourceFailure` for a file that is missing, or is no library that can be opened.
    func library(at path: String) async throws -> SharedLibrary {
        if let library = libraries[path] { return library }
        // Opening a library would create a missing one.
        guard LibraryFiles(path).hasContent else { throw SourceFailure(.file(.missing), address: path) }
        let library = try SourceFailure.reportingLibrary(at: path) { try open(path) }
        libraries[path] = library
        return library
    }

    /// Closes all. Throws the first error, after all were closed.
    func close() async throws {
        var failure: (any Error)?
        for library in libraries.values {
            do { try await library.close() } catch { failure = failure ?? error }
        }
        libraries = [:]
        if let failure { throw failure }
    }
}

extension SourceFailure {
    /// Runs a read of another library, and throws its `LibraryError` as a failure of the source.
    static func reportingLibrary<Value>(at path: String, _ read: () throws -> Value) throws -> Value {
        do { return try read() } catch let error as LibraryError { throw SourceFailure(error, at: path) }
    }

    init(_ error: LibraryError, at path: String) {
        let cause: SourceFailureCause =
            switch error {
            case .cannotOpen(_, let failure), .cannotWrite(_, let failure): .file(.unreadable(failure))
            case .newerVersion, .olderVersion: .file(.otherVersion)
            case .damaged: .file(.damaged)
            case .busy: .file(.busy)
            case .replaced: .file(.changed)
            }
        self.init(cause, address: path)
    }
}
