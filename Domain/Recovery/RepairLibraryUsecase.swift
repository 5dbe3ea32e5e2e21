/// Repairs the library's file if it is damaged.
public struct RepairLibraryUsecase: Sendable {
    private let file: any LibraryFileRepository
    private let listener: Listener

    public init(file: any LibraryFileRepository, listener: Listener) {
        self.file = file
        self.listener = listener
    }

    /// Returns nil if the file is intact. The result has no counts if the listener may not see them.
    ///
    /// Throws `LibraryError`.
    public func execute() async throws -> LibraryRepair? { try await file.repair()?.visible(to: listener) }
}

/// The result of repairing a damaged library.
public struct LibraryRepair: Equatable, Sendable {
    /// The numbers of rows of one kind of content.
    public struct Count: Equatable, Sendable {
        public let content: LibraryContent
        public let read: Int
        /// The number of rows that an index lists and the repair could not read; nil if no index is readable.
        ///
        /// More can be lost if the indexes are damaged, too.
        public let lost: Int?
        /// The number of rows that were read with a text that is probably damaged.
        public let altered: Int

        public init(_ content: LibraryContent, read: Int, lost: Int? = 0, altered: Int = 0) {
            self.content = content
            self.read = read
            self.lost = lost
            self.altered = altered
        }
    }

    /// The present path of the damaged file, which the repair has not changed.
    public let damagedPath: String
    /// Empty if the listener may not see counts.
    public let counts: [Count]
    /// The number of pages that were read although their checksum is wrong.
    public let damagedPages: Int

    public init(damagedPath: String, counts: [Count], damagedPages: Int = 0) {
        self.damagedPath = damagedPath
        self.counts = counts
        self.damagedPages = damagedPages
    }

    /// The repair without the counts that the listener may not see.
    public func visible(to listener: Listener) -> LibraryRepair {
        listener.seesCounts ? self : LibraryRepair(damagedPath: damagedPath, counts: [], damagedPages: damagedPages)
    }

    /// Returns the numbers of rows of one kind of content.
    public func count(of content: LibraryContent) -> Count {
        counts.first { $0.content == content } ?? Count(content, read: 0)
    }
}
