package import FermataDomain
import Foundation

/// Reads audio as a test says: without a word of its own, ten bytes of each piece.
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
