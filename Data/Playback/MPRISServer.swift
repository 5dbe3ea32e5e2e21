public import FermataDomain
import Foundation
import NIOCore

/// Lets media keys, desktops and programs such as `playerctl` control a player over the session bus.
///
/// Source: https://specifications.freedesktop.org/mpris-spec/latest/
public struct MPRISServer: Sendable {
    /// Finds the current song of a status; nil without one.
    public typealias FindSong = @Sendable (PlayerStatus) async throws -> Music?

    private let player: any PlayerControl
    private let statuses: @Sendable () -> AsyncStream<PlayerStatus>
    private let song: FindSong
    private let environment: [String: String]
    private let seed: @Sendable () -> UInt64

    /// `statuses` are those of the player. `environment` has the address of the session bus, and `seed` returns a random
    /// number.
    public init(
        controlling player: any PlayerControl, statuses: @escaping @Sendable () -> AsyncStream<PlayerStatus>,
        song: @escaping FindSong, environment: [String: String], seed: @escaping @Sendable () -> UInt64
    ) {
        (self.player, self.statuses, self.song) = (player, statuses, song)
        (self.environment, self.seed) = (environment, seed)
    }

    /// Serves requests until the task is cancelled, the statuses end, or the bus ends.
    ///
    /// Throws an error if there is no session bus, or if it does not accept this program.
    public func run() async throws {
        guard let address = DBusAddress(environment: environment) else { throw DBusError.unavailable }
        try await address.withConnection { messages, outbound in
            let connection = MPRISConnection(outbound, player: player, song: song, seed: seed)
            try await connection.requestName()
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { for try await message in messages { try await connection.handle(message) } }
                // Only this task publishes, so that statuses are published in their order.
                group.addTask { for await status in statuses() { try await connection.publish(status) } }
                try await group.next()
                group.cancelAll()
            }
        }
    }
}

