/// Splits an array into batches, for fakes. Each iteration loads the array once.
package struct BatchSequence<Row: Sendable>: AsyncSequence, Sendable {
    package typealias Failure = any Error
    private let batchSize: Int
    private let load: @Sendable () async throws -> [Row]

    package init(batchSize: Int, load: @escaping @Sendable () async throws -> [Row]) {
        self.batchSize = batchSize
        self.load = load
    }

    package func makeAsyncIterator() -> Iterator { Iterator(batchSize: batchSize, load: load) }

    package struct Iterator: AsyncIteratorProtocol {
        fileprivate let batchSize: Int
        fileprivate let load: @Sendable () async throws -> [Row]
        private var rows: ArraySlice<Row>?

        fileprivate init(batchSize: Int, load: @escaping @Sendable () async throws -> [Row]) {
            self.batchSize = batchSize
            self.load = load
        }

        package mutating func next(isolation actor: isolated (any Actor)? = #isolation) async throws -> [Row]? {
            try Task.checkCancellation()
            let rest = if let rows { rows } else { try await load()[...] }
            rows = rest.dropFirst(batchSize)
            return rest.isEmpty ? nil : Array(rest.prefix(batchSize))
        }
    }
}
