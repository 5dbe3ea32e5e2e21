import FermataContracts
import FermataDomain
import Foundation
import Testing

@Suite("Getting audio")
struct GetAudioUsecaseTests {
    private let song = Music(id: MusicID(1), title: "Changes", audioURL: "https://example.org/1.mp3", explicit: .clean)
    private let silent = Music(id: MusicID(2), title: "4′33″", explicit: .clean)
    private let explicit = Music(
        id: MusicID(3), title: "99 Problems", audioURL: "https://example.org/3.mp3", explicit: .explicit)
    private let local = Music(id: MusicID(4), title: "Gone", audioURL: "file:///music/gone.mp3", explicit: .clean)

    @Test("returns the file of the first repository that has one")
    func returnsFirstFile() async throws {
        let audio = try await usecase(stored: [[:], [song.id: "downloads"], [song.id: "folder"]]).execute(song.id)
        guard case .file(let file) = audio else {
            Issue.record("The audio is no file.")
            return
        }
        #expect(file.path == "downloads")
    }

    @Test("returns the source's audio of a song without a file")
    func returnsSource() async throws {
        guard case .source = try await usecase(stored: [[silent.id: "other"]]).execute(song.id) else {
            Issue.record("The audio is not that of the source.")
            return
        }
    }

    @Test("throws for hidden music as for unknown music, also if a file exists")
    func throwsForHiddenMusic() async throws {
        let files = [explicit.id: "downloads", MusicID(9): "downloads"]
        let restricted = usecase(age: 12, stored: [files])
        await #expect(throws: MusicError.notFound(explicit.id.description)) {
            try await restricted.execute(explicit.id)
        }
        let unknown = MusicID(9)
        await #expect(throws: MusicError.notFound(unknown.description)) { try await restricted.execute(unknown) }
        _ = try await usecase(age: 19, stored: [files]).execute(explicit.id)
    }

    @Test("throws for music without audio and for a missing file")
    func throwsWithoutAudio() async throws {
        await #expect(throws: MusicError.noAudio(title: silent.title)) { try await usecase().execute(silent.id) }
        let failure = await #expect(throws: SourceFailure.self) { try await usecase().execute(local.id) }
        #expect(failure?.cause == .folder(.missing))
    }

    private func usecase(age: Int? = nil, stored: [[MusicID: String]] = []) -> GetAudioUsecase {
        GetAudioUsecase(
            music: MusicRepositoryStub([song, silent, explicit, local]),
            stored: stored.map { paths in StoredAudioRepositoryStub.files(at: { paths[$0.id] }) },
            remote: FakeAudioRepository(), listener: Listener(age: age))
    }
}
