import FermataDomain
import Foundation
import Hummingbird
import Synchronization

/// A route of the API: `/rest/NAME` and `/rest/NAME.view`.
struct SubsonicRoute: Sendable {
    /// Who may use a route.
    enum Access: Sendable {
        /// Everyone, also without an account.
        case everyone
        case account
        case administrator
    }

    /// What a route replies with.
    enum Reply: Sendable {
        case value(StaticString, any SubsonicValue)
        /// The members of a value, beside those that each response has.
        case members(any SubsonicValue)
        /// Nothing but success.
        case done
        /// Bytes, such as audio.
        case response(Response)
    }

    let name: String
    let access: Access
    /// Whether it changes anything, and so runs to its end if the client disconnects.
    let isChange: Bool
    /// Whether the reply to some parameters follows from the library only, and so is cached until that changes.
    let isCached: @Sendable (SubsonicParameters) -> Bool
    let reply: @Sendable (SubsonicCall) async throws -> Reply

    init(
        _ name: String, for access: Access = .account, isChange: Bool = false,
        isCached: @escaping @Sendable (SubsonicParameters) -> Bool = { _ in false },
        _ reply: @escaping @Sendable (SubsonicCall) async throws -> Reply
    ) {
        (self.name, self.access, self.isChange, self.isCached) = (name, access, isChange, isCached)
        self.reply = reply
    }

    /// The replies of a route that always follows from the library only.
    @Sendable static func always(_ parameters: SubsonicParameters) -> Bool { true }

    /// All routes.
    static let all =
        system + browsing + lists + search + playlists + media + transcoding + annotation + positions + queue + jukebox

    /// All routes by name. Names are compared as they are written.
    static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })
}

/// A request with everything that its reply depends on.
struct SubsonicCall: Sendable {
    let parameters: SubsonicParameters
    /// The account whose credentials the request has. A route for everyone does not use it.
    let account: Account
    let services: SubsonicServices
    let server: SubsonicServerState
    let request: Request
    let context: WebContext

    /// The name of the app, of which the first characters are kept.
    var client: String { String((parameters["c"] ?? "").prefix(100)) }
}

/// What all accounts share.
struct SubsonicServerState: Sendable {
    let accounts: GetAccountsUsecase
    let sync: SyncService
    let scaler: ArtworkScaler
    /// Bounds the images that are scaled, or wait for it.
    let scaling = TaskLimiter(16)
    let clock: any Clock<Duration>
    let seeds = SubsonicSeeds()
    let nowPlaying = SubsonicNowPlaying()
    let reports = ReportedPlayback()
    let now: @Sendable () -> Date
}

/// What the apps of all accounts report that they play.
final class ReportedPlayback: Sendable {
    private let reports = Mutex(PlaybackReports())

    /// Adds a report, and returns whether the song counts as played now.
    func add(_ state: PlaybackReports.State, of song: Music, at position: Duration, by player: [String]) -> Bool {
        reports.withLock { $0.add(state, of: song, at: position, by: player) }
    }
}

extension SubsonicRoute.Reply {
    /// An object with one list.
    static func list(_ name: StaticString, _ element: StaticString, _ values: [some SubsonicValue]) -> Self {
        .value(name, SubsonicList(name: element, values: values))
    }
}

/// The random orders that apps page through: the later pages of a list have the order of the first one.
///
/// Forgets all if there are too many.
final class SubsonicSeeds: Sendable {
    private static let limit = 1_000
    private let seeds = Mutex<[[String]: UInt64]>([:])

    func seed(for account: Account, in client: String, isNew: Bool) -> UInt64 {
        let key = [account.name, client]
        return seeds.withLock { seeds in
            if !isNew, let seed = seeds[key] { return seed }
            if seeds.count >= Self.limit { seeds = [:] }
            let seed = UInt64.random(in: .min ... .max)
            seeds[key] = seed
            return seed
        }
    }
}

/// The names of all routes.
package enum SubsonicRoutes {
    package static var names: [String] { SubsonicRoute.all.map(\.name) }
}
