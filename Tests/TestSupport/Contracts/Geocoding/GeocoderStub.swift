package import FermataDomain
import Synchronization

/// Returns the places or throws the error of a test, and records messages.
package final class GeocoderStub: Geocoder {
    package enum Message: Equatable, Sendable {
        case places(String, limit: Int)
    }

    private let answer: Result<[Place], any Error>
    private let recorded = Mutex<[Message]>([])

    package init(_ places: [Place] = []) {
        answer = .success(places)
    }

    package init(error: any Error) {
        answer = .failure(error)
    }

    package var messages: [Message] { recorded.withLock { $0 } }

    package func places(at address: String, limit: Int) async throws -> [Place] {
        recorded.withLock { $0.append(.places(address, limit: limit)) }
        return Array(try answer.get().prefix(limit))
    }
}
