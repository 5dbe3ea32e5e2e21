extension Sequence {
    /// Returns the first result that is not nil.
    ///
    /// Calls the body once for each element up to that result. A lazy collection calls it twice for the last one, and
    /// traps if the second result is nil, for example because a file was removed meanwhile.
    package func firstResult<Result>(of body: (Element) throws -> Result?) rethrows -> Result? {
        for element in self {
            if let result = try body(element) { return result }
        }
        return nil
    }
}
