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
