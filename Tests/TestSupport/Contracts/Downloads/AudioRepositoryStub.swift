package import FermataDomain
import Foundation

/// Runs a test's body for each song, then sends ten bytes of audio.
package struct AudioRepositoryStub: AudioRepository {
    private let body: @Sendable (Music, any AudioSink) async throws -> Void

    package init(_ body: @escaping @Sendable (Music) async throws -> Void = { _ in }) {
        self.body = { music, sink in
            try await sink.begin(AudioStart(total: 10))
            try await body(music)
            try await sink.write(Data(count: 10))
        }
    }

    package func read(_ music: Music, into sink: any AudioSink) async throws { try await body(music, sink) }
}

/// Stored audio that a test's body returns for a song.
package struct StoredAudioRepositoryStub: StoredAudioRepository {
    private let body: @Sendable (Music) async throws -> StoredAudio?

    package init(_ body: @escaping @Sendable (Music) async throws -> StoredAudio?) {
        self.body = body
    }

    /// Stores files without content at these paths; nil stands for a song without a file.
    package static func files(at path: @escaping @Sendable (Music) throws -> String?) -> Self {
        Self { music in try path(music).map { StoredAudio(AudioProperties(), path: $0, file: .nullDevice) } }
    }

    package func audio(of music: Music) async throws -> StoredAudio? { try await body(music) }
}
