public import FermataDomain
import Testing

/// Makes a geocoder with the sample places, and runs a body with it.
public typealias GeocoderFactory = ContractFactory<
    @Sendable (@Sendable (any Geocoder) async throws -> Void) async throws -> Void
>

/// The rules of every `Geocoder`.
public enum GeocoderContract {
    public typealias Rule = ContractRule<GeocoderFactory>

    public static let rules: [Rule] = searchRules + robustnessRules

    private static let searchRules: [Rule] = [
        rule("finds a place by its name, in any case and script") { geocoder in
            for address in ["Seoul", "seoul", "서울"] {
                let found = try await geocoder.found(at: address, limit: 1)
                #expect(found == [SamplePlaces.seoul], "\(address)")
            }
        },
        rule("returns all matching places, the likeliest first") { geocoder in
            let found = try await geocoder.found(at: "Springfield", limit: 100)
            #expect(Array(found.prefix(SamplePlaces.springfields.count)) == SamplePlaces.springfields)
            #expect(Set(found.map(\.coordinate)).count == found.count)
        },
        rule("returns no more places than the limit") { geocoder in
            let all = try await geocoder.found(at: "Springfield", limit: 100)
            for limit in [1, 2, 3, all.count, all.count + 1] {
                let found = try await geocoder.found(at: "Springfield", limit: limit)
                #expect(found == Array(all.prefix(limit)), "\(limit)")
            }
            for limit in [0, -1] { #expect(try await geocoder.found(at: "Springfield", limit: limit) == []) }
        },
        rule("returns no place for an unknown or blank address") { geocoder in
            for address in ["qwertyuiop", "", " ", "\n\t ", "\u{0}"] {
                let found = try await geocoder.found(at: address, limit: 5)
                #expect(found == [], "\(address.debugDescription)")
            }
        },
    ]

    private static let robustnessRules: [Rule] = [
        rule("returns the same places for the same address") { geocoder in
            for address in ["Springfield", "서울", "qwertyuiop"] {
                let found = try await geocoder.found(at: address, limit: 5)
                for _ in 0..<3 { #expect(try await geocoder.found(at: address, limit: 5) == found) }
            }
        },
        rule("treats any text as an address only") { geocoder in
            for address in hostile {
                let found = try await geocoder.found(at: address, limit: 5)
                #expect(found == [], "\(address.prefix(40).debugDescription)")
            }
            #expect(try await geocoder.found(at: "Seoul", limit: 1) == [SamplePlaces.seoul])
        },
        rule("serves many requests concurrently") { geocoder in
            try await withThrowingTaskGroup(of: Bool.self) { group in
                for number in 0..<60 {
                    let address = ["Seoul", "서울", "qwertyuiop \(number)"][number % 3]
                    let expected = number % 3 == 2 ? [] : [SamplePlaces.seoul]
                    group.addTask { try await geocoder.found(at: address, limit: 1) == expected }
                }
                for try await isRight in group { #expect(isRight) }
            }
        },
        rule("throws in a cancelled task") { geocoder in
            let (gate, opening) = AsyncStream.makeStream(of: Void.self)
            let asking = Task {
                for await _ in gate {}
                return try await geocoder.found(at: "Seoul", limit: 1)
            }
            asking.cancel()
            opening.finish()
            await #expect(throws: CancellationError.self) { try await asking.value }
        },
    ]

    private static let hostile = [
        "'; DROP TABLE geocoding; --", "\"qwertyuiop\"", "qwertyuiop\u{0}tail", "\u{1B}[31mqwertyuiop\u{1B}[0m",
        "🎸🎶", "%00%0A&limit=50#?", "a+b=c", "\u{202E}qwertyuiop", "{\"q\": [1]}", "..//../qwertyuiop",
        "qwertyuiop\r\nX: y",
        String(repeating: "qwertyuiop ", count: 100_000 / 11), String(repeating: "字", count: 100_000),
    ]

    private static func rule(_ name: String, _ check: @escaping @Sendable (any Geocoder) async throws -> Void) -> Rule {
        Rule(name) { factory in try await factory.make { try await check($0) } }
    }
}

extension Geocoder {
    /// Returns the places without `isTownOnly`, which geocoders may set differently.
    fileprivate func found(at address: String, limit: Int) async throws -> [Place] {
        try await places(at: address, limit: limit).map { Place(name: $0.name, coordinate: $0.coordinate) }
    }
}
