public import FermataDomain

/// The notice that the last check has found damage, and what to do; every screen shows it.
public struct LibraryNotice: Sendable {
    private let health: any LibraryHealthRepository
    private let path: String?

    /// `path` is the path of a library that is not the default one.
    public init(health: any LibraryHealthRepository, path: String?) {
        (self.health, self.path) = (health, path)
    }

    /// Nil if the last check found no damage, or before the first check.
    public func text(for audience: ProblemModel.Audience) -> String? {
        guard health.health()?.isDamaged == true else { return nil }
        return "The library is damaged. " + RepairHint(path: audience == .user ? path : nil).text
    }
}
