import Benchmark

/// The entry point of the benchmark plugin.
let benchmarks: @Sendable () -> Void = {
    Benchmark.defaultConfiguration = .init(
        metrics: [.wallClock, .throughput, .peakMemoryResident], warmupIterations: 1, maxDuration: .seconds(3))
    benchmarkText()
    benchmarkQueries()
    benchmarkRows()
    benchmarkArtist()
    benchmarkToDos()
    benchmarkLyrics()
    benchmarkLibrary()
}
