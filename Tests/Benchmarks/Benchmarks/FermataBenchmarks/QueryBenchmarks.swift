import Benchmark
import FermataDomain

/// Measures queries over an array, as the in-memory repository runs them.
func benchmarkQueries() {
    let music = GeneratedMusic.music(10_000)
    for order in [SortOrder.title, .album, .popular] {
        let query = MusicQuery(order: order, window: Window(limit: 20))
        Benchmark("MusicQuery: first 20 of 10,000 by \(order)") { benchmark in
            for _ in benchmark.scaledIterations { blackHole(query.results(from: music)) }
        }
    }
    let search = MusicQuery(text: "東京 사랑")
    Benchmark("MusicQuery: two words in 10,000") { benchmark in
        for _ in benchmark.scaledIterations { blackHole(search.results(from: music)) }
    }
}
