/// Gets the sources of the library, with the counts that the listener may see.
public struct GetSourcesUsecase: Sendable {
    private let repository: any SourceRepository
    private let listener: Listener

    public init(repository: any SourceRepository, listener: Listener) {
        self.repository = repository
        self.listener = listener
    }

    /// Returns every source, in the order they were added.
    public func execute() async throws -> [Source] {
        try await repository.sources().map(visible)
    }

    /// Returns the source with a name. Throws `SourceError.notFound`.
    public func find(_ name: String) async throws -> Source {
        try await execute().source(named: name)
    }

    private func visible(_ source: Source) -> Source {
        guard !listener.seesCounts else { return source }
        var source = source
        (source.count, source.waiting) = (nil, nil)
        if source.issue?.cause == .incomplete { source.issue = nil }
        return source
    }
}
