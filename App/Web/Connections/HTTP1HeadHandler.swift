import NIOCore
import NIOHTTP1

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
