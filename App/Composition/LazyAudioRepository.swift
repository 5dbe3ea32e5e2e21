import FermataDomain

/// Audio from a repository that is made when it is first asked for.
struct LazyAudioRepository: AudioRepository {
    let make: @Sendable () -> any AudioRepository

    func read(_ music: Music, into sink: any AudioSink) async throws {
        try await make().read(music, into: sink)
    }
}
