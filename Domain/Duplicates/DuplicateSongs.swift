/// The rule for duplicates: songs that are one recording, or whose files have the same audio.
///
/// Equal names are no sign of a duplicate: a song of an album and of a compilation may be different recordings. Songs
/// of several sources that `SongMerging` has merged are one song, and no duplicates.
public enum DuplicateSongs {
    /// Returns the groups of songs that share a content, directly or through other songs of the group.
    ///
    /// The songs of a group are in the order of albums, the groups in the order of the titles of their first songs.
    /// O(n log n) for n songs.
    public static func groups(of songs: [SharedSong]) -> [DuplicateGroup] {
        var sets = DisjointSets(count: songs.count)
        var first: [SharedContent: Int] = [:]
        for (index, song) in songs.enumerated() {
            for content in song.contents {
                if let other = first[content] { sets.join(index, other) } else { first[content] = index }
            }
        }
        let grouped = Dictionary(grouping: songs.indices) { sets.root(of: $0) }.values.filter { $0.count > 1 }
        return ordered(grouped.map { $0.map { songs[$0] } }.map(DuplicateGroup.init))
    }

    private static func ordered(_ groups: [DuplicateGroup]) -> [DuplicateGroup] {
        let first = groups.map { group in group.songs[0] }
        let order = MusicQuery(order: .title).results(from: first).map(\.id)
        let positions = Dictionary(uniqueKeysWithValues: order.enumerated().map { ($1, $0) })
        return groups.sorted { positions[$0.songs[0].id] ?? 0 < positions[$1.songs[0].id] ?? 0 }
    }
}

/// What songs have in common if they are duplicates.
public enum SharedContent: Hashable, Sendable {
    /// The records of their sources state this recording.
    case recording(MusicBrainzID)
    /// Files of a folder have the audio with this digest, without regard to their tags.
    case audio(String)
    /// Downloaded files have this SHA-256 digest.
    case download([UInt8])
}

/// A song with the contents that others of the library have, too.
public struct SharedSong: Equatable, Sendable {
    public var music: Music
    public var contents: Set<SharedContent>

    public init(_ music: Music, _ contents: Set<SharedContent>) {
        (self.music, self.contents) = (music, contents)
    }
}

/// Songs that are duplicates of each other, at least two.
public struct DuplicateGroup: Equatable, Sendable {
    public let songs: [Music]
    /// Whether several of the songs are one recording.
    public let isSameRecording: Bool
    /// Whether files of several of the songs have the same audio.
    public let isSameAudio: Bool

    fileprivate init(_ songs: [SharedSong]) {
        self.songs = MusicQuery(order: .album).results(from: songs.map(\.music))
        let contents = songs.flatMap(\.contents)
        let shared = Dictionary(grouping: contents, by: \.self).filter { $1.count > 1 }.keys
        isSameRecording = shared.contains { if case .recording = $0 { true } else { false } }
        isSameAudio = shared.contains { if case .recording = $0 { false } else { true } }
    }
}

/// Sets of numbers that are joined one by one.
///
/// Source: https://en.wikipedia.org/wiki/Disjoint-set_data_structure
private struct DisjointSets {
    private var parents: [Int]

    init(count: Int) { parents = Array(0..<count) }

    mutating func root(of element: Int) -> Int {
        var element = element
        while parents[element] != element {
            parents[element] = parents[parents[element]]
            element = parents[element]
        }
        return element
    }

    mutating func join(_ lhs: Int, _ rhs: Int) { parents[root(of: lhs)] = root(of: rhs) }
}
