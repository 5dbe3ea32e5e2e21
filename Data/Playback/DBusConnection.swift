import Foundation
import NIOCore
import NIOPosix

/// A connection to a message bus, which receives messages and sends their bytes.
private typealias DBusChannel = NIOAsyncChannel<DBusMessage, ByteBuffer>

/// The address of the session bus of a user.
///
/// Source: https://dbus.freedesktop.org/doc/dbus-specification.html#addresses
package enum DBusAddress: Equatable, Sendable {
    case path(String)
    /// The name of a socket of Linux that is no file.
    case abstract(String)

    /// Reads the address of the session bus from environment variables; nil if there is none with a local socket.
    package init?(environment: [String: String]) {
        if let text = environment["DBUS_SESSION_BUS_ADDRESS"] {
            let found = text.split(separator: ";").lazy.compactMap(Self.init(address:)).first
            guard let found else { return nil }
            self = found
        } else {
            guard let folder = environment["XDG_RUNTIME_DIR"], !folder.isEmpty else { return nil }
            self = .path(folder + "/bus")
        }
    }

    /// Reads an address such as `unix:path=/run/user/1000/bus,guid=…`.
    private init?(address: Substring) {
        guard address.hasPrefix("unix:") else { return nil }
        for part in address.dropFirst("unix:".count).split(separator: ",") {
            let words = part.split(separator: "=", maxSplits: 1)
            guard words.count == 2, let value = String(words[1]).removingPercentEncoding else { continue }
            switch words[0] {
            case "path": self = .path(value)
            case "abstract": self = .abstract(value)
            default: continue
            }
            return
        }
        return nil
    }

    /// Connects to the bus, signs in as this user, and disconnects after `body`. Throws `DBusError` and the errors of
    /// `body`.
    func withConnection(
        _ body: (NIOAsyncChannelInboundStream<DBusMessage>, NIOAsyncChannelOutboundWriter<ByteBuffer>) async throws ->
            Void
    ) async throws {
        // A user is named by the hexadecimal digits of its decimal number.
        let user = "\(geteuid())".utf8.map { String($0, radix: 16) }.joined()
        try await channel().executeThenClose { messages, outbound in
            try await outbound.write(ByteBuffer(string: "\0AUTH EXTERNAL \(user)\r\nBEGIN\r\n"))
            try await body(messages, outbound)
        }
    }

    private func channel() async throws -> DBusChannel {
        try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .withConnectedSocket(try connectedSocket()) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(ByteToMessageHandler(DBusMessageDecoder()))
                    return try DBusChannel(wrappingChannelSynchronously: channel)
                }
            }
    }

    private func connectedSocket() throws(DBusError) -> CInt {
        // The name of an abstract socket follows a zero byte and has none at its end.
        let name: [UInt8] =
            switch self {
            case .path(let path): Array(path.utf8) + [0]
            case .abstract(let name): [0] + Array(name.utf8)
            }
        var address = sockaddr_un()
        guard name.count <= MemoryLayout.size(ofValue: address.sun_path) else { throw .unavailable }
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
        let offset = MemoryLayout.offset(of: \sockaddr_un.sun_path) ?? 0
        #if os(Linux)
            let socket = Foundation.socket(
                AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        #else
            let socket = Foundation.socket(AF_UNIX, SOCK_STREAM, 0)
        #endif
        guard socket >= 0 else { throw .unavailable }
        let isConnected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Foundation.connect(socket, $0, socklen_t(offset + name.count)) == 0
            }
        }
        guard isConnected else {
            Foundation.close(socket)
            throw .unavailable
        }
        return socket
    }
}

/// Splits bytes into messages, after the line with which a bus accepts the user.
private struct DBusMessageDecoder: ByteToMessageDecoder {
    typealias InboundOut = DBusMessage
    /// Longer lines are not accepted, and longer messages are ignored.
    private static let limit = 1 << 16
    private var isAccepted = false
    /// How many bytes of an ignored message are still to come.
    private var ignored = 0

    mutating func decode(context: ChannelHandlerContext, buffer: inout ByteBuffer) throws -> DecodingState {
        if !isAccepted {
            guard let end = buffer.readableBytesView.firstIndex(of: UInt8(ascii: "\n")) else {
                if buffer.readableBytes > Self.limit { throw DBusError.rejected }
                return .needMoreData
            }
            let line = buffer.readString(length: end + 1 - buffer.readerIndex)
            guard line?.hasPrefix("OK ") == true else { throw DBusError.rejected }
            isAccepted = true
            return .continue
        }
        let skipped = min(ignored, buffer.readableBytes)
        buffer.moveReaderIndex(forwardBy: skipped)
        ignored -= skipped
        guard ignored == 0, let length = try DBusMessage.length(in: buffer) else { return .needMoreData }
        if length > Self.limit {
            ignored = length
            return .continue
        }
        guard let message = buffer.readSlice(length: length) else { return .needMoreData }
        context.fireChannelRead(wrapInboundOut(try DBusMessage(message)))
        return .continue
    }
}
