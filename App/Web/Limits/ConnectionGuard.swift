import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypes

/// Closes a connection whose other end takes too long to say what it asks, or to read what it is told.
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart
    private let table: ConnectionTable
    private let patience: TimeAmount
    private var connection: ClientConnection?
    private var isReceiving = false
    private var isMalformed = false
    /// Requests that came whole and are not answered yet; an answer may be there before its request is.
    private var pending = 0
    private var receiving: Scheduled<Void>?
    private var sending: Scheduled<Void>?

    init(_ table: ConnectionTable, patience: TimeAmount) {
        self.table = table
        self.patience = patience
    }

    func handlerAdded(context: ChannelHandlerContext) {
        let connection = ClientConnection(context.channel)
        self.connection = connection
        table.enter(connection)
    }

    func channelInactive(context: ChannelHandlerContext) {
        receiving?.cancel()
        sending?.cancel()
        if let connection { table.leave(connection) }
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head: isReceiving = true
        case .body: break
        case .end:
            isReceiving = false
            pending += 1
            connection?.ask(isBusy: pending > 0)
            receiving?.cancel()
            receiving = nil
        }
        context.fireChannelRead(data)
    }

    /// Most requests are there whole by now, and need no clock.
    func channelReadComplete(context: ChannelHandlerContext) {
        if isReceiving, receiving == nil { receiving = close(context.channel) }
        context.fireChannelReadComplete()
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(let bare)
        where isMalformed && bare.status == .badRequest && bare.headerFields[.contentLength] == "0":
            let (head, body) = Problem(.badRequest, "This is no request that can be read.").refusal
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
        sending?.cancel()
        sending = context.channel.isWritable ? nil : close(context.channel)
        context.fireChannelWritabilityChanged()
    }

    /// Who says no more has left: a browser that needs an answer no longer, say.
    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case ChannelEvent.inputClosed = event { connection?.leave() }
        context.fireUserInboundEventTriggered(event)
    }

    /// What is no request is told so like malformed ones.
    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        isMalformed = true
        context.fireErrorCaught(error is HTTPParserError ? error : HTTPParserError.unknown)
    }

    /// Closes the connection when patience is over.
    private func close(_ channel: any Channel) -> Scheduled<Void> {
        channel.eventLoop.scheduleTask(in: patience) { channel.close(promise: nil) }
    }
}
