/// Where bytes go.
package protocol ByteSink: Sendable {
    func write(_ bytes: [UInt8]) throws(OutputError)

    /// Hands on all that was written so far.
    func flush() throws(OutputError)
}

/// Why output came to an end.
package enum OutputError: Error, Equatable, Sendable {
    /// The reader has gone: `head` had enough, say. There is no one left to tell.
    case closed
    case failed(reason: String)
}
