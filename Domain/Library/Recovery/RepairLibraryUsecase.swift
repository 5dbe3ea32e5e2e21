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
