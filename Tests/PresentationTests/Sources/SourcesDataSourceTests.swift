import FermataContracts
import FermataDomain
import FermataPresentation
import Foundation
import Testing

@Suite("The screens of sources")
struct SourcesDataSourceTests {
    private static let now = Date(timeIntervalSince1970: 1_700_000_000)
    private let library = InMemoryMusicRepository(now: { SourcesDataSourceTests.now.addingTimeInterval(-180) })

    @Test("lists sources with ages, or with times for a cache")
    func listsSources() async throws {
        _ = try await source().add(kind: "test", address: "test:radio", playlists: nil, name: "radio")
        _ = try await library.refresh("radio", with: Array(SampleMusic.all.prefix(2)))
        #expect(try await source().list().map(\.ageText) == ["3 minutes ago"])
        #expect(try await source().list(showsAges: false).map(\.ageText) == ["2023-11-14T22:10:20Z"])
    }

    @Test("adds, changes and removes a source")
    func changesSource() async throws {
        let added = try await source().add(kind: "test", address: "test:a", playlists: nil, name: "radio")
        #expect([added.name, added.ageText] == ["radio", "never"])
        #expect(try await source().set("radio", .init(name: "home")).name == "home")
        #expect(try await !source().remove("home", keepingBookmarked: false) { false })
        #expect(try await source().list().map(\.name) == ["home"])
        #expect(try await source().remove("home", keepingBookmarked: false) { true })
        #expect(try await source().list().isEmpty)
    }

    @Test("a sync emits progress and a row for each source")
    func syncsSources() async throws {
        for name in ["radio", "shop"] {
            _ = try await source().add(kind: "test", address: "test:\(name)", playlists: nil, name: name)
        }
        var (progress, results): ([SyncProgressText], [SyncResultCellModel]) = ([], [])
        for try await update in source().sync(["shop"]) {
            switch update {
            case .progress(let text): progress.append(text)
            case .result(let row): results.append(row)
            }
        }
        #expect(progress == [SyncProgressText(SyncProgress(source: "shop", count: 2), seconds: 0)])
        #expect(results.map(\.source) == ["shop"])
    }

    private func source() -> SourcesDataSource {
        let credentials = InMemorySourceCredentialsRepository()
        return SourcesDataSource(
            getSources: GetSourcesUsecase(repository: library, listener: .anyone),
            addSource: AddSourceUsecase(repository: library, credentials: credentials, now: { Self.now }) { $0 },
            setSource: SetSourceUsecase(
                repository: library, credentials: credentials, listener: .anyone
            ) { $0 },
            removeSource: RemoveSourceUsecase(repository: library, credentials: credentials),
            syncSources: SyncUsecase(sources: library, reader: SourceReaderStub(), listener: .anyone),
            now: { Self.now })
    }
}
