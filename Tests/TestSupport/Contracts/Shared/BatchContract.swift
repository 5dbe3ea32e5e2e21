import Testing

/// The rules that every sequence of batches follows.
enum BatchContract {
    /// Checks a sequence of batches that consists of the `expected` elements.
    static func check<Row: Equatable & Sendable>(
        _ batches: any AsyncSequence<[Row], any Error> & Sendable, _ expected: [Row]
    ) async throws {
        let sizes = try await batches.collected().map(\.count)
        #expect(sizes.allSatisfy((1...1_000).contains) && sizes.reduce(0, +) == expected.count)
        for _ in 0..<5 {
            for try await batch in batches {
                #expect(batch == Array(expected.prefix(batch.count)))
                break
            }
        }
        let cancelled = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            for try await _ in batches {}
        }
        await #expect(throws: CancellationError.self) { try await cancelled.value }
        #expect(try await batches.joined() == expected)
    }
}
