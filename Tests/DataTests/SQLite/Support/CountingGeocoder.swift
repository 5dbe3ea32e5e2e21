import FermataContracts
import FermataDomain
import Synchronization

/// Knows the sample places, records requests, and fails on demand.
final class CountingGeocoder: Geocoder {
    struct Question: Equatable {
        var address: String
        var limit: Int
    }

    private let state = Mutex((requests: [Question](), failure: SourceFailure?.none))
    var requests: [Question] { state.withLock { $0.requests } }
    var addresses: [String] { requests.map(\.address) }

    func fail(_ failure: SourceFailure?) { state.withLock { $0.failure = failure } }

    func places(at address: String, limit: Int) async throws -> [Place] {
        let failure = state.withLock { state in
            state.requests.append(Question(address: address, limit: limit))
            return state.failure
        }
        if let failure { throw failure }
        return Array((SamplePlaces.answers[address.lowercased()] ?? []).prefix(limit))
    }
}
