import FermataContracts
import FermataDomain
import Foundation
import Testing

@Suite("Adding a source")
struct AddSourceUsecaseTests {
    private static let address = "https://radio.example:8080/songs?token=1"
    private static let added = Date(timeIntervalSince1970: 7)
    private let repository = InMemoryMusicRepository(now: { .distantPast })

    @Test("stores and returns the source as entered, with the time of addition")
    func storesSource() async throws {
        let source = try await usecase().execute(
            kind: "http", address: Self.address, playlists: "https://radio.example/lists", name: "Radio")
        #expect(
            source
                == Source(
                    name: "Radio", kind: "http", address: Self.address, playlists: "https://radio.example/lists",
                    added: Self.added))
        #expect(try await repository.sources() == [source])
        #expect(source.count == 0 && source.refreshed == nil)
    }

    @Test("names a source by its host, or by its address without one")
    func namesSourceByHost() async throws {
        #expect(try await usecase().execute(kind: "http", address: Self.address, name: nil).name == "radio.example")
        #expect(try await usecase().execute(kind: "folder", address: "music", name: nil).name == "music")
    }

    @Test("accepts names of 1 to 64 characters", arguments: [1, 64])
    func acceptsNameLengths(length: Int) async throws {
        let name = String(repeating: "é", count: length)
        #expect(try await usecase().execute(kind: "http", address: Self.address, name: name).name == name)
    }

    @Test(
        "rejects other names and stores nothing",
        arguments: [
            "", String(repeating: "a", count: 65), "a,b", " a", "a ", "a\nb", "a\u{202E}b", "a\u{2028}b", "a\u{2029}b",
        ])
    func rejectsName(name: String) async throws {
        await #expect(throws: SourceError.invalidName(limit: 64)) {
            try await usecase().execute(kind: "http", address: Self.address, name: name)
        }
        #expect(try await repository.sources().isEmpty)
    }

    @Test("rethrows the error of the check and stores nothing")
    func rethrowsErrorOfCheck() async throws {
        let error = SourceError.unknownKind("carrier pigeon", known: ["http"])
        let usecase = AddSourceUsecase(repository: repository, now: { Self.added }) { source in
            #expect(source.kind == "carrier pigeon")
            throw error
        }
        await #expect(throws: error) {
            try await usecase.execute(kind: "carrier pigeon", address: Self.address, name: "radio")
        }
        #expect(try await repository.sources().isEmpty)
    }

    private func usecase() -> AddSourceUsecase {
        AddSourceUsecase(repository: repository, now: { Self.added }) { _ in }
    }
}