/// The object of a player on a bus.
private actor MPRISConnection {
    private static let path = "/org/mpris/MediaPlayer2"
    private static let name = "org.mpris.MediaPlayer2.fermata"
    private static let (root, playerInterface) = ("org.mpris.MediaPlayer2", "org.mpris.MediaPlayer2.Player")
    private static let (bus, properties) = ("org.freedesktop.DBus", "org.freedesktop.DBus.Properties")
    /// The flag with which a bus does not queue for a name, and the reply for one that another program has.
    private static let (doesNotQueue, exists) = (UInt32(4), UInt32(3))

    private let outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>
    private let player: any PlayerControl
    private let song: MPRISServer.FindSong
    private let seed: @Sendable () -> UInt64
    private var lastSerial: UInt32 = 0
    /// The serials of the requests to the bus that must succeed.
    private var requests: Set<UInt32> = []
    /// Whether another program has the name, so that this one requested a name of its own.
    private var isSecond = false
    /// The status and the properties that were published last.
    private var published: (status: PlayerStatus, properties: [String: DBusValue])?

    init(
        _ outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>, player: any PlayerControl,
        song: @escaping MPRISServer.FindSong, seed: @escaping @Sendable () -> UInt64
    ) {
        (self.outbound, self.player, self.song, self.seed) = (outbound, player, song, seed)
    }

    /// Registers the program, and requests the name of the player.
    func requestName() async throws {
        try await callBus("Hello", [])
        try await callBus("RequestName", [.string(Self.name), .uint32(Self.doesNotQueue)])
    }

    private func callBus(_ member: String, _ body: [DBusValue]) async throws {
        var message = message(.call)
        (message.destination, message.path) = (Self.bus, "/org/freedesktop/DBus")
        (message.interface, message.member, message.body) = (Self.bus, member, body)
        requests.insert(message.serial)
        try await outbound.write(message.encoded)
    }

    private func message(_ kind: DBusMessage.Kind) -> DBusMessage {
        lastSerial &+= 1
        return DBusMessage(kind, serial: lastSerial)
    }

    // MARK: - Requests

    /// Handles a message of the bus. Throws `DBusError.rejected` if the bus gives the program no name.
    func handle(_ message: DBusMessage) async throws {
        switch message.kind {
        case .call: try await reply(to: message)
        case .reply where message.isReply(to: &requests) && message.body == [.uint32(Self.exists)]:
            // Another library plays, too.
            if isSecond { throw DBusError.rejected }
            isSecond = true
            let name = Self.name + ".instance\(getpid())"
            try await callBus("RequestName", [.string(name), .uint32(Self.doesNotQueue)])
        case .error where message.isReply(to: &requests): throw DBusError.rejected
        default: break
        }
    }

    private func reply(to call: DBusMessage) async throws {
        var reply = message(.reply)
        do {
            reply.body = try await result(of: call)
        } catch {
            reply.kind = .error
            let failure = error as? MPRISError ?? .failed
            reply.errorName = "\(Self.bus).Error.\(failure.rawValue)"
        }
        guard call.expectsReply else { return }
        (reply.replySerial, reply.destination) = (call.serial, call.sender)
        try await outbound.write(reply.encoded)
    }

    /// Performs a call and returns its result. Throws `MPRISError`, or the error of the player.
    private func result(of call: DBusMessage) async throws -> [DBusValue] {
        let arguments = call.body
        if call.interface == "org.freedesktop.DBus.Peer", call.member == "Ping" { return [] }
        guard call.path == Self.path else { throw MPRISError.unknownObject }
        switch (call.interface, call.member) {
        case (Self.properties?, "GetAll"?):
            return [.dictionary(try await values(of: arguments.first?.text))]
        case (Self.properties?, "Get"?):
            guard arguments.count == 2, let name = arguments[1].text,
                let value = try await values(of: arguments[0].text)[name]
            else { throw MPRISError.unknownProperty }
            return [.variant(value)]
        case (Self.properties?, "Set"?):
            guard arguments.count == 3, arguments[0].text == Self.playerInterface, let name = arguments[1].text,
                case .variant(let value) = arguments[2]
            else { throw MPRISError.invalidArguments }
            try await set(name, to: value)
        case (Self.playerInterface?, let member?), (nil, let member?): try await perform(member, arguments)
        // The program has no window, and ends with the music.
        case (Self.root?, "Raise"?), (Self.root?, "Quit"?): break
        default: throw MPRISError.unknownMethod
        }
        return []
    }

    private func perform(_ member: String, _ arguments: [DBusValue]) async throws {
        switch (member, arguments.first) {
        case ("Next", _): _ = try await player.perform(.next)
        case ("Previous", _): _ = try await player.perform(.previous)
        case ("Pause", _): _ = try await player.perform(.pause)
        case ("PlayPause", _): _ = try await player.perform(.toggle)
        case ("Play", _): _ = try await player.perform(.resume)
        case ("Stop", _): _ = try await player.perform(.stop)
        case ("Seek", .int64(let step)?): _ = try await player.perform(.seekBy(.microseconds(step)))
        case ("SetPosition", let track?):
            guard arguments.count == 2, case .int64(let position) = arguments[1] else {
                throw MPRISError.invalidArguments
            }
            // The song may have ended meanwhile.
            guard position >= 0, try await track.text == Self.track(of: player.status()) else { return }
            _ = try await player.perform(.seek(to: .microseconds(position)))
        default: throw MPRISError.unknownMethod
        }
    }

    private func set(_ property: String, to value: DBusValue) async throws {
        switch (property, value) {
        case ("Volume", .double(let volume)) where volume.isFinite:
            _ = try await player.perform(.setVolume(Int((min(max(volume, 0), 1) * 100).rounded())))
        case ("Shuffle", .boolean(let isShuffled)):
            if try await player.status().queue.isShuffled != isShuffled {
                _ = try await player.perform(.shuffle(seed: isShuffled ? seed() : nil))
            }
        case ("LoopStatus", .string(let name)):
            guard let repetition = PlayQueue.Repetition.allCases.first(where: { $0.loopStatus == name }) else {
                throw MPRISError.invalidArguments
            }
            _ = try await player.perform(.setRepetition(repetition))
        case ("Rate", .double(0)): _ = try await player.perform(.pause)
        case ("Rate", _): break  // only one rate is offered
        default: throw MPRISError.readOnlyProperty
        }
    }

    // MARK: - Properties

    private func values(of interface: String?) async throws -> [String: DBusValue] {
        switch interface {
        case Self.root?:
            return [
                "CanQuit": .boolean(false), "CanRaise": .boolean(false), "HasTrackList": .boolean(false),
                "Identity": .string("Fermata"), "SupportedUriSchemes": .strings([]), "SupportedMimeTypes": .strings([]),
            ]
        case Self.playerInterface?:
            let status = try await player.status()
            return await values(of: status).merging(["Position": .int64(status.elapsed.microseconds)]) { $1 }
        default: throw MPRISError.unknownProperty
        }
    }

    /// The properties of the player whose changes are published: all except the position.
    private func values(of status: PlayerStatus) async -> [String: DBusValue] {
        let queue = status.queue
        let isLast =
            queue.repetition == .off && queue.index.map { $0 + 1 >= queue.entries.count } ?? queue.entries.isEmpty
        return [
            "PlaybackStatus": .string(status.state.playbackStatus), "LoopStatus": .string(queue.repetition.loopStatus),
            "Rate": .double(1), "MinimumRate": .double(1), "MaximumRate": .double(1),
            "Shuffle": .boolean(queue.isShuffled), "Volume": .double(Double(status.volume) / 100),
            "Metadata": .dictionary(await metadata(of: status)), "CanGoNext": .boolean(!isLast),
            "CanGoPrevious": .boolean(queue.index != nil), "CanPlay": .boolean(!queue.entries.isEmpty),
            "CanPause": .boolean(!queue.entries.isEmpty), "CanSeek": .boolean(queue.index != nil),
            "CanControl": .boolean(true),
        ]
    }

    private func metadata(of status: PlayerStatus) async -> [String: DBusValue] {
        var metadata: [String: DBusValue] = ["mpris:trackid": .objectPath(Self.track(of: status))]
        // Desktops control a player also while the library cannot be read.
        let song = try? await song(status)
        if let duration = status.duration ?? song?.duration, duration > .zero {
            metadata["mpris:length"] = .int64(duration.microseconds)
        }
        guard let song else { return metadata }
        metadata["xesam:title"] = .string(song.title)
        if !song.artist.isEmpty { metadata["xesam:artist"] = .strings([song.artist]) }
        if !song.album.isEmpty { metadata["xesam:album"] = .string(song.album) }
        // The address of a server may contain a password.
        if let artwork = song.artworkURL, artwork.hasPrefix("file:"), artwork.hasSuffixOfImage {
            metadata["mpris:artUrl"] = .string(artwork)
        }
        return metadata
    }

    private static func track(of status: PlayerStatus) -> String {
        status.queue.current.map { "/org/fermata/entry/\($0.number)" } ?? path + "/TrackList/NoTrack"
    }

    /// Publishes what has changed since the last status, and a position to which the song has jumped.
    func publish(_ status: PlayerStatus) async throws {
        let last = published
        guard last?.status != status else { return }
        let current =
            if let last, status.isSameExceptPosition(as: last.status) {
                last.properties
            } else {
                await values(of: status)
            }
        published = (status, current)
        let changed = current.filter { last?.properties[$0.key] != $0.value }
        if !changed.isEmpty {
            try await emit(
                Self.properties, "PropertiesChanged",
                [.string(Self.playerInterface), .dictionary(changed), .strings([])])
        }
        // Another song begins at its start, unless its position is read.
        guard let last, last.status.queue.current == status.queue.current, last.status.jumps != status.jumps else {
            return
        }
        try await emit(Self.playerInterface, "Seeked", [.int64(status.elapsed.microseconds)])
    }

    private func emit(_ interface: String, _ member: String, _ body: [DBusValue]) async throws {
        var signal = message(.signal)
        (signal.path, signal.interface, signal.member, signal.body) = (Self.path, interface, member, body)
        try await outbound.write(signal.encoded)
    }
}

