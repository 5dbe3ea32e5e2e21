public import FermataDomain
import Foundation
import Testing

/// Makes an empty repository of credentials.
public typealias SourceCredentialsRepositoryFactory = ContractFactory<
    @Sendable () async throws -> any SourceCredentialsRepository
>

/// The rules of every `SourceCredentialsRepository`.
public enum SourceCredentialsRepositoryContract {
    public typealias Rule = ContractRule<SourceCredentialsRepositoryFactory>
    private static let home = source("home", at: "https://ann@music.example.org")
    private static let shop = source("shop", at: "https://bob@music.example.org")

    public static let rules: [Rule] = [
        Rule("returns the credentials that were stored for an address") { factory in
            let repository = try await factory.make()
            let credentials = [
                SourceCredentials(.password("pass “wörd” 🎵")),
                SourceCredentials(.password("p"), allowsUnencryptedPassword: true), SourceCredentials(.apiKey("k")),
            ]
            for credentials in credentials {
                try await repository.set(credentials, for: home)
                #expect(try await repository.credentials(for: home) == credentials)
            }
        },
        Rule("returns nil for an address without credentials") { factory in
            let repository = try await factory.make()
            try await repository.set(SourceCredentials(.password("p")), for: home)
            #expect(try await repository.credentials(for: shop) == nil)
        },
        Rule("keeps the credentials of a source that is renamed") { factory in
            let repository = try await factory.make()
            try await repository.set(SourceCredentials(.password("p")), for: home)
            let renamed = source("attic", at: home.address)
            #expect(try await repository.credentials(for: renamed) == SourceCredentials(.password("p")))
        },
        Rule("removes the credentials of one address only") { factory in
            let repository = try await factory.make()
            try await repository.set(SourceCredentials(.password("p")), for: home)
            try await repository.set(SourceCredentials(.password("q")), for: shop)
            try await repository.set(nil, for: home)
            #expect(try await repository.credentials(for: home) == nil)
            #expect(try await repository.credentials(for: shop) == SourceCredentials(.password("q")))
        },
        Rule("ignores the removal of credentials that do not exist") { factory in
            let repository = try await factory.make()
            try await repository.set(nil, for: home)
            #expect(try await repository.credentials(for: home) == nil)
        },
    ]

    private static func source(_ name: String, at address: String) -> Source {
        Source(name: name, kind: "subsonic", address: address, added: .distantPast, traits: .signsIn)
    }
}
