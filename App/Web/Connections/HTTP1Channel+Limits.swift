import HummingbirdCore
import NIOCore

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
