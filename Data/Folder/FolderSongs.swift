/// Decides which song of the last fetch each file is.
///
/// A file with known audio is the same song as before: by its path, or else, as a moved file, in place of a file that has
/// vanished. Otherwise it is a new song.
struct FolderSongs {
    private let index: FolderIndex
    /// Songs of files that are where they were, and songs given out in this fetch.
    private var used: Set<FolderSong> = []
    /// Songs of files that have vanished or changed, by audio.
    private var free: [AudioIdentity: [FolderSong]] = [:]

    init(_ index: FolderIndex, _ survey: FolderSurvey) {
        self.index = index
        var changed: [FolderSong] = []
        for (file, entry) in index.entries {
            guard let song = entry.song else { continue }
            switch survey.stamps[file] {
            case entry.stamp: used.insert(song)
            case nil: free[song.identity, default: []].append(song)
            default: changed.append(song)
            }
        }
        for song in changed { free[song.identity, default: []].append(song) }
    }

    /// Returns the song of a file whose audio was read, or nil if too many files have this audio.
    mutating func song(of file: UInt64, with identity: AudioIdentity) -> FolderSong? {
        let known = index[file]?.song
        var candidates = free[identity] ?? []
        let song =
            if let known, known.identity == identity, !used.contains(known) {
                known
            } else {
                candidates.first { !used.contains($0) } ?? newSong(with: identity)
            }
        guard let song else { return nil }
        candidates.removeAll { $0 == song }
        free[identity] = candidates.isEmpty ? nil : candidates
        used.insert(song)
        return song
    }

    private func newSong(with identity: AudioIdentity) -> FolderSong? {
        (1...FolderSong.copiesLimit).lazy.map { FolderSong(identity: identity, copy: $0) }.first { !used.contains($0) }
    }
}
