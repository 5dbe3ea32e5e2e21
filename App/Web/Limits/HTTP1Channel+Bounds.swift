import HummingbirdCore
import NIOCore

extension HTTP1Channel.Configuration {
    /// How much a connection may take, of room and of time.
    static func bounded(_ settings: ServeSettings, _ table: ConnectionTable) -> HTTP1Channel.Configuration {
        let patience = TimeAmount.nanoseconds(Int64(settings.timeout / .nanoseconds(1)))
        return HTTP1Channel.Configuration(
            additionalChannelHandlers: [ConnectionGuard(table, patience: patience)], idleTimeout: patience,
            httpDecoderConfiguration: .init(
                maxHeaderFieldSize: 8 << 10, maxHeaderListSize: 32 << 10, maxHeaderFieldCount: 100))
    }
}
