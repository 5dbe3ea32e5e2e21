public import FermataDomain
import Foundation
import Testing

/// Makes a repository of pending plays from the source and key of each played song, in order, one second apart.
public typealias ScrobbleRepositoryFactory = ContractFactory<
    @Sendable ([(source: String, key: String)], TestTime) async throws -> any ScrobbleRepository
>

/// The rules of every `ScrobbleRepository`.
public enum ScrobbleRepositoryContract {
    public typealias Rule = ContractRule<ScrobbleRepositoryFactory>

    private static func repository(
        _ factory: ScrobbleRepositoryFactory, _ time: TestTime = TestTime()
    ) async throws -> any ScrobbleRepository {
        try await factory.make([("home", "a"), ("away", "b"), ("home", "c")], time)
    }

    public static let rules: [Rule] = [
        Rule("returns the plays of a source in their order, each to one program") { factory in
            let repository = try await repository(factory)
            let (first, second) = (
                try await repository.claimNext(of: "home"), try await repository.claimNext(of: "home")
            )
            #expect(first?.key == "a" && second?.key == "c")
            let seconds = try #require(second).started.timeIntervalSince(try #require(first).started)
            #expect(seconds == 2)
            #expect(try await repository.claimNext(of: "home") == nil)
            #expect(try await repository.claimNext(of: "away")?.key == "b")
        },
        Rule("counts the plays that wait for each source, also claimed ones") { factory in
            let repository = try await repository(factory)
            let scrobble = try #require(try await repository.claimNext(of: "home"))
            let all = [WaitingChanges(source: "home", count: 2), WaitingChanges(source: "away", count: 1)]
            #expect(try await repository.waiting() == all)
            try await repository.remove(scrobble)
            try await repository.remove(scrobble)
            #expect(Set(try await repository.waiting().map(\.count)) == [1])
            #expect(try await repository.claimNext(of: "home")?.key == "c")
        },
        Rule("returns a released play again") { factory in
            let repository = try await repository(factory)
            let scrobble = try #require(try await repository.claimNext(of: "home"))
            try await repository.release(scrobble)
            #expect(try await repository.claimNext(of: "home") == scrobble)
        },
        Rule("a claim ends after five minutes, and when the clock was set back") { factory in
            let time = TestTime()
            let repository = try await repository(factory, time)
            let scrobble = try #require(try await repository.claimNext(of: "away"))
            time.advance(by: 300)
            #expect(try await repository.claimNext(of: "away") == nil)
            time.advance(by: 1)
            #expect(try await repository.claimNext(of: "away") == scrobble)
            time.advance(by: -3_600)
            #expect(try await repository.claimNext(of: "away") == scrobble)
        },
        Rule("a claim counts for a program whose clock is up to five minutes behind") { factory in
            let time = TestTime()
            let repository = try await repository(factory, time)
            let scrobble = try #require(try await repository.claimNext(of: "away"))
            for behind in [1.0, 299] {
                time.advance(by: -behind)
                #expect(try await repository.claimNext(of: "away") == nil)
            }
            time.advance(by: -1)
            #expect(try await repository.claimNext(of: "away") == scrobble)
        },
    ]
}
