import FermataContracts
import FermataDomain
import TestTraits
import Testing

@Suite("Getting downloads", .deadline)
struct GetDownloadsUsecaseTests {
    private static let fame = Download(
        music: Music(id: MusicID(1), title: "Fame", explicit: .explicit), state: .downloaded)
    private static let changes = Download(
        music: Music(id: MusicID(2), title: "Changes", explicit: .clean), state: .waiting)
    private let repository = DownloadRepositoryStub([fame, changes])

    @Test("returns a window of downloads in every state")
    func returnsWindowOfAllStates() async throws {
        let usecase = GetDownloadsUsecase(repository: repository, listener: .anyone)
        #expect(try await usecase.execute(.all) == [Self.fame, Self.changes])
        #expect(try await usecase.execute(Window(offset: 1, limit: 1)) == [Self.changes])
    }

    @Test("a download that has not started has no bytes, length, file or digest")
    func newDownloadIsEmpty() {
        #expect(Self.changes.id == MusicID(2) && Self.changes.received == 0 && Self.changes.length == nil)
        #expect(Self.changes.file == nil && Self.changes.digest == nil)
    }

    @Test("counts allowed downloads in every state and returns states by id")
    func countsAllowedDownloads() async throws {
        let usecase = GetDownloadsUsecase(repository: repository, listener: .anyone)
        #expect(try await usecase.count() == 2)
        let restricted = GetDownloadsUsecase(repository: repository, listener: Listener(age: 12))
        #expect(try await restricted.count() == 1)
        let states = try await usecase.states(of: [Self.changes.id, MusicID(99)])
        #expect(states == [Self.changes.id: Self.changes.state])
    }

    @Test("counts the allowed downloads of a group")
    func countsGroup() async throws {
        let failed = DownloadRepositoryStub(
            [Self.fame, Self.changes].map { Download(music: $0.music, state: .failed(.truncated)) })
        #expect(try await GetDownloadsUsecase(repository: failed, listener: .anyone).count(of: .failed) == 2)
        #expect(try await GetDownloadsUsecase(repository: failed, listener: Listener(age: 12)).count(of: .failed) == 1)
    }

    @Test("excludes restricted music and its changes")
    func excludesRestrictedMusic() async throws {
        let usecase = GetDownloadsUsecase(repository: repository, listener: Listener(age: 12))
        #expect(try await usecase.execute(.all) == [Self.changes])
        let changes = usecase.changes()
        repository.send(Self.fame)
        repository.send(Self.changes)
        for await change in changes {
            #expect(change == Self.changes)
            break
        }
    }
}
