import Benchmark
import FermataDomain

/// Measures sort keys, three per record of a sync, and search texts.
func benchmarkText() {
    let names = GeneratedMusic.names(10_000)
    Benchmark("SortKey of 10,000 names") { benchmark in
        for _ in benchmark.scaledIterations {
            for name in names { blackHole(SortKey(name)) }
        }
    }
    let ascii = names.filter { name in name.utf8.allSatisfy { $0 < 0x80 } }.prefix(5_000)
    Benchmark("SortKey of 5,000 plain ASCII names") { benchmark in
        for _ in benchmark.scaledIterations {
            for name in ascii { blackHole(SortKey(name)) }
        }
    }
    let music = GeneratedMusic.music(10_000)
    Benchmark("SearchText of 10,000 songs") { benchmark in
        for _ in benchmark.scaledIterations {
            for song in music { blackHole(SearchText(of: song)) }
        }
    }
}
