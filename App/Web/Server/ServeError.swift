import Foundation
import NIOCore

/// The server cannot listen on an address.
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
