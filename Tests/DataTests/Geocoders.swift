import FermataContracts
import FermataData
import FermataDomain
import Foundation
import TestServer
import TestTraits

/// Every geocoder that has to pass the contract.
extension Repositories {
    static let gazetteer = GeocoderFactory("gazetteer") { body in try await body(GazetteerGeocoder()) }

    static let nominatim = GeocoderFactory("Nominatim") { body in
        try await withGeocodingServer { server, fetcher in try await body(try fetcher.nominatim(server)) }
    }

    static let cachedNominatim = GeocoderFactory("Nominatim, cached and rate-limited") { body in
        try await withGeocodingServer { server, fetcher in
            let time = TestTime()
            let library = try SQLiteLibrary.inTemporaryFolder()
            let rateLimited = RateLimitedGeocoder(
                try fetcher.nominatim(server), server: "test", library: library, clock: SleeplessClock(),
                now: { time.now })
            try await body(CachingGeocoder(rateLimited, server: "test", library: library, now: { time.now }))
        }
    }
}

/// Runs a body with a server of sample places.
func withGeocodingServer(_ body: @Sendable (CatalogueServer, Fetcher) async throws -> Void) async throws {
    try await withServer { server, fetcher in
        server.answer("/search", .nominatim(SamplePlaces.answers.mapValues { $0.map(ServedPlace.init) }))
        try await body(server, fetcher)
    }
}

extension ServedPlace {
    init(_ place: Place) {
        self.init(
            place.name, latitude: place.coordinate.latitudeText, longitude: place.coordinate.longitudeText)
    }
}

extension Fetcher {
    func nominatim(
        _ server: CatalogueServer, path: String = "", language: String? = nil, deadline: Duration = .seconds(60)
    ) throws -> NominatimGeocoder {
        try NominatimGeocoder(
            server: server.url(path), language: language, client: { client }, userAgent: "Fermata/1.2.3",
            deadline: deadline, clock: clock, now: { Self.now })
    }
}
