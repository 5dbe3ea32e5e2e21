import Synchronization

/// The states of folders whose songs were fetched, so that the fetch of their playlists need not list them again.
///
/// A state is used once: a later fetch of playlists follows another fetch of songs.
package final class FolderStates: Sendable {
    struct State: Sendable {
        /// Identifies the state of all files.
        let files: UInt64
        let isEmpty: Bool
    }

    private let states = Mutex<[String: State]>([:])

    package init() {}

    func set(_ state: State?, of folder: String) { states.withLock { $0[folder] = state } }

    /// Returns the state of the latest fetch, and forgets it.
    func take(of folder: String) -> State? { states.withLock { $0.removeValue(forKey: folder) } }
}
