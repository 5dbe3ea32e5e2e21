import FermataContracts
import FermataDomain
import Synchronization

/// Returns one picture for every song, and records the requests.
final class CountingArtwork: ArtworkRepository {
    private let state = Mutex(
        (requests: [String](), failure: SourceFailureCause?.none, running: 0, maximumConcurrency: 0))

    /// The largest number of concurrent requests.
    var maximumConcurrency: Int { state.withLock { $0.maximumConcurrency } }

    var requests: [String] { state.withLock { $0.requests } }

    func fail(_ fails: Bool, _ cause: SourceFailureCause = .connectionFailed) {
        state.withLock { $0.failure = fails ? cause : nil }
    }

    func artwork(of music: Music) async throws -> ArtworkImage? {
        let failure = state.withLock { state in
            state.requests.append(music.artworkURL ?? "")
            state.running += 1
            state.maximumConcurrency = max(state.maximumConcurrency, state.running)
            return state.failure
        }
        await Task.yield()
        defer { state.withLock { $0.running -= 1 } }
        if let failure { throw SourceFailure(failure, address: music.artworkURL ?? "") }
        return ArtworkImage(format: .png, bytes: SamplePicture.png)
    }
}

/// Texts recorded by several tasks.
final class RecordedTexts: Sendable {
    private let texts = Mutex<[String]>([])
    var all: [String] { texts.withLock { $0 } }

    func record(_ text: String) { texts.withLock { $0.append(text) } }
}

/// Returns pictures one by one, when the test allows it.
final class GatedArtwork: ArtworkRepository {
    private let state = Mutex((requests: [String](), free: 0))

    var requests: [String] { state.withLock { $0.requests } }

    /// Allows a number of further pictures.
    func allow(_ count: Int) { state.withLock { $0.free = count } }

    func artwork(of music: Music) async throws -> ArtworkImage? {
        state.withLock { $0.requests.append(music.artworkURL ?? "") }
        let isAllowed = {
            self.state.withLock { state in
                guard state.free > 0 else { return false }
                state.free -= 1
                return true
            }
        }
        while !isAllowed() { try await Task.sleep(for: .milliseconds(1)) }
        return ArtworkImage(format: .png, bytes: SamplePicture.png)
    }
}
