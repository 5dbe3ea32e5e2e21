/// Repairs the library's file if it is damaged.
public struct RepairLibraryUsecase: Sendable {
    private let file: any LibraryFileRepository

    public init(file: any LibraryFileRepository) {
        self.file = file
    }

    /// Returns nil if the file is intact. Throws `LibraryError`.
    public func execute() async throws -> LibraryRepair? { try await file.repair() }
}
