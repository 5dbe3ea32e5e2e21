import Benchmark
import FermataDomain
import FermataPresentation
import Foundation

/// Measures an artist's page without a renderer.
func benchmarkArtist() {
    let music = GeneratedMusic.music(100_000)
    Benchmark("TrackCellModel: 100,000 from music") { benchmark in
        for _ in benchmark.scaledIterations {
            blackHole(music.map { TrackCellModel($0) })
        }
    }
    Benchmark("ArtistCellModel: 100,000 rows from music") { benchmark in
        for _ in benchmark.scaledIterations {
            blackHole(music.map { ArtistCellModel.track(TrackCellModel($0)) })
        }
    }
    Benchmark("Strings: the same of 100,000 pieces of music, copied") { benchmark in
        for _ in benchmark.scaledIterations {
            blackHole(music.map { CopiedStrings($0) })
        }
    }
    for count in [1_000, 100_000] {
        var screen = ArtistScreen(
            page(of: Array(music.prefix(count))), for: .user, now: { Date(timeIntervalSince1970: 0) })
        let changed = music[count / 2]
        Benchmark("ArtistScreen: 1,000 steps of one download among \(count) rows") { benchmark in
            for _ in benchmark.scaledIterations {
                for step in 0..<1_000 {
                    let state = DownloadState.downloading(fraction: Double(step) / 1_000)
                    blackHole(screen.update(Download(music: changed, state: state)))
                }
            }
        }
    }
}

private func page(of music: [Music]) -> ArtistPage {
    ArtistPage(
        artist: "Band", tracks: music, trackCount: music.count, playlists: .loaded([]), related: .loaded([]),
        freshness: .stored(since: nil))
}

/// The texts of a song's row.
private struct CopiedStrings {
    let texts: (String, String, String, String?, String?, String?, [String])

    init(_ music: Music) {
        texts = (
            music.title, music.artist, music.album, music.genre, music.artworkURL, music.audioURL,
            music.sources
        )
    }
}
