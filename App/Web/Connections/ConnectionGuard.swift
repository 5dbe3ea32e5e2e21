import HTTPTypes
import HummingbirdCore
import NIOCore
import NIOHTTP1
import NIOHTTPTypes

/// Closes a connection whose client takes too long to send a request or to read a response.
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart
    private let table: ConnectionTable
    private let timeout: TimeAmount
    private var connection: ClientConnection?
    private var isReceiving = false
    private var isMalformed = false
    /// Complete requests without a complete response; below 0 if a response ends before its request.
    private var pending = 0
    private var receiveTimeout: Scheduled<Void>?
    private var sendTimeout: Scheduled<Void>?

    init(_ table: ConnectionTable, timeout: TimeAmount) {
        self.table = table
        self.timeout = timeout
    }

    func handlerAdded(context: ChannelHandlerContext) {
        let connection = ClientConnection(context.channel)
        self.connection = connection
        table.add(connection)
        do {
            let pipeline = context.pipeline.syncOperations
            let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
            try pipeline.addHandlers([HTTP1HeadHandler(), FileRegionHandler()], position: .after(decoder))
        } catch {
            context.fireErrorCaught(error)
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        receiveTimeout?.cancel()
        sendTimeout?.cancel()
        if let connection { table.remove(connection) }
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head: isReceiving = true
        case .body: break
        case .end:
            isReceiving = false
            pending += 1
            connection?.receivedRequest(isBusy: pending > 0)
            receiveTimeout?.cancel()
            receiveTimeout = nil
        }
        context.fireChannelRead(data)
    }

    /// Starts the time-out here because most requests are complete by now and need none.
    func channelReadComplete(context: ChannelHandlerContext) {
        if isReceiving, receiveTimeout == nil { receiveTimeout = close(context.channel) }
        context.fireChannelReadComplete()
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(let bare)
        where isMalformed && bare.status == .badRequest && bare.headerFields[.contentLength] == "0":
            let (head, body) = Problem(.badRequest, "The request cannot be parsed as HTTP.").finalResponse
            context.write(wrapOutboundOut(.head(head)), promise: nil)
            context.write(wrapOutboundOut(.body(body)), promise: promise)
        case .end:
            pending -= 1
            connection?.isBusy = pending > 0
            fallthrough
        default: context.write(data, promise: promise)
        }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        sendTimeout?.cancel()
        sendTimeout = context.channel.isWritable ? nil : close(context.channel)
        context.fireChannelWritabilityChanged()
    }

    /// Treats a client that closes its sending side as disconnected, as browsers do when they cancel a request.
    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case ChannelEvent.inputClosed = event { connection?.disconnect() }
        context.fireUserInboundEventTriggered(event)
    }

    /// Reports bytes that are not HTTP like malformed requests.
    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        isMalformed = true
        context.fireErrorCaught(error is HTTPParserError ? error : HTTPParserError.unknown)
    }

    /// Closes the connection after the time-out.
    private func close(_ channel: any Channel) -> Scheduled<Void> {
        channel.eventLoop.scheduleTask(in: timeout) { channel.close(promise: nil) }
    }
}

/// Handles the version and the absolute target of HTTP/1 requests, which the requests of controllers lack.
///
/// A connection with HTTP/1.0 is closed after the response, whose end the client would otherwise not recognise:
/// HTTP/1.0 has no chunks. The host of an absolute address as target replaces the field `Host`.
///
/// Source: RFC 9112, 3.2.2, 9.3 and C.2.2.
final class HTTP1HeadHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart
    private var isHTTP10 = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .head(var head) = unwrapInboundIn(data) else { return context.fireChannelRead(data) }
        if let host = Self.host(in: head.uri), head.headers["Host"].count <= 1 {
            head.headers.replaceOrAdd(name: "Host", value: host)
        }
        if head.version.major == 1, head.version.minor == 0 {
            isHTTP10 = true
            head.headers.replaceOrAdd(name: "Connection", value: "close")
        }
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard isHTTP10, case .head(var head) = unwrapOutboundIn(data) else {
            return context.write(data, promise: promise)
        }
        head.version = .http1_0
        head.headers.replaceOrAdd(name: "Connection", value: "close")
        context.write(wrapOutboundOut(.head(head)), promise: promise)
    }

    /// The host and port of an absolute address; nil for a path.
    private static func host(in target: String) -> String? {
        guard !target.hasPrefix("/") else { return nil }
        guard let scheme = ["http://", "https://"].first(where: { target.lowercased().hasPrefix($0) }) else {
            return nil
        }
        return String(target.dropFirst(scheme.count).prefix { !"/?#".contains($0) })
    }
}

extension HTTP1Channel.Configuration {
    /// Limits the size of request heads, and the time that a client may take.
    static func limited(timeout: Duration, _ table: ConnectionTable) -> HTTP1Channel.Configuration {
        let timeout = TimeAmount.nanoseconds(Int64(timeout / .nanoseconds(1)))
        return HTTP1Channel.Configuration(
            additionalChannelHandlers: [ConnectionGuard(table, timeout: timeout)], idleTimeout: timeout,
            httpDecoderConfiguration: .init(
                maxHeaderFieldSize: 8 << 10, maxHeaderListSize: 32 << 10, maxHeaderFieldCount: 100))
    }
}
