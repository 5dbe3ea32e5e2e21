import FermataDomain

/// Reads audio from a repository that is created on first use.
struct LazyAudioRepository: AudioRepository {
    let make: @Sendable () -> any AudioRepository

    func read(_ music: Music, into sink: any AudioSink) async throws {
        try await make().read(music, into: sink)
    }
}
