import FermataDomain
import FermataPresentation
import Foundation
import Synchronization
import fermata

extension MusicCellModel {
    static func song(
        _ number: UInt64 = 1, title: String = "Changes", artist: String = "David Bowie", album: String = "Hunky Dory",
        seconds: Int = 217, explicit: ExplicitStatus = .unknown, popularity: Double? = nil, isBookmarked: Bool = false,
        isDownloaded: Bool = false
    ) -> MusicCellModel {
        MusicCellModel(
            Music(
                id: MusicID(number << 32), title: title, artist: artist, album: album, duration: .seconds(seconds),
                explicit: explicit, popularity: popularity, added: Date(timeIntervalSince1970: 0),
                isBookmarked: isBookmarked, isDownloaded: isDownloaded))
    }
}

/// Keeps what is written.
final class MemorySink: ByteSink {
    private let state = Mutex<(writes: [Int], bytes: [UInt8], flushes: Int)>(([], [], 0))
    private let limit: Int

    /// Fails as a closed pipe does once `limit` bytes were written.
    init(limit: Int = .max) {
        self.limit = limit
    }

    var text: String { state.withLock { String(decoding: $0.bytes, as: UTF8.self) } }
    var writes: [Int] { state.withLock { $0.writes } }
    var flushes: Int { state.withLock { $0.flushes } }

    func write(_ bytes: [UInt8]) throws(OutputError) {
        try state.withLock { (state) throws(OutputError) in
            guard state.bytes.count + bytes.count <= limit else { throw .closed }
            state.bytes += bytes
            state.writes.append(bytes.count)
        }
    }

    func flush() throws(OutputError) {
        state.withLock { $0.flushes += 1 }
    }
}

/// All that a renderer prints of rows.
func rendered<Renderer: RowRenderer>(_ renderer: Renderer, _ rows: [Renderer.Row]) throws -> String {
    let sink = MemorySink()
    let output = RowOutput(renderer, to: sink)
    try output.begin()
    try output.rows(rows)
    try output.end()
    return sink.text
}

/// Every scalar that a terminal may obey.
let controls: [Unicode.Scalar] =
    ([0..<0x20, 0x7F..<0xA0, 0x61C..<0x61D, 0x200E..<0x2010, 0x2028..<0x202F, 0x2066..<0x206A] as [Range<UInt32>])
    .flatMap { $0.compactMap(Unicode.Scalar.init) }
