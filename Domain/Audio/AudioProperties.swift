public import Foundation

/// The properties of audio that are known before it is read.
public struct AudioProperties: Equatable, Sendable {
    /// The number of bytes, or nil if the source does not state it.
    public var length: Int64?
    /// Identifies the version of the bytes; nil if the source names none.
    public var version: String?
    /// Nil if the first bytes match no format.
    public var format: AudioFormat?
    /// When the file was changed, or nil for audio that is not a file.
    public var modified: Date?

    public init(
        length: Int64? = nil, version: String? = nil, format: AudioFormat? = nil, modified: Date? = nil
    ) {
        self.length = length
        self.version = version
        self.format = format
        self.modified = modified
    }
}
