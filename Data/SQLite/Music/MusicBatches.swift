internal import FermataDomain
internal import GRDB

/// Sends rows of music in batches, in order, while the next ones are read.
struct MusicBatches: ~Copyable {
    private static let size = 500
    private let names: SourceNameCache
    private let handover: BatchWriter
    private var batch: [Music] = []

    init(names: SourceNameCache, body: @escaping @Sendable ([Music]) throws -> Void) {
        self.names = names
        handover = BatchWriter(body)
    }

    deinit { handover.wait() }

    mutating func append(_ row: RawStatement) throws {
        batch.append(MusicRow.music(row, names: names))
        guard batch.count == Self.size else { return }
        try Task.checkCancellation()
        try handover.hand(over: batch)
        batch = []
        batch.reserveCapacity(Self.size)
    }

    /// Waits until the consumer has received all appended rows.
    func finish() throws {
        if !batch.isEmpty { try handover.hand(over: batch) }
        try handover.finish()
    }
}
