import Benchmark
import FermataData
import FermataDomain
import Foundation

/// Measures a library of 10,000 songs on disk, in process and without a network.
func benchmarkLibrary() {
    let songs = GeneratedMusic.remote(10_000)
    let filling = TemporaryLibrary()
    Benchmark(
        "SQLite: first fill with 10,000 songs",
        closure: { benchmark in
            for _ in benchmark.scaledIterations {
                let library = try filling.makeAnew()
                benchmark.startMeasurement()
                try await fill(library, with: songs)
                benchmark.stopMeasurement()
            }
        },
        teardown: { filling.remove() })

    let queries: [(String, MusicQuery)] = [
        ("first 20 by title", MusicQuery(window: Window(limit: 20))),
        ("last 20 by popularity", MusicQuery(order: .popular, window: Window(offset: 9_980, limit: 20))),
        ("all by title", MusicQuery()),
        ("a trigram search", MusicQuery(text: "챔버오케스트라")),
        ("a search by two letters", MusicQuery(text: "東京", window: Window(limit: 20))),
    ]
    for (name, query) in queries {
        benchmarkRead(name, query, of: songs)
    }
}

private func benchmarkRead(_ name: String, _ query: MusicQuery, of songs: [RemoteMusic]) {
    let file = TemporaryLibrary()
    Benchmark(
        "SQLite: \(name) of 10,000",
        closure: { (benchmark: Benchmark, repository: SQLiteMusicRepository) in
            for _ in benchmark.scaledIterations {
                for try await batch in repository.batches(of: query) { blackHole(batch) }
            }
        },
        setup: {
            let library = try file.makeAnew()
            try await fill(library, with: songs)
            return SQLiteMusicRepository(library: library, now: { Date(timeIntervalSince1970: 1_750_000_000) })
        },
        teardown: { file.remove() })
}

private func fill(_ library: SQLiteLibrary, with songs: [RemoteMusic]) async throws {
    let now = Date(timeIntervalSince1970: 1_750_000_000)
    let sources = SQLiteSourceRepository(library: library)
    try await sources.add(Source(name: "bench", kind: "http", address: "http://localhost/", added: now))
    let session = try await SQLiteMusicRepository(library: library, now: { now }).beginSync(over: "bench")
    let batchSize = 1_000
    for start in stride(from: 0, to: songs.count, by: batchSize) {
        let records = (start..<min(start + batchSize, songs.count)).map { number in
            let song = songs[number]
            return RemoteRecord(position: number + 1, fingerprint: UInt64(number), read: { song })
        }
        try await session.apply(RemoteBatch(records: records))
    }
    _ = try await session.finish(.complete(revision: nil))
}

/// A library file in a temporary folder.
private struct TemporaryLibrary: Sendable {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "fermata-bench-\(UUID().uuidString)")

    /// Replaces the library with an empty one.
    func makeAnew() throws -> SQLiteLibrary {
        remove()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return try SQLiteLibrary(path: folder.appending(path: "library.db").path)
    }

    func remove() {
        try? FileManager.default.removeItem(at: folder)
    }
}
