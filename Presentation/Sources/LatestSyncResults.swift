/// The results of the latest sync of each source by this process.
actor LatestSyncResults {
    private var results: [String: SyncResultCellModel] = [:]

    subscript(name: String) -> SyncResultCellModel? { results[name] }

    func set(_ result: SyncResultCellModel) { results[result.source] = result }

    func remove(_ name: String) { results[name] = nil }

    /// Moves the result of a source to its new name.
    func rename(_ name: String, to newName: String) {
        guard newName != name else { return }
        results[newName] = results.removeValue(forKey: name)
    }
}
