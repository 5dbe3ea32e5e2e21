import FermataPresentation
import Foundation
import NIOCore

/// An address that the server cannot listen on.
struct ServeError: ProblemConvertible {
    private let address: String
    private let errorCode: CInt

    init(_ error: IOError, address: String) {
        self.address = address
        errorCode = error.errnoCode
    }

    func problem(for audience: ProblemModel.Audience) -> ProblemModel {
        let isInUse = errorCode == EADDRINUSE
        let cause = isInUse ? "the address is in use" : String(cString: strerror(errorCode))
        return ProblemModel(
            .cannotListen, "Cannot listen on \(address): \(cause).",
            hint: isInUse
                ? "Choose another port with --port, or use --port 0 for any free port."
                : "Choose another address with --host.")
    }
}
