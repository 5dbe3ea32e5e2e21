/// Why one file of a folder cannot be used.
public enum FileFailure: Error, Equatable, Codable, Sendable {
    /// The content is not audio in a known format.
    case notAudio
    /// The file has more than `limit` bytes.
    case tooLarge(limit: Int)
    /// There are too many tags, or tags and pictures have more than `limit` bytes.
    case tagsTooLarge(limit: Int)
    /// The document is not valid XML from a line on.
    case invalidXML(line: Int)
    /// Too many files have the same audio.
    case tooManyCopies
    case storage(StorageFailure)
}
