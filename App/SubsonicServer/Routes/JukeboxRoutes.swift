import FermataDomain
import Foundation

/// The program that plays the library's queue on this computer, controlled by apps.
extension SubsonicRoute {
    static let jukebox: [SubsonicRoute] = [
        SubsonicRoute("jukeboxControl", isChange: true) { call in
            let action = try call.parameters.required("action")
            let before = try await call.services.player.status()
            let after = try await perform(action, before.status, call)
            guard action == "get" else { return .value("jukeboxStatus", JukeboxStatus(status: after.status)) }
            let songs = try await call.services.player.songs(of: after.status.queue).map(\.song)
            let values = try await call.services.values(of: songs)
            return .value("jukeboxPlaylist", JukeboxStatus(status: after.status, songs: values))
        }
    ]

    private static func perform(
        _ action: String, _ status: PlayerStatus, _ call: SubsonicCall
    ) async throws -> NowPlaying {
        let (player, parameters) = (call.services.player, call.parameters)
        /// The number of the entry at the index that apps see.
        func entry() async throws -> Int {
            let entries = try await player.songs(of: status.queue)
            guard let index = try parameters.integer("index", in: 0...Int(Int32.max)) else {
                throw SubsonicError.missing("index")
            }
            guard entries.indices.contains(index) else {
                throw SubsonicError(.notFound, "The queue has no song at the index \(index).")
            }
            return entries[index].number
        }
        switch action {
        case "get", "status": return NowPlaying(status: status)
        case "start": return try await player.execute(.resume)
        case "stop": return try await player.execute(.pause)
        case "skip":
            let skipped = try await player.execute(.playEntry(number: try await entry()))
            let offset = try parameters.integer("offset", in: 0...Int(Int32.max), or: 0)
            return offset == 0 ? skipped : try await player.execute(.seek(to: .seconds(offset)))
        case "add": return try await player.execute(.add(try songs(parameters)))
        case "set":
            // The current song goes on.
            let others = status.queue.entries.map(\.number).filter { $0 != status.queue.current?.number }
            if !others.isEmpty { _ = try await player.execute(.remove(entries: others)) }
            return try await player.execute(.add(try parameters.songs("id")))
        case "clear": return try await player.execute(.clear)
        case "remove": return try await player.execute(.remove(entries: [try await entry()]))
        case "shuffle": return try await player.execute(.shuffle(seed: .random(in: .min ... .max)))
        case "setGain":
            guard let gain = Double(try parameters.required("gain")), (0...1).contains(gain) else {
                throw SubsonicError.invalid("gain", "must be a number from 0 to 1")
            }
            return try await player.execute(.setVolume(Int((gain * 100).rounded())))
        default: throw SubsonicError.invalid("action", "must be an action of the jukebox, not “\(action)”")
        }
    }

    private static func songs(_ parameters: SubsonicParameters) throws -> [MusicID] {
        let songs = try parameters.songs("id")
        if songs.isEmpty { throw SubsonicError.missing("id") }
        return songs
    }
}

/// The state of the player, with the songs of its queue if they were requested.
private struct JukeboxStatus: SubsonicValue {
    let status: PlayerStatus
    var songs: [SongValue]?

    func write(to writer: inout some SubsonicWriter) {
        writer.member("currentIndex", status.queue.index ?? 0)
        writer.member("playing", status.state == .playing || status.state == .buffering)
        writer.member("gain", Double(status.volume) / 100)
        // The public description has this whole number where its text has the gain.
        writer.member("volume", status.volume > 0 ? 1 : 0)
        writer.member("position", Int(status.elapsed.components.seconds))
        if let songs { writer.list("entry", songs) }
    }
}
