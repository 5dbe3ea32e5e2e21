public import FermataDomain

/// The notice that the last check has found damage, and what to do; every screen shows it.
public struct LibraryNotice: Sendable {
    private let health: any LibraryHealthRepository

    public init(health: any LibraryHealthRepository) {
        self.health = health
    }

    /// Nil if the last check found no damage, or if there was none.
    public var text: String? {
        guard health.health()?.isDamaged == true else { return nil }
        return "The library is damaged. Repair it with: fermata library repair"
    }
}
