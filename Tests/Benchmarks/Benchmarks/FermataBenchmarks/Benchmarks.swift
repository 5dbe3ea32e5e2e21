import Benchmark

/// What the benchmark plugin calls.
let benchmarks: @Sendable () -> Void = {
    Benchmark.defaultConfiguration = .init(
        metrics: [.wallClock, .throughput, .peakMemoryResident], warmupIterations: 1, maxDuration: .seconds(3))
    benchmarkText()
    benchmarkQueries()
    benchmarkRows()
    benchmarkArtist()
    benchmarkToDos()
    benchmarkLibrary()
}
