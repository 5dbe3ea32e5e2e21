import FermataDomain

/// Lists a folder and the folders below it, each before the folders that it contains, in the order of their names.
struct FolderWalk {
    private let root: OpenFolder
    private var pending: [BytePath]
    /// The folders of the walk; each is entered once, so that loops end.
    private var entered: Set<FileStatus.ID> = []

    init(_ root: OpenFolder) {
        self.root = root
        pending = [BytePath([])]
    }

    /// A folder of the walk, and its listing or failure.
    struct Step: Sendable {
        let folder: BytePath
        let listing: Result<FolderListing, StorageFailure>
    }

    /// Lists the next folder after calling `willList` with its path; returns nil at the end.
    mutating func next(willList: (BytePath) -> Void = { _ in }) async throws -> Step? {
        try Task.checkCancellation()
        guard let folder = pending.popLast() else { return nil }
        willList(folder)
        let listing = try await BlockingIO.runCancellable { [root] in
            Result { () throws(StorageFailure) in try FolderListing(folder, in: root) }
        }
        if case .success(let listing) = listing {
            pending += listing.folders.filter { entered.insert($0.id).inserted }.map(\.path).reversed()
        }
        return Step(folder: folder, listing: listing)
    }
}
