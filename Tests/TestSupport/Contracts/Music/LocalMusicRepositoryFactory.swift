public import FermataDomain
public import Testing

/// Makes an empty library and its sources, with a clock.
public struct LocalMusicRepositoryFactory: Sendable, CustomTestStringConvertible {
    public typealias Library = (music: any LocalMusicRepository, sources: any SourceRepository)
    public let name: String
    public let make: @Sendable (TestTime) async throws -> Library

    public init(_ name: String, make: @escaping @Sendable (TestTime) async throws -> Library) {
        self.name = name
        self.make = make
    }

    public var testDescription: String { name }

    /// Makes a library with empty sources of these names.
    public func make(sources names: [String], time: TestTime = TestTime()) async throws -> Library {
        let library = try await make(time)
        for name in names {
            time.advance(by: 1)
            try await library.sources.add(Source(name: name, kind: "test", address: "test:\(name)", added: time.now))
        }
        return library
    }
}
