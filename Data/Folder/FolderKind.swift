package import FermataDomain

/// Folders of audio files on this computer.
package struct FolderKind: SourceKind {
    package static let form = SourceForm(
        "folder", [.localAudio, .localAddress, .revisionIndex, .onlyLocalAudio],
        label: "folder", of: "audio files", example: "~/Music",
        beginnings: SourceForm.pathBeginnings)
    private let clock: any Clock<Duration>
    private let states = FolderStateCache()

    package init(clock: any Clock<Duration>) {
        self.clock = clock
    }

    package var form: SourceForm { Self.form }
    package var sendsFirstRecordsSoon: Bool { false }

    package func prepare(_ source: Source) throws -> Source {
        var source = source
        source.address = DocumentPath.absolute(source.address)
        return source
    }

    package func checkNew(_ source: Source) throws { try FolderMusicRepository.check(folder: source.address) }

    package func music(of source: Source) throws -> any RemoteMusicRepository {
        try FolderMusicRepository(folder: source.address, states: states)
    }

    package func playlists(of source: Source) throws -> (any RemotePlaylistRepository)? {
        try FolderPlaylistRepository(folder: source.address, states: states)
    }

    package func folder(of source: Source) -> String? { source.address }

    package func keysByAudio(in revision: String) -> [String: [String]] { FolderIndex(revision)?.keysByAudio ?? [:] }

    package func changes(of source: Source) -> AsyncStream<SourceChange>? {
        FileChanges.below(source.address, clock: clock)
    }
}
