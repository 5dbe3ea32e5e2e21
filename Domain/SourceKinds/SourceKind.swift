/// A kind of source: what people write to add one, and the repositories that read it.
///
/// Only `form` and `music(of:)` are required. Every other capability has a default for kinds without it.
public protocol SourceKind: Sendable {
    var form: SourceForm { get }

    /// Returns a source as the library stores it, such as with an absolute path. Throws `SourceError`.
    func prepare(_ source: Source) throws -> Source

    /// Throws `SourceFailure` or `SourceError` if a new source cannot exist, such as a folder at the path of a file.
    func checkNew(_ source: Source) throws

    /// Whether the first records of a new source show that it can be read; false for a kind that lists all its files
    /// before it sends a record.
    var sendsFirstRecordsSoon: Bool { get }

    /// Returns the name of a source that was added without one; nil for the host or the last part of its address.
    func suggestedName(for source: Source) -> String?

    /// Signs in to a source that is not added yet. Throws `SourceError.signInRefused`.
    func signIn(to source: Source, with credentials: SourceCredentials) async throws -> SourceCheck?

    /// Returns the repository of a source's songs. Throws `SourceError`.
    func music(of source: Source) throws -> any RemoteMusicRepository

    /// Returns the repository of a source's playlists; nil if it has none. Throws `SourceError`.
    func playlists(of source: Source) throws -> (any RemotePlaylistRepository)?

    /// Returns the repository of a source's stars; nil if it stores none. Throws `SourceError`.
    func stars(of source: Source) throws -> (any RemoteStarRepository)?

    /// Returns the repository of a source's ratings; nil if it stores none. Throws `SourceError`.
    func ratings(of source: Source) throws -> (any RemoteRatingRepository)?

    /// Returns the repository of a source's bookmarks and ratings of albums and artists; nil if it stores none. Throws
    /// `SourceError`.
    func subjects(of source: Source) throws -> (any RemoteSubjectRepository)?

    /// Returns the repository that counts plays at a source; nil if it counts none. Throws `SourceError`.
    func scrobbles(of source: Source) throws -> (any RemoteScrobbleRepository)?

    /// Returns the repository of lyrics that a source sends on request; nil if it sends none. Throws `SourceError`.
    func lyrics(of source: Source) throws -> (any RemoteLyricsRepository)?

    /// Returns the folder in which files of a source's songs may be opened; nil if its songs have no files.
    func folder(of source: Source) -> String?

    /// Returns the keys of songs by the digests of their audio, as a revision of a source states them.
    func keysByAudio(in revision: String) -> [String: [String]]

    /// Returns a repository that reads audio of this kind itself, and other audio from `other`.
    func audio(otherwise other: any AudioRepository) -> any AudioRepository

    /// Returns a repository that opens files of this kind's audio itself, and others in `other`.
    func files(otherwise other: any StoredAudioRepository) -> any StoredAudioRepository

    /// Returns a repository that reads artwork of this kind itself, and other artwork from `other`.
    func artwork(otherwise other: any ArtworkRepository) -> any ArtworkRepository

    /// Emits each change of a source, as `SourceChangeObserver` does; nil if the system cannot watch it.
    func changes(of source: Source) -> AsyncStream<SourceChange>?

    /// Closes connections that the kind has opened.
    func close() async throws
}

extension SourceKind {
    public func prepare(_ source: Source) throws -> Source { source }
    public func checkNew(_ source: Source) throws {}
    public var sendsFirstRecordsSoon: Bool { true }
    public func suggestedName(for source: Source) -> String? { nil }
    public func signIn(to source: Source, with credentials: SourceCredentials) async throws -> SourceCheck? { nil }
    public func playlists(of source: Source) throws -> (any RemotePlaylistRepository)? { nil }
    public func stars(of source: Source) throws -> (any RemoteStarRepository)? { nil }
    public func ratings(of source: Source) throws -> (any RemoteRatingRepository)? { nil }
    public func subjects(of source: Source) throws -> (any RemoteSubjectRepository)? { nil }
    public func scrobbles(of source: Source) throws -> (any RemoteScrobbleRepository)? { nil }
    public func lyrics(of source: Source) throws -> (any RemoteLyricsRepository)? { nil }
    public func folder(of source: Source) -> String? { nil }
    public func keysByAudio(in revision: String) -> [String: [String]] { [:] }
    public func audio(otherwise other: any AudioRepository) -> any AudioRepository { other }
    public func files(otherwise other: any StoredAudioRepository) -> any StoredAudioRepository { other }
    public func artwork(otherwise other: any ArtworkRepository) -> any ArtworkRepository { other }
    public func changes(of source: Source) -> AsyncStream<SourceChange>? { nil }
    public func close() async throws {}
}

/// The kinds of sources of a program. Each capability is that of the source's kind.
public struct SourceKinds: Sendable {
    private let kinds: [any SourceKind]

    /// Of two kinds with one name, the first one is used.
    public init(_ kinds: [any SourceKind]) { self.kinds = kinds }

    public var forms: [SourceForm] { kinds.map(\.form) }

