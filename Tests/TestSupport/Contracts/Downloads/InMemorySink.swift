public import FermataDomain
public import Foundation

/// Stores audio in memory, and records how it was sent.
public actor InMemorySink: AudioSink {
    public private(set) var bytes: Data
    /// The start of each read.
    public private(set) var starts: [AudioStart] = []
    /// The size of each piece.
    public private(set) var pieces: [Int] = []
    private var version: String?
    private var total: Int64?
    private let failure: (any Error)?

    /// Every `write` throws `failure`, if there is one.
    public init(_ bytes: Data = Data(), version: String? = nil, total: Int64? = nil, failure: (any Error)? = nil) {
        self.bytes = bytes
        self.version = version
        self.total = total
        self.failure = failure
    }

    public var part: AudioPart? {
        guard let version, !bytes.isEmpty else { return nil }
        return AudioPart(length: Int64(bytes.count), version: version, total: total)
    }

    public func begin(_ start: AudioStart) {
        starts.append(start)
        bytes = bytes.prefix(Int(start.offset))
        (version, total) = (start.version, start.total)
    }

    public func write(_ bytes: Data) throws {
        if let failure { throw failure }
        self.bytes += bytes
        pieces.append(bytes.count)
    }
}
