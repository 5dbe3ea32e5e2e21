import FermataDomain
import Foundation

/// Controls the program that plays the library's queue on the server's computer.
extension SubsonicRoute {
    static let jukebox: [SubsonicRoute] = [
        SubsonicRoute("jukeboxControl", isChange: true) { call in
            let action = try call.parameters.required("action")
            try await perform(action, call)
            let queue = try await QueueContent(call)
            return action == "get"
                ? .value("jukeboxPlaylist", JukeboxStatus(queue: queue, listsSongs: true))
                : .value("jukeboxStatus", JukeboxStatus(queue: queue, listsSongs: false))
        }
    ]

    private static func perform(_ action: String, _ call: SubsonicCall) async throws {
        let (player, parameters) = (call.services.player, call.parameters)
        switch action {
        case "get", "status": break
        case "start": _ = try await player.execute(.resume)
        case "stop": _ = try await player.execute(.pause)
        case "skip":
            let offset = try parameters.integer("offset", in: 0...Int(Int32.max), or: 0)
            _ = try await player.execute(.playEntry(number: try await entry(call)))
            if offset > 0 { _ = try await player.execute(.seek(to: .seconds(offset))) }
        case "add":
            let songs = try await songs(call)
            if songs.isEmpty { throw SubsonicError.missing("id") }
            _ = try await player.execute(.add(songs))
        case "set":
            let songs = try await songs(call)
            // The current song continues.
            let others = try await player.songs(of: player.status().status.queue).filter { !$0.isCurrent }
            if !others.isEmpty { _ = try await player.execute(.remove(entries: others.map(\.number))) }
            if !songs.isEmpty { _ = try await player.execute(.add(songs)) }
        case "clear": _ = try await player.execute(.clear)
        case "remove": _ = try await player.execute(.remove(entries: [try await entry(call)]))
        case "shuffle": _ = try await player.execute(.shuffle(seed: .random(in: .min ... .max)))
        case "setGain":
            guard let gain = Double(try parameters.required("gain")), (0...1).contains(gain) else {
                throw SubsonicError.invalid("gain", "must be a number from 0 to 1")
            }
            _ = try await player.execute(.setVolume(Int((gain * 100).rounded())))
        default: throw SubsonicError.invalid("action", "must be an action of the jukebox, not “\(action)”")
        }
    }

    /// The number of the entry at the index that apps see.
    private static func entry(_ call: SubsonicCall) async throws -> Int {
        guard let index = try call.parameters.integer("index", in: 0...Int(Int32.max)) else {
            throw SubsonicError.missing("index")
        }
        let entries = try await call.services.player.songs(of: call.services.player.status().status.queue)
        guard entries.indices.contains(index) else {
            throw SubsonicError(.notFound, "The queue has no song at the index \(index).")
        }
        return entries[index].number
    }

    /// The requested songs, all of which the listener may see.
    private static func songs(_ call: SubsonicCall) async throws -> [MusicID] {
        let songs = try call.parameters.songs("id")
        for song in songs { _ = try await call.services.song(song) }
        return songs
    }
}

/// The state of the player, with the songs of its queue if they were requested.
private struct JukeboxStatus: SubsonicValue {
    let queue: QueueContent
    let listsSongs: Bool

    func write(to writer: inout some SubsonicWriter) {
        writer.member("currentIndex", queue.current ?? 0)
        writer.member("playing", queue.status.state == .playing || queue.status.state == .buffering)
        writer.member("gain", Double(queue.status.volume) / 100)
        // The public description has this whole number where its text has the gain.
        writer.member("volume", queue.status.volume > 0 ? 1 : 0)
        writer.member("position", queue.position / 1_000)
        if listsSongs { writer.list("entry", queue.songs) }
    }
}
