/// How the refresh of one source ended.
public struct RefreshOutcome: Equatable, Sendable {
    public enum Result: Equatable, Sendable {
        /// The source said that nothing has changed.
        case unchanged
        case refreshed
        case failed(SourceFailure)
    }

    public var source: String
    public var summary: RefreshSummary
    public var result: Result

    public init(source: String, summary: RefreshSummary, result: Result) {
        self.source = source
        self.summary = summary
        self.result = result
    }
}

/// How far the refresh of a source has come.
public struct RefreshProgress: Equatable, Sendable {
    public var source: String
    /// How many records have been read.
    public var count: Int

    public init(source: String, count: Int) {
        self.source = source
        self.count = count
    }
}
