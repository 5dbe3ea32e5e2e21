import FermataContracts
import FermataData
import FermataDomain
import Foundation
import TestServer

/// A tune that is not the same at any two places near one another.
func tune(_ count: Int, seed: UInt64 = 1) -> Data {
    var random = SplitMix(state: seed)
    let words = (0..<(count + 7) / 8).map { _ in random.next() }
    return words.withUnsafeBytes { Data($0.prefix(count)) }
}

/// Music whose audio is at an address.
func song(at address: String?, id: UInt64 = 1, title: String = "Changes") -> Music {
    Music(id: MusicID(id), title: title, artist: "David Bowie", audioURL: address)
}

/// What one reading brought.
struct Heard {
    let sink: InMemorySink
    let failure: SourceFailure?

    var bytes: Data { get async { await sink.bytes } }
    var starts: [AudioStart] { get async { await sink.starts } }
    /// The kind of failure with its reason; nil where there was none.
    var end: String? { failure.map { "\($0.kind): \($0.reason)" } }
}

extension Fetcher {
    /// Reads audio once, into a sink that may hold a part of it.
    func hear(_ address: String, into sink: InMemorySink = InMemorySink(), byteLimit: Int64 = 4 << 30) async throws
        -> Heard
    {
        do {
            try await audio(byteLimit: byteLimit).read(song(at: address), into: sink)
            return Heard(sink: sink, failure: nil)
        } catch let failure as SourceFailure {
            return Heard(sink: sink, failure: failure)
        }
    }
}
