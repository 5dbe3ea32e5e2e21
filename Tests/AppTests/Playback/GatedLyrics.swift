import FermataDomain
import Synchronization
import TestServer
import TestTraits

/// A repository without lyrics that responds once a gate is open.
final class GatedLyrics: LyricsRepository {
    let gate = Gate()
    private let isRequested = Atomic(false)

    func waitForRequest() async throws { try await waitUntil { isRequested.load(ordering: .acquiring) } }

    func lyrics(of id: MusicID, allowing filter: ExplicitFilter) async throws -> Lyrics {
        isRequested.store(true, ordering: .releasing)
        try await waitUntil { gate.isOpen }
        return .none
    }

    func origins(of id: MusicID) async throws -> [LyricsOrigin] { [] }

    func store(_ lyrics: Lyrics, of id: MusicID) async throws {}
}
