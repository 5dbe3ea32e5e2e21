import Synchronization

/// Caches the states of folders whose songs were fetched, so that the fetch of their playlists need not list them
/// again.
package final class FolderStateCache: Sendable {
    struct State: Sendable {
        let root: FolderRoot
        /// Identifies the state of all files.
        let files: UInt64
        let isEmpty: Bool
    }

    private let states = Mutex<[String: State]>([:])
    private let firstCopies = Mutex<[String: [AudioIdentity: FolderSong]]>([:])

    package init() {}

    func set(_ state: State?, of folder: String) { states.withLock { $0[folder] = state } }

    /// Sets the songs of the first files with the same audio after a fetch, by audio, unless their keys follow from it.
    func set(firstCopies copies: [AudioIdentity: FolderSong], of folder: String) {
        firstCopies.withLock { $0[folder] = copies }
    }

    /// The songs of the first files with the same audio after the latest fetch, by audio.
    func firstCopies(of folder: String) -> [AudioIdentity: FolderSong] { firstCopies.withLock { $0[folder] ?? [:] } }

    /// Removes and returns the state of the latest fetch; nil if it is that of another folder at the same path.
    ///
    /// A state is used once, because the folder may have changed before the next fetch.
    func removeState(of folder: String, at root: FolderRoot) -> State? {
        guard let state = states.withLock({ $0.removeValue(forKey: folder) }), state.root.isSame(as: root) else {
            return nil
        }
        return state
    }
}
