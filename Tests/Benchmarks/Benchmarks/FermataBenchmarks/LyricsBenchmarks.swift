import Benchmark
import FermataData
import FermataDomain

/// Measures the lyrics parser, and splitting the same text into lines.
func benchmarkLyrics() {
    let lines = (0..<49).map { "[0\($0 / 20):\(10 + $0 % 20 * 2):300]we wish you a merry christmas" }
    let text = lines.joined(separator: "\n")
    Benchmark("Lyrics of 1,000 songs, 49 lines each") { benchmark in
        for _ in benchmark.scaledIterations {
            for _ in 0..<1_000 { blackHole(Lyrics(lrc: text)) }
        }
    }
    Benchmark("Strings: the same texts, split into lines") { benchmark in
        for _ in benchmark.scaledIterations {
            for _ in 0..<1_000 { blackHole(text.utf8.split(separator: 10).map { String($0) ?? "" }) }
        }
    }
}
