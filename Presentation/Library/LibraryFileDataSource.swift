public import FermataDomain

/// Checks and repairs the library's file, and provides the results as rows.
public struct LibraryFileDataSource: Sendable {
    private let path: String
    private let isDefault: Bool
    private let checkLibrary: CheckLibraryUsecase
    private let repairLibrary: RepairLibraryUsecase

    /// `isDefault` states whether commands without the option `--library` use this library.
    public init(
        path: String, isDefault: Bool, checkLibrary: CheckLibraryUsecase, repairLibrary: RepairLibraryUsecase
    ) {
        self.path = path
        self.isDefault = isDefault
        self.checkLibrary = checkLibrary
        self.repairLibrary = repairLibrary
    }

    /// The findings; empty for an intact library. Throws `LibraryError` or `DownloadError`.
    public func check() async throws -> [LibraryFindingCellModel] {
        let result = try await checkLibrary.execute()
        return result.findings.map(LibraryFindingCellModel.init).sorted { $0.text < $1.text }
            + result.downloads.map(LibraryFindingCellModel.init)
    }

    /// Returns the error of a check with findings; nil without findings.
    public func problem(of findings: [LibraryFindingCellModel]) -> DamagedLibraryError? {
        if findings.isEmpty { return nil }
        return DamagedLibraryError(
            path: path, isDefault: isDefault, isRepairable: findings.contains { $0.kind != "download" })
    }

    /// The rows of a repair and its report; no rows and no report for an intact library. Throws `LibraryError`.
    public func repair() async throws -> (rows: [LibraryRepairCellModel], report: LibraryRepairText?) {
        guard let repair = try await repairLibrary.execute() else { return ([], nil) }
        return (repair.counts.map(LibraryRepairCellModel.init), LibraryRepairText(path: path, repair))
    }
}
