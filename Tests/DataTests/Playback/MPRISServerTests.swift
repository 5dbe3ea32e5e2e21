import FermataContracts
import FermataData
import FermataDomain
import Foundation
import NIOCore
import NIOPosix
import Testing

@Suite("Control by desktops over a bus", .timeLimit(.minutes(3)))
final class MPRISServerTests: Sendable {
    /// Short: socket paths are limited.
    private let path = "/tmp/fermata-\(UUID().uuidString.prefix(8)).bus"
    private static let name = "org.mpris.MediaPlayer2.fermata"

    deinit { try? FileManager.default.removeItem(atPath: path) }

    @Test("signs in as this user, and requests the name of a player")
    func requestsName() async throws {
        try await withBus { bus in
            #expect(bus.user == "\(geteuid())".utf8.map { String($0, radix: 16) }.joined())
            let (hello, request) = (try await bus.next(), try await bus.next())
            #expect(hello.member == "Hello" && request.body.first == .string(Self.name))
        }
    }

    @Test("requests a name of its own if the first is taken, and ends if both are")
    func requestsOtherName() async throws {
        let run = try await withBus { bus in
            _ = try await bus.next()
            try await bus.reply(to: try await bus.next(), [.uint32(3)])
            let second = try await bus.next()
            #expect(second.body.first == .string("\(Self.name).instance\(getpid())"))
            try await bus.reply(to: second, [.uint32(3)])
            await bus.waitForEnd()
        }
        await #expect(throws: DBusError.rejected) { try await run.value }
    }

    @Test("ends if the bus gives it no name")
    func endsWithoutName() async throws {
        let run = try await withBus { bus in
            try await bus.reply(to: try await bus.next(), kind: .error, [])
            await bus.waitForEnd()
        }
        await #expect(throws: DBusError.rejected) { try await run.value }
    }

    @Test("ends if the bus rejects the user, or closes the connection at once", arguments: ["REJECTED\r\n", nil])
    func endsWithoutAcceptance(answer: String?) async throws {
        let run = try await withBus(answer: answer) { bus in if answer != nil { await bus.waitForEnd() } }
        // Whether the end of the connection is an error depends on when the bus closes it.
        if answer != nil {
            await #expect(throws: DBusError.rejected) { try await run.value }
        } else {
            _ = await run.result
        }
    }

    @Test("ignores messages of unknown kinds and long ones")
    func ignoresMessages() async throws {
        try await withBus { bus in
            try await bus.begin()
            var unknown = Array(DBusMessage(.signal, serial: 8).encoded.readableBytesView)
            unknown[1] = 9
            try await bus.send(ByteBuffer(bytes: unknown))
            var long = DBusMessage(.signal, serial: 9)
            long.body = [.string(String(repeating: "a", count: 1 << 20))]
            try await bus.send(long.encoded)
            let reply = try await bus.call("org.freedesktop.DBus.Peer", "Ping")
            #expect(reply.kind == .reply)
        }
    }

    @Test("replies with an error for an object that it does not have")
    func rejectsOtherObjects() async throws {
        try await withBus { bus in
            try await bus.begin()
            let reply = try await bus.call("org.mpris.MediaPlayer2.Player", "Pause", path: "/other")
            #expect(reply.kind == .error && reply.errorName == "org.freedesktop.DBus.Error.UnknownObject")
        }
    }

    @Test("pauses if a desktop sets the rate to zero")
    func pausesAtNoRate() async throws {
        let player = PlayerControlStub(status: PlayerStatus())
        try await withBus(player) { bus in
            try await bus.begin()
            let reply = try await bus.call(
                "org.freedesktop.DBus.Properties", "Set",
                [.string("org.mpris.MediaPlayer2.Player"), .string("Rate"), .variant(.double(0))])
            #expect(reply.kind == .reply)
        }
        #expect(player.commands == [.pause])
    }

