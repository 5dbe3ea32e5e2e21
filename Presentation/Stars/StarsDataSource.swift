public import FermataDomain

/// Sends changed bookmarks to the sources that store stars.
public struct StarsDataSource: Sendable {
    /// How long a person waits for a server after a change.
    private static let patience = Duration.seconds(5)
    private let deliverStars: DeliverStarsUsecase

    public init(deliverStars: DeliverStarsUsecase) {
        self.deliverStars = deliverStars
    }

    /// Sends what waits, for a few seconds, and returns a line for each source for which changes still wait.
    ///
    /// Throws `LibraryError`. A library that another program has locked is no error: the changes wait.
    public func deliverSoon() async throws -> [String] {
        do {
            return try await deliverStars.execute(within: Self.patience).map { WaitingStarsText($0).text }
        } catch LibraryError.busy {
            return []
        }
    }

    /// Sends what waits, and returns whether nothing waits any more. Throws `LibraryError`.
    public func deliver() async throws -> Bool {
        try await deliverStars.execute().isEmpty
    }
}
