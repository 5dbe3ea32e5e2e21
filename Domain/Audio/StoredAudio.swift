public import Foundation

/// Audio on this computer.
public protocol StoredAudioRepository: Sendable {
    /// Returns the file with the audio of a song, or nil if the repository has none.
    ///
    /// Throws `SourceFailure` if the song names a file that no source of the song contains.
    func audio(of music: Music) async throws -> StoredAudio?
}

/// A file with the audio of a song, open for reading.
public struct StoredAudio: Sendable {
    public let properties: AudioProperties
    /// The path that other programs may open; nil if a link to another file could replace it before they do.
    public let path: String?
    /// The open file, which stays readable when the path is removed.
    public let file: FileHandle

    public init(_ properties: AudioProperties, path: String?, file: FileHandle) {
        self.properties = properties
        self.path = path
        self.file = file
    }
}
