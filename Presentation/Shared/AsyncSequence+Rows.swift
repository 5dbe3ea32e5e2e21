extension AsyncSequence where Self: Sendable, Element: Sendable, Failure == any Error {
    /// Returns the same sequence with each element converted.
    func converted<Row: Sendable>(
        _ convert: @escaping @Sendable (Element) -> Row
    ) -> any AsyncSequence<Row, any Error> & Sendable {
        map { convert($0) }
    }

    /// Returns the same batches with each of their elements converted.
    func rows<Model: Sendable, Row: Sendable>(
        _ convert: @escaping @Sendable (Model) -> Row
    ) -> any AsyncSequence<[Row], any Error> & Sendable where Element == [Model] {
        map { $0.map(convert) }
    }
}
