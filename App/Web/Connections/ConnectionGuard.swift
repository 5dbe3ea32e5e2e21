import HTTPTypes
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
