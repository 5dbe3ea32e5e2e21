import FermataContracts
import FermataData
import FermataDomain
import Foundation
import TestServer

/// A song with an audio address.
func song(at address: String?, id: UInt64 = 1, title: String = "Changes") -> Music {
    Music(id: MusicID(id), title: title, artist: "David Bowie", audioURL: address)
}

/// The result of one download.
struct AudioResult {
    let sink: InMemorySink
    let failure: SourceFailure?

    var bytes: Data { get async { await sink.bytes } }
    var starts: [AudioStart] { get async { await sink.starts } }
}

extension Fetcher {
    /// Downloads audio once, into a sink that may contain a partial file.
    func readAudio(_ address: String, into sink: InMemorySink = InMemorySink(), byteLimit: Int64 = 4 << 30) async throws
        -> AudioResult
    {
        do {
            try await audio(byteLimit: byteLimit).read(song(at: address), into: sink)
            return AudioResult(sink: sink, failure: nil)
        } catch let failure as SourceFailure {
            return AudioResult(sink: sink, failure: failure)
        }
    }
}
