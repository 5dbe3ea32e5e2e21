import FermataDomain
import Foundation

/// The response of a Nominatim server to a search: an array of places, the likeliest first.
///
/// Source: https://nominatim.org/release-docs/latest/api/Output/
enum NominatimResponse {
    /// Decodes the places that have a name and a coordinate. Throws `ContentFailure` if none of them has both.
    static func places(in content: Data) throws(ContentFailure) -> [Place] {
        let records: [Record]
        do {
            records = try JSONDecoder().decode([Record].self, from: content)
        } catch {
            throw documentError(for: content)
        }
        let places = records.compactMap(\.place)
        if places.isEmpty, !records.isEmpty { throw ContentFailure.invalidResponse }
        return places
    }

    private static func documentError(for content: Data) -> ContentFailure {
        let firstByte = content.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
        return switch firstByte {
        case nil: .empty
        case UInt8(ascii: "<"): .webPage
        default: .invalidResponse
        }
    }

    private struct Record: Decodable {
        let place: Place?

        private enum Key: String, CodingKey {
            case lat, lon
            case name = "display_name"
        }

        init(from decoder: any Decoder) throws {
            let values = try? decoder.container(keyedBy: Key.self)  // nil for an element that is no object
            let numbers = [Key.lat, .lon].compactMap { key in values.flatMap { Self.number(key, in: $0) } }
            guard numbers.count == 2, let coordinate = Coordinate(latitude: numbers[0], longitude: numbers[1]),
                let name = try? values?.decode(String.self, forKey: .name), !name.isEmpty
            else {
                place = nil
                return
            }
            place = Place(name: name, coordinate: coordinate)
        }

        /// Decodes a number. Nominatim writes it as text, compatible servers as a number.
        private static func number(_ key: Key, in values: KeyedDecodingContainer<Key>) -> Double? {
            if let text = try? values.decode(String.self, forKey: key) { return Double(text) }
            return try? values.decode(Double.self, forKey: key)
        }
    }
}
