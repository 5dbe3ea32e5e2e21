public import FermataDomain
public import Foundation

/// Takes audio in, in memory, and remembers how it came.
public actor InMemorySink: AudioSink {
    public private(set) var bytes: Data
    /// How each reading began.
    public private(set) var starts: [AudioStart] = []
    /// The size of each piece.
    public private(set) var pieces: [Int] = []
    private var version: String?
    private var total: Int64?
    private let failure: (any Error)?

    /// `failure` is thrown by every piece that comes.
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
