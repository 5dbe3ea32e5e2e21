package import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// A place on a Nominatim server.
package struct ServedPlace: Sendable {
    package var name: String
    package var latitude: String
    package var longitude: String

    package init(_ name: String, latitude: String, longitude: String) {
        self.name = name
        self.latitude = latitude
        self.longitude = longitude
    }

    /// Source: https://nominatim.org/release-docs/latest/api/Output/
    private var record: [String: Any] {
        [
            "place_id": 100_149, "licence": "Data © OpenStreetMap contributors, ODbL 1.0.", "osm_type": "node",
            "osm_id": 107_775, "boundingbox": ["51.3473219", "51.6673219", "-0.2876474", "0.0323526"],
            "lat": latitude, "lon": longitude, "display_name": name, "place_rank": 15, "category": "place",
            "type": "city", "importance": 0.96, "address": ["city": name, "country_code": "xx"],
        ]
    }

    package static func document(_ places: [ServedPlace]) throws -> Data {
        try JSONSerialization.data(withJSONObject: places.map(\.record))
    }
}

extension ScriptedResponse {
    /// Searches by `q` as Nominatim does: in any case, with at most `limit` (default 10) and at most 40 results.
    package static func nominatim(_ places: [String: [ServedPlace]]) -> ScriptedResponse {
        ScriptedResponse { request, channel in
            guard let text = request.query["q"], request.query["format"] == "jsonv2" else {
                return Response(status: .badRequest)
            }
            let limit = min(40, request.query["limit"].flatMap(Int.init) ?? 10)
            let results = (places[text] ?? places[text.lowercased()] ?? []).prefix(limit)
            return try await document(try ServedPlace.document(Array(results))).respond(request, channel)
        }
    }
}

extension ReceivedRequest {
    /// The unescaped query.
    package var query: [String: String] {
        let items = URLComponents(string: path)?.queryItems ?? []
        return Dictionary(items.map { ($0.name, $0.value ?? "") }, uniquingKeysWith: { "\($0), \($1)" })
    }
}
