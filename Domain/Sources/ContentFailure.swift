/// Why the content of a response cannot be used.
public enum ContentFailure: Error, Equatable, Codable, Sendable {
    case empty
    case webPage
    /// The content has another media type than requested.
    case wrongType(String)
    case notAnImage
    /// `offset` counts bytes from 0.
    case notJSON(byte: UInt8, at: Int)
    /// The document ends in the middle of a value, after this many bytes.
    case incompleteJSON(after: Int)
    case invalidResponse
    /// The content has more than `limit` bytes, `isUnpacked` if it was compressed.
    case tooLarge(limit: Int, isUnpacked: Bool)
    /// The list in the response has more than `limit` elements.
    case tooManyElements(limit: Int)
    /// The source has more than `limit` songs, which a setting allows.
    case tooManySongs(limit: Int)
    /// This many requests in a row brought no new content.
    case noProgress(requests: Int)
    /// The content unpacks to more than this many times its size.
    case compressionRatio(limit: Int)
    case damagedCompression
    case unsupportedCompression(String)
    case longerThanAnnounced
    case shorterThanAnnounced
    /// The file has another length than the source announced.
    case wrongLength(Int64, expected: Int64)
    /// The file's SHA-256 digest is not the one that the source announced.
    case wrongDigest
    /// The document is not an object with an array of this name.
    case noArray(named: String)
    case noRecords
    /// The document has records, and all of them are invalid.
    case noValidRecords(first: RejectedRecord)
}
