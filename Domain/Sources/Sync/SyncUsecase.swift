/// Reads sources into the library, one after the other in the order they were added.
public struct SyncUsecase: Sendable {
    private let sources: any SourceRepository
    private let reader: any SourceReader
    private let listener: Listener

    public init(sources: any SourceRepository, reader: any SourceReader, listener: Listener) {
        self.sources = sources
        self.reader = reader
        self.listener = listener
    }

    /// Emits progress while a source is read and one result for each source; without names, all sources are read.
    ///
    /// The result of a source that fails contains the failure, and the next source is read. Counts are nil for a
    /// listener who may not see them. The sequence throws `SourceError.notFound` for an unknown name before any source
    /// is read. For a source that another program removes or changes meanwhile, it throws `SourceError.notFound` or
    /// `SourceError.changed` after all others are read. Any other error of the library ends it.
    public func execute(named names: [String] = []) -> SyncEvents {
        SyncEvents { emit in
            var missed: SourceError?
            for source in try await selected(names) {
                do {
                    let result = try await reader.read(source) { emit(.progress(visible($0))) }
                    emit(.result(visible(result)))
                } catch SourceError.notFound(let name, let known) {
                    missed = .notFound(name, known: known)
                } catch SourceError.changed(let name) {
                    missed = .changed(name)
                }
            }
            if let missed { throw missed }
        }
    }

    private func selected(_ names: [String]) async throws -> [Source] {
        let all = try await sources.sources()
        if let unknown = names.first(where: { name in !all.contains { $0.name == name } }) {
            throw SourceError.notFound(unknown, known: all.map(\.name))
        }
        return names.isEmpty ? all : all.filter { names.contains($0.name) }
    }

    private func visible(_ progress: SyncProgress) -> SyncProgress {
        guard !listener.seesCounts else { return progress }
        var progress = progress
        progress.count = nil
        return progress
    }

    private func visible(_ result: SyncResult) -> SyncResult {
        guard !listener.seesCounts else { return result }
        var result = result
        (result.summary, result.playlists, result.stars, result.waiting) = (nil, nil, nil, nil)
        result.isPartial = false
        if result.issue?.cause == .incomplete { result.issue = nil }
        return result
    }
}
