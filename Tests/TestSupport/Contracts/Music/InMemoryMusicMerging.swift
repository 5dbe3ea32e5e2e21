import FermataDomain

/// Decides which records share a row of a library in memory.
extension InMemoryMusicRepository.State {
    typealias Key = InMemoryMusicRepository.RecordKey

    /// Returns the music of another source that a new record joins.
    func sameRecording(as remote: RemoteMusic, notFrom source: String) -> MusicID? {
        if let same = music(withIDOf: remote, notFrom: source) { return same }
        return music.values.first {
            !$0.sources.contains(source) && SongMerging.joins(remote, $0, with: recordingIDs(of: $0.id))
        }?.id
    }

    /// Returns the music of other sources with the same recording id.
    private func music(withIDOf remote: RemoteMusic, notFrom source: String) -> MusicID? {
        let songs = music.values.filter {
            !$0.sources.contains(source) && SongMerging.hasSameID(remote, as: recordingIDs(of: $0.id)) == true
        }
        return SongMerging.closest(to: remote, among: songs)?.id
    }

    /// The recording ids that the records of a row state, except one record.
    private func recordingIDs(of row: MusicID, except key: Key? = nil) -> [MusicBrainzID] {
        records.filter { $0.value.music == row && $0.key != key }.compactMap { recordings[$0.key] }
    }

    /// Splits a merged row if a source changes its recording.
    mutating func split(_ row: MusicID, from source: String, _ key: Key, as remote: RemoteMusic) {
        guard let entry = music[row], entry.sources.count > 1 else { return }
        if SongMerging.isSame(remote, as: entry, with: recordingIDs(of: row, except: key)) { return }
        let hasOwner = records.contains { $0.key.id == row && $0.value.music == row }
        if key.id == row || !hasOwner && entry.sources.first == source {
            removeOthers(except: key, from: row)
        } else {
            remove(key, from: row)
        }
    }

    /// Moves a record to the row with its recording id.
    mutating func move(_ row: MusicID, from source: String, _ key: Key, as remote: RemoteMusic) {
        guard records[key] != nil, SongMerging.hasSameID(remote, as: recordingIDs(of: row, except: key)) == nil,
            let other = music(withIDOf: remote, notFrom: source)
        else { return }
        if let entry = music[row], entry.sources.count > 1 {
            remove(key, from: row)
        } else {
            addAnnotations(of: row, to: other)
            (music[row], lyrics[row], requestedLyrics[row]) = (nil, nil, nil)
        }
        records[key] = (nil, other)
    }

    /// Removes the source's other records from the row of a new record. Returns whether there were any.
    mutating func removeOthersOfSource(except key: Key) -> Bool {
        guard records[key] == nil else { return false }
        let others = records.filter { $0.value.music == key.id && $0.key.source == key.source }.keys
        for other in others { (records[other], recordings[other]) = (nil, nil) }
        return !others.isEmpty
    }

    /// Merges a row that a source has left with the source's own row of the same recording.
    mutating func reunite(_ row: MusicID, with source: String) {
        guard let entry = music[row], !entry.sources.contains(source) else { return }
        let same = records.first { key, record in
            guard key.source == source, music[record.music]?.sources == [source], let remote = provided[key] else {
                return false
            }
            return SongMerging.joins(remote, entry, with: recordingIDs(of: row))
        }
        guard let other = same?.value.music else { return }
        addAnnotations(of: other, to: row)
        for key in records.keys where records[key]?.music == other { records[key] = (nil, row) }
        let names = order(of: entry.sources + [source])
        music[row]?.sources = names
        let artists = entry.artists + (music[other]?.artists ?? [])
        music[row]?.artists = SingleArtists.union(artists, besides: entry.artist)
        (music[other], lyrics[other], requestedLyrics[other]) = (nil, nil, nil)
        revisions[source] = nil
    }

    /// Gives the songs that only a source provides, and that it lists under new ids, their former ids. Returns their
    /// number.
    mutating func renewSongs(of source: String, seen: Set<MusicID>, added: Set<MusicID>) -> Int {
        let own = records.keys.filter { $0.source == source && music[records[$0]?.music ?? $0.id]?.sources == [source] }
        var new = own.filter { added.contains($0.id) }.sorted { $0.id < $1.id }
        var count = 0
        for missing in own.filter({ !seen.contains($0.id) }).sorted(by: { $0.id < $1.id }) {
            guard let row = records[missing]?.music, var song = music[row] else { continue }
            let ids = recordingIDs(of: row)
            let index = new.firstIndex { provided[$0].map { SongMerging.joins($0, song, with: ids) } == true }
            guard let index, let record = provided[new[index]] else { continue }
            let key = new.remove(at: index)
            song.merge(record, from: source)
            music[row] = song
            addAnnotations(of: key.id, to: row)
            if !record.lyrics.isEmpty { lyrics[row] = record.lyrics }
            records[key]?.music = row
            (music[key.id], lyrics[key.id], requestedLyrics[key.id]) = (nil, nil, nil)
            (records[missing], recordings[missing], provided[missing]) = (nil, nil, nil)
            count += 1
        }
        return count
    }

    /// Adds the bookmark and the rating of a row to another one, whose own rating stays.
    private mutating func addAnnotations(of row: MusicID, to other: MusicID) {
        if music[row]?.isBookmarked == true { music[other]?.isBookmarked = true }
        let rating = music[row]?.rating
        if music[other]?.rating == nil { music[other]?.rating = rating }
    }

    /// Stores the bookmark and the rating of a song that leaves, under every id by which it may return.
    mutating func hold(_ song: Music, under ids: [MusicID], as id: MusicID) {
        for other in ids where song.isBookmarked { unmatchedBookmarks[other] = id }
        if let rating = song.rating { for other in ids { heldRatings[other] = (id, rating) } }
    }

    /// Separates a new record from another song that has its id. Bookmark and rating stay with that song.
    mutating func separateOthers(ifUnlike remote: RemoteMusic, from row: MusicID, _ key: Key) {
        guard let entry = music[row], entry.sources.contains(where: { $0 != key.source }),
            !SongMerging.isSame(remote, as: entry, with: recordingIDs(of: row, except: key))
        else { return }
        let others = records.filter { $0.value.music == row && $0.key != key }.map(\.key.id)
        hold(entry, under: others, as: others.min() ?? row)
        music[row]?.isBookmarked = false
        music[row]?.rating = nil
        removeOthers(except: key, from: row)
    }

    /// Removes the other records of a row.
    mutating func removeOthers(except key: Key, from row: MusicID) {
        for other in records.keys where records[other]?.music == row && other != key {
            (records[other], recordings[other]) = (nil, nil)
            revisions[other.source] = nil
        }
        music[row]?.sources = [key.source]
    }

    /// Makes the next syncs read a row's other records again if a record's recording id has changed.
    mutating func resyncOthers(
        in row: MusicID, except key: Key, ifRecordingIDChanged id: MusicBrainzID?
    ) {
        guard let before = recordings[key], before != id else { return }
        resyncOthers(in: row, except: key)
    }

    private mutating func remove(_ key: Key, from row: MusicID) {
        (records[key], recordings[key]) = (nil, nil)
        guard var rest = music[row] else { return }
        removeSource(key.source, from: &rest)
        music[row] = rest
        resyncOthers(in: row, except: key)
    }

    private mutating func resyncOthers(in row: MusicID, except key: Key) {
        for other in records.keys where records[other]?.music == row && other != key {
            records[other]?.fingerprint = nil
            revisions[other.source] = nil
        }
    }
}
