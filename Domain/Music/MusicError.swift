/// An error about one piece of music.
public enum MusicError: Error, Equatable, Sendable {
    /// No music that the listener may see has this id or prefix of an id.
    case notFound(String)
    /// Several ids begin with the prefix.
    case ambiguousID(String, candidates: [Music])
    /// No song that the listener may see matches the query; the query without filters stands for an empty library.
    case noMatch(MusicQuery)
    /// The song with this title has no audio to download.
    case noAudio(title: String)
}
