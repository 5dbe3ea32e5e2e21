/// A step in the migration of a library of an older version.
public struct LibraryMigrationStep: Equatable, Sendable {
    /// The content that the step rewrites.
    public enum Work: Sendable, CaseIterable {
        case lyrics, titles, albums, index, search
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