    @Test("describes the player also while the library cannot be read")
    func describesWithoutLibrary() async throws {
        try await withBus { bus in
            try await bus.begin()
            let reply = try await bus.call(
                "org.freedesktop.DBus.Properties", "Get",
                [.string("org.mpris.MediaPlayer2.Player"), .string("Metadata")])
            let track = DBusValue.objectPath("/org/mpris/MediaPlayer2/TrackList/NoTrack")
            #expect(reply.body == [.variant(.dictionary(["mpris:trackid": track]))])
        }
    }

    /// Runs a server for a player and a library that cannot be read, and the bus to which it connects, until `body`
    /// returns. Returns the server's task.
    ///
    /// Without an `answer`, the bus closes the connection instead of accepting the user.
    @discardableResult
    private func withBus(
        _ player: PlayerControlStub = PlayerControlStub(status: PlayerStatus()), answer: String? = "OK 1\r\n",
        _ body: @Sendable (inout Bus) async throws -> Void
    ) async throws -> Task<Void, any Error> {
        let listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .bind(unixDomainSocketPath: path) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                }
            }
        let statuses = AsyncStream<PlayerStatus>.makeStream()
        let server = MPRISServer(
            controlling: player, statuses: { statuses.stream }, song: { _ in throw LibraryError.busy(path: "library") },
            environment: ["DBUS_SESSION_BUS_ADDRESS": "unix:path=\(path)"], seed: { 1 })
        let run = Task { try await server.run() }
        try await listener.executeThenClose { connections in
            for try await connection in connections {
                try await connection.executeThenClose { bytes, outbound in
                    guard let answer else { return }
                    var bus = Bus(bytes: bytes.makeAsyncIterator(), outbound: outbound)
                    try await bus.accept(answer)
                    try await body(&bus)
                }
                break
            }
        }
        run.cancel()
        statuses.continuation.finish()
        return run
    }
}

/// The connection of a bus to a program.
private struct Bus {
    var bytes: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator
    let outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>
    private var buffer = ByteBuffer()
    /// The digits of the user who signed in.
    private(set) var user = ""

    init(
        bytes: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator,
        outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>
    ) {
        (self.bytes, self.outbound) = (bytes, outbound)
    }

    /// Reads the lines of a user who signs in, and answers.
    mutating func accept(_ answer: String) async throws {
        let (start, end) = ("\0AUTH EXTERNAL ", "\r\nBEGIN\r\n")
        while true {
            let text = String(buffer: buffer)
            if let range = text.range(of: end) {
                user = String(text[..<range.lowerBound].dropFirst(start.count))
                buffer.moveReaderIndex(forwardBy: text[..<range.upperBound].utf8.count)
                return try await outbound.write(ByteBuffer(string: answer))
            }
            try await read()
        }
    }

    /// The next message of the program.
    mutating func next() async throws -> DBusMessage {
        while true {
            if let length = try DBusMessage.length(in: buffer), let message = buffer.readSlice(length: length) {
                return try DBusMessage(message)
            }
            try await read()
        }
    }

    /// Accepts the name that the program requests.
    mutating func begin() async throws {
        for _ in 0..<2 { try await reply(to: try await next(), [.uint32(1)]) }
    }

    func reply(to call: DBusMessage, kind: DBusMessage.Kind = .reply, _ body: [DBusValue]) async throws {
        var reply = DBusMessage(kind, serial: 1)
        (reply.replySerial, reply.body) = (call.serial, body)
        try await send(reply.encoded)
    }

    /// Calls a method, and returns the reply.
    mutating func call(
        _ interface: String, _ member: String, _ arguments: [DBusValue] = [], path: String = "/org/mpris/MediaPlayer2"
    ) async throws -> DBusMessage {
        var call = DBusMessage(.call, serial: 77)
        (call.path, call.interface, call.member, call.body) = (path, interface, member, arguments)
        try await send(call.encoded)
        while true {
            let message = try await next()
            if message.replySerial == 77 { return message }
        }
    }

    func send(_ bytes: ByteBuffer) async throws { try await outbound.write(bytes) }

    /// Waits until the program closes the connection.
    mutating func waitForEnd() async {
        while (try? await bytes.next()) != nil {}
    }

    private mutating func read() async throws {
        var more = try #require(await bytes.next(), "The program has closed the connection.")
        buffer.writeBuffer(&more)
    }
}
