import Foundation

/// When the records of several sources are one song.
///
/// MusicBrainz ids of recordings decide if both sides state one. Otherwise the names of title, artist and album decide,
/// as `ArtistName` compares them, and the duration. Repositories find songs by their indexes, and decide as these
/// functions do; the contract of `LocalMusicRepository` compares them for random records.
public enum SongMerging {
    /// The largest difference between the durations of one recording, in whole seconds.
    public static let durationTolerance = 2

    /// Whether a record that shares a song with others is still the same recording as they are.
    ///
    /// `ids` are those that the other records state.
    public static func isSame(_ record: RemoteMusic, as song: Music, with ids: [MusicBrainzID]) -> Bool {
        hasSameID(record, as: ids) ?? isAlike(record, song)
    }

    /// Whether a new record becomes part of a song of other sources. An unknown artist does not make two songs one.
    public static func joins(_ record: RemoteMusic, _ song: Music, with ids: [MusicBrainzID]) -> Bool {
        hasSameID(record, as: ids) ?? (!song.artist.isEmpty && isAlike(record, song))
    }

    /// Whether a record states the id that a song's records state; nil if one side states none.
    public static func hasSameID(_ record: RemoteMusic, as ids: [MusicBrainzID]) -> Bool? {
        guard let id = record.recording, !ids.isEmpty else { return nil }
        return ids.allSatisfy { $0 == id }
    }

    /// Whether a record and a song have the same title, artist and album, and about the same duration.
    public static func isAlike(_ record: RemoteMusic, _ song: Music) -> Bool {
        ArtistName(record.artist) == ArtistName(song.artist) && ArtistName(record.title) == ArtistName(song.title)
            && ArtistName(record.album) == ArtistName(song.album)
            && difference(record, song) <= durationTolerance
    }

    /// The song that a record joins if several have its id: the one of its album, of these the one with its title, of
    /// these the one with the most similar duration.
    public static func closest(to record: RemoteMusic, among songs: [Music]) -> Music? {
        func distance(_ song: Music) -> [Int64] {
            [
                ArtistName(song.album) == ArtistName(record.album) ? 0 : 1,
                ArtistName(song.title) == ArtistName(record.title) ? 0 : 1, difference(record, song),
            ]
        }
        return songs.min { distance($0).lexicographicallyPrecedes(distance($1)) }
    }

    private static func difference(_ record: RemoteMusic, _ song: Music) -> Int64 {
        abs(record.duration.components.seconds - song.duration.components.seconds)
    }
}

/// What the sources of a song add to it.
extension Music {
    /// Applies a record of one of the song's sources.
    ///
    /// The song has the values of its primary source, the first one of `sources`. Another source can only mark it
    /// explicit, add single artists, and provide a file on this computer. While several sources provide the song, it
    /// stays explicit, and a file on this computer stays its audio.
    public mutating func merge(_ record: RemoteMusic, from source: String) {
        let isShared = sources.count > 1
        let staysExplicit = isShared && explicit == .explicit
        let file = isShared && isLocal ? audioURL : nil
        if sources.first == source {
            update(to: record)
            if !isLocal { audioURL = file ?? audioURL }
        } else if record.audioURL?.isLocalAddress == true {
            audioURL = record.audioURL
        }
        if staysExplicit || record.explicit == .explicit { explicit = .explicit }
        artists = SingleArtists.names(record.artists, besides: artist, stored: artists, isShared: isShared)
    }

    /// Removes a source that no longer provides the song. A file of its folder does not stay the song's audio.
    ///
    /// The next syncs of the other sources read their records of the song again.
    public mutating func leave(_ source: Source) {
        if source.isLocal, isLocal { audioURL = nil }
        sources.removeAll { $0 == source.name }
    }

    /// Sets all values that a record states.
    private mutating func update(to record: RemoteMusic) {
        title = record.title
        artist = record.artist
        album = record.album
        albumArtist = record.albumArtist
        duration = record.duration
        disc = record.disc
        track = record.track
        genre = record.genre
        artworkURL = record.artworkURL
        audioURL = record.audioURL
        explicit = record.explicit
        popularity = record.popularity
        released = record.released
        release = record.release
    }
}
