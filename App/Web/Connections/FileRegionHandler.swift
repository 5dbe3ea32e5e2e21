import NIOCore
import NIOHTTP1

/// Sends parts of files as the body of a response, which the system copies to the socket by itself.
///
/// A response's body cannot contain file regions, so they arrive as events between its head and its end.
final class FileRegionHandler: ChannelOutboundHandler, RemovableChannelHandler {
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?) {
        guard let region = event as? FileRegion else {
            return context.triggerUserOutboundEvent(event, promise: promise)
        }
        context.writeAndFlush(wrapOutboundOut(.body(.fileRegion(region))), promise: promise)
    }
}
