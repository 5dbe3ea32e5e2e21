import FermataDomain
import Foundation

/// The queue of the library, which another app resumes where one stopped.
extension SubsonicRoute {
    static let queue: [SubsonicRoute] = [
        SubsonicRoute("getPlayQueue") { call in
            let queue = try await QueueContent(call)
            let current = queue.current.map { queue.songs[$0].song.id.description }
            return .value(
                "playQueue",
                QueueValue(queue: queue, account: call.account.name, song: current))
        },
        SubsonicRoute("getPlayQueueByIndex") { call in
            let queue = try await QueueContent(call)
            return .value(
                "playQueueByIndex",
                QueueValue(queue: queue, account: call.account.name, index: queue.current))
        },
        SubsonicRoute("savePlayQueue", isChange: true) { call in
            let songs = try call.parameters.songs("id")
            guard !songs.isEmpty else { return try await store([], at: 0, call) }
            let current = try call.parameters.song("current")
            guard let index = songs.firstIndex(of: current) else {
                throw SubsonicError(.missingParameter, "The parameter “current” is not one of the ids.")
            }
            return try await store(songs, at: index, call)
        },
        SubsonicRoute("savePlayQueueByIndex", isChange: true) { call in
            let songs = try call.parameters.songs("id")
            let text = call.parameters["currentIndex"]
            guard let index = text.map({ Int($0) }) ?? (songs.isEmpty ? 0 : nil),
                songs.indices.contains(index) || songs.isEmpty && text == nil
            else {
                throw SubsonicError(.missingParameter, "The parameter “currentIndex” is not an index of the ids.")
            }
            return try await store(songs, at: index, call)
        },
    ]

    private static func store(_ songs: [MusicID], at index: Int, _ call: SubsonicCall) async throws -> Reply {
        let position = try call.parameters.integer("position", in: 0...Int(Int32.max), or: 0)
        let repetition = try await call.services.player.status().status.queue.repetition
        _ = try await call.services.player.store(
            songs, at: index, elapsed: .milliseconds(position), repetition: repetition, by: call.client)
        return .done
    }
}

/// The queue with its current song, by the id or by the index of that.
private struct QueueValue: SubsonicValue {
    let queue: QueueContent
    let account: String
    var song: String?
    var index: Int?

    func write(to writer: inout some SubsonicWriter) {
        writer.member("current", song)
        writer.member("currentIndex", index)
        writer.member("position", queue.position)
        writer.member("username", account)
        writer.member("changed", SubsonicDate.text(queue.changed))
        writer.member("changedBy", queue.client)
        writer.list("entry", queue.songs)
    }
}

/// The visible songs of the queue, and the place in it.
struct QueueContent {
    let status: PlayerStatus
    let songs: [SongValue]
    /// The index of the current song; that of the first one if none is.
    let current: Int?
    /// In milliseconds.
    let position: Int
    /// The app that stored the queue; empty if it was another program.
    let client: String
    /// When the queue or the position in it was last stored; now if that is unknown, because apps read it anew if it may
    /// be later than theirs.
    let changed: Date

    init(_ call: SubsonicCall) async throws {
        // Read first: if the queue changes meanwhile, apps read it again.
        changed = try await call.services.player.queueChanged() ?? call.server.now()
        status = try await call.services.player.status().status
        client = try await call.services.player.queueClient() ?? ""
        let queued = try await call.services.player.songs(of: status.queue)
        songs = try await call.services.values(of: queued.map(\.song))
        let current = queued.firstIndex(where: \.isCurrent)
        self.current = current ?? (queued.isEmpty ? nil : 0)
        position = current == nil ? 0 : status.elapsed.wholeMilliseconds
    }
}

extension Duration {
    /// Rounded down.
    var wholeMilliseconds: Int {
        Int(components.seconds) * 1_000 + Int(components.attoseconds / 1_000_000_000_000_000)
    }
}
