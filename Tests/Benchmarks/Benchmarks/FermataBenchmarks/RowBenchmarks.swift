import Benchmark
import FermataDomain
import FermataPresentation

/// Measures the rows of a list without a renderer.
func benchmarkRows() {
    let rows = GeneratedMusic.music(10_000).map(MusicCellModel.init)
    Benchmark("MusicCellModel: texts of 10,000 rows") { benchmark in
        for _ in benchmark.scaledIterations {
            for row in rows {
                blackHole(row.durationText)
                blackHole(row.actions)
            }
        }
    }
    Benchmark("MusicCellModel: sentences of 10,000 rows") { benchmark in
        for _ in benchmark.scaledIterations {
            for row in rows { blackHole(row.accessibilityLabel) }
        }
    }
    let fields: [MusicField] = [.id, .title, .artist, .album, .duration, .bookmarked]
    Benchmark("MusicCellModel: six fields of 10,000 rows") { benchmark in
        for _ in benchmark.scaledIterations {
            for row in rows {
                for field in fields { blackHole(row.value(of: field)) }
            }
        }
    }
}
