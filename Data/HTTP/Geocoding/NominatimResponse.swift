import FermataDomain
import Foundation

/// What a Nominatim server answers to a search: an array of places, the likeliest first.
///
/// Source: https://nominatim.org/release-docs/latest/api/Output/
enum NominatimResponse {
    /// Skips places without a name or a coordinate. Throws `DocumentError`, also where no place is left.
    static func places(in content: Data) throws(DocumentError) -> [Place] {
        let records: [Record]
        do {
            records = try JSONDecoder().decode([Record].self, from: content)
        } catch {
            throw meaning(of: content)
        }
        let places = records.compactMap(\.place)
        if places.isEmpty, !records.isEmpty { throw DocumentError(reason: "holds no place with a coordinate") }
        return places
    }

    private static func meaning(of content: Data) -> DocumentError {
        let beginning = content.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
        return switch beginning {
        case nil: .empty
        case UInt8(ascii: "<"): .webPage
        default: DocumentError(reason: "is not JSON as a geocoder answers it (Nominatim, jsonv2)")
        }
    }

    private struct Record: Decodable {
        let place: Place?

        private enum Key: String, CodingKey {
            case lat, lon
            case name = "display_name"
        }

        init(from decoder: any Decoder) throws {
            let values = try? decoder.container(keyedBy: Key.self)  // what is no object is no place
            let numbers = [Key.lat, .lon].compactMap { key in values.flatMap { Self.number(key, in: $0) } }
            guard numbers.count == 2, let coordinate = Coordinate(latitude: numbers[0], longitude: numbers[1]),
                let name = try? values?.decode(String.self, forKey: .name), !name.isEmpty
            else {
                place = nil
                return
            }
            place = Place(name: name, coordinate: coordinate)
        }

        /// Written as text, or as a number by other servers that speak the same.
        private static func number(_ key: Key, in values: KeyedDecodingContainer<Key>) -> Double? {
            if let text = try? values.decode(String.self, forKey: key) { return Double(text) }
            return try? values.decode(Double.self, forKey: key)
        }
    }
}
