/// A source for which changes of the library wait.
public struct WaitingChanges: Equatable, Sendable {
    public var source: String
    /// How many changes wait; nil if the listener may not see counts.
    public var count: Int?

    public init(source: String, count: Int?) {
        self.source = source
        self.count = count
    }
}
