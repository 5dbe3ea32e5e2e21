import Foundation
import Synchronization

/// Exchanges a file with a link to another one, again and again, in a thread of its own.
final class LinkSwap: Sendable {
    private let isStopped = Atomic(false)

    /// Returns after the first exchange.
    init(of path: String, with target: String) throws {
        let spare = path + ".spare"
        try FileManager.default.copyItem(atPath: path, toPath: spare)
        Thread.detachNewThread { [self] in
            while !isStopped.load(ordering: .relaxed) {
                symlink(target, path + ".link")
                rename(path + ".link", path)
                link(spare, path + ".file")
                rename(path + ".file", path)
            }
        }
    }

    func stop() { isStopped.store(true, ordering: .relaxed) }
}
