public import Foundation

/// What is known about audio before it is read.
public struct AudioProperties: Equatable, Sendable {
    /// The number of bytes, or nil if the source does not say.
    public var length: Int64?
    /// Differs for different bytes, or nil if the source names no version.
    public var version: String?
    /// Nil if the first bytes match no format.
    public var format: AudioFormat?
    /// When the file was changed, or nil for audio that is no file.
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