    /// Returns a source as the library stores it, with the traits of its kind. Throws `SourceError`.
    public func prepare(_ source: Source) throws -> Source {
        let kind = try kind(of: source)
        var source = try kind.prepare(source)
        source.traits = kind.form.traits
        _ = try kind.music(of: source)
        _ = try playlists(of: source)
        return source
    }

    /// Returns a new source as the library stores it, and with a name if it has none.
    ///
    /// Throws `SourceError`, and `SourceFailure` for a source that cannot exist.
    public func prepareNew(_ source: Source) throws -> Source {
        var source = try prepare(source)
        let kind = try kind(of: source)
        try kind.checkNew(source)
        if source.name.isEmpty { source.name = kind.suggestedName(for: source).map(SourceName.suggestion) ?? "" }
        return source
    }

    /// Signs in to a new source, or reads its first records within `limit`.
    ///
    /// Returns nil for a kind that does not send records soon. Throws `SourceError`.
    public func check(
        _ source: Source, _ credentials: SourceCredentials?, for listener: Listener, limit: Duration,
        clock: any Clock<Duration>
    ) async throws -> SourceCheck? {
        let kind = try kind(of: source)
        if let credentials { return try await kind.signIn(to: source, with: credentials) }
        guard kind.sendsFirstRecordsSoon else { return nil }
        let repository = try kind.music(of: source)
        // Only the deadline throws, or the cancellation that is checked next.
        let check = try? await withDeadline(limit, clock: clock, error: CancellationError()) {
            try await repository.check(source, for: listener)
        }
        try Task.checkCancellation()
        return check ?? .late(limit)
    }

    /// Throws `SourceError`, also for a stored program without the trait that limits who may run it.
    public func music(of source: Source) throws -> any RemoteMusicRepository {
        let kind = try kind(of: source)
        if kind.form.traits.contains(.runsProgram), !source.traits.contains(.runsProgram) {
            throw SourceError.unknownKind(source.kind, known: [])
        }
        return try kind.music(of: source)
    }

    /// Returns nil for a source without playlists. Throws `SourceError`.
    public func playlists(of source: Source) throws -> (any RemotePlaylistRepository)? {
        let kind = try kind(of: source)
        if source.playlists != nil, !kind.form.traits.contains(.playlistAddress) {
            throw SourceError.playlistsUnsupported(kind: source.kind)
        }
        return try kind.playlists(of: source)
    }

    /// Returns nil for a source without stars. Throws `SourceError`.
    public func stars(of source: Source) throws -> (any RemoteStarRepository)? {
        try find(source)?.stars(of: source)
    }

    /// Returns nil for a source without ratings. Throws `SourceError`.
    public func ratings(of source: Source) throws -> (any RemoteRatingRepository)? {
        try find(source)?.ratings(of: source)
    }

    /// Returns nil for a source without bookmarks and ratings of albums and artists. Throws `SourceError`.
    public func subjects(of source: Source) throws -> (any RemoteSubjectRepository)? {
        try find(source)?.subjects(of: source)
    }

    /// Returns nil for a source that counts no plays. Throws `SourceError`.
    public func scrobbles(of source: Source) throws -> (any RemoteScrobbleRepository)? {
        try find(source)?.scrobbles(of: source)
    }

    /// Returns nil for a source that provides no lyrics on request. Throws `SourceError`.
    public func lyrics(of source: Source) throws -> (any RemoteLyricsRepository)? {
        try find(source)?.lyrics(of: source)
    }

    /// Returns the folder in which files of a source's songs may be opened; nil if its songs have no files.
    public func folder(of source: Source) -> String? { find(source)?.folder(of: source) }

    /// Returns the keys of songs by the digests of their audio, as the revision of a source of a kind states them.
    public func keysByAudio(ofKind kind: String, in revision: String) -> [String: [String]] {
        kinds.first { $0.form.kind == kind }?.keysByAudio(in: revision) ?? [:]
    }

    /// Returns a repository that reads audio as its kind requires, and other audio from `other`.
    public func audio(otherwise other: any AudioRepository) -> any AudioRepository {
        kinds.reduce(other) { $1.audio(otherwise: $0) }
    }

    /// Returns a repository that opens files of audio as their kind requires, and others in `other`.
    public func files(otherwise other: any StoredAudioRepository) -> any StoredAudioRepository {
        kinds.reduce(other) { $1.files(otherwise: $0) }
    }

    /// Returns a repository that reads artwork as its kind requires, and other artwork from `other`.
    public func artwork(otherwise other: any ArtworkRepository) -> any ArtworkRepository {
        kinds.reduce(other) { $1.artwork(otherwise: $0) }
    }

    /// Closes the connections of all kinds. Throws the first error, after all were closed.
    public func close() async throws {
        var failure: (any Error)?
        for kind in kinds {
            do { try await kind.close() } catch { failure = failure ?? error }
        }
        if let failure { throw failure }
    }

    private func find(_ source: Source) -> (any SourceKind)? { kinds.first { $0.form.kind == source.kind } }

    private func kind(of source: Source) throws -> any SourceKind {
        guard let kind = find(source) else {
            throw SourceError.unknownKind(source.kind, known: forms.map(\.kind).sorted())
        }
        return kind
    }
}

extension SourceKinds: SourceChangeObserver {
    public func changes(of source: Source) -> AsyncStream<SourceChange>? { find(source)?.changes(of: source) }
}
