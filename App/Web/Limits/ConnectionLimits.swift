import HummingbirdCore
import NIOCore

/// How much a connection may take, of room and of time.
enum ConnectionLimits {
    static func configuration() -> HTTP1Channel.Configuration {
        HTTP1Channel.Configuration(idleTimeout: .seconds(30))
    }
}