/// An error in a reply, as D-Bus names it.
private enum MPRISError: String, Error {
    case failed = "Failed"
    case unknownObject = "UnknownObject"
    case unknownMethod = "UnknownMethod"
    case unknownProperty = "UnknownProperty"
    case readOnlyProperty = "PropertyReadOnly"
    case invalidArguments = "InvalidArgs"
}

extension DBusMessage {
    /// Whether the message replies to one of some requests, which is removed.
    fileprivate func isReply(to requests: inout Set<UInt32>) -> Bool {
        replySerial.flatMap { requests.remove($0) } != nil
    }
}

extension PlayerStatus.State {
    fileprivate var playbackStatus: String {
        switch self {
        case .playing, .buffering: "Playing"
        case .paused: "Paused"
        case .stopped: "Stopped"
        }
    }
}

extension PlayQueue.Repetition {
    fileprivate var loopStatus: String {
        switch self {
        case .off: "None"
        case .all: "Playlist"
        case .one: "Track"
        }
    }
}

extension Duration {
    fileprivate var microseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds &* 1_000_000 &+ attoseconds / 1_000_000_000_000
    }
}

extension String {
    /// Whether the address is that of an image, and not of a song with one.
    fileprivate var hasSuffixOfImage: Bool {
        [".jpg", ".jpeg", ".png", ".webp", ".gif"].contains(where: lowercased().hasSuffix)
    }
}
