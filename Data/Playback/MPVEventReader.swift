package import FermataDomain
import Foundation

/// Turns messages of mpv into events of the player.
package struct MPVEventReader {
    /// The properties of mpv whose changes are events.
    enum Property {
        static let (position, duration, buffering, idle) = ("time-pos", "duration", "paused-for-cache", "idle-active")
        static let all = [position, duration, buffering, idle]
    }

    private static let positionStep = Duration.milliseconds(250)
    /// The start of the text of `MPV_ERROR_AO_INIT_FAILED`; mpv sends no number.
    ///
    /// Source: https://github.com/mpv-player/mpv/blob/master/player/client.c
    private static let outputError = "audio output"

    /// The items of mpv's playlist, by the entries that play them.
    private var items: [Int: Int] = [:]
    /// The item that mpv has read to its end. Its last sound is still played until the next item starts, or mpv is
    /// idle.
    private var finishing: Int?
    /// The last position emitted outside of a seek; nil after a seek, and when an item starts.
    private var lastPosition: Duration?
    /// Whether mpv is seeking. Until it plays again, it may still report the position before the seek.
    private var isSeeking = false

    package init() {}

    /// Remembers which item an entry of mpv's playlist plays.
    package mutating func setItem(_ item: Int, ofEntry entry: Int) {
        items[entry] = item
    }

    /// Returns the events of a message, in order.
    package mutating func events(of message: MPVMessage) -> [PlayerEvent] {
        switch message.event {
        case "start-file":
            (isSeeking, lastPosition) = (false, nil)
            return finish() + (item(of: message).map { [.started(item: $0)] } ?? [])
        case "seek":
            (isSeeking, lastPosition) = (true, nil)
            return []
        case "playback-restart":
            isSeeking = false
            return []
        case "end-file": return endFile(message)
        case "property-change": return changeProperty(message)
        default: return []
        }
    }

    private mutating func endFile(_ message: MPVMessage) -> [PlayerEvent] {
        guard let entry = message.entry, let item = items.removeValue(forKey: entry) else { return [] }
        switch message.reason {
        case "eof":
            finishing = item
            return []
        case "error" where message.fileError?.hasPrefix(Self.outputError) == true: return [.outputFailed]
        case "error", "redirect": return [.failed(item: item)]
        default: return []  // A command has ended it.
        }
    }

    private mutating func changeProperty(_ message: MPVMessage) -> [PlayerEvent] {
        switch (message.name, message.data) {
        case (Property.position, .number(let seconds)?): move(to: .milliseconds(seconds))
        case (Property.duration, .number(let seconds)?): [.duration(.milliseconds(seconds))]
        case (Property.buffering, .flag(let isBuffering)?): [.buffering(isBuffering)]
        case (Property.idle, .flag(true)?): finish()
        default: []
        }
    }

    /// Omits a position in the same quarter of a second as the last one; mpv sends ten a second. During a seek, all
    /// positions are events.
    private mutating func move(to position: Duration) -> [PlayerEvent] {
        if isSeeking { return [.position(position)] }
        if let lastPosition, Int(position / Self.positionStep) == Int(lastPosition / Self.positionStep) { return [] }
        lastPosition = position
        return [.position(position)]
    }

    private mutating func finish() -> [PlayerEvent] {
        defer { finishing = nil }
        return finishing.map { [.finished(item: $0)] } ?? []
    }

    private func item(of message: MPVMessage) -> Int? { message.entry.flatMap { items[$0] } }
}

extension Duration {
    /// Rounds seconds down to milliseconds, so that equal positions are equal values; zero for an invalid time.
    fileprivate static func milliseconds(_ seconds: Double) -> Duration {
        (0...Double(Int32.max)).contains(seconds) ? .milliseconds(Int64((seconds * 1_000).rounded(.down))) : .zero
    }
}

/// A message of mpv: an event, or the reply to a command.
///
/// Source: https://mpv.io/manual/stable/#json-ipc
package struct MPVMessage: Decodable {
    let event: String?
    let requestID: Int?
    let error: String?
    /// The name of a property that has changed.
    let name: String?
    let data: Value?
    /// Why a file has ended.
    let reason: String?
    /// The error that has ended a file.
    let fileError: String?
    let entry: Int?

    private enum CodingKeys: String, CodingKey {
        case event, error, name, data, reason
        case requestID = "request_id"
        case fileError = "file_error"
        case entry = "playlist_entry_id"
    }

    enum Value: Decodable {
        case number(Double)
        case flag(Bool)
        /// The entry that `loadfile` has added.
        case entry(Int)
        case other

        private struct Entry: Decodable {
            // swift-format-ignore: AlwaysUseLowerCamelCase
            let playlist_entry_id: Int
        }

        init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            // Numbers come first, because positions arrive ten times a second.
            if let number = try? value.decode(Double.self) {
                self = .number(number)
            } else if let flag = try? value.decode(Bool.self) {
                self = .flag(flag)
            } else if let entry = try? value.decode(Entry.self) {
                self = .entry(entry.playlist_entry_id)
            } else {
                self = .other
            }
        }
    }
}
