import FermataDomain
import Foundation
import Synchronization

/// What apps say that they play now. An account sees its own apps only: songs of another library have other ids.
///
/// An entry is forgotten after an hour, which few songs take; the earliest ones go if there are too many.
final class SubsonicNowPlaying: Sendable {
    struct Entry {
        let account: String
        let client: String
        let song: MusicID
        let time: Date
        /// Identifies the app among those of all accounts.
        let number: Int
    }

    private static let lifetime: TimeInterval = 3_600
    private static let limit = 100

    private let state = Mutex((entries: [Entry](), last: 0))

    func set(_ song: MusicID, for account: Account, in client: String, at time: Date) {
        state.withLock { state in
            let known = state.entries.firstIndex { $0.account == account.name && $0.client == client }
            var number = state.last + 1
            if let known { number = state.entries.remove(at: known).number } else { state.last = number }
            state.entries.append(
                Entry(account: account.name, client: client, song: song, time: time, number: number))
            if state.entries.count > Self.limit { state.entries.removeFirst() }
        }
    }

    /// The entries of an account in the last hour, the latest one first.
    func entries(of account: Account, at now: Date) -> [Entry] {
        state.withLock { state in
            state.entries.removeAll { !(0..<Self.lifetime).contains(now.timeIntervalSince($0.time)) }
            return state.entries.reversed().filter { $0.account == account.name }
        }
    }
}
