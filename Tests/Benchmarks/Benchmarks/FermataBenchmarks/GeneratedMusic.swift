import FermataDomain
import Foundation

/// Generates the same songs on every run, with names in mixed scripts, seven in ten in ASCII.
enum GeneratedMusic {
    private static let words = [
        ["Love", "Night", "The", "River", "Don't", "Blue", "Fire", "1999", "Forever", "Home", "Rain", "Dancing"],
        ["Café", "Señorita", "Über", "Amélie", "Façade", "Löwe"],
        ["사랑", "그대", "하늘", "챔버오케스트라", "노래"],
        ["夜", "ありがとう", "ラブソング", "東京", "桜"],
        ["Любовь", "Ночь", "Αγάπη", "μου"],
        ["🔥", "24/7", "!!!", "حبيبي", "#1", "“hey”"],
    ]
    private static let shares = [70, 78, 86, 91, 95, 100]

    static func names(_ count: Int) -> [String] {
        var chance = Chance(seed: 1)
        return (0..<count).map { _ in name(&chance) }
    }

    static func remote(_ count: Int) -> [RemoteMusic] {
        var chance = Chance(seed: 2)
        return (0..<count).map { number in
            RemoteMusic(
                key: "song-\(number)", title: name(&chance), artist: name(&chance), album: name(&chance),
                duration: .seconds(60 + chance.below(400)), disc: 1, track: 1 + chance.below(15), genre: "pop",
                artworkURL: "http://localhost/covers/\(number).jpg", audioURL: "http://localhost/audio/\(number).mp3",
                explicit: ExplicitStatus.allCases[chance.below(3)],
                popularity: chance.below(10) == 0 ? nil : Double(chance.below(101)),
                released: ReleaseDate(year: 1960 + chance.below(66)))
        }
    }

    static func music(_ count: Int) -> [Music] {
        remote(count).enumerated().map { number, remote in
            Music(
                id: MusicID(UInt64(number) &* 0x9E37_79B9_7F4A_7C15), title: remote.title, artist: remote.artist,
                album: remote.album, duration: remote.duration, disc: remote.disc, track: remote.track,
                genre: remote.genre, artworkURL: remote.artworkURL, audioURL: remote.audioURL,
                explicit: remote.explicit, popularity: remote.popularity, released: remote.released,
                added: Date(timeIntervalSince1970: 1_750_000_000), sources: ["bench"],
                isBookmarked: number.isMultiple(of: 50))
        }
    }

    private static func name(_ chance: inout Chance) -> String {
        let share = chance.below(100)
        let pool = words[shares.firstIndex { share < $0 } ?? 0]
        return (0...chance.below(4)).map { _ in pool[chance.below(pool.count)] }.joined(separator: " ")
    }
}

/// Knuth's linear congruential generator, with the constants of MMIX.
private struct Chance {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func below(_ limit: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int((state >> 33) % UInt64(limit))
    }
}
