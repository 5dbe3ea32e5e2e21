import Foundation
import NIOCore

/// Why the server cannot listen.
struct ServeError: Error {
    let address: String
    let isTaken: Bool
    let reason: String

    init(_ error: IOError, address: String) {
        self.address = address
        isTaken = error.errnoCode == EADDRINUSE
        reason = String(cString: strerror(error.errnoCode))
    }
}
