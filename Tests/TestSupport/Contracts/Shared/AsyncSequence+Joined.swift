extension AsyncSequence {
    /// All elements in an array.
    @discardableResult
    package func collected() async throws -> [Element] {
        try await reduce(into: []) { $0.append($1) }
    }

    /// The elements of all batches in one array.
    package func joined<Row>() async throws -> [Row] where Element == [Row] {
        try await reduce(into: []) { $0 += $1 }
    }
}
