extension AsyncSequence {
    /// Reads all batches into one array, for a window that is small.
    func all<Row>() async throws -> [Row] where Element == [Row] {
        try await reduce(into: []) { $0 += $1 }
    }
}
