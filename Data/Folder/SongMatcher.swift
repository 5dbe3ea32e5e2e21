/// Matches files with the songs of the last fetch.
///
/// A file with the audio of a known song is that song: by its path, or else, as a moved file, in place of a file that no
/// longer exists. Otherwise it is a new song.
struct SongMatcher {
    /// The songs of files that exist with the same audio, by file.
    private var reserved: [UInt64: (song: FolderSong, audio: AudioIdentity)] = [:]
    /// The songs of files that no longer exist or have other audio, by audio.
    private var free: [AudioIdentity: [FolderSong]] = [:]
    /// The songs of changed files whose audio an earlier version may have identified by other bytes, by file.
    private var changedSongs: [UInt64: FolderSong] = [:]
    private var used: Set<FolderSong> = []
    /// The first number of a copy that may be unused, by audio.
    private var firstCopies: [AudioIdentity: Int] = [:]

    /// `changed` has the audio of the known files whose stamps have changed.
    init(_ index: FolderIndex?, _ snapshot: FolderSnapshot, changed: [UInt64: AudioIdentity]) {
        for (file, entry) in index?.entries ?? [:] {
            guard let song = entry.song, let audio = entry.audio else { continue }
            let isUnchanged = snapshot.stamps[file] == entry.stamp
            if isUnchanged || snapshot.stamps[file] != nil && changed[file] == audio {
                reserved[file] = (song, audio)
                used.insert(song)
            } else {
                free[audio, default: []].append(song)
                if index?.isFromEarlierVersion == true, snapshot.stamps[file] != nil { changedSongs[file] = song }
            }
        }
        for identity in free.keys { free[identity]?.sort { $0.copy > $1.copy } }
    }

    /// Returns the song of a file, or nil if too many files have its audio. A file is matched once.
    mutating func song(of file: UInt64, with identity: AudioIdentity) -> FolderSong? {
        if let known = reserved[file], known.audio == identity { return known.song }
        while let song = free[identity]?.popLast() {
            if used.insert(song).inserted { return song }
        }
        if let song = changedSongs[file], used.insert(song).inserted { return song }
        // All smaller numbers are in use, because a number never becomes unused.
        let first = firstCopies[identity] ?? 1
        guard first <= FolderSong.copiesLimit else { return nil }
        let new = (first...FolderSong.copiesLimit).lazy.map { FolderSong(identity: identity, copy: $0) }
        let song = new.first { !used.contains($0) }
        firstCopies[identity] = (song.map { Int($0.copy) } ?? FolderSong.copiesLimit) + 1
        if let song { used.insert(song) }
        return song
    }
}
