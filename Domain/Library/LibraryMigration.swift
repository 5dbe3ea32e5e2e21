/// A step of the migration of a library that an older version made.
public struct LibraryMigrationStep: Equatable, Sendable {
    /// What the step writes anew.
    public enum Work: Sendable, CaseIterable {
        case lyrics, titles, index, search
    }

    public var work: Work
    /// The position of the step, from 1.
    public var number: Int
    /// The number of all steps.
    public var count: Int

    public init(_ work: Work, number: Int, of count: Int) {
        (self.work, self.number, self.count) = (work, number, count)
    }
}
